import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { asTyped, isHelp } from '../../../domain/input.ts';
import type { Rehearsed } from '../rehearsal/rehearse.ts';
import { sensitivityIn } from '../watch/input.ts';

/** What was asked of a check; `text` of what was wrong is the part in question, as typed. */
export type CheckInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'check'; readonly operator: string | undefined }
  | ({ readonly kind: 'rehearse' } & Rehearsed)
  /** It is no number of days that can be rehearsed, or stands beside one and means nothing there. */
  | { readonly problem: 'days' | 'rehearsal'; readonly text: string };

export const DEFAULT_REHEARSED_DAYS = 7;
export const MOST_REHEARSED_DAYS = 28;

const REHEARSE = /^(?:rehearse|rehearsal|ensayar|ensayo)(?:\s+(.*))?$/isu;
/** `14`, `14 days`, `last 14 days`, `últimos 14 días`, and what follows */
const DAYS =
  /^(?:(?:the )?last |(?:los )?[uú]ltimos )?(\d{1,4})(?:\s*(?:days?|d[ií]as?|d)(?!\S))?(?:\s+(.*))?$/isu;
/** `with high sensitivity`, `con sensibilidad alta`: understood, and of no meaning. */
const FILLING = new Set(['sensitivity', 'sensibilidad', 'with', 'con', 'at', 'a']);

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
  for (const word of wanted.split(/\s+/).filter((one) => one !== '' && !FILLING.has(one.toLowerCase()))) {
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

/** `undefined` where nothing can be rehearsed for so long. */
function parseDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MOST_REHEARSED_DAYS ? days : undefined;
}

export function rehearsedValue({ days, sensitivity }: Rehearsed): string {
  return sensitivity === 'normal' ? `${days}` : `${days}.${sensitivity}`;
}

/** `undefined` where a value was not made here. */
export function rehearsedOf(value: string): Rehearsed | undefined {
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
  const wanted = plain(text);
  const named = known.filter((operator) => operator !== undefined);
  const same = named.filter((operator) => plain(operator) === wanted);
  const begun = named.filter((operator) => plain(operator).startsWith(wanted));
  const [found, another] = same.length > 0 ? same : begun;
  if (found !== undefined && another === undefined) return { operator: found };
  if (begun.length === 0 && known.includes(undefined) && UNKNOWN.some((word) => word.startsWith(wanted))) {
    return { operator: undefined };
  }
  return { problem: 'no_such_operator', text };
}

/** The operator that was perhaps misspelt: by one letter, by two where the name is long. */
export function closestTo(text: string, known: readonly (string | undefined)[]): string | undefined {
  const wanted = plain(text);
  const near = known.flatMap((operator) => {
    if (operator === undefined || Math.abs(operator.length - wanted.length) > 2) return [];
    const changes = changesBetween(wanted, plain(operator));
    return changes <= (operator.length > 5 ? 2 : 1) ? [{ operator, changes }] : [];
  });
  return near.toSorted((a, b) => a.changes - b.changes)[0]?.operator;
}

/** How many letters are to be added, left out, replaced, or to change places with the next (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    const own = [row];
    rows.push(own);
    for (let column = 1; column <= b.length; column += 1) {
      const isSameSubject = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      own.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSameSubject ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** As answers call a route without an operator. */
const UNKNOWN = ['unknown route', 'ruta desconocida'];

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

const UNKNOWN_VALUE = '?';
const LONGEST_VALUE = 75;

/** How a button or a menu names an operator: never empty, and no longer than Slack takes. */
export function operatorValue(operator: string | undefined): string {
  return operator === undefined ? UNKNOWN_VALUE : `=${operator}`.slice(0, LONGEST_VALUE);
}

/** The name as it can be looked for again; a long one by its beginning. `undefined`: not made here. */
export function operatorFromValue(value: string): string | undefined {
  if (value === UNKNOWN_VALUE) return UNKNOWN[0];
  return value.startsWith('=') && value.length > 1 ? value.slice(1) : undefined;
}
