import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readVersion, shortVersion } from '../../src/runtime/version.ts';

const IDENTITY = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];

describe('the commit', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', [...IDENTITY, ...args], { cwd: root, encoding: 'utf8' }).trim();

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'sms-desk-version-'));
    writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3' }));
    git('init', '--quiet', '--initial-branch=some/branch');
  });

  test('is unknown before the first commit', () => {
    expect(readVersion(root)).toEqual({ version: '1.2.3', commit: 'unknown' });
  });

  test('is that of a checkout, also in a second work tree', () => {
    git('add', '.');
    git('commit', '--quiet', '--message=one');
    const first = { version: '1.2.3', commit: git('rev-parse', 'HEAD') };
    expect(readVersion(root)).toEqual(first);
    const further = join(mkdtempSync(join(tmpdir(), 'sms-desk-version-')), 'further');
    git('worktree', 'add', '--quiet', '--detach', further);
    expect(readVersion(further)).toEqual(first);
  });

  test('is the one set for an image, if it is valid', () => {
    const imageCommit = 'a'.repeat(40);
    expect(readVersion(root, imageCommit).commit).toBe(imageCommit);
    expect(readVersion(root, '').commit).toBe(git('rev-parse', 'HEAD'));
    expect(readVersion(root, '<!channel>').commit).toBe(git('rev-parse', 'HEAD'));
  });
});

test('the short version has seven characters of the commit', () => {
  expect(shortVersion({ version: '1.2.3', commit: 'a1b2c3d4'.repeat(5) })).toBe('1.2.3 (a1b2c3d)');
  expect(shortVersion({ version: '1.2.3', commit: 'unknown' })).toBe('1.2.3');
});
