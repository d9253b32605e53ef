import { sensitivityIn } from '../../../domain/command-words.ts';
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
  const words = wanted.split(/\s+/).filter((one) => one !== '' && !FILLER_WORDS.has(one.toLowerCase()));
  const { named = [], left = [] } = Object.groupBy(words, (word) => (sensitivityIn(word) ? 'named' : 'left'));
  const [first = 'normal', second] = named;
  if (second !== undefined) return { problem: 'rehearsal', text: second };
  const request = { kind: 'rehearse', sensitivity: sensitivityIn(first) ?? 'normal' } as const;
  if (left.length === 0) return { ...request, days: DEFAULT_REHEARSED_DAYS };
  const text = left.join(' ');
  const [, number = '', more] = DAYS.exec(text) ?? [];
  const days = parseDays(number);
  if (days === undefined) return { problem: 'days', text };
  return more === undefined ? { ...request, days } : { problem: 'rehearsal', text: more };
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
