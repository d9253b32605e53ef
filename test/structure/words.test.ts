import { describe, expect, test } from 'vitest';
import { readSources } from '../../docs/structure/sources.ts';
import { MOST_OLD_WORDS, oldNames, oldWordsInComments, typeNamesTwice } from '../../docs/structure/words.ts';

const sources = readSources('src', 'tools');

describe('plain English', () => {
  test(`comments contain at most ${MOST_OLD_WORDS} words of the list of words to avoid`, () => {
    const total = [...oldWordsInComments().values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThanOrEqual(MOST_OLD_WORDS);
  });

  test('every type has a name of its own', () => {
    expect(Object.fromEntries(typeNamesTwice(sources))).toEqual({});
  });

  test('only files that map stored names contain words that names no longer use', () => {
    expect(oldNames(sources)).toEqual([]);
  });
});
