import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Exchange } from '../../tools/fake-slack/workspace/workspace.ts';

/** Kinds of the bot's output other than texts. The test of the whole run reads each. */
export type SentKind = 'hidden' | 'file' | 'metrics' | 'redis';

export function recordSent(kind: SentKind, text: string): void {
  appendFileSync(inject('sentFile'), `${JSON.stringify({ kind, text })}\n`);
}

/** Invisible fields of messages and forms that Slack stores for the bot. */
const HIDDEN = new Set([
  'value',
  'private_metadata',
  'event_payload',
  'block_id',
  'action_id',
  'callback_id',
]);

/** Records the invisible data in a bot's call: values of buttons and options, metadata, ids. */
export function recordHidden({ from, request }: Exchange): void {
  if (from !== 'bot') return;
  for (const text of hiddenIn(request)) recordSent('hidden', text);
}

function hiddenIn(given: unknown, isHidden = false): string[] {
  if (typeof given === 'string') {
    // Arguments are form fields, some with JSON.
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
