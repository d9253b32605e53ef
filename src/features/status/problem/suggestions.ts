import { isPeriod, isShortNumber } from '../../../domain/input.ts';
import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { closestWord } from '../../../domain/spelling.ts';
import { isOfHours, type PeriodSpec, periodToText } from '../../../domain/time/period.ts';
import { COMMON_PERIOD_WORDS } from '../../../domain/time/period-words.ts';
import { HALF_HOUR_MS, HOUR_MS } from '../../../runtime/durations.ts';
import { capitalized } from '../../../slack/blocks/format.ts';
import { periodLabel, senderName } from '../../../slack/blocks/view-options.ts';
import type { Suggestion } from '../../../slack/listeners/typed-command.ts';
import {
  isDay,
  MAX_LOOKUP_DAYS,
  type MessageRequest,
  type NumberRequest,
  type NumbersRequest,
  type ReadingNote,
  type StatusInputProblem,
  type UnderstoodLookup,
} from '../input.ts';
import type { StatusView } from '../locales/index.ts';
import type { LookupProblem } from '../lookup.ts';

export type StatusProblem = (StatusInputProblem | LookupProblem) & { readonly understood?: UnderstoodLookup };

const OFFERED: readonly PeriodSpec[] = [
  { kind: 'today' },
  { kind: 'yesterday' },
  { kind: 'last_days', days: 7 },
];
const HELP = ['help', 'ayuda'];

export function suggestionsFor(problem: StatusProblem, options: StatusView): Suggestion[] {
  const { t } = options;
  const { msisdns = [], possible = [], reference } = problem.understood ?? {};
  if (problem.problem === 'is_sender' || problem.problem === 'is_code') return reportOn(problem, options);
  const suggestions = likelyMeanings(problem, options);
  if (msisdns.length > 0) suggestions.push(...periodsFor(problem, options));
  if (reference !== undefined) {
    const isReference = !['which_number', 'number', 'wrong_length'].includes(problem.problem);
    const days = 'readings' in problem ? problem.readings : OFFERED;
    suggestions.push(
      ...days.filter(isDay).map((day) => ({
        label: isReference ? periodLabel(day, options) : t.input.asReference(t.period(day)),
        text: `${periodToText(day)} ${reference}`,
      })),
    );
    // An identifier is suggested only with letters: digits are more likely a number or a reference.
    if (isReference && /\p{L}/u.test(reference))
      suggestions.push({ label: t.input.asIdentifier, text: `id ${reference}` });
  }
  const isEmpty = suggestions.length === 0 && possible.length === 0;
  const isComplaint =
    problem.problem === 'no_number'
      ? problem.understood?.kinds !== undefined
      : problem.problem === 'number' && /\s/.test(problem.text) && !/\d/.test(problem.text);
  const check = { label: t.mention.check, command: '/sms-check', text: '' };
  const help = { label: t.input.showHelp, text: 'help' };
  const all = isEmpty ? [...(isComplaint ? [check] : []), help] : suggestions;
  return [...new Map(all.map((suggestion) => [suggestion.label, suggestion])).values()];
}

export function likelyMeanings(problem: StatusProblem, { t, format, senders }: StatusView): Suggestion[] {
  if (!('text' in problem) || problem.problem === 'reference') return [];
  const { understood = {}, text } = problem;
  if (problem.problem === 'number') {
    const [first = '', ...others] = text.split(/\s+/);
    if (others.length === 0)
      return closestWord(text, HELP) ? [{ label: t.input.showHelp, text: 'help' }] : [];
    const meant = `id ${others.join(' ')}`;
    return closestWord(first, ['id']) ? [{ label: meant, text: meant }] : [];
  }
  if (problem.problem === 'sender') {
    const name = closestWord(text, [...senders.values()]);
    const sender = [...senders].find(([, known]) => known === name)?.[0];
    return name === undefined ? [] : [{ label: name, text: typedFor({ ...understood, sender }) }];
  }
  if (problem.problem === 'not_understood' && /^\d[\d ]{0,9}$/.test(text))
    return digitMeanings(text.replaceAll(' ', ''), understood, { t, format, senders });
  const meant = text.replaceAll(/\S+/g, (word) => closestWord(word, COMMON_PERIOD_WORDS) ?? word);
  if (problem.problem !== 'not_understood' || understood.spec || !isPeriod(meant)) return [];
  return [{ label: capitalized(meant), text: `${typedFor(understood)} ${meant}` }];
}

/** Digits next to a number may be a count of days, a date without slashes, or a sender without “from”. */
function digitMeanings(digits: string, understood: UnderstoodLookup, options: StatusView): Suggestion[] {
  const { t, senders } = options;
  const last = { kind: 'last_days', days: Number(digits) } as const;
  const isCount = digits.length < 3 && last.days > 0 && last.days <= MAX_LOOKUP_DAYS;
  const date = digits
    .replace(/^(\d\d)(\d\d)(20\d\d)?$/, (_, day, month, year) => [day, month, year].filter(Boolean).join('/'))
    .replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
  const isDate = date !== digits && isPeriod(date);
  const suggestions: Suggestion[] = [];
  if (isCount && !understood.spec)
    suggestions.push({ label: periodLabel(last, options), text: typedFor({ ...understood, spec: last }) });
  if (isDate && !understood.spec) suggestions.push({ label: date, text: `${typedFor(understood)} ${date}` });
  if (isShortNumber(digits) && understood.sender === undefined) {
    const label = capitalized(t.answer.from(senderName(digits, senders)));
    suggestions.push({ label, text: typedFor({ ...understood, sender: digits }) });
  }
  return suggestions;
}

function reportOn({ understood = {} }: StatusProblem, options: StatusView): Suggestion[] {
  const { t, senders } = options;
  const { spec = { kind: 'today' }, sender = '' } = understood;
  const days = isOfHours(spec) ? { kind: 'today' as const } : spec;
  const isKnown = senders.has(sender);
  const label = isKnown ? t.input.reportOn(periodLabel(days, options)) : t.input.itsReport;
  const report = { label, command: '/sms-report', text: `${periodToText(days)} from ${sender}` };
  if (isKnown) return [report];
  const identifier = { label: t.input.asIdentifier, text: `id ${sender}` };
  return /^\d/.test(sender) ? [identifier, report] : [identifier];
}

function periodsFor(problem: StatusProblem, options: StatusView): Suggestion[] {
  const { understood = {} } = problem;
  const { msisdns = [], spec } = understood;
  if (problem.problem === 'many_numbers') {
    return [{ label: options.t.input.firstNumbers(msisdns.length), text: typedFor(understood) }];
  }
  const meant = 'readings' in problem ? problem.readings : spec ? [spec, ...OFFERED] : OFFERED;
  return meant.map((period) => ({
    label: periodLabel(period, options),
    text: typedFor({ ...understood, spec: period }),
  }));
}

/** Buttons for the other meanings of a date or hour in an answered question. */
export function choicesFor(
  request: NumberRequest | NumbersRequest | MessageRequest,
  { choice }: ReadingNote,
  options: Pick<StatusView, 't' | 'format'>,
): Suggestion[] {
  return (choice?.others ?? []).map((spec) => {
    const msisdns = 'msisdn' in request ? [request.msisdn] : 'msisdns' in request ? request.msisdns : [];
    const text = 'reference' in request ? `${periodToText(spec)} ${request.reference}` : '';
    return {
      label: capitalized(options.t.input.instead(momentLabel(spec, options))),
      text: text || typedFor({ ...request, msisdns, spec }),
    };
  });
}

/** A period as in a sentence; the hour around a time is named by that time. */
export function momentLabel(spec: PeriodSpec, options: Pick<StatusView, 't' | 'format'>): string {
  const from = spec.kind === 'hours' ? Date.parse(spec.from) : 0;
  if (spec.kind === 'hours' && Date.parse(spec.to) - from === HOUR_MS)
    return options.format.moment(new Date(from + HALF_HOUR_MS));
  return options.t.period(spec) || periodLabel(spec, options);
}

export function typedFor({ msisdns = [], spec, sender, kinds = [] }: UnderstoodLookup): string {
  const parts = [msisdns.map(typedNumber).join(', ')];
  if (spec !== undefined) parts.push(periodToText(spec));
  if (sender !== undefined) parts.push(`from ${sender}`);
  parts.push(...kinds.filter((kind) => kind !== 'other'));
  return parts.join(' ');
}

export function typedNumber(msisdn: Msisdn): string {
  return isShortNumber(msisdn) ? msisdn : `+${msisdn}`;
}
