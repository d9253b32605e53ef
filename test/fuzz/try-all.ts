import fc from 'fast-check';

/** Cases over all properties: `FUZZ_CASES=1000000 npm run test:fuzz` for the long run. */
const CASES = Number(process.env.FUZZ_CASES ?? 30_000);
/** By default, the same cases in each run. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);

/** Checks a property on its share of all cases and prints their number. A failure names the smallest case. */
export async function tryAll<T>(
  name: string,
  share: number,
  cases: fc.Arbitrary<T>,
  holds: (value: T) => void | Promise<void>,
): Promise<void> {
  const numRuns = Math.max(1, Math.round(CASES * share));
  await fc.assert(
    fc.asyncProperty(cases, async (value) => {
      await holds(value);
    }),
    { numRuns, seed: SEED },
  );
  process.stdout.write(`${name}: ${numRuns.toLocaleString('en')} cases, seed ${SEED}\n`);
}
