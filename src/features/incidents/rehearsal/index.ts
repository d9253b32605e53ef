import { localDay } from '../../../domain/time/wall-clock.ts';
import { type RunTask, runWithProgress } from '../../../posting/progress.ts';
import type { RunKind, RunProgress } from '../../../posting/progress-view.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { lastingViewOptions, viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import type { BackgroundAnswer } from '../../../slack/listeners/context.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { rehearsedValue } from '../check/input.ts';
import { type IncidentContext, type IncidentTranslations, incidentTranslations } from '../locales/index.ts';
import { beginOf, type Rehearsal, type RehearsalProgress, type Rehearsed, rehearse } from './rehearse.ts';
import { rehearsalView } from './view.ts';

export const REHEARSAL_RUN: RunKind = {
  name: 'rehearsal',
  title: (language) => incidentTranslations(language).check.rehearsal.title,
  t: (language) => incidentTranslations(language).check.rehearsal.long,
  againAction: 'check.rehearse',
};

export async function answerRehearsal(
  rehearsed: Rehearsed,
  context: IncidentContext,
  deps: FeatureDeps,
): Promise<View | BackgroundAnswer> {
  const { t, formatter, user, now, acts } = context;
  acts.note('checked');
  const { id: userId, language, timeZone: zone } = user;
  const { rehearsal, ...task } = startRehearsal(rehearsed, context, deps);
  const toView = async ({ isLasting }: { readonly isLasting: boolean }) => {
    const options = isLasting ? lastingViewOptions : viewOptionsFor;
    return rehearsalView(await rehearsal, options(context, deps.settings));
  };
  const { days, sensitivity } = rehearsed;
  const range = formatter.days(localDay(beginOf(days, now), zone), localDay(now, zone));
  const subject =
    sensitivity === 'normal' ? range : `${range} · ${t.incident.notes.sensitivity(sensitivity)}`;
  const asked = { userId, channelId: context.channelId, language, subject, again: rehearsedValue(rehearsed) };
  return runWithProgress({ kind: REHEARSAL_RUN, ...asked, acts, task, toView }, deps);
}

function startRehearsal(
  rehearsed: Rehearsed,
  { user, now, t }: IncidentContext,
  deps: FeatureDeps,
): RunTask & { readonly rehearsal: Promise<Rehearsal> } {
  const stopping = new AbortController();
  let reached: RehearsalProgress = { daysDone: 0, days: 0, messagesRead: 0, reckoned: 0 };
  const rehearsal = rehearse(deps, {
    ...rehearsed,
    userId: user.id,
    now,
    signal: stopping.signal,
    onProgress: (progress) => {
      reached = progress;
    },
  });
  return {
    rehearsal,
    ended: rehearsal,
    progress: () => toRunProgress(reached, t),
    stop: () => stopping.abort(),
  };
}

export function toRunProgress(
  { reckoned, ...read }: RehearsalProgress,
  t: IncidentTranslations,
): RunProgress {
  if (reckoned === 0) return read;
  const share = new Intl.NumberFormat(t.locale, { style: 'percent', maximumFractionDigits: 0 });
  const text = t.check.rehearsal.reckoning(share.format(reckoned));
  return { ...read, after: { share: reckoned, text } };
}
