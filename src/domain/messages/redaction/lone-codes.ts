import { isAnnouncing } from './announced-codes.ts';
import { isCommon } from './common-figures.ts';
import { isMixed, SHORTEST_CODE } from './mixed-codes.ts';
import {
  compoundAt,
  countCharacters,
  hasNumeral,
  isCapitals,
  type Span,
  spanOfWords,
  type Word,
} from './words.ts';

/** Codes with a line of their own: one word in capitals, or short ones of capitals and numerals (`AB 12 CD`). */
export function findLoneCodes(text: string, words: readonly Word[]): Span[] {
  const found: Span[] = [];
  let at = 0;
  let end = -1;
  for (const line of text.split('\n')) {
    end += line.length + 1;
    const first = at;
    while (at < words.length && (words[at]?.start ?? 0) < end) at += 1;
    // What was hidden on the line stands on it too, and so do amounts.
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
