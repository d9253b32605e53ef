import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPeriod } from '../../../src/domain/input.ts';
import { findNamed } from '../../../src/domain/messages/names-in-message.ts';

const reader = { region: 'CL', isPeriod };
const found = (...lines: string[]) =>
  findNamed(lines, reader).named.map((name) => {
    if (name.by === 'number') return name.msisdn;
    return name.by === 'id' ? `id ${name.id}` : ['ref', name.reference, name.when].filter(Boolean).join(' ');
  });

test.each([
  ['My number is +56 9 1234 5678, since Monday', ['56912345678']],
  ['Call 9 1234 5678 or (+56) 987654321.', ['56912345678', '56987654321']],
  ['Customer 912345678 (Ana), ref: 20261118-42', ['56912345678', 'ref 20261118-42']],
  ['trx 20261118-100042 never came', ['ref 20261118-100042']],
  ['transacción: ABC-123.', ['ref ABC-123']],
  ['20261118-100042', ['ref 20261118-100042']],
  ['sms_id=sms_202611182588q', ['id sms_202611182588q']],
  ['see sms_202611182588q please', ['id sms_202611182588q']],
  ['identificador 1a2b3c4d', ['id 1a2b3c4d']],
  // A word for a reference may also precede a number.
  ['ref 912345678', ['56912345678']],
  // A guess, used only without a certain name.
  ['Order ORD-77812 is late', ['ref ORD-77812']],
  ['Order ORD-77812 of 912345678', ['56912345678']],
  ['18/11 ABC123XYZ', ['ref ABC123XYZ 18/11']],
  ['ABC123XYZ from yesterday', ['ref ABC123XYZ from yesterday']],
  ['ABC123XYZ', []],
  ['ref: 20261118-42 del martes', ['ref 20261118-42 del martes']],
  ['Your code is G-482913', []],
  ['Your code is 482913', []],
  ['On 18/11 at 10:30 it was 5GB, see https://example.com/a-123', []],
  ['RUT 12.345.678-9', []],
  // Words that are too long for a name are skipped; a link may be that long.
  [`20261118-42${'!'.repeat(120)}`, []],
  [`${'a!'.repeat(70)} 912345678`, ['56912345678']],
  [`9 1234 ${'x'.repeat(121)} 5678`, []],
  [`https://wa.me/56912345678?text=${'a%20'.repeat(40)}`, ['56912345678']],
  ['', []],
])('finds the numbers and references in: %s', (line, names) => {
  expect(found(line)).toEqual(names);
});

test('finds a repeated name once, and more than five names', () => {
  expect(found('912345678', '+56 9 1234 5678', 'ref: AB-12', 'ref AB-12')).toEqual([
    '56912345678',
    'ref AB-12',
  ]);
  expect(found([1, 2, 3, 4, 5, 6].map((digit) => `91234567${digit}`).join(', '))).toHaveLength(6);
});

test('returns digits that may be several numbers only as possible numbers', () => {
  const { named, possible } = findNamed(['34 612 345 678'], reader);
  expect(named).toEqual([]);
  expect(possible.length).toBeGreaterThan(0);
});

const digits = fc.stringMatching(/^[2-9]\d{7}$/).map((rest) => `9${rest}`);
const words = fc.constantFrom('hola', 'the', 'number', 'is', 'y', '-', '·', '!');

test('never joins numbers from different lines or with words between them', () => {
  fc.assert(
    fc.property(fc.array(digits, { minLength: 1, maxLength: 8 }), fc.array(words), (numbers, between) => {
      const meant = new Set(numbers.map((number) => `56${number}`));
      const said = [numbers, [numbers.join(` ${between.join(' ')} hola `)], [numbers.join(', ')]];
      for (const lines of said) expect(found(...lines).every((name) => meant.has(name))).toBe(true);
    }),
  );
});

test('finds a number at any place of a long text', () => {
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 700 }), (number, before) => {
      const spelled = `+56 ${number.slice(0, 1)} ${number.slice(1, 5)} ${number.slice(5)}`;
      expect(found(`${'ab '.repeat(before)}${spelled}${' cd'.repeat(300)}`)).toEqual([`56${number}`]);
    }),
  );
});
