import type { Act } from '../../domain/audit.ts';
import type { Period } from '../../domain/time/period.ts';
import { type PendingRun, runWithProgress } from '../../posting/progress.ts';
import type { RunKind } from '../../posting/progress-view.ts';
import { refreshAction, type SharedAnswer, type ShareKind } from '../../posting/shared-answer.ts';
import { channelViewOptions } from '../../slack/blocks/view-options.ts';
import type { Deps } from '../dependencies.ts';
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
import { reportSubject, seenTotalsOf, sharedReportView, wholeReportView } from './view.ts';

export const REPORT_RUN: RunKind = {
  name: 'report',
  title: (language) => reportTranslations(language).report.title,
  t: (language) => reportTranslations(language).report.long,
  againAction: 'report.refresh',
};

/** The Refresh button of the shared message also repeats a report that failed. */
export const THREAD_REPORT_RUN: RunKind = {
  ...REPORT_RUN,
  name: 'report.thread',
  againAction: refreshAction({ name: 'report' }),
};

export function createReportShare(deps: Deps): ShareKind<ReportTranslations> {
  return {
    name: 'report',
    act: 'reported',
    translations: reportTranslations,
    async createAnswer(sealed, { act, context, sharedBy }) {
      const started = startReport(sealed, act, context, deps);
      if (!started || 'instead' in started) return started;
      const model = await started.reading.model;
      const { options } = started;
      const facts = describe(model, started, context, deps);
      if (sharedBy === undefined) return { ...facts, shared: wholeReportView(model, options) };
      return { ...facts, ...sharedReportView(model, options, sharedBy) };
    },
    async createThreadAnswer(sealed, { act, context }, thread) {
      const started = startReport(sealed, act, context, deps);
      if (!started || 'instead' in started) return started;
      const { state, period, reading, options } = started;
      const run: PendingRun = {
        kind: THREAD_REPORT_RUN,
        userId: context.user.id,
        acts: context.acts,
        language: context.user.language,
        subject: reportSubject(state.request, period, options),
        againValue: thread.againValue(dated(state, period, deps)),
        task: { ended: reading.model, progress: reading.progress, stop: reading.stop },
        post: thread.post,
        async toView({ isLasting }) {
          const shared = wholeReportView(await reading.model, options);
          return isLasting ? thread.withRefreshButton(shared, dated(state, period, deps)) : shared;
        },
      };
      const answer = await runWithProgress(run, deps);
      if ('finish' in answer) return answer;
      return { ...describe(await reading.model, started, context, deps), shared: answer };
    },
  };
}

interface StartedReport {
  readonly state: ReportButtonState;
  readonly period: Period;
  readonly reading: ReturnType<typeof startReading>;
  readonly options: ReportView;
}

function startReport(
  sealed: string,
  act: Act,
  context: ReportContext,
  deps: Deps,
): StartedReport | Extract<SharedAnswer<ReportTranslations>, { readonly instead: unknown }> | undefined {
  const state = openReportButton(deps.runtime.sealer, sealed);
  if (!state) return undefined;
  noteReport(act, state.request, context);
  const period = reportPeriod(state.request, context);
  if ('problem' in period)
    return { instead: (reader) => reportProblemView(period, problemOptions(reader, deps)) };
  const reading = startReading(state.request, period, deps, context);
  return { state, period, reading, options: channelViewOptions(context, deps.settings) };
}

function describe(model: ReportModel, { state, period }: StartedReport, { t }: ReportContext, deps: Deps) {
  const { request, seenTotals } = state;
  const isOther = seenTotals !== undefined && seenTotals !== seenTotalsOf(model);
  return {
    request: dated(state, period, deps),
    numbers: request.msisdn === undefined ? [] : [request.msisdn],
    confirmation: isOther ? t.report.sharedNewer : t.report.shared,
  };
}

/** Replaces words such as “yesterday” by dates, because people may press the button on a later day. */
function dated({ request }: ReportButtonState, period: Period, { runtime }: Deps): string {
  const { firstDay: from, lastDay: to } = period;
  return sealReportButton(runtime.sealer, {
    request: { ...request, spec: { kind: 'range', from, to } },
    channelId: undefined,
  });
}
