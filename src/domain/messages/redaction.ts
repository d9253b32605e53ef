import { findAnnouncedCodes, isAnnouncing } from './redaction/announced-codes.ts';
import { findLinks, findUnmistakableLinks } from './redaction/links.ts';
import { findLoneCodes } from './redaction/lone-codes.ts';
import { findMixedCodes, SHORTEST_CODE } from './redaction/mixed-codes.ts';
import { findNames } from './redaction/names.ts';
import { findNumerals } from './redaction/numerals.ts';
import { cover, readWords, replaceSpans, type Span, union } from './redaction/words.ts';

/** What is shown in the place of what must not be seen. */
export const REDACTED = '••••••';

/** What stood beside something hidden may be found once that is: again, until nothing more is, as a rule at once. */
const MOST_ROUNDS = 4;

/** In the names of operators and the words of statuses whatever is hidden holds one of these; most hold none. */
const NEEDED_IN_LABEL = /[\p{N}.:@]/u;

/**
 * Replaces what must not be seen in a message's text by `••••••` and leaves all else as it is:
 * - links, with or without scheme, bare hosts, e-mail addresses;
 * - four or more numerals of any script, also across blanks, dashes, dots and the like (`G-123456`, `12 34 56`,
 *   `$12.990`, `+56 9 1234 5678`), but not across a line break; of four a time or date stays (`14:30`, `18/11`),
 *   unless the text speaks of a code and nothing tells that it is one;
 * - codes of four or more that mix letters and numerals (`X7K9`, `A.7.K.9`, `AB12-CD34`), whatever stands beside them,
 *   but no amount (`5GB`), product (`iPhone15`) or other figure that anybody writes;
 * - codes of letters alone, three numerals or number words beside a word that announces them (`Tu clave es girasol`),
 *   or letters alone in capitals on a line;
 * - names of people after a greeting (`Hola Ana María,`).
 *
 * It hides too much rather than too little. Letters alone that nothing announces cannot be told from words, nor can a
 * passphrase of several words.
 *
 * Idempotent, and linear in the length of the text.
 */
export function redactText(text: string): string {
  let redacted = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = redacted;
    redacted = hide(before, secretsIn(before));
    if (redacted === before) break;
  }
  return redacted;
}

/**
 * The same for what is a name or a word of somebody else's, such as an operator's or a status: links, numbers of at
 * least so many numerals and, where a word announces them, mixed codes. A word in capitals is none there, and two words
 * with a dot between are no host: `ana.ruiz`, `sms.status`.
 */
export function maskLabel(label: string, shortestNumber = SHORTEST_CODE): string {
  const { shown, ellipsis } = beginningOf(label);
  if (!NEEDED_IN_LABEL.test(shown)) return shown + ellipsis;
  const links = union(findUnmistakableLinks(shown));
  const rest = cover(shown, links);
  const words = readWords(rest);
  const codes = words.some(isAnnouncing) ? findMixedCodes(rest, words) : [];
  return hide(shown, union([...links, ...codes, ...findNumerals(rest, false, shortestNumber)])) + ellipsis;
}

/** Longer than any message that telephones put together. */
const LONGEST_TEXT = 5_000;

/** A message's text as it may be shown: redacted, and its end left out where it is too long to be a message's. */
export function maskText(text: string): string {
  const { shown, ellipsis } = beginningOf(text);
  return redactText(shown) + ellipsis;
}

function beginningOf(text: string): { readonly shown: string; readonly ellipsis: string } {
  if (text.length <= LONGEST_TEXT) return { shown: text, ellipsis: '' };
  // Of a code or a link that would be cut through nothing may be left: no part of one is seen for what it is.
  const begun = text.slice(0, LONGEST_TEXT - 1).replace(/(?<!\S)\S+$/, '');
  return { shown: begun.replace(/(?<!\P{L})\P{L}+$/u, ''), ellipsis: '…' };
}

/** Where what must not be seen stands in a message's text, in order. */
export function secretsIn(text: string): Span[] {
  const links = findLinks(text);
  let rest = cover(text, union(links));
  let words = readWords(rest);
  const mixed = findMixedCodes(rest, words);
  rest = cover(rest, union(mixed));
  const numerals = findNumerals(rest, words.some(isAnnouncing));
  rest = cover(rest, union(numerals));
  words = readWords(rest);
  const told = [...findAnnouncedCodes(words), ...findLoneCodes(rest, words), ...findNames(words)];
  return union([...links, ...mixed, ...numerals, ...told]);
}

function hide(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, () => REDACTED);
}
