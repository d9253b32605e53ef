import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** Cleanup functions of the suite's shared values; `undefined` outside of their creation. */
let shared: (() => unknown)[] | undefined;

/** Registers a cleanup for the end of the test, or of the suite for shared values. */
export function whenOver(end: () => unknown): void {
  if (shared) shared.push(end);
  else onTestFinished(async () => void (await end()));
}

/** Creates a value once for all tests of a suite, and cleans up after the last. */
export function sharedBySuite<T>(make: () => Promise<T>): () => T {
  const ends: (() => unknown)[] = [];
  let created: { readonly it: T } | undefined;
  beforeAll(async () => {
    shared = ends;
    try {
      created = { it: await make() };
    } finally {
      shared = undefined;
    }
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (!created) throw new Error('the suite has not begun');
    return created.it;
  };
}
