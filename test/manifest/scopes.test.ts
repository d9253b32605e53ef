import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { events, scopes } from '../../src/features/index.ts';

const manifest = parse(readFileSync('manifest.yml', 'utf8'));

/** The rows of the tables in docs/scopes.md, whose first cell is a name. */
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

test('docs/scopes.md tells of the scopes of the manifest and of no others, each once', () => {
  const told = scopeRows.map(([scope]) => named(scope)).toSorted();
  expect(told).toEqual([...manifest.oauth_config.scopes.bot].sort());
});

test('it tells which of them are optional, as the log does', () => {
  const optional = scopeRows.filter(([, kind]) => kind === 'optional').map(([scope]) => named(scope));
  expect(optional.toSorted()).toEqual([...scopes.optional.keys()].sort());
  const required = scopeRows.filter(([, kind]) => kind === 'required').map(([scope]) => named(scope));
  expect(required.toSorted()).toEqual([...scopes.required].sort());
});

test('it tells of each what it is for, and what is lost', () => {
  for (const [scope, , use = '', loss = ''] of scopeRows) {
    expect(use.length, scope).toBeGreaterThan(10);
    expect(loss.length, scope).toBeGreaterThan(10);
  }
});

test('it tells of the events of the manifest, each with a scope that is asked for where it wants one', () => {
  const told = eventRows.map(([event]) => named(event)).toSorted();
  expect(told).toEqual([...events].sort());
  for (const [, scope] of eventRows) expect([...scopes.required, 'none']).toContain(named(scope));
});
