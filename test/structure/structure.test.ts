import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circlesIn, heavyFunctions, LONGEST_LINES, namesTwice } from '../../docs/structure/figures.ts';
import { mayImport } from '../../docs/structure/rooms.ts';
import { linterRules } from '../../docs/structure/rules.ts';
import { MOST, sizes } from '../../docs/structure/sizes.ts';
import { filesUnder, readSources } from '../../docs/structure/sources.ts';
import { isInVocabulary, RETIRED, wordsOf } from '../../docs/structure/vocabulary.ts';

const sources = readSources('src', 'tools');

describe('imports', () => {
  test('every import goes in an allowed direction of the table', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports.filter((imported) => !mayImport(path, imported)).map((imported) => `${path} → ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  test('there are no cycles, not even of types', () => {
    expect(circlesIn(sources)).toEqual([]);
  });

  test('the linter’s rules equal the table (`npm run structure -- --rules` updates them)', () => {
    expect(readFileSync('biome.rooms.json', 'utf8')).toBe(linterRules());
  });
});

describe('documents', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...filesUnder('docs').filter((path) => path.endsWith('.md')),
  ];
  const all = filesUnder('.');

  test.each(documents)('%s names only existing files', (document) => {
    const named = [
      ...readFileSync(document, 'utf8').matchAll(/`((?:src|tools|test|docs|bench|deploy)\/[\w./-]+)`/g),
    ].map(([, path = '']) => path.replace(/\/$/, ''));
    const isThere = (path: string) => all.some((one) => one === path || one.startsWith(`${path}/`));
    expect(named.filter((path) => !isThere(path) && !path.startsWith('src/features/hello'))).toEqual([]);
  });

  test('docs/security.md names a test for each threat', () => {
    const security = readFileSync('docs/security.md', 'utf8');
    const [, table = ''] = /\n## What could be done to it\n(.*?)\n## /s.exec(security) ?? [];
    const [, , ...rows] = table.split('\n').filter((line) => line.startsWith('| '));
    const without = rows.filter((row) => !/`test\/[\w./-]+\.test\.ts`/.test(row.split('|')[3] ?? ''));
    expect(rows.length).toBeGreaterThan(20);
    expect(without).toEqual([]);
  });

  const MOST_FILES = { command: 26, summary: 32, incident: 28 };
  const walks = readFileSync('docs/request-life.md', 'utf8')
    .split('\n## ')
    .slice(1)
    .map((walk) => [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path));

  test.each(Object.values(MOST_FILES).map((most, index) => [most, walks[index] ?? []] as const))(
    'the path of a request through the code has at most %i files',
    (most, walk) => {
      expect(walk.length).toBeGreaterThan(most / 2);
      expect(walk.length).toBeLessThanOrEqual(most);
    },
  );
});

describe('tests', () => {
  const SLEEP = /\bsetTimeout\b|\bsleep\w*\(|\bscheduler\.wait\b/;

  test('none sleeps, except in chaos, load, small-memory and browser', () => {
    const files = filesUnder('test').filter(
      (path) => path.endsWith('.ts') && !/^test\/(chaos|load|small-memory|browser|structure)\//.test(path),
    );
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((path) => SLEEP.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

describe('names', () => {
  test('a feature’s files have names from the closed vocabulary', () => {
    const strange = filesUnder('src/features').filter(
      (path) => path.split('/').length > 3 && !isInVocabulary(path),
    );
    expect(strange).toEqual([]);
  });

  test('no exported name has two meanings', () => {
    expect(Object.fromEntries(namesTwice(sources))).toEqual({});
  });

  test('no name of a file or of an export contains a retired word', () => {
    const isRetired = (name: string) =>
      wordsOf(name).some((word) => RETIRED.includes(word.replace(/s$/, '')) || RETIRED.includes(word));
    // A migration keeps its name, because databases store it.
    const named = sources.filter(({ path }) => !path.includes('/migrations/'));
    const found = named.flatMap(({ path, exports }) =>
      [path.replace(/^(src|tools)\/|\.tsx?$/g, ''), ...exports]
        .filter(isRetired)
        .map((name) => (path.includes(name) ? path : `${path}: ${name}`)),
    );
    expect(found).toEqual([]);
  });
});

describe('sizes', () => {
  const found = sizes(sources.filter(({ path }) => path.startsWith('src/')));

  test.each(Object.entries(MOST))('%s: at most %i', (what, most) => {
    expect(found[what as keyof typeof MOST]).toBeLessThanOrEqual(most);
  });

  test(`no file is longer than ${LONGEST_LINES} lines`, () => {
    expect(sources.filter(({ lines }) => lines > LONGEST_LINES).map(({ path }) => path)).toEqual([]);
  });

  test('no function exceeds the limits of length and parameters', () => {
    expect(heavyFunctions(sources)).toEqual([]);
  });
});
