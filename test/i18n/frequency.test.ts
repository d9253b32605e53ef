import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../src/i18n/index.ts';
import { rarityOf } from '../../src/i18n/locales/findings.en.ts';

const en = translationsFor('en').findings.evidence;
const es = translationsFor('es').findings.evidence;

describe('the text of a frequency', () => {
  test.each([
    [0.1, 'at most 1 in 10 years', 'como máximo 1 en 10 años'],
    [0.2, 'at most 1 in 5 years', 'como máximo 1 en 5 años'],
    [0.6, 'at most 1 a year', 'como máximo 1 al año'],
    [1.2, 'at most 2 a year', 'como máximo 2 al año'],
    [1_260, 'at most 1,260 a year', 'como máximo 1.260 al año'],
  ])('%f a year: %s', (perYear, english, spanish) => {
    expect([en.atMost(perYear), es.atMost(perYear)]).toEqual([english, spanish]);
  });

  test.each([
    [0, 'less than once in 100 years', 'menos de una vez en 100 años'],
    [0.01, 'less than once in 100 years', 'menos de una vez en 100 años'],
    [0.08, 'less than once in 10 years', 'menos de una vez en 10 años'],
    [1, 'less than once a year', 'menos de una vez al año'],
    [1.1, 'up to 2 times a year', 'hasta 2 veces al año'],
    [12, 'up to 12 times a year', 'hasta 12 veces al año'],
  ])('by chance, %f a year: %s', (perYear, english, spanish) => {
    expect(en.chance(perYear)).toBe(`By chance alone, this happens ${english}.`);
    expect(es.chance(perYear)).toBe(`Por pura casualidad eso pasa ${spanish}.`);
  });

  test('never understates a rate', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e4, noNaN: true }), (perYear) => {
        const rarity = rarityOf(perYear);
        expect(rarity.times / rarity.years).toBeGreaterThanOrEqual(perYear > 0.01 ? perYear : 0.01);
      }),
    );
  });
});
