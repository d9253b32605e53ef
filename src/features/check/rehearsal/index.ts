import { localDay } from '../../../domain/time/wall-clock.ts';
import { runWithProgress } from '../../../posting/progress.ts';
import type { RunKind, RunProgress } from '../../../posting/progress-view.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { lastingViewOptions, viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import type { BackgroundAnswer } from '../../../slack/listeners/context.ts';
import type { Deps } from '../../dependencies.ts';
import { type CheckContext, type CheckTranslations, checkTranslations } from '../locales/index.ts';
import { rehearsalValue } from './input.ts';
import { type RehearsalProgress, type RehearsalRequest, rehearse, startOfRehearsal } from './rehearse.ts';
import { rehearsalView } from './view.ts';

export const REHEARSAL_RUN: RunKind = {
  name: 'rehearsal',
  title: (language) => checkTranslations(language).check.rehearsal.title,
  t: (language) => checkTranslations(language).check.rehearsal.long,
  againAction: 'check.rehearse',
};

export async function answerRehearsal(
  rehearsed: RehearsalRequest,
  context: CheckContext,
  deps: Deps,
): Promise<View | BackgroundAnswer> {
  const { t, format, user, now, acts } = context;
  acts.note('checked');
  const { id: userId, language, timeZone: zone } = user;
  const stopping = new AbortController();
  let latest: RehearsalProgress = { daysDone: 0, days: 0, messagesRead: 0, checkedShare: 0 };
  const ended = rehearse(deps, {
    ...{ ...rehearsed, userId, now, signal: stopping.signal },
    onProgress: (progress) => {
      latest = { ...latest, ...progress };
    },
  });
  const task = { ended, progress: () => toRunProgress(latest, t), stop: () => stopping.abort() };
  const toView = async ({ isLasting }: { readonly isLasting: boolean }) => {
    const options = isLasting ? lastingViewOptions : viewOptionsFor;
    return rehearsalView(await ended, options(context, deps.settings));
  };
  const { days, sensitivity } = rehearsed;
  const range = format.days(localDay(startOfRehearsal(days, now), zone), localDay(now, zone));
  const subject = sensitivity === 'normal' ? range : `${range} · ${t.findings.sensitivity(sensitivity)}`;
  const againValue = rehearsalValue(rehearsed);
  const request = { userId, language, subject, againValue };
  return runWithProgress({ kind: REHEARSAL_RUN, ...request, acts, task, toView }, deps);
}

export function toRunProgress(
  { checkedShare, ...read }: RehearsalProgress,
  t: CheckTranslations,
): RunProgress {
  if (checkedShare === 0) return read;
  const share = new Intl.NumberFormat(t.locale, { style: 'percent', maximumFractionDigits: 0 });
  const text = t.check.rehearsal.checksDone(share.format(checkedShare));
  return { ...read, nextPhase: { share: checkedShare, text } };
}
