import { z } from 'zod';
import { areUntold, dataQualityOf } from '../../domain/figures/period-figures.ts';
import { parsePeriod, periodToText, resolvePeriod, settlesAt } from '../../domain/time/period.ts';
import { sendCsv, shareInChannel } from '../../posting/share.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import { bold, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { dataQualityNotices, manyOperatorsNotice } from '../../slack/blocks/figures.ts';
import { lastingViewOptions } from '../../slack/view-options.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { bucketsOf, startReading } from './aggregate.ts';
import { reportCsv } from './csv.ts';
import { comparisons, MAX_REPORT_DAYS, type ReportRequest } from './input.ts';
import type { ReportContext } from './locales/index.ts';
import { reportProblemView, reportSubject, seenIn, sharedReportView } from './view.ts';

export interface ReportButtonState {
  readonly request: ReportRequest;
  /** The channel it was asked in; left out in direct messages. A report that took long stands elsewhere. */
  readonly channelId: string | undefined;
  /** What of the figures was seen by whoever has the button: `seenIn`. */
  readonly seen?: string | undefined;
}

export function reportPeriod({ spec }: ReportRequest, { user, now }: Pick<ReportContext, 'user' | 'now'>) {
  return resolvePeriod(spec, user.timeZone, now, { maxDays: MAX_REPORT_DAYS });
}

/** Reads the report anew. Says that it was posted, with other figures than were seen where that is so, or why not. */
export async function shareReport(
  { request, channelId, seen }: ReportButtonState,
  context: ReportContext,
  deps: FeatureDeps,
): Promise<View> {
  const { t, user, now } = context;
  const { settings, posting } = deps;
  const period = reportPeriod(request, context);
  if ('problem' in period) return reportProblemView(period, t, settings.senders);
  const model = await startReading(request, period, deps, now).model;
  const shared = sharedReportView(model, lastingViewOptions(context, settings), user.name, now);
  const isOther = seen !== undefined && seen !== seenIn(model);
  const posted = isOther ? t.report.sharedAnew : t.report.shared;
  return shareInChannel(posting.post, channelId, shared, { t, posted });
}

export async function sendReportCsv(
  { request }: ReportButtonState,
  context: ReportContext,
  { settings, traffic, posting }: FeatureDeps,
): Promise<View> {
  const { t } = context;
  const { settleHours } = settings;
  const period = reportPeriod(request, context);
  if ('problem' in period) return reportProblemView(period, t, settings.senders);
  const { sender, msisdn } = request;
  const figures = await traffic.figuresFor({ period, sender, msisdn });
  const { asOf } = figures;
  const parts = await runCooperatively(bucketsOf(period, figures));
  const content = reportCsv(parts, {
    settleHours,
    isSettled: asOf >= settlesAt(period, settleHours),
    othersName: t.report.csvOthers,
  });
  // The message lasts: it says by itself what it is about, and since when.
  const options = lastingViewOptions(context, settings);
  const notices = dataQualityNotices(dataQualityOf(figures), asOf, options);
  if (parts.some((part) => areUntold(part.figures))) notices.push(manyOperatorsNotice(options.t));
  const subject = reportSubject(request, period, { ...options, isShared: true });
  const head = line(bold(subject), ` · ${t.report.asOf(options.formatter.since(asOf))}`);
  const lines = [t.report.csvComment, ...notices].map((text) => line(text));
  const comment = view(richText(head, ...lines));
  return sendCsv(posting.post, context, { subject: 'sms-report', content, comment });
}

const sealedState = sealedJson(
  'report.turn',
  z.object({
    p: z.string(),
    s: z.string().optional(),
    n: z.string().optional(),
    w: z.enum(comparisons),
    c: z.string().optional(),
    f: z.string().optional(),
  }),
);

/** A button's value: sealed, because it may name a number and everybody's client can read it. */
export function sealReportButton(sealer: Sealer, { request, channelId, seen }: ReportButtonState): string {
  const { spec, sender, msisdn, compareWith } = request;
  const days = periodToText(spec);
  return sealedState.seal(sealer, { p: days, s: sender, n: msisdn, w: compareWith, c: channelId, f: seen });
}

/** Reads a button's value; `undefined` where it was not made here, by another key, or by another version. */
export function openReportButton(sealer: Sealer, value: string): ReportButtonState | undefined {
  const plain = sealedState.open(sealer, value);
  const spec = plain && parsePeriod(plain.p);
  if (!plain || !spec || 'problem' in spec) return undefined;
  const { s: sender, n: msisdn, w: compareWith, c: channelId, f: seen } = plain;
  return { request: { spec, sender, msisdn, compareWith }, channelId, seen };
}
