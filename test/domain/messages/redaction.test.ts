import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskLabel, redactText } from '../../../src/domain/messages/redaction.ts';

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
    ['ABC1234', '••••••'],
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
  ])('hides mixed codes in a text that mentions a code: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['Use X7K9Q2 to finish', 'Use •••••• to finish'],
    ['Confirma con X 7 K 9', 'Confirma con ••••••'],
    ['A.7.K.9', '••••••'],
    ['X7 K9, gracias', '••••••, gracias'],
    ['toma #K7X9', 'toma #••••••'],
    ['ID:8F3K2P', 'ID:••••••'],
    ['FB-K29', '••••••'],
    ['AB 12 CD', '••••••'],
  ])('hides mixed codes without an announcing word: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['Tu clave es girasol', 'Tu clave es ••••••'],
    ['Tu clave: 12:34, a las 14:30', 'Tu clave: ••••••, a las 14:30'],
    ['12/34 is your code', '•••••• is your code'],
    ['BANANA é o seu código', '•••••• é o seu código'],
    ['Código de acceso a Banco Sur →\nBANANA', 'Código de acceso a Banco Sur →\n••••••'],
    ['code KXQZ to enter', 'code •••••• to enter'],
    ['Clave: p@ss#x9', 'Clave: ••••••'],
    ['Tu clave es Sol.Mar', 'Tu clave es ••••••'],
    ['Tu clave es Luna.Sol. No la compartas', 'Tu clave es ••••••. No la compartas'],
    ['password: Xy7$', 'password: ••••••'],
    ['clave: Ab#9! Gracias', 'clave: •••••• Gracias'],
    ['Tu código: cuatro ocho dos uno', 'Tu código: ••••••'],
    ['Your code is four-eight two one.', 'Your code is ••••••.'],
    ['Seu código é quatro, oito, dois e um', 'Seu código é ••••••'],
    ['CVV 123', 'CVV ••••••'],
    ['verification code: 483', 'verification code: ••••••'],
    ['El código es 483.', 'El código es ••••••.'],
    ['Password is "sunflower"', 'Password is "••••••"'],
    ['Your access:\nTULIP\nThanks', 'Your access:\n••••••\nThanks'],
  ])('hides codes after an announcing word or on a line of their own: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['Tu código es 12     34     56', 'Tu código es ••••••     ••••••     ••••••'],
    ['Tu codigo es 12     34. 5 min de validez', 'Tu codigo es ••••••     ••••••. 5 min de validez'],
    ['Tu codigo: 12     34\n5 min', 'Tu codigo: ••••••     ••••••\n5 min'],
    ['Tu código:\n12\n34\n56', 'Tu código:\n••••••\n••••••\n••••••'],
    ['Tu código es 12 > 34 > 56', 'Tu código es •••••• > •••••• > ••••••'],
    ['Tu código es 12\u280034', 'Tu código es ••••••'],
    ['Tu código es 12 y 34', 'Tu código es •••••• y ••••••'],
    ['X7K  \u2800  9Q2', '••••••'],
    ['Cód. 4E8', 'Cód. ••••••'],
    ['Cod. 483 para entrar', 'Cod. •••••• para entrar'],
  ])('hides the groups of a code that stand apart, and short codes: %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['Hola María José, tu pedido', 'Hola ••••••, tu pedido'],
    ['Estimado(a) Sr. Pérez: su', 'Estimado(a) ••••••: su'],
    ['Hi John Smith: your', 'Hi ••••••: your'],
    ['Olá, João! Sua', 'Olá, ••••••! Sua'],
    ['HOLA ANA TU PEDIDO', 'HOLA •••••• TU PEDIDO'],
    ['Buenos días, Ana de la Fuente.', 'Buenos días, ••••••.'],
    ['Hola ana maria, hola', 'Hola ••••••, hola'],
    ['hi john smith, your', 'hi ••••••, your'],
    ['hola ana maria perez! tu', 'hola ••••••! tu'],
    ['Hola María josé, tu pedido', 'Hola ••••••, tu pedido'],
  ])('hides names after a greeting: %j', (text, expected) => {
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
    ['visita banco.cl.', 'visita ••••••.'],
    ['en BANCOSUR.COM.AR ya', 'en •••••• ya'],
    ['@example.com #12345', '@example.com #••••••'],
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
    'Tu código vence entre 10 y 15',
    'Tu clave vence en 10 y 15 días',
    'Código: vence el 18 y 19',
    'Hay 10 y 20',
    'Cód. postal',
    'Listo.Responde? sí/no',
    'Movistar4G para ti',
    'tu clave vence en 10min',
    'arroba @canal y y/o',
    '«••••••»',
    'La clave única es personal e intransferible',
    'A code is required; your PIN number is secret',
    'Sua senha deve ter 8 caracteres',
    'Hola, tu pedido llegó. Hi there! Dear customer, Olá! Sua fatura',
    'iPhone15, 5GB, COVID-19, MP3, 2x1 a las 14h30',
    'BLACK FRIDAY: SALE URGENTE 50%',
    'Hola, tu código tiene seis dígitos; código: uno de tres',
    'Hola te esperamos hoy, no faltes. Hi see you soon!',
    'Your code is valid for 10 minutes. Código: 50% de descuento, 3 días',
  ])('leaves %j unchanged', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test.each(['WOM', 'UNDELIV', 'Claro 4G', 'Entel PCS', 'Movistar-CL', 'DELIVRD', 'err:000', 'X7K9'])(
    'leaves the operator or status name %j unchanged',
    (word) => {
      expect(maskLabel(word)).toBe(word);
    },
  );

  test('hides numbers, links and announced codes in names, too', () => {
    expect(maskLabel('Ana 912345678 bit.ly/x')).toBe('Ana •••••• ••••••');
    expect(maskLabel('otp X7K9')).toBe('otp ••••••');
  });

  test('never shows a code, or four of its digits in a row, at any place', () => {
    fc.assert(
      fc.property(surroundings(), code(), surroundings(), (before, { numerals, written }, after) => {
        const redacted = redactText(before + written + after);
        expect(redacted).not.toContain(written);
        for (let at = 0; at + 4 <= numerals.length; at += 1) {
          expect(redacted).not.toContain(numerals.slice(at, at + 4).join(''));
        }
      }),
    );
  });

  test('never shows a mixed code after an announcing word', () => {
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

  test('leaves a redacted text unchanged', () => {
    fc.assert(
      fc.property(surroundings(), code(), surroundings(), (before, { written }, after) => {
        const once = redactText(before + written + after);
        expect(redactText(once)).toBe(once);
      }),
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
    'code is a@b#',
    'Hola Ana ',
    'X 7 ',
    'A1-',
    'code 1    ',
    'code 1\n',
    'code 1 y ',
    '\u0301',
  ])('finishes on 20,000 characters of %j', (unit) => {
    for (const end of ['', '!', '\u0000/']) {
      expect(redactText(unit.repeat(Math.ceil(20_000 / unit.length)) + end)).toBeTypeOf('string');
    }
  });
});

const SCRIPTS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９', '०१२३४५६७८९', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'];

/** A code of 4 to 10 digits of one script, without separators or with one separator at some places. */
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

/** Text that tests the limits of the patterns: parts of links, addresses, codes, times and marks. */
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
      ' es ',
      ': ',
      'QWERTY',
      'girasol',
      'Use ',
      'Hola ',
      'Ana',
      ', ',
    ],
    ...[' ', '\n', '\t', '\u00a0', '•', '🙂', '\u20e3', '٣', '½', '\ud83d'],
  );
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: bit }, fc.string({ maxLength: 3 })), { maxLength: 8 })
    .map((bits) => bits.join(''));
}
