import { readFileSync, writeFileSync } from 'node:fs';

const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';
const UPGRADE_NOTES = '### Upgrade notes';

/** `npm version` runs this: with `--check` before it changes anything, without after it has set the version. */
function release(isCheck: boolean, today: string): string | undefined {
  const [, unreleased] = readFileSync(CHANGELOG, 'utf8').split(/^## /m);
  if (!`## ${unreleased}`.startsWith(UNRELEASED) || !unreleased?.includes(`\n${UPGRADE_NOTES}\n`))
    return `${CHANGELOG} must have “${UPGRADE_NOTES}” under “${UNRELEASED.trim()}”: what to do for the upgrade, or “Nothing”.`;
  if (isCheck) return undefined;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  replaceIn(CHANGELOG, UNRELEASED, `${UNRELEASED}\n## ${version} (${today})\n`);
  replaceIn('deploy/chart/Chart.yaml', /^(version|appVersion): .*$/gm, `$1: ${version}`);
  replaceIn('deploy/Dockerfile', /^ARG VERSION=.*$/m, `ARG VERSION=${version}`);
  return undefined;
}

function replaceIn(path: string, pattern: string | RegExp, replacement: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
}

const problem = release(process.argv.includes('--check'), new Date().toISOString().slice(0, 10));
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
