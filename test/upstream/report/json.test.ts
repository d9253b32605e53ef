import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyBuffer, BodyFault } from '../../../src/upstream/report/bytes.ts';
import { afterText } from '../../../src/upstream/report/json.ts';
import { CASES } from '../../support/property-cases.ts';

/** Where a string ends by `afterText`, or why not. */
function afterTextIn(bytes: Uint8Array, at: number): number | 'refused' {
  const buffer = new BodyBuffer();
  buffer.add(bytes);
  try {
    return afterText(buffer, at);
  } catch (error) {
    expect(error).toBeInstanceOf(BodyFault);
    return 'refused';
  }
}

/** What `JSON.parse` makes of it: the shortest string that begins there. */
function afterTextByParse(text: string, at: number): number | undefined {
  for (let quote = text.indexOf('"', at); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    try {
      JSON.parse(`"${text.slice(at, quote)}"`);
      return quote + 1;
    } catch {
      // An escaped quote, or one after something that no string may hold.
    }
  }
  return undefined;
}

test('the end of a string is where JSON.parse finds it, at any place and whatever stands before it', () => {
  const byte = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 0x20, max: 0xff }) },
    fc.constantFrom(0x22, 0x5c, 0x6e, 0x75, 0x30),
    fc.constantFrom(0x00, 0x09, 0x1f, 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0x9f, 0xa0, 0xa2, 0xdc, 0xff),
  );
  const seen = { found: 0, refused: 0, unfinished: 0 };
  fc.assert(
    fc.property(
      fc.array(byte, { maxLength: 40, size: 'max' }),
      fc.nat(5),
      fc.boolean(),
      (values, at, ends) => {
        const bytes = Uint8Array.from(ends ? [...values, 0x22] : values);
        const start = Math.min(at, values.length);
        // In Latin-1 each byte is a character, and those above 0x7f are as good as any.
        const expected = afterTextByParse(Buffer.from(bytes).toString('latin1'), start);
        const found = afterTextIn(bytes, start);
        if (expected !== undefined) expect(found).toBe(expected);
        else expect([-1, 'refused']).toContain(found);
        // What has not arrived yet may be the rest of it; what is refused is so whatever comes.
        for (const more of ['"', 'n"', 'u0000"', '0"', '00"', '000"', '0000"']) {
          const whole = Buffer.concat([bytes, Buffer.from(more)]).toString('latin1');
          if (found === 'refused') expect(afterTextByParse(whole, start)).toBeUndefined();
        }
        if (found === -1) seen.unfinished += 1;
        else seen[found === 'refused' ? 'refused' : 'found'] += 1;
      },
    ),
  );
  expect(Math.min(seen.found, seen.refused)).toBeGreaterThan(CASES / 12);
  expect(seen.unfinished).toBeGreaterThan(CASES / 60);
});
