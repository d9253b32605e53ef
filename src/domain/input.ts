import { type Msisdn, parseMsisdn, parseSender } from './messages/msisdn.ts';
import type { NoSuchDate } from './time/period.ts';

/** What every command reads its questions with. */
export interface InputOptions {
  /** ISO 3166: how a number without country code is read. */
  readonly defaultRegion: string;
  /** Short number → name. */
  readonly senders: ReadonlyMap<string, string>;
}

/** What was wrong with a question, whatever the command; `text` is the part in question, as typed. */
export type InputProblem =
  | { readonly problem: 'no_number' | 'no_sender' }
  | { readonly problem: 'number' | 'not_understood' | 'sender'; readonly text: string }
  | NoSuchDate;

const HELP = /^(?:help|ayuda|\?)$/i;
/** `from 56001`, `to 912345678`, to the end of the text. */
const CLAUSES = {
  from: /(?:^|\s)(?:from|de)(?:\s+(.*))?$/isu,
  to: /(?:^|\s)(?:to|a|para)(?:\s+(.*))?$/isu,
} as const;

export function isHelp(text: string): boolean {
  return HELP.test(text.trim());
}

/** Cuts off `from <sender>` or `to <number>`, English or Spanish; where nothing follows the word, `clause` is empty. */
export function splitAt(
  word: 'from' | 'to',
  text: string,
): { readonly rest: string; readonly clause: string | undefined } {
  const match = CLAUSES[word].exec(text);
  if (!match) return { rest: text, clause: undefined };
  return { rest: text.slice(0, match.index), clause: (match[1] ?? '').trim() };
}

/** A recipient's number, or what is wrong with it: nothing there, no number, or something more after one. */
export function readNumber(text: string, defaultRegion: string): { readonly msisdn: Msisdn } | InputProblem {
  if (text.trim() === '') return { problem: 'no_number' };
  const msisdn = parseMsisdn(text, defaultRegion);
  return msisdn === undefined ? explainNumber(text, defaultRegion) : { msisdn };
}

/** A sender by its number or name, or what is wrong with it. */
export function readSender(
  text: string,
  senders: ReadonlyMap<string, string>,
): { readonly sender: string } | InputProblem {
  if (text.trim() === '') return { problem: 'no_sender' };
  const sender = findSender(text, senders);
  return sender === undefined ? { problem: 'sender', text } : { sender };
}

export function findSender(text: string, senders: ReadonlyMap<string, string>): string | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  for (const [number, name] of senders) if (name.toLocaleLowerCase() === wanted) return number;
  return parseSender(text);
}

/** Text as it was typed: Slack makes links of telephone numbers, `<tel:…|as typed>`. */
export function asTyped(text: string): string {
  return text
    .replaceAll(/<tel:([^|>]*)(?:\|([^>]*))?>/g, (_, digits: string, shown?: string) => shown ?? digits)
    .trim();
}

/** A readable number followed by something else is not a bad number: what follows was not understood. */
function explainNumber(text: string, defaultRegion: string): InputProblem {
  const typed = asTyped(text);
  const words = typed.split(/\s+/);
  for (let count = words.length - 1; count > 0; count -= 1) {
    if (parseMsisdn(words.slice(0, count).join(' '), defaultRegion) === undefined) continue;
    return { problem: 'not_understood', text: words.slice(count).join(' ') };
  }
  return { problem: 'number', text: typed };
}
