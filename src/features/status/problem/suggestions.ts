import { isPeriod, isShortNumber } from '../../../domain/input.ts';
import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { closestWord } from '../../../domain/spelling.ts';
import { isOfHours, type PeriodSpec, periodToText } from '../../../domain/time/period.ts';
import { COMMON_PERIOD_WORDS } from '../../../domain/time/period-words.ts';
import { capitalized } from '../../../slack/blocks/format.ts';
import { periodLabel, senderName } from '../../../slack/blocks/view-options.ts';
import type { Suggestion } from '../../../slack/listeners/typed-command.ts';
import { isDay, type Kept, MAX_LOOKUP_DAYS, type StatusInputProblem } from '../input.ts';
import type { StatusView } from '../locales/index.ts';
import type { LookupProblem } from '../lookup.ts';

export type StatusProblem = (StatusInputProblem | LookupProblem) & { readonly kept?: Kept };

const OFFERED: readonly PeriodSpec[] = [
  { kind: 'today' },
  { kind: 'yesterday' },
  { kind: 'last_days', days: 7 },
];
const HELP = ['help', 'ayuda'];

export function waysMeant(problem: StatusProblem, options: StatusView): Suggestion[] {
  const { t } = options;
  const { msisdns = [], possible = [], reference } = problem.kept ?? {};
  if (problem.problem === 'is_sender') return reportOn(problem, options);
  const suggestions = meantWords(problem, options);
  if (msisdns.length > 0) suggestions.push(...periodsFor(problem, options));
  if (reference !== undefined) {
    const isAsked = problem.problem !== 'which_number' && problem.problem !== 'number';
    const days = 'readings' in problem ? problem.readings : OFFERED;
    suggestions.push(
      ...days.filter(isDay).map((day) => ({
        label: isAsked ? periodLabel(day, options) : t.input.asReference(t.period(day)),
        text: `${periodToText(day)} ${reference}`,
      })),
    );
    // Digits alone are rather a number or a reference.
    if (isAsked && /\p{L}/u.test(reference))
      suggestions.push({ label: t.input.asIdentifier, text: `id ${reference}` });
  }
  const isLost = suggestions.length === 0 && possible.length === 0;
  const all = isLost ? [{ label: t.input.showHelp, text: 'help' }] : suggestions;
  return [...new Map(all.map((suggestion) => [suggestion.label, suggestion])).values()];
}

export function meantWords(problem: StatusProblem, { t, formatter, senders }: StatusView): Suggestion[] {
  if (!('text' in problem) || problem.problem === 'reference') return [];
  const { kept = {}, text } = problem;
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
    return name === undefined ? [] : [{ label: name, text: typedFor({ ...kept, sender }) }];
  }
  if (problem.problem === 'not_understood' && /^\d[\d ]{0,9}$/.test(text))
    return meantDigits(text.replaceAll(' ', ''), kept, { t, formatter, senders });
  const meant = text.replaceAll(/\S+/g, (word) => closestWord(word, COMMON_PERIOD_WORDS) ?? word);
  if (problem.problem !== 'not_understood' || kept.spec || !isPeriod(meant)) return [];
  return [{ label: capitalized(meant), text: `${typedFor(kept)} ${meant}` }];
}

/** Digits beside a number: a count of days, a date without its slash, a sender without “from”. */
function meantDigits(digits: string, kept: Kept, options: StatusView): Suggestion[] {
  const { t, senders } = options;
  const last = { kind: 'last_days', days: Number(digits) } as const;
  const isCount = digits.length < 3 && last.days > 0 && last.days <= MAX_LOOKUP_DAYS;
  const date = digits
    .replace(/^(\d\d)(\d\d)(20\d\d)?$/, (_, day, month, year) => [day, month, year].filter(Boolean).join('/'))
    .replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
  const isDate = date !== digits && isPeriod(date);
  const ways: Suggestion[] = [];
  if (isCount && !kept.spec)
    ways.push({ label: periodLabel(last, options), text: typedFor({ ...kept, spec: last }) });
  if (isDate && !kept.spec) ways.push({ label: date, text: `${typedFor(kept)} ${date}` });
  if (isShortNumber(digits) && kept.sender === undefined) {
    const label = capitalized(t.answer.from(senderName(digits, senders)));
    ways.push({ label, text: typedFor({ ...kept, sender: digits }) });
  }
  return ways;
}

function reportOn({ kept = {} }: StatusProblem, options: StatusView): Suggestion[] {
  const { t, senders } = options;
  const { spec = { kind: 'today' }, sender = '' } = kept;
  const days = isOfHours(spec) ? { kind: 'today' as const } : spec;
  const identifier = { label: t.input.asIdentifier, text: `id ${sender}` };
  const label = t.input.reportOn(periodLabel(days, options));
  const report = { label, command: '/sms-report', text: `${periodToText(days)} from ${sender}` };
  return senders.has(sender) ? [report] : [identifier, report];
}

function periodsFor(problem: StatusProblem, options: StatusView): Suggestion[] {
  const { kept = {} } = problem;
  const { msisdns = [], spec } = kept;
  if (problem.problem === 'many_numbers') {
    return [{ label: options.t.input.firstNumbers(msisdns.length), text: typedFor(kept) }];
  }
  const meant = 'readings' in problem ? problem.readings : spec ? [spec, ...OFFERED] : OFFERED;
  return meant.map((period) => ({
    label: periodLabel(period, options),
    text: typedFor({ ...kept, spec: period }),
  }));
}

export function typedFor({ msisdns = [], spec, sender }: Kept): string {
  const parts = [msisdns.map(spelled).join(', ')];
  if (spec !== undefined) parts.push(periodToText(spec));
  if (sender !== undefined) parts.push(`from ${sender}`);
  return parts.join(' ');
}

/** The `+` makes the reading certain. */
export function spelled(msisdn: Msisdn): string {
  return isShortNumber(msisdn) ? msisdn : `+${msisdn}`;
}
