import {
  channelIn,
  parseWhich,
  splitSubcommand,
  type Which,
  type WhichProblem,
} from '../../../channels/input.ts';
import { UNWATCH_WORDS, WATCH_WORDS, WATCHES_WORDS } from '../../../domain/command-words.ts';
import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { isHelp } from '../../../domain/input.ts';

export interface TypedWatch {
  readonly channel?: string;
  readonly sensitivity?: Sensitivity;
}

export type WatchProblem =
  | { readonly problem: 'not_understood' | 'channel_name' | 'twice'; readonly text: string }
  | WhichProblem
  | { readonly problem: 'no_channel' | 'which_one' };

export type WatchInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'watch'; readonly typed: TypedWatch }
  | { readonly kind: 'unwatch'; readonly which: Which | 'here' }
  | WatchProblem;

export const WATCH_SUBCOMMANDS: readonly string[] = [...WATCH_WORDS, ...WATCHES_WORDS, ...UNWATCH_WORDS];

const SENSITIVITIES: ReadonlyMap<string, Sensitivity> = new Map([
  ['low', 'low'],
  ['baja', 'low'],
  ['normal', 'normal'],
  ['high', 'high'],
  ['alta', 'high'],
]);
export const SENSITIVITY_WORDS: readonly string[] = [...SENSITIVITIES.keys()];

/** By its name in either language; `undefined` of any other word. */
export function sensitivityIn(word: string): Sensitivity | undefined {
  return SENSITIVITIES.get(word.toLowerCase());
}

/** `with high sensitivity`, `con sensibilidad alta`: understood, and of no meaning. */
const FILLING = new Set(['sensitivity', 'sensibilidad', 'with', 'con', 'in', 'en', 'here', 'aquí', 'aqui']);

/** Reads all that was typed after the command; its first word is one of `WATCH_SUBCOMMANDS`. */
export function parseWatchInput(text: string): WatchInput {
  const { subcommand, words } = splitSubcommand(text);
  const rest = words.join(' ');
  if (isHelp(rest)) return { kind: 'help' };
  if (WATCHES_WORDS.includes(subcommand))
    return rest === '' ? { kind: 'list' } : { problem: 'not_understood', text: rest };
  if (UNWATCH_WORDS.includes(subcommand)) {
    const which = rest === '' ? 'here' : parseWhich(rest);
    return typeof which === 'object' && 'problem' in which ? which : { kind: 'unwatch', which };
  }
  return WATCH_WORDS.includes(subcommand) ? parseWatch(words) : { problem: 'not_understood', text };
}

function parseWatch(words: readonly string[]): WatchInput {
  let typed: TypedWatch = {};
  for (const text of words.filter((word) => !FILLING.has(word.toLowerCase()))) {
    const channel = channelIn(text);
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
