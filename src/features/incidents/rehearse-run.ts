import { localDay } from '../../domain/period.ts';
import type { View } from '../../slack/blocks.ts';
import type { Asker, LongAnswer } from '../../slack/command.ts';
import { createFormats } from '../../slack/format.ts';
import { answerLong, type LongRunDeps, type Making } from '../../slack/long-run.ts';
import type { LongKind } from '../../slack/long-run-kind.ts';
import type { RunProgress } from '../../slack/long-run-view.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { Words } from '../../slack/words/index.ts';
import { rehearsedValue } from './input.ts';
import {
  beginOf,
  type Rehearsal,
  type RehearsalProgress,
  type RehearseDeps,
  type Rehearsed,
  rehearse,
} from './rehearse.ts';
import { rehearsalView } from './rehearse-view.ts';

export type RehearsalDeps = RehearseDeps &
  LongRunDeps & {
    /** Short number → name. */
    readonly senders: ViewOptions['senders'];
  };

export const REHEARSAL_RUN: LongKind = {
  name: 'rehearsal',
  title: (words) => words.check.rehearsal.title,
  words: (words) => words.check.rehearsal.long,
  againAction: 'check.rehearse',
};

/** Rehearses the alerts of the last days; what takes long comes by direct message. */
export async function answerRehearsal(
  rehearsed: Rehearsed,
  asker: Asker,
  deps: RehearsalDeps,
): Promise<View | LongAnswer> {
  const { words, formats, person, now } = asker;
  const { id: userId, language, timeZone: zone } = person;
  const { rehearsal, ...making } = startRehearsal(rehearsed, asker, deps);
  const toView = async ({ isLasting }: { readonly isLasting: boolean }) => {
    const shown = isLasting ? createFormats(words, zone, now, { isLasting }) : formats;
    return rehearsalView(await rehearsal, { words, formats: shown, senders: deps.senders });
  };
  const { days, sensitivity } = rehearsed;
  const range = formats.days(localDay(beginOf(days, now), zone), localDay(now, zone));
  const subject =
    sensitivity === 'normal' ? range : `${range} · ${words.incident.notes.sensitivity(sensitivity)}`;
  const again = rehearsedValue(rehearsed);
  return answerLong(
    { kind: REHEARSAL_RUN, userId, channelId: asker.channelId, language, subject, again, making, toView },
    deps,
  );
}

function startRehearsal(
  rehearsed: Rehearsed,
  { now, words }: Pick<Asker, 'now' | 'words'>,
  deps: RehearseDeps,
): Making & { readonly rehearsal: Promise<Rehearsal> } {
  const stopping = new AbortController();
  let reached: RehearsalProgress = { daysDone: 0, days: 0, messagesRead: 0, reckoned: 0 };
  const rehearsal = rehearse(deps, {
    ...rehearsed,
    now,
    signal: stopping.signal,
    onProgress: (progress) => {
      reached = progress;
    },
  });
  return {
    rehearsal,
    over: rehearsal,
    progress: () => toRunProgress(reached, words),
    stop: () => stopping.abort(),
  };
}

/** A rehearsal as somebody sees it who waits: first the days are read, then the checks are made. */
export function toRunProgress({ reckoned, ...read }: RehearsalProgress, words: Words): RunProgress {
  if (reckoned === 0) return read;
  const share = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 0 });
  const text = words.check.rehearsal.reckoning(share.format(reckoned));
  return { ...read, after: { share: reckoned, text } };
}
