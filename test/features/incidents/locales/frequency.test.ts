import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { incidentTranslations } from '../../../../src/features/incidents/locales/index.ts';
import { frequencyOf, rarityOf } from '../../../../src/features/incidents/locales/shapes.ts';

const en = incidentTranslations('en').check.evidence;
const es = incidentTranslations('es').check.evidence;

describe('the text of a frequency', () => {
  test.each([
    [0.05, 'about 1 every 20 years', 'alrededor de 1 cada 20 años'],
    [0.3, 'about 1 every 3 years', 'alrededor de 1 cada 3 años'],
    [0.7, 'about 1 every 2 years', 'alrededor de 1 cada 2 años'],
    [1.2, 'about 1 a year', 'alrededor de 1 al año'],
    [12, 'about 12 a year', 'alrededor de 12 al año'],
    [84, 'about 80 a year', 'alrededor de 80 al año'],
    [1_260, 'about 1,000 a year', 'alrededor de 1.000 al año'],
  ])('%f a year: %s', (perYear, english, spanish) => {
    expect([en.about(perYear), es.about(perYear)]).toEqual([english, spanish]);
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

  test('never understates a chance, and stays between 0.6 and 1.6 times the true rate', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e4, noNaN: true }), (perYear) => {
        const rarity = rarityOf(perYear);
        expect(rarity.times / rarity.years).toBeGreaterThanOrEqual(perYear > 0.01 ? perYear : 0.01);
        const { times, years } = frequencyOf(perYear);
        expect(times / years / perYear).toBeGreaterThan(0.6);
        expect(times / years / perYear).toBeLessThan(1.6);
      }),
    );
  });
});
