import { spellMsisdn } from './msisdn.ts';
import { findAnnouncedCodes, isAnnouncing, isAskingFor } from './redaction/announced-codes.ts';
import { findMixedCodes, isCommon, isMixed, SHORTEST_CODE } from './redaction/mixed-codes.ts';
import { findNames } from './redaction/names.ts';
import {
  compoundAt,
  countCharacters,
  cover,
  eachWord,
  hasNumeral,
  isCapitals,
  plainOf,
  readWords,
  replaceSpans,
  type Span,
  spanOfWords,
  union,
  type Word,
  wordList,
} from './redaction/words.ts';

export const REDACTED = '••••••';

/** Hiding a text may reveal another secret next to it, so the search is repeated, usually once. */
const MOST_ROUNDS = 4;

/** Quick test: a label without any of these characters contains no secret. */
const NEEDED_IN_LABEL = /[\p{N}.:@]/u;

/**
 * Replaces by `••••••`:
 * - links, with or without scheme, bare hosts, e-mail addresses;
 * - four or more numerals of any script, also across blanks, dashes, dots and the like (`G-123456`, `12 34 56`,
 *   `$12.990`, `+56 9 1234 5678`), but not across a line break; of four a time or date stays (`14:30`, `18/11`),
 *   unless the text is about a code and no word says that it is a time; there also in groups that stand further apart;
 * - codes of four or more that mix letters and numerals (`X7K9`, `A.7.K.9`, `AB12-CD34`), but no amount (`5GB`), product
 *   (`iPhone15`) or other common figure;
 * - codes of letters alone, three numerals or number words next to a word that announces them (`Tu clave es girasol`), or
 *   letters alone in capitals on a line;
 * - names of people after a greeting (`Hola Ana María,`) or a label (`Paciente: Ana`), or first (`Ana, tu pedido`).
 *
 * It hides too much rather than too little; idempotent, linear time. Passphrases are not recognized.
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

/** Masks secrets in an operator's name or a status word; a word of letters alone stays, even in capitals. */
export function maskLabel(label: string, shortestNumber = SHORTEST_CODE): string {
  const { shown, ellipsis } = beginningOf(label);
  if (!NEEDED_IN_LABEL.test(shown)) return shown + ellipsis;
  const links = union(findUnmistakableLinks(shown));
  const rest = cover(shown, links);
  const words = readWords(rest);
  const codes = words.some(isAnnouncing) ? findMixedCodes(rest, words) : [];
  return hide(shown, union([...links, ...codes, ...findNumerals(rest, false, shortestNumber)])) + ellipsis;
}

const HIDDEN = '•';

/** Hides digits, except the last three and a first group of one digit (a mobile): `+56 9 •••• •678`. */
export function maskMsisdn(msisdn: string): string {
  if (!/^\+?\d{1,20}$/.test(msisdn)) return msisdn.replace(/[\p{L}\p{N}]/gu, HIDDEN);
  const { prefix, national } = spellMsisdn(msisdn);
  const length = national.replace(/\D/g, '').length;
  const shownFirst = prefix !== '' && length >= 8 && /^\d\D/.test(national) ? 1 : 0;
  const shownLast = length >= 8 ? 3 : Math.floor(length / 3);
  let index = 0;
  const masked = national.replace(/\d/g, (digit) => {
    const at = index++;
    return at < shownFirst || at >= length - shownLast ? digit : HIDDEN;
  });
  return prefix + masked;
}

const LONGEST_TEXT = 5_000;

export function maskText(text: string): string {
  const { shown, ellipsis } = beginningOf(text);
  return redactText(shown) + ellipsis;
}

function beginningOf(text: string): { readonly shown: string; readonly ellipsis: string } {
  if (text.length <= LONGEST_TEXT) return { shown: text, ellipsis: '' };
  // Leaves out a word at the cut, because a part of a secret code or link would not be recognized.
  const whole = text.slice(0, LONGEST_TEXT - 1).replace(/(?<!\S)\S+$/, '');
  return { shown: whole.replace(/(?<!\P{L})\P{L}+$/u, ''), ellipsis: '…' };
}

/** Digits of a code: fewer are an amount, more are a telephone or account number. */
const CODE_DIGITS = { least: SHORTEST_CODE, most: 8 } as const;
const ONLY_A_NUMBER = /^\s*\p{N}[\p{N}\p{Pd}\p{Zs}]*$/u;
const LONG_DATE = /^\p{N}{1,4}([/.-])\p{N}{1,2}\1\p{N}{2,4}$/u;

/** `code`: the text announces a code and contains it, or is one; `link`: it contains a link and no such code. */
export function secretKindOf(whole: string): 'code' | 'link' | undefined {
  const { shown: text } = beginningOf(whole);
  const links = /[.@/]\S/.test(text) ? union(findLinks(text)) : [];
  const isAbout = eachWord(text).some(isAnnouncing);
  return (isAbout || ONLY_A_NUMBER.test(text)) && hasCode(cover(text, links))
    ? 'code'
    : links.length > 0
      ? 'link'
      : undefined;
}

function hasCode(text: string): boolean {
  if (findNumerals(text, true).some((span) => isCodeNumber(text, span))) return true;
  const words = readWords(text);
  return findAnnouncedCodes(words).length > 0 || findMixedCodes(text, words).length > 0;
}

function isCodeNumber(text: string, { start, end }: Span): boolean {
  const number = text.slice(start, end);
  const digits = number.match(/\p{N}/gu)?.length ?? 0;
  const isAmount = /[$€]\p{Zs}?$/u.test(text.slice(Math.max(0, start - 2), start));
  return digits >= CODE_DIGITS.least && digits <= CODE_DIGITS.most && !isAmount && !LONG_DATE.test(number);
}

export function secretsIn(text: string): Span[] {
  const links = findLinks(text);
  let rest = cover(text, union(links));
  let words = readWords(rest);
  const mixed = findMixedCodes(rest, words);
  rest = cover(rest, union(mixed));
  const speaksOfCodes = words.some(isAnnouncing);
  const numerals = findNumerals(rest, speaksOfCodes);
  rest = cover(rest, union(numerals));
  if (speaksOfCodes) numerals.push(...findGroups(rest));
  rest = cover(rest, union(numerals));
  words = readWords(rest);
  const others = [...findAnnouncedCodes(words), ...findLoneCodes(rest, words), ...findNames(words)];
  return union([...links, ...mixed, ...numerals, ...others]);
}

function hide(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, () => REDACTED);
}

const ALNUM = String.raw`\p{L}\p{M}\p{N}`;
const ONWARD = '[^\\s<>"“”«»]';
const LINK = new RegExp(String.raw`(?:[a-z][a-z0-9+]{1,15}:\/\/|www\.)${ONWARD}+`, 'giu');
const EMAIL = new RegExp(
  String.raw`(?<![${ALNUM}._%+\-])[${ALNUM}._%+\-]+@[${ALNUM}\-]+(?:\.[${ALNUM}\-]+)+(?:[\/?#:]${ONWARD}*)?`,
  'gu',
);
/** Matches a host with a path, only from the start of a word, so that a long word is read only once. */
const HOST_AND_PATH = new RegExp(
  String.raw`(?<![${ALNUM}.\-])([${ALNUM}.\-]*[${ALNUM}]\.[\p{L}\p{M}]{2,})(?::\d{1,5})?` +
    String.raw`(?:\/|[?#](?=[\p{L}\p{N}]))${ONWARD}*`,
  'gu',
);
/** Matches a possible host, but no part of an e-mail address or autofill line (`@example.com #123456`). */
const DOTTED = new RegExp(
  String.raw`(?<![${ALNUM}.\-@])[${ALNUM}\-]+(?:\.[${ALNUM}\-]+)+(?!\.?[${ALNUM}@•\-])`,
  'gu',
);
const TOP_LEVEL_DOMAINS = wordList(`
  com net org info biz app dev shop store online site link club live page click xyz top vip web blog news tech cloud
  digital mobi travel bank edu gov gob mil int name pro fun space website world today life help delivery
  cl mx es br pt ar pe uy py bo co ec ve gt hn sv ni cr pa cu do pr us uk ca au nz ie in de fr it nl be ch at eu
  io me ly gl gg gd gy ai tv to cc ws im is id la li st sh so re tk ml ga cf vc fm am pw qr`);
const CLOSING_PUNCTUATION = ".,;:!?…)]}'’";

function findLinks(text: string): Span[] {
  const hosts = Array.from(text.matchAll(DOTTED)).filter(([host]) => isHost(host));
  return [...findUnmistakableLinks(text), ...hosts.map(({ 0: host, index }) => linkAt(index, host))];
}

/** Finds links except bare host names, because names of people may resemble these: `ana.ruiz`. */
function findUnmistakableLinks(text: string): Span[] {
  return [
    ...Array.from(text.matchAll(LINK), ({ 0: link, index }) => linkAt(index, link)),
    ...Array.from(text.matchAll(EMAIL), ({ 0: address, index }) => linkAt(index, address)),
    ...Array.from(text.matchAll(HOST_AND_PATH), ({ 0: link, 1: host = '', index }) => {
      // Two dots in a row belong to the word before the host: "more...bit.ly/abc".
      const before = host.lastIndexOf('..') + 2;
      return before < 2 ? linkAt(index, link) : linkAt(index + before, link.slice(before));
    }),
  ];
}

/** Tells a host name from two sentences without a blank after the full stop, such as `listo.Gracias`. */
function isHost(text: string): boolean {
  const labels = text.split('.');
  const [domain = '', name = ''] = labels.toReversed();
  if (!/\p{L}/u.test(name) || !/^\p{L}+$/u.test(domain)) return false;
  if (text === text.toLowerCase() && labels.every((label) => label.length > 1)) return true;
  const isWrittenAsOne = domain === domain.toLowerCase() || domain === domain.toUpperCase();
  return isWrittenAsOne && TOP_LEVEL_DOMAINS.has(domain.toLowerCase());
}

function linkAt(start: number, link: string): Span {
  let length = link.length;
  while (length > 0 && CLOSING_PUNCTUATION.includes(link.charAt(length - 1))) length -= 1;
  return { start, end: start + length };
}

/** Finds secret codes alone on a line: a word in capitals, or short groups with numerals (`AB 12 CD`). */
function findLoneCodes(text: string, words: readonly Word[]): Span[] {
  const found: Span[] = [];
  let at = 0;
  let end = -1;
  for (const line of text.split('\n')) {
    end += line.length + 1;
    const first = at;
    while (at < words.length && (words[at]?.start ?? 0) < end) at += 1;
    if (at > first && !/[•%$€]/.test(line) && isLone(words.slice(first, at)))
      found.push(spanOfWords(words.slice(first, at)));
  }
  return found;
}

const MOST_CHUNKS = 4;
const LONGEST_CHUNK = 5;

function isLone(line: readonly Word[]): boolean {
  const isOne = line.every(isCapitals) && compoundAt(line, 0).length === line.length;
  if (isOne) return countCharacters(line) >= SHORTEST_CODE;
  const isChunk = (word: Word) =>
    word.text.length <= LONGEST_CHUNK &&
    (isCapitals(word) || hasNumeral(word)) &&
    !isCommon(word) &&
    !isAnnouncing(word);
  return line.length <= MOST_CHUNKS && isMixed(line) && line.every(isChunk);
}

const JOINT = String.raw`[\p{Zs}\t\u2800\p{Pd}\p{Pc}\p{Cf}\p{M}\u2212.,·:/\\()\[\]'’*|~+#．，：／٫٬]`;
/** Matches numerals that are at most three separators apart, perhaps after `G-` or `+`. */
const NUMERALS = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])\p{L}\p{Pd})?\+?(?:\((?=\p{N}{1,5}\)))?\p{N}(?:${JOINT}{0,3}\p{N})*\p{M}*`,
  'gu',
);
/** Groups of a code that stand further apart, in a text about codes: `12     34`, `12\n34`, `12 > 34`, `12 y 34`. */
const GROUPS = new RegExp(
  String.raw`\p{N}(?:(?:${JOINT.slice(0, -1)}\r\n>]{0,12}|\p{Zs}{1,3}(?:y|e|and)\p{Zs}{1,3})\p{N})+`,
  'giu',
);
const UNIT =
  /^\p{Zs}?(?:%|(?:min|seg|sec|h|hrs?|hs|dias?|days?|meses|months?|anos?|years?|cuotas)(?!\p{L}))/u;
const TIME_OR_DATE = /^(?:\p{L}\p{Pd})?\+?\p{N}{1,2}[:/]\p{N}{1,2}$/u;

const BEFORE_TIME = wordList(`
  las la el los dia dias a as ao aos das de del desde entre y e hasta antes despues para por vence vencimiento valida valido
  at by on until till before after from between and to expires due valid since
  ate apos depois vencimento no dia hora horas hoy hoje today manana amanha tomorrow
  lunes martes miercoles jueves viernes sabado domingo lun mar mie jue vie sab dom
  monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
  segunda terca quarta quinta sexta`);
const AFTER_TIME = /^ ?(?:h|hs|hrs?|horas?|am|pm|a\.m|p\.m)(?!\p{L})/iu;

/** Finds numbers to hide. Times and dates stay, but in texts about codes only next to “until”, “h” etc. */
function findNumerals(text: string, speaksOfCodes: boolean, shortest = SHORTEST_CODE): Span[] {
  return Array.from(text.matchAll(NUMERALS))
    .filter(({ 0: run, index }) => {
      const numerals = run.match(/\p{N}/gu)?.length ?? 0;
      return numerals >= shortest && !(TIME_OR_DATE.test(run) && isTime(text, { run, index }, speaksOfCodes));
    })
    .map(({ 0: run, index }) => ({ start: index, end: index + run.length }));
}

/** Finds the groups of numerals of a code, but not a number with a unit: `12     34. 5 min`, `entre 10 y 15 min`. */
function findGroups(text: string): Span[] {
  return Array.from(text.matchAll(GROUPS)).flatMap(({ 0: all, index }) => {
    const groups = Array.from(all.matchAll(/\p{N}+/gu), (group) => ({
      start: index + group.index,
      end: index + group.index + group[0].length,
    }));
    const end = index + all.length;
    if (UNIT.test(plainOf(text.slice(end, end + FURTHEST)))) groups.pop();
    const run = text.slice(index, groups.at(-1)?.end ?? index);
    const isShort = (run.match(/\p{N}/gu)?.length ?? 0) < SHORTEST_CODE;
    return isShort || isTime(text, { run, index }, true) ? [] : groups;
  });
}

const FURTHEST = 24;

function isTime(
  text: string,
  { run, index }: { run: string; index: number },
  speaksOfCodes: boolean,
): boolean {
  const before = plainOf(text.slice(Math.max(0, index - FURTHEST), index));
  const [, word = ''] = /(\p{L}+)[^\p{L}\p{N}•\n:=]*$/u.exec(before) ?? [];
  const end = index + run.length;
  if (BEFORE_TIME.has(word) || AFTER_TIME.test(text.slice(end, end + FURTHEST))) return true;
  return !speaksOfCodes && !isAskingFor(word);
}
