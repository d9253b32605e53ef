import { CHECK_WORDS, REHEARSE_WORDS } from '../../../domain/command-words.ts';
import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { asTyped, isHelp } from '../../../domain/input.ts';
import { closestWord, plainWord } from '../../../domain/spelling.ts';
import { DEFAULT_REHEARSED_DAYS, MOST_REHEARSED_DAYS, type RehearsalRequest } from '../rehearsal/rehearse.ts';
import { sensitivityIn } from '../watch/input.ts';

/** What the person typed after `/sms-check`; in a problem, `text` is the wrong part as typed. */
export type CheckInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'check'; readonly operator: string | undefined }
  | ({ readonly kind: 'rehearse' } & RehearsalRequest)
  | { readonly problem: 'days' | 'rehearsal'; readonly text: string };

const REHEARSE = new RegExp(`^(?:${REHEARSE_WORDS.join('|')})(?:\\s+(.*))?$`, 'isu');
const DAYS =
  /^(?:(?:the )?last |(?:los )?[uú]ltimos )?(\d{1,4})(?:\s*(?:days?|d[ií]as?|d)(?!\S))?(?:\s+(.*))?$/isu;
/** Words next to a sensitivity that are ignored: `with high sensitivity`, `con sensibilidad alta`. */
const FILLER_WORDS = new Set(['sensitivity', 'sensibilidad', 'with', 'con', 'at', 'a']);

export function parseCheckInput(text: string): CheckInput {
  const typed = asTyped(text);
  if (typed === '') return { kind: 'check', operator: undefined };
  if (isHelp(typed)) return { kind: 'help' };
  const rehearse = REHEARSE.exec(typed);
  if (!rehearse) return { kind: 'check', operator: typed };
  const wanted = (rehearse[1] ?? '').trim();
  return isHelp(wanted) ? { kind: 'help' } : parseRehearsal(wanted);
}

function parseRehearsal(wanted: string): CheckInput {
  let sensitivity: Sensitivity | undefined;
  const left: string[] = [];
  for (const word of wanted
    .split(/\s+/)
    .filter((one) => one !== '' && !FILLER_WORDS.has(one.toLowerCase()))) {
    const named = sensitivityIn(word);
    if (named !== undefined && sensitivity !== undefined) return { problem: 'rehearsal', text: word };
    if (named === undefined) left.push(word);
    else sensitivity = named;
  }
  const rehearsed = (days: number): CheckInput => ({
    kind: 'rehearse',
    days,
    sensitivity: sensitivity ?? 'normal',
  });
  if (left.length === 0) return rehearsed(DEFAULT_REHEARSED_DAYS);
  const text = left.join(' ');
  const [, number = '', more] = DAYS.exec(text) ?? [];
  const days = parseDays(number);
  if (days === undefined) return { problem: 'days', text };
  return more === undefined ? rehearsed(days) : { problem: 'rehearsal', text: more };
}

function parseDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MOST_REHEARSED_DAYS ? days : undefined;
}

export function rehearsalValue({ days, sensitivity }: RehearsalRequest): string {
  return sensitivity === 'normal' ? `${days}` : `${days}.${sensitivity}`;
}

export function readRehearsal(value: string): RehearsalRequest | undefined {
  const [, number = '', named = 'normal'] = /^(\d{1,4})(?:\.(low|high))?$/.exec(value) ?? [];
  const [days, sensitivity] = [parseDays(number), sensitivityIn(named)];
  return days === undefined || sensitivity === undefined ? undefined : { days, sensitivity };
}

export function findOperator(
  text: string,
  known: readonly (string | undefined)[],
):
  | { readonly operator: string | undefined }
  | { readonly problem: 'no_such_operator'; readonly text: string } {
  const wanted = plainWord(text);
  const named = known.filter((operator) => operator !== undefined);
  const same = named.filter((operator) => plainWord(operator) === wanted);
  const matching = named.filter((operator) => plainWord(operator).startsWith(wanted));
  const [found, another] = same.length > 0 ? same : matching;
  if (found !== undefined && another === undefined) return { operator: found };
  if (matching.length === 0 && known.includes(undefined) && UNKNOWN.some((word) => word.startsWith(wanted))) {
    return { operator: undefined };
  }
  return { problem: 'no_such_operator', text };
}

export function closestSubcommand(text: string): string | undefined {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const word = closestWord(first, CHECK_WORDS);
  return word === undefined ? undefined : [word, ...others].join(' ');
}

export function closestTo(text: string, known: readonly (string | undefined)[]): string | undefined {
  return closestWord(
    text,
    known.filter((operator) => operator !== undefined),
  );
}

const UNKNOWN = ['unknown route', 'ruta desconocida'];

const UNKNOWN_VALUE = '?';
const LONGEST_VALUE = 75;

/** Encodes an operator as the value of a button; Slack accepts neither an empty nor a longer value. */
export function operatorValue(operator: string | undefined): string {
  return operator === undefined ? UNKNOWN_VALUE : `=${operator}`.slice(0, LONGEST_VALUE);
}

/** Reads the operator's name from a button value that `operatorValue` wrote; a long name is truncated. */
export function operatorFromValue(value: string): string | undefined {
  if (value === UNKNOWN_VALUE) return UNKNOWN[0];
  return value.startsWith('=') && value.length > 1 ? value.slice(1) : undefined;
}

export const ALL_OPERATORS = '*';

const MORE = ['share', 'rehearse', 'show', 'choose'] as const;

export function moreValue(what: (typeof MORE)[number], value: string): string {
  return `${what}.${value}`.slice(0, LONGEST_VALUE);
}

export function readMore(
  value: string,
): { readonly what: (typeof MORE)[number]; readonly value: string } | undefined {
  const dot = value.indexOf('.');
  const what = MORE.find((one) => one === value.slice(0, dot));
  return what && { what, value: value.slice(dot + 1) };
}
