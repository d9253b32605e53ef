import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** What a suite shares and has made so far; none where a test makes something for itself. */
let shared: (() => unknown)[] | undefined;

/** Ends something with the test that made it, or with the suite that shares it. */
export function whenOver(end: () => unknown): void {
  if (shared) shared.push(end);
  else onTestFinished(async () => void (await end()));
}

/** Makes something once for all tests of a suite, before the first; with the last, all that was made for it ends. */
export function sharedBySuite<T>(make: () => Promise<T>): () => T {
  const ends: (() => unknown)[] = [];
  let made: { readonly it: T } | undefined;
  beforeAll(async () => {
    shared = ends;
    try {
      made = { it: await make() };
    } finally {
      shared = undefined;
    }
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (!made) throw new Error('the suite has not begun');
    return made.it;
  };
}
