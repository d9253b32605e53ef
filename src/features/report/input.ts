import { REPORT_WORDS } from '../../domain/command-words.ts';
import {
  asTyped,
  type InputProblem,
  isHelp,
  isShortNumber,
  onePeriod,
  readNumber,
  readSender,
  splitAt,
  type TypedInputOptions,
} from '../../domain/input.ts';
import type { Msisdn } from '../../domain/messages/msisdn.ts';
import { closestWord, plainWord } from '../../domain/spelling.ts';
import { findPeriod, findPeriods, isSamePeriod } from '../../domain/time/find-period.ts';
import { isOfHours, type PeriodSpec, periodToText } from '../../domain/time/period.ts';
import { COMMON_PERIOD_WORDS, isPeriodWord, plainWords } from '../../domain/time/period-words.ts';

export const comparisons = ['before', 'week', 'nothing'] as const;
export type Comparison = (typeof comparisons)[number] | PeriodSpec;

export interface ReportRequest {
  readonly spec: PeriodSpec;
  readonly sender: string | undefined;
  readonly msisdn: Msisdn | undefined;
  readonly compareWith: Comparison;
  /** Name of an operator, or its beginning, as typed. */
  readonly operator?: string | undefined;
}

export type UnderstoodReport = Partial<ReportRequest>;

export type ReportInputProblem = (
  | InputProblem
  | { readonly problem: 'hours'; readonly hours: PeriodSpec }
  | { readonly problem: 'same_period' }
  | { readonly problem: 'compare'; readonly text: string }
) & {
  readonly understood?: UnderstoodReport;
  readonly meant?: { readonly words: string; readonly text: string };
};

export type ReportInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form'; readonly understood: UnderstoodReport }
  | { readonly kind: 'report'; readonly request: ReportRequest }
  | ReportInputProblem;

export const DEFAULT_REPORT_PERIOD: PeriodSpec = { kind: 'last_days', days: 7 };
export const MAX_REPORT_DAYS = 92;

const FORM = /^(?:form|formulario)(?:\s+|$)/iu;
/** What is left of a request may be an operator's name: at most two words, and no number. */
const OPERATOR =
  /^(?:(?:at|en|operator|operador)\s+)?((?!please|por favor|porfa|.*\d\D*\d\D*\d)\p{L}\S{1,30}(?:\s+[\p{L}\d]\S{0,30})?)$/iu;
const COMPARE =
  /(?:^|\s)(?:,\s*)?(?:compared?|comparad[oa]s?|comparar|vs\.?|versus)(?:\s+(?:with|to|con|a|al))?(?:\s+(.*))?$/isu;
const COMPARISON_WORDS: ReadonlyMap<string, Comparison> = new Map([
  ['nothing', 'nothing'],
  ['nada', 'nothing'],
  ['before', 'before'],
  ['antes', 'before'],
  ['the period before', 'before'],
  ['el periodo anterior', 'before'],
  ['the week before', 'week'],
  ['una semana antes', 'week'],
]);

/** Reads `[when] [operator] [from <sender>] [to <number>] [compare with <when>]` in any order. */
export function parseReportInput(text: string, options: TypedInputOptions): ReportInput {
  const typed = asTyped(text).normalize('NFC');
  if (typed === '') return { kind: 'form', understood: {} };
  if (isHelp(typed)) return { kind: 'help' };
  const [form] = FORM.exec(typed) ?? [''];
  const { request, problem } = readParts(typed.slice(form.length), options);
  if (form !== '') return { kind: 'form', understood: request };
  const isRest = problem?.problem === 'not_understood';
  const meant = isRest ? guessMeaning(typed, options) : undefined;
  const [, operator] = (isRest && !meant && OPERATOR.exec(problem.text)) || [];
  if (!problem || operator !== undefined) {
    const { spec = DEFAULT_REPORT_PERIOD, compareWith = 'before', sender, msisdn } = request;
    const named = operator === undefined ? {} : { operator };
    return { kind: 'report', request: { spec, sender, msisdn, compareWith, ...named } };
  }
  return { ...problem, understood: request, ...(meant ? { meant } : {}) };
}

function readParts(typed: string, options: TypedInputOptions) {
  const compare = COMPARE.exec(typed);
  const [, clause] = compare ?? [];
  const compared = compare ? readComparison(clause ?? '', options) : undefined;
  const main = compare ? `${typed.slice(0, compare.index)} ${compared?.rest ?? ''}`.trim() : typed;

  const named = namedSender(main, options.senders);
  const periods = findPeriods(named.rest, options.clock);
  const spec = onePeriod(periods);
  const { when, from, to } = splitClauses(periods.rest);
  const sender = from === undefined ? named.sender : readSender(from, options.senders);
  const isNumberAlone = to === undefined && when !== '' && !isShortNumber(when);
  const alone = isNumberAlone ? readNumber(when, options.defaultRegion) : undefined;
  const number = to === undefined ? alone : readNumber(to, options.defaultRegion);
  const isUnderstood = when === '' || (alone !== undefined && 'msisdn' in alone);
  const compareWith = compared && 'compareWith' in compared ? compared.compareWith : undefined;
  const isSame =
    typeof compareWith === 'object' &&
    isSamePeriod(spec && !('problem' in spec) ? spec : DEFAULT_REPORT_PERIOD, compareWith, options.clock);
  const problems: (ReportInputProblem | undefined | false)[] = [
    !isUnderstood && { problem: 'not_understood', text: when },
    spec && 'problem' in spec && spec,
    spec && !('problem' in spec) && isOfHours(spec) && { problem: 'hours', hours: spec },
    sender && 'problem' in sender && sender,
    to !== undefined && number && 'problem' in number && number,
    compared && 'problem' in compared && compared.problem,
    isSame && { problem: 'same_period' },
  ];
  const request: UnderstoodReport = {
    ...(spec && !('problem' in spec) && !isOfHours(spec) ? { spec } : {}),
    ...(sender && 'sender' in sender ? sender : {}),
    ...(number && 'msisdn' in number ? number : {}),
    ...(compareWith === undefined || isSame ? {} : { compareWith }),
  };
  return { request, problem: problems.find(Boolean) || undefined };
}

type ReadComparison = { readonly rest: string } & (
  | { readonly compareWith: Comparison }
  | { readonly problem: ReportInputProblem }
);

function readComparison(clause: string, { clock }: TypedInputOptions): ReadComparison {
  const [named, ...others] = clause.split(/\s+(?=(?:from|de|to|para)\s)/iu);
  const word = COMPARISON_WORDS.get(plainWords(named ?? ''));
  if (word !== undefined) return { compareWith: word, rest: others.join(' ') };
  const { before, after, spec } = findPeriod(clause, clock);
  if (spec === undefined || before !== '') return { problem: { problem: 'compare', text: clause }, rest: '' };
  if ('problem' in spec) return { problem: spec, rest: after };
  if (isOfHours(spec)) return { problem: { problem: 'hours', hours: spec }, rest: after };
  return { compareWith: spec, rest: after };
}

/** Cuts out a known sender after `from` first, because its name may look like a period, such as “Mayo”. */
function namedSender(typed: string, senders: TypedInputOptions['senders']) {
  for (const [sender, name] of senders) {
    const clause = new RegExp(`(?:^|\\s)(?:from|de)\\s+${RegExp.escape(plainWord(name))}(?=\\s|$)`, 'iu');
    const found = clause.exec(plainWord(typed));
    // A sender is skipped if removing accents changes the text's length: `found.index` would be wrong.
    if (!found || plainWord(typed).length !== typed.length) continue;
    const [before, after] = [typed.slice(0, found.index), typed.slice(found.index + found[0].length)];
    return { rest: `${before} ${after}`.trim(), sender: { sender } };
  }
  return { rest: typed, sender: undefined };
}

const CLAUSE_WORDS = new Set(['from', 'to', 'para']);

function guessMeaning(typed: string, options: TypedInputOptions): ReportInputProblem['meant'] {
  const words = typed.split(/\s+/);
  const first = closestWord(words[0] ?? '', REPORT_WORDS);
  if (first !== undefined) return { words: first, text: [first, ...words.slice(1)].join(' ') };
  const corrections: string[] = [];
  const corrected = words.map((word) => {
    const isKnown = plainWords(word).split(' ').every(isPeriodWord) || CLAUSE_WORDS.has(word.toLowerCase());
    const closest = isKnown || word.length < 3 ? undefined : closestWord(word, COMMON_PERIOD_WORDS);
    if (closest !== undefined) corrections.push(closest);
    return closest ?? word;
  });
  const text = corrected.join(' ');
  const isMeant = corrections.length > 0 && !readParts(text, options).problem;
  return isMeant ? { words: corrections.join(' '), text } : undefined;
}

export function reportText({ spec, operator, sender, msisdn, compareWith }: UnderstoodReport): string {
  const compared = typeof compareWith === 'object' ? periodToText(compareWith) : compareWith;
  return [
    spec && periodToText(spec),
    operator,
    sender === undefined ? undefined : `from ${sender}`,
    msisdn === undefined ? undefined : `to +${msisdn}`,
    compared === undefined || compared === 'before'
      ? undefined
      : `compare with ${compared === 'week' ? 'the week before' : compared}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function splitClauses(text: string) {
  const byFrom = splitAt('from', text);
  const byTo = splitAt('to', text);
  if (byFrom.rest.length <= byTo.rest.length) {
    const inner = byFrom.clause === undefined ? undefined : splitAt('to', byFrom.clause);
    return { when: byFrom.rest.trim(), from: inner?.rest.trim(), to: inner?.clause };
  }
  const inner = splitAt('from', byTo.clause ?? '');
  return { when: byTo.rest.trim(), from: inner.clause, to: inner.rest.trim() };
}
