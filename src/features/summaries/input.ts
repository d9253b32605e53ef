import { SUBSCRIBE_WORDS, SUBSCRIPTIONS_WORDS, UNSUBSCRIBE_WORDS } from '../../domain/command-words.ts';
import { findSender, type InputProblem, isHelp, isTelephone } from '../../domain/input.ts';
import { looksLikeTime, parseTimeOfDay } from '../../domain/time/time-input.ts';
import {
  parseSelector,
  readSettings,
  type SelectorProblem,
  type SettingSelector,
  type SettingsProblem,
  splitSubcommand,
  type TypedChannelSettings,
  wordsOf,
} from '../../posting/channels/settings-input.ts';

export const DEFAULT_TIME = '09:00';

export interface TypedSettings extends TypedChannelSettings {
  /** Time of day in the form `HH:MM`. */
  readonly time?: string;
  readonly sender?: string;
}

export type SubscriptionProblem =
  | InputProblem
  | SettingsProblem
  | { readonly problem: 'time' | 'list'; readonly text: string }
  | SelectorProblem
  /** `telephone`: the sender looks like a person's telephone number, which a channel must not show. */
  | { readonly problem: 'no_channel' | 'which_one' | 'telephone' };

type SubscriptionInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'subscribe'; readonly settings: TypedSettings }
  | { readonly kind: 'list' }
  | { readonly kind: 'unsubscribe'; readonly selector: SettingSelector }
  | SubscriptionProblem;

export const SUBSCRIPTION_SUBCOMMANDS = [...SUBSCRIBE_WORDS, ...SUBSCRIPTIONS_WORDS, ...UNSUBSCRIBE_WORDS];

/** Matches `from 56001` and the rest of the text, but not “de la mañana”, which belongs to a time. */
const FROM =
  /(?:^|\s)(?:from|de(?!\s+la\s+(?:mañana|manana|madrugada|tarde|noche)(?:\s|$))|desde)(?:\s+(.*))?$/isu;
const MOST_WORDS_OF_A_SENDER = 10;
/** Ignored words, as in `at 9`, `a las 9` and `every day`, but not in phrases such as `cada 2 días`. */
const FILLER_WORDS = new Set([
  ...['at', 'in', 'a', 'las', 'la', 'every day', 'everyday', 'daily'],
  ...['todos los días', 'todos los dias', 'cada día', 'cada dia', 'diario', 'diariamente'],
]);

export function parseSubscriptionInput(
  text: string,
  senders: ReadonlyMap<string, string>,
): SubscriptionInput {
  const { subcommand, words } = splitSubcommand(text);
  const rest = words.join(' ');
  if (isHelp(rest)) return { kind: 'help' };
  if (UNSUBSCRIBE_WORDS.includes(subcommand)) {
    if (rest === '') return { problem: 'which_one' };
    const selector = parseSelector(rest);
    return 'problem' in selector ? selector : { kind: 'unsubscribe', selector };
  }
  if (SUBSCRIPTIONS_WORDS.includes(subcommand))
    return rest === '' ? { kind: 'list' } : { problem: 'list', text: rest };
  if (!SUBSCRIBE_WORDS.includes(subcommand)) return { problem: 'not_understood', text };
  return rest === '' ? { kind: 'form' } : parseSettings(rest, senders);
}

function parseSettings(text: string, senders: ReadonlyMap<string, string>): SubscriptionInput {
  const from = FROM.exec(text);
  const head = readSummarySettings(wordsOf(from ? text.slice(0, from.index) : text), {});
  if ('problem' in head) return head;
  if (!from) return { kind: 'subscribe', settings: head };
  const tail = wordsOf(from[1] ?? '');
  if (tail.length === 0) return { problem: 'no_sender' };
  for (const count of senderLengths(tail)) {
    const sender = findSender(tail.slice(0, count).join(' '), senders);
    if (sender === undefined) continue;
    if (isTelephone(sender, senders)) return { problem: 'telephone' };
    const all = readSummarySettings(tail.slice(count), head);
    return 'problem' in all ? all : { kind: 'subscribe', settings: { ...all, sender } };
  }
  return { problem: 'sender', text: senderIn(tail) };
}

function senderLengths(words: readonly string[]): number[] {
  // Longer names are tried first, because the name of a sender may contain spaces.
  const most = Math.min(MOST_WORDS_OF_A_SENDER, words.length);
  const lengths = Array.from({ length: most }, (_, at) => most - at);
  // A number alone is tried first, because a time may follow: `56001 9` is not 560019.
  const [first = '', ...rest] = words;
  return /^\d+$/.test(first) && !('problem' in readSummarySettings(rest, {})) ? [1, ...lengths] : lengths;
}

function senderIn(words: readonly string[]): string {
  for (let end = 1; end < Math.min(words.length, MOST_WORDS_OF_A_SENDER + 1); end += 1) {
    if (!('problem' in readSummarySettings(words.slice(end), {}))) return words.slice(0, end).join(' ');
  }
  return words.join(' ');
}

function readSummarySettings(
  words: readonly string[],
  known: TypedSettings,
): TypedSettings | SubscriptionProblem {
  const settings = readSettings(words, known, { parseOwn: parseTime, fillerWords: FILLER_WORDS });
  if (!('problem' in settings) || settings.problem !== 'not_understood') return settings;
  return looksLikeTime(settings.text) ? { problem: 'time', text: settings.text } : settings;
}

function parseTime(text: string): Pick<TypedSettings, 'time'> | undefined {
  const time = parseTimeOfDay(text);
  return time === undefined ? undefined : { time };
}
