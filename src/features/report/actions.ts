import { z } from 'zod';
import type { Act } from '../../domain/audit.ts';
import { figuresOf, mergeCoreFigures, OTHER_NAME } from '../../domain/figures/figures.ts';
import { dataQualityOf, hasGroupedOperators } from '../../domain/figures/period-figures.ts';
import { type RatesOptions, rates, summarizeLeg } from '../../domain/figures/rates.ts';
import {
  completionTime,
  type Period,
  type PeriodProblem,
  type PeriodSpec,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../domain/time/period.ts';
import { timeWithOffset } from '../../domain/time/wall-clock.ts';
import { sendCsv, toCsvFile } from '../../posting/csv.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import { bold, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { dataQualityNotices, manyOperatorsNotice } from '../../slack/blocks/figures.ts';
import { zoneText } from '../../slack/blocks/format.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { lastingViewOptions, viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { sealCommand } from '../../slack/listeners/typed-command.ts';
import type { Deps } from '../dependencies.ts';
import { bucketsOf, ofOperator, type PartFigures, startReading } from './aggregate.ts';
import { type Comparison, comparisons, MAX_REPORT_DAYS, type ReportRequest } from './input.ts';
import type { ReportContext } from './locales/index.ts';
import { reportProblemView } from './problem-view.ts';
import { reportDetailsView, reportSubject } from './view.ts';

export interface ReportButtonState {
  readonly request: ReportRequest;
  /** Channel in which the person asked for the report; `undefined` for a direct message. */
  readonly channelId: string | undefined;
  /** Counts in the report that the person has, as text from `seenTotalsOf`, to notice changed figures. */
  readonly seenTotals?: string | undefined;
}

export const REPORT_COMMAND = '/sms-report';

export function problemOptions({ t, format, now }: ReportContext, deps: Deps) {
  const { senders } = deps.settings;
  const { sealer } = deps.runtime;
  return { t, format, now, senders, seal: (text: string) => sealCommand(sealer, REPORT_COMMAND, text) };
}

export function noteReport(act: Act, { msisdn }: ReportRequest, { acts }: ReportContext): void {
  acts.note(act, { numbers: msisdn === undefined ? [] : [msisdn] });
}

export function reportPeriod(
  { spec, compareWith }: ReportRequest,
  { user, now }: ReportContext,
): Period | PeriodProblem {
  const resolve = (days: PeriodSpec) => resolvePeriod(days, user.timeZone, now, { maxDays: MAX_REPORT_DAYS });
  const compared = typeof compareWith === 'object' ? resolve(compareWith) : undefined;
  return compared && 'problem' in compared ? compared : resolve(spec);
}

export async function showReportDetails(
  { request }: ReportButtonState,
  context: ReportContext,
  deps: Deps,
): Promise<View> {
  noteReport('reported', request, context);
  const period = reportPeriod(request, context);
  if ('problem' in period) return reportProblemView(period, problemOptions(context, deps));
  const model = await startReading(request, period, deps, context).model;
  return reportDetailsView(model, viewOptionsFor(context, deps.settings));
}

export async function sendReportCsv(
  { request }: ReportButtonState,
  context: ReportContext,
  deps: Deps,
): Promise<View> {
  noteReport('exported', request, context);
  const { t } = context;
  const { settings, traffic } = deps;
  const { receiptHours } = settings;
  const period = reportPeriod(request, context);
  if ('problem' in period) return reportProblemView(period, problemOptions(context, deps));
  const { sender, msisdn } = request;
  const whole = await traffic.figuresFor({ period, sender, msisdn, userId: context.user.id });
  const figures = ofOperator(request, period, whole).figures;
  const { asOf } = figures;
  const parts = await runCooperatively(bucketsOf(period, figures));
  const isComplete = asOf >= completionTime(period, receiptHours);
  const content = reportCsv(parts, {
    receiptHours,
    isComplete,
    othersName: t.report.csvOthers,
    zone: context.user.timeZone,
  });
  // The message with the file is permanent, so it names the subject and the time of the report.
  const options = lastingViewOptions(context, settings);
  const notices = dataQualityNotices(dataQualityOf(figures), asOf, options);
  if (parts.some((part) => hasGroupedOperators(part.figures))) notices.push(manyOperatorsNotice(options.t));
  const subject = reportSubject(request, period, { ...options, isShared: true });
  const head = line(bold(subject), ` · ${t.answer.asOfDay(options.format.since(asOf))}`);
  const lines = [`${t.report.csvComment} ${zoneText(options)}.`, ...notices].map((text) => line(text));
  const comment = view(richText(head, ...lines));
  return sendCsv(deps, context, { subject: 'sms-report', content, comment });
}

const sealedState = sealedJson(
  'report.turn',
  z.object({
    p: z.string(),
    s: z.string().optional(),
    n: z.string().optional(),
    o: z.string().optional(),
    w: z.enum(comparisons),
    c: z.string().optional(),
    f: z.string().optional(),
    /** Days to compare with, as text; older versions of the bot know only the comparisons in `w`. */
    v: z.string().optional(),
  }),
);

/** Makes an encrypted button value: it may name a telephone number, and every Slack client can read it. */
export function sealReportButton(
  sealer: Sealer,
  { request, channelId, seenTotals }: ReportButtonState,
): string {
  const { spec, sender, msisdn, compareWith, operator } = request;
  const plain = { p: periodToText(spec), s: sender, n: msisdn, o: operator, c: channelId, f: seenTotals };
  if (typeof compareWith === 'string') return sealedState.seal(sealer, { ...plain, w: compareWith });
  return sealedState.seal(sealer, { ...plain, w: 'before', v: periodToText(compareWith) });
}

export function openReportButton(sealer: Sealer, value: string): ReportButtonState | undefined {
  const plain = sealedState.open(sealer, value);
  const spec = plain && parsePeriod(plain.p);
  if (!plain || !spec || 'problem' in spec) return undefined;
  const { s: sender, n: msisdn, o: operator, c: channelId, f: seenTotals } = plain;
  const days = plain.v === undefined ? undefined : parsePeriod(plain.v);
  const compareWith: Comparison = days && !('problem' in days) ? days : plain.w;
  const named = operator === undefined ? {} : { operator };
  return { request: { spec, sender, msisdn, compareWith, ...named }, channelId, seenTotals };
}

const LONGEST_OPERATOR = 200;

/** A row per time step and operator. Times in ISO 8601 in `zone`; rates from 0 to 1; percentiles in seconds. */
export function reportCsv(
  parts: readonly PartFigures[],
  options: RatesOptions & { readonly othersName: string; readonly zone: string },
): string {
  const rows = parts.flatMap((part) =>
    [...Map.groupBy(part.figures, ({ operator }) => operator)].sort(byOperator).map(([operator, own]) => {
      const figures = figuresOf(own);
      const legs = mergeCoreFigures(figures);
      const found = rates(figures, options);
      return {
        from: timeWithOffset(part.start, options.zone),
        to: timeWithOffset(part.end, options.zone),
        operator:
          operator === OTHER_NAME ? options.othersName : operator && sanitize(operator, LONGEST_OPERATOR),
        submitted: found.submitted,
        delivered: found.delivered,
        failed: found.failed,
        pending: found.pending,
        no_receipt: found.noReceipt,
        other: found.other,
        delivery_rate: found.deliveryRate?.toFixed(4),
        delivered_of_final: found.deliveredOfFinal?.toFixed(4),
        ...percentiles('platform_to_operator', legs.platformToOperator),
        ...percentiles('operator_to_handset', legs.operatorToHandset),
        ...percentiles('total', legs.total),
      };
    }),
  );
  return toCsvFile(rows);
}

function percentiles(leg: string, figures: Parameters<typeof summarizeLeg>[0]) {
  const summary = summarizeLeg(figures);
  const names = ['p50', 'p90', 'p95', 'p99'] as const;
  return Object.fromEntries(names.map((name) => [`${leg}_${name}_seconds`, summary[name]]));
}

function byOperator(
  [a]: readonly [string | undefined, unknown],
  [b]: readonly [string | undefined, unknown],
) {
  if (a === OTHER_NAME || b === OTHER_NAME) return Number(a === OTHER_NAME) - Number(b === OTHER_NAME);
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}
