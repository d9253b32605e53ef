import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const GOLDEN = join(import.meta.dirname, 'golden');

test('each family of golden files belongs to one test, and each file to a family', () => {
  const tests = globSync('**/*.test.ts', { cwd: import.meta.dirname });
  const families = tests.flatMap((path) => {
    const source = readFileSync(join(import.meta.dirname, path), 'utf8');
    return [...source.matchAll(/\bgolden\(\s*'([a-z-]+)'/g)].map(([, family = '']) => family);
  });
  const files = readdirSync(GOLDEN);
  expect(files.toSorted()).toEqual(families.map((family) => `${family}.txt`).toSorted());
});
