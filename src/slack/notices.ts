import type { DataQuality } from '../domain/figures/data-quality.ts';
import { MAX_OPERATORS_TOLD } from '../domain/figures/figures.ts';
import type { SilentOperators } from '../domain/figures/period-figures.ts';
import type { InputProblem } from '../domain/input.ts';
import type { Period, PeriodProblem, PeriodSpec } from '../domain/time/period.ts';
import type { Advice, Help, HelpLine, Translations } from '../i18n/index.ts';
import {
  bold,
  code,
  contextBlock,
  emoji,
  italic,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from './blocks/blocks.ts';
import { operatorName } from './blocks/charts.ts';
import { clip } from './blocks/limits.ts';
import { visible } from './blocks/sanitize.ts';
import { createFormatter, type Formatter } from './format.ts';
import type { RequestContext } from './listeners/context.ts';

/** More operators than these are counted, not named. */
const MOST_NAMED = 3;

/** Whatever makes figures less than whole, or older than they should be. */
export function doubtNotices(doubts: DataQuality, asOf: Date, { t, formatter }: ViewOptions): string[] {
  const { shortfall, surplus, daysMissing, unreadable, stale } = t.figures.notices;
  const notices: string[] = [];
  if (doubts.daysMissing) notices.push(daysMissing);
  if (doubts.announced > doubts.received) {
    notices.push(shortfall(formatter.number(doubts.announced), formatter.number(doubts.received)));
  }
  if (doubts.unreadable > 0) notices.push(unreadable(doubts.unreadable));
  if (doubts.surplus) {
    const { announced, received } = doubts.surplus;
    notices.push(surplus(formatter.number(announced), formatter.number(received)));
  }
  if (doubts.isStale) notices.push(stale(formatter.since(asOf)));
  return notices;
}

/** That some operators were not told apart, for being too many. */
export function manyOperatorsNotice({ t }: Pick<ViewOptions, 't'>): string {
  return t.figures.notices.manyOperators(MAX_OPERATORS_TOLD);
}

/** Operators without a receipt for any message, and the rate without them. */
export function silentNotice(
  { operators, submitted, rateOfOthers }: SilentOperators,
  { t, formatter }: ViewOptions,
): string {
  const named = operators.slice(0, MOST_NAMED).map((operator) => operatorName(operator, { t }));
  const more = operators.length - named.length;
  const names = more > 0 ? [...named, t.figures.table.others(more)] : named;
  const listed = new Intl.ListFormat(t.locale).format(names);
  const rate = rateOfOthers === undefined ? undefined : formatter.percent(rateOfOthers);
  return t.figures.notices.silent(listed, operators.length, formatter.number(submitted), rate);
}

export function noticeBlock(notice: string): ViewBlock {
  return richText(line(emoji('warning'), ' ', italic(notice)));
}

const LONGEST_ECHO = 80;

/** The sentence for what was wrong with a question. What each command understands is its own to say. */
export function inputAdvice(
  problem: InputProblem | PeriodProblem,
  t: Translations,
  senders: ReadonlyMap<string, string>,
  notUnderstood: (text: string) => Advice,
): Advice {
  switch (problem.problem) {
    case 'no_number':
      return t.numbers.missing;
    case 'number':
      return t.numbers.invalid(echo(problem.text));
    case 'not_understood':
      return notUnderstood(echo(problem.text));
    case 'no_sender':
      return t.numbers.missingSender;
    case 'sender':
      return t.numbers.invalidSender(echo(problem.text), [...senders.values()]);
    case 'no_such_date':
      return t.periodProblems.no_such_date(echo(problem.text));
    case 'too_long':
      return t.periodProblems.too_long(problem.maxDays);
    default:
      return t.periodProblems[problem.problem];
  }
}

/** What was typed, to the one who typed it: a part that could not be read, so no number either. */
export function echo(text: string): string {
  return clip(visible(text), LONGEST_ECHO);
}

/** For the field of a form. */
export function inOneLine({ sentence, nextStep }: Advice): string {
  return `${sentence} ${nextStep}`;
}

/** What every answer is made with. */
export interface ViewOptions<T extends Translations = Translations> {
  readonly t: T;
  readonly formatter: Formatter;
  /** Short number → the name people know it by. */
  readonly senders: ReadonlyMap<string, string>;
  /** For others than the asker, and for other days: what was typed is masked, days go by their dates. */
  readonly isShared?: boolean;
}

/** For the answer to a request, as who asked reads it. */
export function viewOptionsFor<T extends Translations>(
  { t, formatter }: RequestContext<T>,
  { senders }: Pick<ViewOptions, 'senders'>,
): ViewOptions<T> {
  return { t, formatter, senders };
}

/** For what is read on other days, too: times say their day. `now` is what they are told from. */
export function lastingViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders }: Pick<ViewOptions, 'senders'>,
): ViewOptions<T> {
  return { t, formatter: createFormatter(t, user.timeZone, now, { isLasting: true }), senders };
}

/** Under what a channel sees: who shared it, and when. */
export function sharedByBlock(
  name: string,
  now: Date,
  { t, formatter }: Pick<ViewOptions, 't' | 'formatter'>,
) {
  return contextBlock(t.post.sharedBy(name, formatter.moment(now)));
}

/** A sender with its name where one is known: `OTP (56001)`. */
export function senderName(sender: string, senders: ReadonlyMap<string, string>): string {
  const name = senders.get(sender);
  return name === undefined ? sender : `${name} (${sender})`;
}

/** A period as it was asked for, with its days: `yesterday (17 Nov)`. */
export function periodText(
  spec: PeriodSpec,
  period: Period,
  { t, formatter, isShared = false }: Pick<ViewOptions, 't' | 'formatter' | 'isShared'>,
): string {
  const days = formatter.days(period.firstDay, period.lastDay);
  const name = isShared ? '' : t.period(spec);
  return name === '' ? days : `${name} (${days})`;
}

/** What can be asked and how, with examples to copy. */
export function helpView(help: Help): View {
  const lines = (entries: readonly HelpLine[]) =>
    entries.map(([command, meaning]) => line(code(command), ` – ${meaning}`));
  return view(
    richText(line(bold(help.title)), ...lines(help.usage)),
    richText(line(bold(help.examplesTitle)), ...lines(help.examples)),
    ...help.notes.map((note) => contextBlock(note)),
  );
}
