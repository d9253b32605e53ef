import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/store.ts';

const COPIED = ['package.json', 'package-lock.json', 'deploy/Dockerfile', 'deploy/chart', 'tools/release'];
const person = { NAME: 'canary', EMAIL: 'canary@example.com' };

/** A repository with the files that a release changes, and this changelog. */
function createRepository(changelog: string) {
  const folder = temporaryDirectory();
  for (const path of COPIED) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const who = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(person).map(([what, value]) => [`GIT_${role}_${what}`, value]),
  );
  const options = {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...Object.fromEntries(who) },
  } as const;
  const git = (...args: string[]) => execFileSync('git', args, options).trim();
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Before');
  return {
    git,
    raise: (to: string) => spawnSync('npm', ['version', to], options),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
  };
}

test('npm version makes a commit and a tag with one version for package, chart, image and changelog', () => {
  const { git, raise, read } = createRepository(
    '# Changelog\n\n## Unreleased\n\n### Upgrade notes\n\nNothing.\n\n## 0.0.9 (2026-01-01)\n',
  );
  const { status, stderr } = raise('7.8.9');
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const today = /\d{4}-\d\d-\d\d/.exec(read('CHANGELOG.md'))?.[0];
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 7.8.9 (${today})\n\n### Upgrade notes\n\nNothing.\n\n## 0.0.9 (2026-01-01)\n`,
  );
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: '7.8.9' });
  expect(read('deploy/chart/Chart.yaml')).toMatch(/^version: 7\.8\.9\nappVersion: 7\.8\.9$/m);
  expect(read('deploy/Dockerfile')).toContain('ARG VERSION=7.8.9\n');
  expect(git('describe', '--exact-match')).toBe('v7.8.9');
  expect(git('status', '--porcelain')).toBe('');
});

test.each([
  '# Changelog\n\n## Unreleased\n\n### Added\n\n## 0.0.9 (2026-01-01)\n\n### Upgrade notes\n\nNothing.\n',
  '# Changelog\n\n## 0.0.9 (2026-01-01)\n\n### Upgrade notes\n\nNothing.\n',
])('npm version changes nothing when there are no upgrade notes (%#)', (changelog) => {
  const { git, raise } = createRepository(changelog);
  const { status, stderr } = raise('7.8.9');
  expect(status).not.toBe(0);
  expect(stderr).toContain('CHANGELOG.md must have “### Upgrade notes” under “## Unreleased”');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});
