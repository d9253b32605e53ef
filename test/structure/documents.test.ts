import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../../docs/structure/sources.ts';

/** Decisions tell of files as they were when each was made. */
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesUnder('docs')].filter(
  (path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'),
);

/** Files of the project that a text names; those of the command that CONTRIBUTING.md adds are its example. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:test|src|docs|deploy)\/[\w./-]+\.(?:ts|tsx|js|md|txt|json|sql|yml|yaml))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('src/features/hello/'));
}

describe.each(documents)('%s', (document) => {
  test('names files that are there', () => {
    expect(pathsIn(readFileSync(document, 'utf8')).filter((path) => !existsSync(path))).toEqual([]);
  });
});

test('docs/security.md names a test for each threat', () => {
  const security = readFileSync('docs/security.md', 'utf8');
  const [, table = ''] = /\n## What could be done to it\n(.*?)\n## /s.exec(security) ?? [];
  const [, , ...rows] = table.split('\n').filter((line) => line.startsWith('| '));
  const without = rows.filter(
    (row) => !pathsIn(row.split('|')[3] ?? '').some((path) => path.endsWith('.test.ts')),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(without).toEqual([]);
});
