import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText } from '../../../src/domain/messages/redaction.ts';

describe('redactText', () => {
  test.each([
    ['Tu código es 123456, no lo compartas', 'Tu código es ••••••, no lo compartas'],
    ['G-123456 is your code', '•••••• is your code'],
    ['code 123-456', 'code ••••••'],
    ['code 12 34 56!', 'code ••••••!'],
    ['code 1.2.3.4', 'code ••••••'],
    ['١٢٣٤', '••••••'],
    ['pin ５６７８', 'pin ••••••'],
    ['1️⃣2️⃣3️⃣4️⃣ go', '•••••• go'],
    ['1\u200b2\u200b3\u200b4', '••••••'],
    ['ABC1234', 'ABC••••••'],
    ['saldo $12.990', 'saldo $••••••'],
    ['el 2026-11-18', 'el ••••••'],
    ['el 18/11 14:30', 'el ••••••'],
  ])('hides long runs of numerals: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['código: AB12CD', 'código: ••••••'],
    ['co\u0301digo: ab12cd', 'co\u0301digo: ••••••'],
    ['your code is X7K9.', 'your code is ••••••.'],
    ['AB12CD es tu clave', '•••••• es tu clave'],
    ['CONTRASEÑA: hunter2', 'CONTRASEÑA: ••••••'],
    ['OTP AB12-CD34', 'OTP ••••••'],
    ['Código AB1234, vence en 10min', 'Código ••••••, vence en 10min'],
  ])('hides mixed codes in a text that speaks of one: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['mira https://x.cl/a?b=1). ok', 'mira ••••••). ok'],
    ['HTTP://X.CL', '••••••'],
    ['whatsapp://send?x', '••••••'],
    ['www.example.com, ya', '••••••, ya'],
    ['(bit.ly/abc)', '(••••••)'],
    ['más...bit.ly/abc!', 'más...••••••!'],
    ['y/o:bit.ly/abc', 'y/o:••••••'],
    ['entra:ejemplo.com:8080/x', 'entra:••••••'],
    ['ejemplo.com?c=ab', '••••••'],
    ['peña.cl/ñandú', '••••••'],
    ['escribe a ana.perez@mail.example.com.', 'escribe a ••••••.'],
    ['mailto:a@b.cl?subject=x', 'mailto:••••••'],
    ['"https://x.cl/a" y', '"••••••" y'],
  ])('hides links and addresses: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['llama al +56 9 1234 5678 hoy', 'llama al •••••• hoy'],
    ['(9) 1234.5678', '••••••'],
    ['al (123456)', 'al (••••••)'],
    ['600 123 4567', '••••••'],
  ])('hides telephone numbers: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    '',
    'Hola 🙂\r\n\n\tchao',
    'a las 14:30 del 18/11',
    '$12 o 50% de 999',
    '24/7',
    '12\n34',
    'banco.cl',
    'Listo.Responde? sí/no',
    'Movistar4G para ti',
    'tu clave vence en 10min',
    'arroba @canal y y/o',
    '«••••••»',
  ])('leaves %j as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test('never shows a code, nor four numerals of it, wherever it stands', () => {
    fc.assert(
      fc.property(surroundings(), code(), surroundings(), (before, { numerals, written }, after) => {
        const redacted = redactText(before + written + after);
        expect(redacted).not.toContain(written);
        for (let at = 0; at + 4 <= numerals.length; at += 1) {
          expect(redacted).not.toContain(numerals.slice(at, at + 4).join(''));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('never shows a mixed code after a word that announces one', () => {
    const mixed = fc
      .stringMatching(/^[A-Za-z0-9]{4,10}$/)
      .filter((word) => /[A-Za-z]/.test(word) && /\d/.test(word) && !/^\d{1,3}[a-z]+$/i.test(word));
    const phrase = fc.constantFrom('código: ', 'Your code is ', 'Tu clave es: ', 'PIN=', 'OTP ', 'token "');
    fc.assert(
      fc.property(surroundings(), phrase, mixed, (before, words, word) => {
        expect(redactText(`${before} ${words}${word} `)).not.toContain(`${words}${word}`);
      }),
    );
  });

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(surroundings(), code(), surroundings(), (before, { written }, after) => {
        const once = redactText(before + written + after);
        expect(redactText(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test('keeps every line break', () => {
    fc.assert(
      fc.property(surroundings(), (text) => {
        expect(redactText(text).split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  test.each([
    '1',
    '1 ',
    '1:2/',
    '.',
    '/',
    '-',
    '(1',
    'a',
    'a.',
    'a-1',
    'a@',
    'www.',
    'http://',
    'x.cl:1',
    'code ',
    'code a1',
    '\u0301',
  ])('takes linear time on 200,000 characters of %j', (unit) => {
    for (const end of ['', '!', '\u0000/']) {
      expect(redactText(unit.repeat(Math.ceil(200_000 / unit.length)) + end)).toBeTypeOf('string');
    }
  });
});

const SCRIPTS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９', '०१२३४५६७८९', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'];

/** A code of 4 to 10 digits of one script, bare or with one separator between its digits here and there. */
function code(): fc.Arbitrary<{ numerals: string[]; written: string }> {
  const separator = fc.constantFrom(' ', '-', '–', '.', '\u00a0', '·', '_', ' - ', '\u200b');
  return fc
    .record({
      script: fc.constantFrom(...SCRIPTS).map((digits) => [...digits]),
      values: fc.array(fc.tuple(fc.nat(9), fc.boolean()), { minLength: 4, maxLength: 10 }),
      between: fc.oneof(fc.constant(''), separator),
    })
    .map(({ script, values, between }) => {
      const numerals = values.map(([value]) => script[value] ?? '');
      const written = numerals
        .map((numeral, at) => (at > 0 && values[at]?.[1] ? between : '') + numeral)
        .join('');
      return { numerals, written };
    });
}

/** Text made to trip the patterns: bits of links, addresses, codes, times and marks, among any characters. */
function surroundings(): fc.Arbitrary<string> {
  const bit = fc.constantFrom(
    ...[
      'http://',
      'www.',
      '.cl',
      'bit.ly',
      '/',
      '/x',
      '@',
      '.',
      '..',
      ':',
      '-',
      '+',
      '(',
      ')',
      '?',
      '#',
      '<',
      '"',
    ],
    ...[
      'a',
      'AB',
      'á',
      'código',
      'code ',
      'is ',
      'pin',
      '1',
      '23',
      '14:30',
      '18/11',
      '24hrs',
      'X7K9',
      '5min',
    ],
    ...[' ', '\n', '\t', '\u00a0', '•', '🙂', '\u20e3', '٣', '½', '\ud83d'],
  );
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: bit }, fc.string({ maxLength: 3 })), { maxLength: 8 })
    .map((bits) => bits.join(''));
}
