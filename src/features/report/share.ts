import type { Act } from '../../domain/audit.ts';
import type { Period } from '../../domain/time/period.ts';
import { type PendingRun, runWithProgress } from '../../posting/progress.ts';
import type { RunKind } from '../../posting/progress-view.ts';
import { type Made, refreshAction, type ShareKind, shareAnswer } from '../../posting/shared-answer.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { channelViewOptions } from '../../slack/blocks/view-options.ts';
import type { FeatureDeps } from '../dependencies.ts';
import {
  noteReport,
  openReportButton,
  problemOptions,
  type ReportButtonState,
  reportPeriod,
  sealReportButton,
} from './actions.ts';
import { type ReportModel, startReading } from './aggregate.ts';
import {
  type ReportContext,
  type ReportTranslations,
  type ReportView,
  reportTranslations,
} from './locales/index.ts';
import { reportProblemView } from './problem-view.ts';
import { reportSubject, seenIn, sharedReportView, wholeReportView } from './view.ts';

export const REPORT_RUN: RunKind = {
  name: 'report',
  title: (language) => reportTranslations(language).report.title,
  t: (language) => reportTranslations(language).report.long,
  againAction: 'report.refresh',
};

/** The button of the shared message asks again, after a failure as well. */
export const THREAD_REPORT_RUN: RunKind = {
  ...REPORT_RUN,
  name: 'report.thread',
  againAction: refreshAction({ name: 'report' }),
};

export function createReportShare(deps: FeatureDeps): ShareKind<ReportTranslations> {
  return {
    name: 'report',
    act: 'reported',
    translations: reportTranslations,
    async make(asked, { act, context, sharedBy }) {
      const begun = begin(asked, act, context, deps);
      if (!begun || 'instead' in begun) return begun;
      const model = await begun.reading.model;
      const { options } = begun;
      const made = describe(model, begun, context, deps);
      if (sharedBy === undefined) return { ...made, shared: wholeReportView(model, options) };
      return { ...made, ...sharedReportView(model, options, sharedBy) };
    },
    async makeForThread(asked, { act, context }, thread) {
      const begun = begin(asked, act, context, deps);
      if (!begun || 'instead' in begun) return begun;
      const { state, period, reading, options } = begun;
      const run: PendingRun = {
        kind: THREAD_REPORT_RUN,
        userId: context.user.id,
        channelId: context.channelId,
        acts: context.acts,
        language: context.user.language,
        subject: reportSubject(state.request, period, options),
        again: thread.again(dated(state, period, deps)),
        task: { ended: reading.model, progress: reading.progress, stop: reading.stop },
        post: thread.post,
        async toView({ isLasting }) {
          const shared = wholeReportView(await reading.model, options);
          return isLasting ? thread.finished(shared, dated(state, period, deps)) : shared;
        },
      };
      const answer = await runWithProgress(run, deps);
      if ('finish' in answer) return answer;
      return { ...describe(await reading.model, begun, context, deps), shared: answer };
    },
  };
}

/** `isConfirmed`: also where people of another organisation read it. */
export function shareReport(
  { state, isConfirmed }: { readonly state: ReportButtonState; readonly isConfirmed: boolean },
  kind: ShareKind<ReportTranslations>,
  context: ReportContext,
  deps: FeatureDeps,
): Promise<View> {
  const asked = sealReportButton(deps.runtime.sealer, state);
  return shareAnswer(kind, { asked, channelId: state.channelId, isConfirmed }, context, deps);
}

interface Begun {
  readonly state: ReportButtonState;
  readonly period: Period;
  readonly reading: ReturnType<typeof startReading>;
  readonly options: ReportView;
}

function begin(
  asked: string,
  act: Act,
  context: ReportContext,
  deps: FeatureDeps,
): Begun | Extract<Made<ReportTranslations>, { readonly instead: unknown }> | undefined {
  const state = openReportButton(deps.runtime.sealer, asked);
  if (!state) return undefined;
  noteReport(act, state.request, context);
  const period = reportPeriod(state.request, context);
  if ('problem' in period)
    return { instead: (reader) => reportProblemView(period, problemOptions(reader, deps)) };
  const reading = startReading(state.request, period, deps, context);
  return { state, period, reading, options: channelViewOptions(context, deps.settings) };
}

function describe(model: ReportModel, { state, period }: Begun, { t }: ReportContext, deps: FeatureDeps) {
  const { request, seen } = state;
  const isOther = seen !== undefined && seen !== seenIn(model);
  return {
    asked: dated(state, period, deps),
    numbers: request.msisdn === undefined ? [] : [request.msisdn],
    posted: isOther ? t.report.sharedAnew : t.report.shared,
  };
}

/** The same by its days: on another day “yesterday” would be another. */
function dated({ request }: ReportButtonState, period: Period, { runtime }: FeatureDeps): string {
  const { firstDay: from, lastDay: to } = period;
  return sealReportButton(runtime.sealer, {
    request: { ...request, spec: { kind: 'range', from, to } },
    channelId: undefined,
  });
}
