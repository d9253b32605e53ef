import {
  bold,
  context,
  emoji,
  header,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks.ts';
import { chartsOf, operatorName, toPercent } from '../../slack/charts.ts';
import { type Cell, dataTable, type Newer } from '../../slack/newer-blocks.ts';
import { silentNotice } from '../../slack/notices.ts';
import { nameOf, type ViewOptions } from '../../slack/question-view.ts';
import { attentionSentence } from './attention-view.ts';
import { figureLines } from './figures-view.ts';
import { claimedRate, type SummaryModel, type SummaryQuestion } from './model.ts';

/** What else there is to say of a posting. `formats` are those of the channel's zone, lasting. */
export interface PostingOptions extends ViewOptions {
  /** It comes later than it was due. */
  readonly late?: { readonly dueAt: Date } | undefined;
  /** The delivery rate of the first posting, which this one corrects. */
  readonly firstRate?: number | undefined;
  /** For the one who subscribes only. */
  readonly isPreview?: boolean | undefined;
}

/** Why there are no figures, and the reference under which the log has it. */
export interface UnreadableOptions extends ViewOptions {
  readonly sentence: string;
  readonly reference: string;
}

/** A day in a channel, for somebody who reads it on a telephone: what matters first, then figures, chart and operators. */
export function summaryView(model: SummaryModel, options: PostingOptions): View {
  const head = [
    headline(model.question, options),
    ...correction(model, options),
    attention(model, options),
    ...silent(model, options),
  ];
  const notes = context(...notesOn(model, options));
  if (model.totals.submitted === 0) return view(...head, notes);
  const charts = claimedRate(model.totals) === undefined ? [] : charted(model, options);
  return view(...head, richText(...figureLines(model, options)), ...charts, operators(model, options), notes);
}

/** What stands in a channel while the platform cannot be read: this is no day without messages. */
export function unreadableView(question: SummaryQuestion, options: UnreadableOptions): View {
  const { words, sentence: because, reference } = options;
  const { sentence, nextStep } = words.summary.unreadable;
  return view(
    headline(question, options),
    richText(line(emoji('warning'), ' ', bold(sentence)), line(because), line(nextStep)),
    context(words.reference(reference)),
  );
}

function headline({ day, zone, sender }: SummaryQuestion, { words, formats, senders }: ViewOptions) {
  const subject = sender === undefined ? undefined : nameOf(sender, senders);
  return header(words.summary.headline(formats.weekday(day), formats.days(day, day), zone, subject));
}

/** What has become of the rate of the first posting, where it is another. */
function correction(model: SummaryModel, options: PostingOptions): ViewBlock[] {
  const rates = ratesSince(model, options);
  if (!rates || rates.isSame) return [];
  const { first, rate } = rates;
  return [richText(line(bold(options.words.summary.corrected(first, rate, !model.totals.isProvisional))))];
}

/** As they are shown; `undefined` for a first posting. */
function ratesSince({ totals }: SummaryModel, { formats, firstRate }: PostingOptions) {
  const now = claimedRate(totals);
  if (firstRate === undefined || now === undefined) return undefined;
  const [first, rate] = [formats.percent(firstRate), formats.percent(now)];
  return { first, rate, isSame: first === rate };
}

function attention(model: SummaryModel, options: ViewOptions): ViewBlock {
  const sentence = attentionSentence(model, options);
  const isCalm = model.attention.kind === 'nothing' || model.attention.kind === 'waiting';
  return richText(isCalm ? line(sentence) : line(emoji('warning'), ' ', bold(sentence)));
}

/** A route that never sends receipts shows as nought in the table, which is to be told beside whatever matters most. */
function silent({ silent, attention }: SummaryModel, options: ViewOptions): ViewBlock[] {
  return silent && attention.kind !== 'silent' ? [richText(line(silentNotice(silent, options)))] : [];
}

function charted({ buckets, totals, usual }: SummaryModel, options: ViewOptions): Newer[] {
  return chartsOf({ buckets, totals, usualName: usual && options.words.summary.usual }, options);
}

/** Three columns, or four short ones: a telephone shows no more without scrolling. */
function operators({ operators, others, totals, usual }: SummaryModel, options: ViewOptions): Newer {
  const { words, formats } = options;
  const { table } = words.figures;
  const titles = words.summary.operators;
  const isClaimed = claimedRate(totals) !== undefined;
  const count = (value: number): Cell => ({ value, text: formats.number(value) });
  const rateCell = ({ rates, points }: SummaryModel['operators'][number]): Cell => {
    const rate = claimedRate(rates);
    const { delivered, submitted, deliveryRate } = rates;
    const change = points === undefined ? '' : ` (${formats.signed(points)})`;
    const text =
      rate === undefined
        ? `${formats.number(delivered)}/${formats.number(submitted)}`
        : `${formats.percent(rate)}${change}`;
    return { value: toPercent(deliveryRate), text };
  };
  const rows = [
    ...operators.map((one) => ({ ...one, name: operatorName(one.operator, options) })),
    ...(others ? [{ ...others, operator: undefined, name: table.others(others.count) }] : []),
  ].map((one): Cell[] => [
    one.name,
    count(one.rates.submitted),
    ...(isClaimed ? [rateCell(one)] : [count(one.rates.delivered), count(one.rates.failed)]),
  ]);
  const isCompared = isClaimed && operators.some(({ points }) => points !== undefined);
  const compared = usual?.isObserved === false ? titles.reconstructed : titles.compared;
  return dataTable({
    caption: isCompared ? compared : titles.caption,
    columns: [table.operator, titles.submitted, table.rate, ...(isClaimed ? [] : [table.failed])],
    rows,
  });
}

const HOUR_MS = 3_600_000;

/** When the figures were read, whether they may change, what is usual by, and what else is not as always. */
function notesOn(model: SummaryModel, options: PostingOptions): string[] {
  const { words, formats, late, isPreview } = options;
  const { notes, confirmed } = words.summary;
  const { asOf, settlesAt, totals, period, weeks } = model;
  const standing = totals.isProvisional ? notes.provisional(formats.moment(settlesAt)) : notes.final;
  const read = notes.asOf(formats.since(asOf));
  // Where nothing was sent, no receipt is waited for.
  const said = [totals.submitted === 0 ? read : `${read} · ${standing}`];
  if (ratesSince(model, options)?.isSame) said.push(confirmed);
  const hours = (period.end.getTime() - period.start.getTime()) / HOUR_MS;
  if (hours !== 24) said.push(notes.hours(hours));
  const compared = weeks.filter(({ state }) => state === 'compared');
  const listed = (ones: typeof compared) => ones.map(({ day }) => formats.days(day, day)).join(', ');
  if (compared.length > 0) said.push(notes.comparedWith(listed(compared), compared.length));
  const reconstructed = compared.filter(({ basis }) => basis === 'reconstructed');
  if (reconstructed.length > 0) said.push(notes.reconstructed(listed(reconstructed)));
  if (late) said.push(notes.late(formats.moment(late.dueAt)));
  if (isPreview) said.push(notes.preview);
  return said;
}
