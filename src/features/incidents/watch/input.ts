import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { asTyped, isHelp } from '../../../domain/input.ts';

/** What of a watch was typed; the rest follows from who asks and where. */
export interface TypedWatch {
  readonly channel?: string;
  readonly sensitivity?: Sensitivity;
}

/** What was wrong; `text` is the part in question, as typed. */
export type WatchProblem =
  | {
      readonly problem: 'not_understood' | 'channel_name' | 'twice' | 'which' | 'which_name';
      readonly text: string;
    }
  | { readonly problem: 'no_channel' | 'which_one' };

export type WatchInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'watch'; readonly typed: TypedWatch }
  | {
      readonly kind: 'unwatch';
      readonly which: { readonly number: number } | { readonly channel: string } | 'here';
    }
  | WatchProblem;

const WATCH = ['watch', 'vigilar'];
const LIST = ['watches', 'vigilancias'];
const UNWATCH = ['unwatch', 'dejar'];

/** First words that make a question one of watching. */
export const WATCH_SUBCOMMANDS: readonly string[] = [...WATCH, ...LIST, ...UNWATCH];

/** Slack makes these of channels that are picked from its list; a private one may come without its name. */
const CHANNEL = /^<#([CG][A-Z0-9]{0,30})(?:\|[^>]*)?>$/;
const SENSITIVITIES: ReadonlyMap<string, Sensitivity> = new Map([
  ['low', 'low'],
  ['baja', 'low'],
  ['normal', 'normal'],
  ['high', 'high'],
  ['alta', 'high'],
]);
/** By its name in either language; `undefined` of any other word. */
export function sensitivityIn(word: string): Sensitivity | undefined {
  return SENSITIVITIES.get(word.toLowerCase());
}

/** `with high sensitivity`, `con sensibilidad alta`: understood, and of no meaning. */
const FILLING = new Set(['sensitivity', 'sensibilidad', 'with', 'con', 'in', 'en', 'here', 'aquí', 'aqui']);

/** Reads all that was typed after the command; its first word is one of `SUBCOMMANDS`. */
export function parseWatchInput(text: string): WatchInput {
  const [first = '', ...t] = asTyped(text).split(/\s+/);
  const word = first.toLowerCase();
  const rest = t.join(' ');
  if (isHelp(rest)) return { kind: 'help' };
  if (LIST.includes(word)) return rest === '' ? { kind: 'list' } : { problem: 'not_understood', text: rest };
  if (UNWATCH.includes(word)) return parseWhich(rest);
  return WATCH.includes(word) ? parseWatch(t) : { problem: 'not_understood', text };
}

function parseWhich(text: string): WatchInput {
  if (text === '') return { kind: 'unwatch', which: 'here' };
  const [, number] = /^#?(\d{1,9})$/.exec(text) ?? [];
  if (number !== undefined) return { kind: 'unwatch', which: { number: Number(number) } };
  const [, channel] = CHANNEL.exec(text) ?? [];
  if (channel !== undefined) return { kind: 'unwatch', which: { channel } };
  return { problem: text.startsWith('#') ? 'which_name' : 'which', text };
}

function parseWatch(t: readonly string[]): WatchInput {
  let typed: TypedWatch = {};
  for (const text of t.filter((word) => !FILLING.has(word.toLowerCase()))) {
    const [, channel] = CHANNEL.exec(text) ?? [];
    const sensitivity = sensitivityIn(text);
    if (channel !== undefined) {
      if (typed.channel !== undefined) return { problem: 'twice', text };
      typed = { ...typed, channel };
    } else if (sensitivity !== undefined) {
      if (typed.sensitivity !== undefined) return { problem: 'twice', text };
      typed = { ...typed, sensitivity };
    } else {
      return { problem: text.startsWith('#') ? 'channel_name' : 'not_understood', text };
    }
  }
  return { kind: 'watch', typed };
}
