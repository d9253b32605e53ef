import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMsisdn, parseSender } from '../../../src/domain/messages/msisdn.ts';
import { maskMsisdn } from '../../../src/domain/messages/redaction.ts';

describe('parseMsisdn', () => {
  test.each([
    '+56 9 1234 5678',
    '56912345678',
    '912345678',
    '9 1234-5678',
    '(9) 1234.5678',
    '(+56) 9 1234 5678',
    '+56/9/1234/5678',
    '+56 9 1234–5678',
    '0056912345678',
    '00 56 9 1234 5678',
    '09 1234 5678',
    'tel:+56912345678',
    'TEL:912345678',
    '<tel:+56912345678|+56 9 1234 5678>',
    '<tel:+56912345678>',
    '<tel:912345678|9 1234 5678>',
    '＋５６ ９ １２３４ ５６７８',
    '٩١٢٣٤٥٦٧٨',
    '९१२३४५६७८',
    '𝟵𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴',
    '+56\u00a09\u202f1234\u00a05678',
    '\u202a+56 9 1234 5678\u202c',
    '  912345678\n',
  ])('reads %j as a Chilean mobile number', (input) => {
    expect(parseMsisdn(input, 'CL')).toBe('56912345678');
  });

  test.each([
    ['+34 612 345 678', 'CL', '34612345678'],
    ['0034612345678', 'CL', '34612345678'],
    ['34612345678', 'CL', '34612345678'],
    ['612 34 56 78', 'ES', '34612345678'],
    ['+44 (0)7911 123456', 'CL', '447911123456'],
    ['07911 123456', 'GB', '447911123456'],
    ['(213) 373-4253', 'US', '12133734253'],
    ['2 2123 4567', 'CL', '56221234567'],
    ['391 234 5678', 'IT', '393912345678'],
    ['+56912345678', 'nowhere', '56912345678'],
    ['56912345678', 'nowhere', '56912345678'],
    ['133', 'CL', '133'],
    ['56 001', 'CL', '56001'],
    ['123456', 'CL', '123456'],
  ])('reads %j in region %s', (input, region, expected) => {
    expect(parseMsisdn(input, region)).toBe(expected);
  });

  test('accepts a number of valid length that the numbering plan does not contain', () => {
    expect(parseMsisdn('+34 111 222 333', 'CL')).toBe('34111222333');
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \t '],
    ['a plus alone', '+'],
    ['separators alone', '(-)'],
    ['too short', '12'],
    ['between a short number and a number', '1234567'],
    ['a short number with a plus', '+1234'],
    ['a digit short, with prefix', '+56 9 1234 567'],
    ['a digit short, with a bare prefix', '5691234567'],
    ['too long', '12345678901234567890'],
    ['very long', '9'.repeat(100_000)],
    ['a prefix that nobody has', '+999 1234 5678'],
    ['letters', 'hello'],
    ['a letter within', '+56 9 1234 567a'],
    ['a vanity number', '1-800-FLOWERS'],
    ['an extension', '+56912345678 ext 5'],
    ['something before', 'to 912345678'],
    ['something after', '912345678!'],
    ['an emoji', '🙂912345678'],
    ['a plus within', '56+912345678'],
    ['two pluses', '++56912345678'],
    ['two lines', '912345678\n912345679'],
    ['two numbers', '912345678, 912345679'],
    ['a link cut short', '<tel:+56912345678|+56'],
    ['an empty link', '<tel:|912345678>'],
    ['another link', '<https://example.com|912345678>'],
  ])('rejects %s', (_, input) => {
    expect(parseMsisdn(input, 'CL')).toBeUndefined();
  });

  test('returns only digits for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789+-(). <>|:telx٣９'), maxLength: 25 });
    fc.assert(
      fc.property(text, fc.constantFrom('CL', 'ES', 'US', 'IT', '??'), (input, region) => {
        expect(parseMsisdn(input, region) ?? '000').toMatch(/^\d{3,17}$/);
      }),
    );
  });
});

describe('the digit groups of a masked number', () => {
  test.each([
    ['56912345678', '+56 9 1234 5678'],
    ['56987654321', '+56 9 8765 4321'],
    ['34612345678', '+34 612 34 56 78'],
    ['12133734253', '+1 213 373 4253'],
    ['56001', '56001'],
    ['99912345678', '999 1234 5678'],
    ['912345678', '9 1234 5678'],
    ['+56912345678', '+56 9 1234 5678'],
    ['-', '-'],
    ['', ''],
  ])('%j is grouped like %j', (msisdn, expected) => {
    expect(maskMsisdn(msisdn).replace(/[\d•]/g, '0')).toBe(expected.replace(/\d/g, '0'));
  });
});

describe('maskMsisdn', () => {
  test.each([
    ['56912345678', '+56 9 •••• •678'],
    ['56221234567', '+56 2 •••• •567'],
    ['34612345678', '+34 ••• •• •6 78'],
    ['12133734253', '+1 ••• ••• •253'],
    ['447911123456', '+44 •••• •••456'],
    ['+56912345678', '+56 9 •••• •678'],
    ['133', '••3'],
    ['56001', '••••1'],
    ['123456', '••••56'],
    ['1234567', '••• ••67'],
    ['99912345678', '••• •••• •678'],
    ['912345678', '• •••• •678'],
    ['1234567890123456789', '••• •••• •••• •••• •789'],
    ['-', '-'],
    ['', ''],
    ['unknown 12', '••••••• ••'],
  ])('%j → %j', (msisdn, expected) => {
    expect(maskMsisdn(msisdn)).toBe(expected);
  });

  test('hides at least half of the national digits, shows at most four, and keeps the length', () => {
    fc.assert(
      fc.property(fc.oneof(dialled(), fc.stringMatching(/^\d{1,20}$/)), (input) => {
        const msisdn = parseMsisdn(input, 'CL') ?? input.replace(/\D/g, '');
        const masked = maskMsisdn(msisdn);
        const national = masked.replace(/^\+\d+ /, '');
        const shown = national.match(/\d/g)?.length ?? 0;
        const hidden = national.match(/•/g)?.length ?? 0;
        expect(hidden).toBeGreaterThanOrEqual(shown);
        expect(shown).toBeLessThanOrEqual(4);
        expect(masked.match(/[\d•]/g)).toHaveLength(msisdn.length);
      }),
    );
  });
});

describe('parseSender', () => {
  test.each([
    ['56001', '56001'],
    [' 56 001 ', '56001'],
    ['５６００１', '56001'],
    ['+56912345678', '56912345678'],
    ['<tel:56912345|56912345>', '56912345'],
    ['123456789012345', '123456789012345'],
    ['12', undefined],
    ['1234567890123456', undefined],
    ['BANK', undefined],
    ['', undefined],
  ])('%j → %j', (input, expected) => {
    expect(parseSender(input)).toBe(expected);
  });
});

/** Numbers as people dial them: mostly valid ones of a few countries, some with any digits. */
function dialled(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.stringMatching(/^9\d{8}$/),
    fc.stringMatching(/^\+569\d{8}$/),
    fc.stringMatching(/^\+34[67]\d{8}$/),
    fc.stringMatching(/^00[1-9]\d{7,13}$/),
    fc.stringMatching(/^\+[1-9]\d{6,14}$/),
  );
}
