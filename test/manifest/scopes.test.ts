import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { events, scopes } from '../../src/features/index.ts';

const manifest = parse(readFileSync('manifest.yml', 'utf8'));

/** The table rows of docs/scopes.md with a name in the first cell. */
const rows = readFileSync('docs/scopes.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const named = (cell = '') => cell.replaceAll('`', '');
const scopeRows = rows.filter((row) => row.length === 4);
const eventRows = rows.filter((row) => row.length === 3);

test('docs/scopes.md lists each scope of the manifest exactly once', () => {
  const listed = scopeRows.map(([scope]) => named(scope)).toSorted();
  expect(listed).toEqual([...manifest.oauth_config.scopes.bot].sort());
});

test('docs/scopes.md marks the same scopes as optional as the bot does', () => {
  const optional = scopeRows.filter(([, kind]) => kind === 'optional').map(([scope]) => named(scope));
  expect(optional.toSorted()).toEqual([...scopes.optional.keys()].sort());
  const required = scopeRows.filter(([, kind]) => kind === 'required').map(([scope]) => named(scope));
  expect(required.toSorted()).toEqual([...scopes.required].sort());
});

test('docs/scopes.md describes the use of each scope and what is lost without it', () => {
  for (const [scope, , use = '', loss = ''] of scopeRows) {
    expect(use.length, scope).toBeGreaterThan(10);
    expect(loss.length, scope).toBeGreaterThan(10);
  }
});

test('docs/scopes.md lists each event of the manifest with a requested scope or none', () => {
  expect(eventRows.map(([event]) => named(event)).toSorted()).toEqual([...events].sort());
  for (const [, scope] of eventRows) expect([...scopes.required, 'none']).toContain(named(scope));
});
