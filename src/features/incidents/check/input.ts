import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { asTyped, isHelp } from '../../../domain/question.ts';
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

/** Reads what was typed after the command: nothing, an operator's name, or what to rehearse. */
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

/** A button's value. */
export function rehearsedValue({ days, sensitivity }: Rehearsed): string {
  return sensitivity === 'normal' ? `${days}` : `${days}.${sensitivity}`;
}

/** `undefined` where a value was not made here. */
export function rehearsedOf(value: string): Rehearsed | undefined {
  const [, number = '', named = 'normal'] = /^(\d{1,4})(?:\.(low|high))?$/.exec(value) ?? [];
  const [days, sensitivity] = [parseDays(number), sensitivityIn(named)];
  return days === undefined || sensitivity === undefined ? undefined : { days, sensitivity };
}
