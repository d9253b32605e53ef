import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DigestSet } from '../../../src/domain/counting/tally.ts';

// Those that end alike meet in the same places, also at the end of them.
const digest = fc.oneof(
  fc.nat(Number.MAX_SAFE_INTEGER),
  fc.nat(400).map((times) => times * 4_096 + 62),
  fc.constantFrom(0, 63, Number.MAX_SAFE_INTEGER),
);

test('counts each digest once, as a set does', () => {
  fc.assert(
    fc.property(fc.array(digest, { maxLength: 1_000, size: 'max' }), (digests) => {
      const found = new DigestSet();
      for (const one of digests) found.add(one);
      expect(found.size).toBe(new Set(digests).size);
    }),
  );
});
