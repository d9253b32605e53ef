import type { Day } from '../../domain/time/calendar.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import {
  bold,
  contextBlock,
  emoji,
  header,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { operatorName, speedLines, withoutReceiptsNotice } from '../../slack/blocks/figures.ts';
import { createChannelFormatter } from '../../slack/blocks/format.ts';
import {
  chartsOf,
  type DataBlock,
  dataTable,
  type TableCell,
  toPercent,
} from '../../slack/blocks/tables-and-charts.ts';
import { senderName } from '../../slack/blocks/view-options.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import { type AttentionOptions, attentionBlock, dayIncidentLines } from './attention-view.ts';
import { type SummaryView, summaryTranslations } from './locales/index.ts';
import { claimedRate, type SummaryModel, type SummaryQuestion } from './summarize.ts';

const MOST_ROWS = 8;
const MOST_MISSING = 3;

function figureLines(model: SummaryModel, { t, format }: SummaryView) {
  const { totals, baseline } = model;
  const { submitted, failed, pending, noReceipt, other, isProvisional } = totals;
  const { totals: labels } = t.figures;
  const words = t.summary.figures;
  const rate = claimedRate(totals);
  const row = (label: string, ...facts: (string | undefined)[]) => {
    const [first = '', ...others] = facts.filter((fact) => fact !== undefined);
    return line(bold(`${label}: ${first}`), others.map((fact) => ` · ${fact}`).join(''));
  };
  const counted = (label: string, count: number) => {
    const share = rate === undefined || count === 0 ? undefined : format.percent(count / submitted);
    return row(label, format.number(count), share);
  };
  const usualCount = baseline?.submitted;
  const more = usualCount ? format.signedPercent(submitted / usualCount - 1) : undefined;
  const usually =
    usualCount === undefined ? undefined : words.usual(format.number(Math.round(usualCount)), more);
  const lines = [row(labels.messages, format.number(submitted), usually)];
  if (rate === undefined) {
    lines.push(row(labels.delivered, format.number(totals.delivered)));
  } else {
    const soFar = isProvisional ? `${format.percent(rate)} ${words.soFar}` : format.percent(rate);
    const { deliveryRate, points, isObserved } = baseline ?? {};
    const change = points === undefined ? '' : t.figures.points(format.signed(points));
    const basis = isObserved === false ? `, ${words.reconstructed}` : '';
    const isCompared = deliveryRate !== undefined && change !== '';
    const usualRate = isCompared ? words.usual(format.percent(deliveryRate), change + basis) : undefined;
    lines.push(row(labels.delivered, soFar, usualRate));
  }
  lines.push(counted(labels.failed, failed));
  if (pending > 0) lines.push(counted(labels.waiting, pending));
  if (noReceipt > 0) lines.push(counted(labels.noReceipt, noReceipt));
  if (other > 0) lines.push(counted(labels.other, other));
  if (rate === undefined) return lines;

  const { p95 } = baseline?.total ?? {};
  const usualP95 = p95 === undefined ? undefined : words.usual(format.duration(p95), undefined);
  return [...lines, ...speedLines(model, { t, format }, usualP95)];
}

export function channelView(
  { language, zone }: Pick<Subscription, 'language' | 'zone'>,
  now: Date,
  senders: ReadonlyMap<string, string>,
): SummaryView {
  const t = summaryTranslations(language);
  return { t, format: createChannelFormatter(t, zone, now), senders };
}

export interface PostingOptions extends AttentionOptions {
  readonly late?: { readonly dueAt: Date } | undefined;
  readonly firstRate?: number | undefined;
  readonly isPreview?: boolean | undefined;
  /** Earlier days with summary posts that may be missing, because Slack did not confirm them. */
  readonly perhapsMissing?: readonly Day[] | undefined;
}

export function summaryView(model: SummaryModel, options: PostingOptions): View {
  const head = [
    headline(model.question, options),
    attentionBlock(model, options),
    ...correction(model, options),
    ...withoutReceiptsBlocks(model, options),
  ];
  const notes = contextBlock(...notesOn(model, options));
  if (model.totals.submitted === 0) return view(...head, notes);
  const usualName = model.baseline && options.t.summary.usual;
  const charts = claimedRate(model.totals) === undefined ? [] : chartsOf({ ...model, usualName }, options);
  return view(...head, richText(...figureLines(model, options)), ...charts, operators(model, options), notes);
}

export function unreadableView(
  question: SummaryQuestion,
  options: AttentionOptions & Readonly<Record<'sentence' | 'reference', string>>,
): View {
  const { t, sentence: because, reference } = options;
  const { sentence, nextStep } = t.summary.unreadable;
  return view(
    headline(question, options),
    richText(
      line(emoji('warning'), ' ', bold(sentence)),
      line(because),
      line(nextStep),
      ...dayIncidentLines(question, options),
    ),
    contextBlock(t.reference(reference)),
  );
}

function headline({ day, zone, sender }: SummaryQuestion, { t, format, senders }: SummaryView) {
  const subject = sender === undefined ? undefined : senderName(sender, senders);
  return header(t.summary.headline(format.weekday(day), format.days(day, day), zone, subject));
}

function correction(model: SummaryModel, options: PostingOptions): ViewBlock[] {
  const rates = ratesSince(model, options);
  if (!rates || rates.isSame) return [];
  const { first, rate } = rates;
  return [richText(line(bold(options.t.summary.corrected(first, rate, !model.totals.isProvisional))))];
}

function ratesSince({ totals }: SummaryModel, { format, firstRate }: PostingOptions) {
  const now = claimedRate(totals);
  if (firstRate === undefined || now === undefined) return undefined;
  const [first, rate] = [format.percent(firstRate), format.percent(now)];
  return { first, rate, isSame: first === rate };
}

/** A separate notice, because the table shows a delivery rate of 0 for an operator without receipts. */
function withoutReceiptsBlocks(
  { withoutReceipts, attention }: SummaryModel,
  options: SummaryView,
): ViewBlock[] {
  return withoutReceipts && attention.kind !== 'without_receipts'
    ? [richText(line(withoutReceiptsNotice(withoutReceipts, options)))]
    : [];
}

/** At most four narrow columns, because a phone shows no more without scrolling. */
function operators({ operators, others, totals, baseline }: SummaryModel, options: SummaryView): DataBlock {
  const { t, format } = options;
  const { table } = t.figures;
  const isClaimed = claimedRate(totals) !== undefined;
  const count = (value: number): TableCell => ({ value, text: format.number(value) });
  const rateCell = ({ rates, points }: SummaryModel['operators'][number]): TableCell => {
    const rate = claimedRate(rates);
    const { delivered, submitted, deliveryRate, pending, noReceipt } = rates;
    if (pending + noReceipt === submitted) return { value: 0, text: table.noReceipts };
    const change = points === undefined ? '' : ` (${format.signed(points)})`;
    const text =
      rate === undefined
        ? `${format.number(delivered)}/${format.number(submitted)}`
        : `${format.percent(rate)}${change}`;
    return { value: toPercent(deliveryRate), text };
  };
  const rows = [
    ...operators.map((one) => ({ ...one, name: operatorName(one.operator, options.t) })),
    ...(others ? [{ ...others, operator: undefined, name: table.others(others.count) }] : []),
  ].map((one): TableCell[] => [
    one.name,
    count(one.rates.submitted),
    ...(isClaimed ? [rateCell(one)] : [count(one.rates.delivered), count(one.rates.failed)]),
  ]);
  const isCompared = isClaimed && operators.some(({ points }) => points !== undefined);
  const compared = baseline?.isObserved === false ? table.reconstructedCaption : table.comparedCaption;
  const caption = isCompared ? compared : table.caption;
  const isLong = rows.length > MOST_ROWS;
  return dataTable({
    caption: isLong ? table.largest(caption, MOST_ROWS) : caption,
    columns: [table.operator, table.messages, table.rate, ...(isClaimed ? [] : [table.failed])],
    rows: isLong ? rows.slice(0, MOST_ROWS) : rows,
  });
}

function notesOn(model: SummaryModel, options: PostingOptions): string[] {
  const { t, format, late, isPreview, perhapsMissing = [] } = options;
  const { notes, confirmed } = t.summary;
  const { asOf, completeAt, totals, period, weeks, question } = model;
  const state = totals.isProvisional ? t.figures.provisional(format.since(completeAt)) : t.figures.final;
  const read = t.answer.asOfDay(format.since(asOf));
  // A day without messages is neither provisional nor final, because no receipts are missing.
  const texts = [totals.submitted === 0 ? read : `${read} · ${state}`];
  if (ratesSince(model, options)?.isSame) texts.push(confirmed);
  const hours = (period.end.getTime() - period.start.getTime()) / HOUR_MS;
  if (hours !== 24) texts.push(notes.hours(hours));
  const compared = weeks.filter(({ state }) => state === 'compared');
  if (compared.length > 0) texts.push(notes.comparedWith(format.weekday(question.day), compared.length));
  if (late) texts.push(notes.late(format.moment(late.dueAt)));
  for (const day of perhapsMissing.slice(-MOST_MISSING))
    texts.push(notes.perhapsMissing(format.days(day, day)));
  if (isPreview) texts.push(notes.preview);
  return texts;
}
