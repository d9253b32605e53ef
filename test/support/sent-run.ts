import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Exchange } from '../../tools/fake-slack/workspace/workspace.ts';

/** What leaves the bot and is no sentence: each kind is read by the test of the whole run. */
export type SentKind = 'hidden' | 'file' | 'metrics' | 'redis';

export function recordSent(kind: SentKind, text: string): void {
  appendFileSync(inject('sentFile'), `${JSON.stringify({ kind, text })}\n`);
}

/** What people do not see of a message or a form, and Slack keeps for the bot. */
const HIDDEN = new Set([
  'value',
  'private_metadata',
  'event_payload',
  'block_id',
  'action_id',
  'callback_id',
]);

/** Hands over what a bot gives Slack to keep: values of buttons and entries, metadata, ids. */
export function recordHidden({ from, request }: Exchange): void {
  if (from !== 'bot') return;
  for (const text of hiddenIn(request)) recordSent('hidden', text);
}

function hiddenIn(given: unknown, isHidden = false): string[] {
  if (typeof given === 'string') {
    // A call's arguments are a form's fields, and some of them JSON.
    const isJson = /^[[{]/.test(given);
    return [...(isHidden ? [given] : []), ...(isJson ? hiddenIn(parsed(given), isHidden) : [])];
  }
  if (Array.isArray(given)) return given.flatMap((one) => hiddenIn(one, isHidden));
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([key, one]) => hiddenIn(one, isHidden || HIDDEN.has(key)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
