import { describe, expect, test } from 'vitest';
import { readSets } from './masking/measure.ts';

const MOST_HARMLESS = 0.03;

describe('the marked texts of `npm run masking`', () => {
  const texts = readSets().flatMap((set) => set.texts);

  test.each(['D', 'L', 'K', 'N'] as const)('hides every text marked %s', (kind) => {
    const marks = texts.flatMap(({ text, marks }) => marks.map((mark) => ({ ...mark, of: text })));
    const ofKind = marks.filter((mark) => mark.kind === kind);
    expect(ofKind.length).toBeGreaterThan(30);
    expect(ofKind.filter(({ isHidden }) => !isHidden)).toEqual([]);
  });

  test('hides fewer than three harmless words in a hundred', () => {
    const words = texts.reduce((sum, { harmless }) => sum + harmless, 0);
    const hidden = texts.flatMap(({ harmlessHidden }) => harmlessHidden);
    expect(words).toBeGreaterThan(2_000);
    expect(hidden.length).toBeLessThan(words * MOST_HARMLESS);
  });
});
