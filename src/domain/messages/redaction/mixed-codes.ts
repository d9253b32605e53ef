import { isCommon, isCommonCompound } from './common-figures.ts';
import {
  compoundAt,
  countCharacters,
  hasLetter,
  hasNumeral,
  type Span,
  spanOfWords,
  type Word,
} from './words.ts';

export const SHORTEST_CODE = 4;

/** Codes that mix letters and numerals, whether anything announces them or not. */
export function findMixedCodes(text: string, words: readonly Word[]): Span[] {
  return [...findCompounds(words), ...findChunks(words), ...findSpelled(text)];
}

/** Whether they are long enough for a code, with letters and numerals. */
export function isMixed(words: readonly Word[]): boolean {
  return words.some(hasLetter) && words.some(hasNumeral) && countCharacters(words) >= SHORTEST_CODE;
}

/** `X7K9`, `AB12-CD34`, `G-482911`. */
function findCompounds(words: readonly Word[]): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < words.length; ) {
    const compound = compoundAt(words, at);
    if (isMixed(compound) && !isCommonCompound(compound)) found.push(spanOfWords(compound));
    at += compound.length;
  }
  return found;
}

/** Blanks, with or without one mark among them. */
const LOOSE = /^(?:\p{Zs}{1,2}|\p{Zs}?[\p{Pd}.·|/,:]\p{Zs}?)$/u;
const LONGEST_CHUNK = 4;

/** `X7 K9`, `7K9 - 12 - Q2M`: short words with numerals, two of them with letters too. */
function findChunks(words: readonly Word[]): Span[] {
  // `88K` may be an amount where it stands first, and goes on with a code that has begun: `7Q2 88K`.
  const isChunk = (word: Word | undefined, isFirst: boolean) =>
    word !== undefined &&
    hasNumeral(word) &&
    word.text.length <= LONGEST_CHUNK &&
    (!isCommon(word) || (!isFirst && /^\p{N}+\p{Lu}$/u.test(word.text)));
  const found: Span[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at;
    while (isChunk(words[end], end === at) && (end === at || LOOSE.test(words[end]?.gap ?? ''))) end += 1;
    const chunks = words.slice(at, end);
    if (chunks.filter(hasLetter).length > 1 && isMixed(chunks)) found.push(spanOfWords(chunks));
    at = Math.max(end, at + 1);
  }
  return found;
}

const ONE = String.raw`[\p{L}\p{N}]\p{M}*(?![\p{L}\p{N}])`;
/** `X 7 K 9`, `Q.W.E.R`: single characters, the same between them all. */
const SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])${ONE}(\p{Zs}?[\p{Pd}\p{Pc}.·*/|,+]\p{Zs}?|\p{Zs}{1,3})${ONE}(?:\1${ONE}){2,}`,
  'gu',
);

function findSpelled(text: string): Span[] {
  return Array.from(text.matchAll(SPELLED))
    .filter(([spelled]) => !/\p{Ll}/u.test(spelled) || isSpelledCode(spelled))
    .map(({ 0: spelled, index }) => ({ start: index, end: index + spelled.length }));
}

/** Words of one letter are no code: `de 1 a 2 o 3 a 4`. */
function isSpelledCode(spelled: string): boolean {
  return /\p{N}/u.test(spelled) && /[^aeouyáéàó\P{L}]/u.test(spelled);
}
