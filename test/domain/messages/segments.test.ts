import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentsOf } from '../../../src/domain/messages/segments.ts';

describe('segmentsOf', () => {
  test.each([
    ['nothing', '', 'GSM-7', 1, 0],
    ['160 septets', 'a'.repeat(160), 'GSM-7', 1, 160],
    ['161 septets', 'a'.repeat(161), 'GSM-7', 2, 161],
    ['two full parts', 'a'.repeat(306), 'GSM-7', 2, 306],
    ['one septet over two parts', 'a'.repeat(307), 'GSM-7', 3, 307],
    ['letters of the default alphabet', 'ñÑéàèìòùäöüÄÖÜßÆæØøÅåÇ¿¡ΔΩ', 'GSM-7', 1, 26],
    ['line breaks', 'a\r\nb', 'GSM-7', 1, 4],
    ['the extension table', '^{}\\[~]|€\f', 'GSM-7', 1, 20],
    ['80 euros', '€'.repeat(80), 'GSM-7', 1, 160],
    ['81 euros: 76 fit a part of 153', '€'.repeat(81), 'GSM-7', 2, 162],
    ['153 euros: an escape is never parted from its character', '€'.repeat(153), 'GSM-7', 3, 306],
    ['an accent outside the default alphabet', 'á', 'UCS-2', 1, 1],
    ['a capital with an accent', 'Í', 'UCS-2', 1, 1],
    ['a small cedilla', 'ç', 'UCS-2', 1, 1],
    ['a backtick', '`', 'UCS-2', 1, 1],
    ['a tab', '\t', 'UCS-2', 1, 1],
    ['the escape character itself', '\u001b', 'UCS-2', 1, 1],
    ['an ñ made of two characters', 'n\u0303', 'UCS-2', 1, 2],
    ['extension characters in UCS-2 are ordinary', '€á', 'UCS-2', 1, 2],
    ['70 units', 'á'.repeat(70), 'UCS-2', 1, 70],
    ['71 units', 'á'.repeat(71), 'UCS-2', 2, 71],
    ['two full parts in UCS-2', 'á'.repeat(134), 'UCS-2', 2, 134],
    ['one unit over two parts', 'á'.repeat(135), 'UCS-2', 3, 135],
    ['35 emoji', '🙂'.repeat(35), 'UCS-2', 1, 70],
    ['67 emoji: a surrogate pair is never parted', '🙂'.repeat(67), 'UCS-2', 3, 134],
    ['half a surrogate pair', '\ud83d', 'UCS-2', 1, 1],
  ])('counts the segments of: %s', (_, text, encoding, segments, units) => {
    expect(segmentsOf(text)).toEqual({ encoding, segments, units });
  });

  test('agrees with filling the segments one by one', () => {
    const character = fc.oneof(
      fc.constantFrom('a', 'ñ', '€', '[', ' '),
      fc.constantFrom('á', '🙂', '\ud83d', '界'),
    );
    const plain = fc.constantFrom('a', 'é', '€', '~', '\n');
    const text = fc.oneof(
      fc.array(plain, { maxLength: 700, size: 'max' }),
      fc.array(character, { maxLength: 300, size: 'max' }),
    );
    fc.assert(
      fc.property(text, (characters) => {
        const joined = characters.join('');
        expect(segmentsOf(joined).segments).toBe(segmentsByTrial(joined));
      }),
    );
  });
});

const DEFAULT_OR_EXTENSION =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/u;

/** Cuts off the longest prefix that fits, until nothing is left. */
function segmentsByTrial(text: string): number {
  const gsm = DEFAULT_OR_EXTENSION.test(text);
  const measure = (part: string) => part.length + (gsm ? part.replace(/[^\f^{}\\[~\]|€]/g, '').length : 0);
  if (measure(text) <= (gsm ? 160 : 70)) return 1;
  let rest = Array.from(text);
  let parts = 0;
  while (rest.length > 0) {
    let prefixLength = rest.length;
    while (measure(rest.slice(0, prefixLength).join('')) > (gsm ? 153 : 67)) prefixLength -= 1;
    rest = rest.slice(prefixLength);
    parts += 1;
  }
  return parts;
}
