import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { sensitivityIn } from '../watch/input.ts';
import type { RehearsalRequest } from './rehearse.ts';

export type RehearsalInput =
  | ({ readonly kind: 'rehearse' } & RehearsalRequest)
  | { readonly problem: 'days' | 'rehearsal'; readonly text: string };

export const DEFAULT_REHEARSED_DAYS = 7;
export const MOST_REHEARSED_DAYS = 28;

const DAYS =
  /^(?:(?:the )?last |(?:los )?[uú]ltimos )?(\d{1,4})(?:\s*(?:days?|d[ií]as?|d)(?!\S))?(?:\s+(.*))?$/isu;
/** Words next to a sensitivity that are ignored: `with high sensitivity`, `con sensibilidad alta`. */
const FILLER_WORDS = new Set(['sensitivity', 'sensibilidad', 'with', 'con', 'at', 'a']);

/** Parses what follows `/sms-check rehearse`. */
export function parseRehearsal(wanted: string): RehearsalInput {
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
  const rehearsed = (days: number): RehearsalInput => ({
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
