import { dataQualityOf } from '../../domain/figures/data-quality.ts';
import { areUntold } from '../../domain/figures/period-figures.ts';
import type { InputOptions } from '../../domain/input.ts';
import { resolvePeriod, settlesAt } from '../../domain/time/period.ts';
import type { Post } from '../../posting/post.ts';
import { type PendingRun, runWithProgress } from '../../posting/progress.ts';
import type { RunDeps } from '../../posting/progress-recovery.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import { adviceView, refusalView } from '../../slack/advice-view.ts';
import { bold, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { dataQualityNotices, manyOperatorsNotice } from '../../slack/blocks/figures.ts';
import { csvFileName } from '../../slack/csv.ts';
import { createFormatter } from '../../slack/format.ts';
import type { BackgroundAnswer } from '../../slack/listeners/context.ts';
import { type ReportButtonState, sealReportButton } from './actions.ts';
import { bucketsOf } from './aggregate.ts';
import { reportCsv } from './csv.ts';
import { MAX_REPORT_DAYS } from './input.ts';
import type { ReportContext, ReportView } from './locales/index.ts';
import { REPORT_RUN } from './long.ts';
import { reportProblemView } from './problem-view.ts';
import { type ReadingDeps, startReading } from './reading.ts';
import { reportSubject, reportView, seenIn, sharedReportView } from './view.ts';

export type ReportAnswerDeps = InputOptions &
  ReadingDeps &
  RunDeps & {
    readonly sealer: Sealer;
    readonly post: Post;
  };

/** Makes the report that was asked for; one that takes long comes by direct message. */
export async function answerReport(
  turn: ReportButtonState,
  context: ReportContext,
  deps: ReportAnswerDeps,
): Promise<View | BackgroundAnswer> {
  const { request } = turn;
  const period = periodFor(turn, context);
  if ('problem' in period) return reportProblemView(period, context.t, deps.senders);
  const options = viewOptions(context, deps);
  const seal = (asked: ReportButtonState['request'], seen?: string) =>
    sealReportButton(deps.sealer, { ...turn, request: asked, seen });
  const reading = startReading(request, period, deps, context.now);
  const { id: userId, language } = context.user;
  const run: PendingRun = {
    kind: REPORT_RUN,
    userId,
    channelId: context.channelId,
    language,
    subject: reportSubject(request, period, options),
    again: seal(request),
    task: { ended: reading.model, progress: reading.progress, stop: reading.stop },
    toView: async () =>
      reportView(await reading.model, options, { seal, canShare: turn.channelId !== undefined }),
  };
  return runWithProgress(run, deps);
}

/**
 * Posts the report, read anew, in the channel it was asked in, and says that it did or why not; and where its figures
 * are others by now than whoever shares it has seen.
 */
export async function shareReport(
  turn: ReportButtonState,
  context: ReportContext,
  deps: ReportAnswerDeps,
): Promise<View> {
  const { t, user } = context;
  const period = periodFor(turn, context);
  if ('problem' in period) return reportProblemView(period, t, deps.senders);
  if (turn.channelId === undefined) return adviceView(t.post.refused.notMember, t);
  const model = await startReading(turn.request, period, deps, context.now).model;
  const formatter = createFormatter(t, user.timeZone, context.now, { isLasting: true });
  const shared = sharedReportView(
    model,
    { ...viewOptions(context, deps), formatter },
    user.name,
    context.now,
  );
  const refusal = await deps.post.toChannel(turn.channelId, shared);
  if (refusal) return refusalView(refusal, t);
  const isOther = turn.seen !== undefined && turn.seen !== seenIn(model);
  return view(richText(line(isOther ? t.report.sharedAnew : t.report.shared)));
}

/** Sends the figures behind a report to the asker as a file. */
export async function sendReportCsv(
  turn: ReportButtonState,
  context: ReportContext,
  deps: ReportAnswerDeps,
): Promise<View> {
  const { t, user, now } = context;
  const period = periodFor(turn, context);
  if ('problem' in period) return reportProblemView(period, t, deps.senders);
  const { sender, msisdn } = turn.request;
  const figures = await deps.traffic.figuresFor({ period, sender, msisdn });
  const { settleHours } = deps;
  const { asOf } = figures;
  const isSettled = asOf >= settlesAt(period, settleHours);
  const name = csvFileName('sms-report', now);
  const parts = await runCooperatively(bucketsOf(period, figures));
  const content = reportCsv(parts, {
    settleHours,
    isSettled,
    othersName: t.report.csvOthers,
  });
  const options = viewOptions(context, deps);
  // The message lasts: it says by itself what it is about, and since when.
  const lasting = { ...options, formatter: createFormatter(t, user.timeZone, now, { isLasting: true }) };
  const subject = reportSubject(turn.request, period, { ...lasting, isShared: true });
  const notices = dataQualityNotices(dataQualityOf(figures), asOf, lasting);
  if (parts.some((part) => areUntold(part.figures))) notices.push(manyOperatorsNotice(lasting));
  const comment = view(
    richText(
      line(bold(subject), ` · ${t.report.asOf(lasting.formatter.since(asOf))}`),
      line(t.report.csvComment),
      ...notices.map((notice) => line(notice)),
    ),
  );
  const refusal = await deps.post.fileTo(user.id, { name, title: name, content, comment });
  return refusal ? refusalView(refusal, t) : view(richText(line(t.post.csvSent)));
}

function periodFor({ request }: ReportButtonState, { user, now }: ReportContext) {
  return resolvePeriod(request.spec, user.timeZone, now, { maxDays: MAX_REPORT_DAYS });
}

function viewOptions({ t, formatter }: ReportContext, { senders }: ReportAnswerDeps): ReportView {
  return { t, formatter, senders };
}
