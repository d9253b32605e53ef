import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const wrong: readonly [path: string, specifier: string, reason: string][] = [
  ['src/domain/x.ts', '../upstream/index.ts', 'domain/ is pure'],
  ['src/domain/x.ts', 'node:fs', 'domain/ is pure'],
  ['src/domain/x.ts', 'date-fns', 'Import one function by path'],
  ['src/slack/x.ts', 'date-fns', 'Import one function by path'],
  ['src/slack/x.ts', '../upstream/index.ts', 'slack/ knows domain/'],
  ['src/upstream/x.ts', '../slack/blocks.ts', 'upstream/ knows domain/'],
  ['src/upstream/x.ts', '@slack/bolt', 'upstream/ knows domain/'],
  ['src/store/x.ts', '../upstream/index.ts', 'store/ knows domain/'],
  ['src/store/migrations/x.ts', '../../traffic/traffic.ts', 'store/ knows domain/'],
  ['src/store/x.ts', '../sandbox/index.ts', 'Only cli/ and tests'],
  ['src/traffic/x.ts', '../upstream/client.ts', 'the only door'],
  ['src/traffic/x.ts', '../features/report/aggregate.ts', 'traffic/ knows upstream/index.ts'],
  ['src/traffic/x.ts', '../slack/words/index.ts', 'traffic/ knows upstream/index.ts'],
  ['src/jobs/x.ts', '../features/report/index.ts', 'jobs/ knows store/database.ts'],
  ['src/jobs/x.ts', '../store/leases.ts', 'jobs/ knows store/database.ts'],
  ['src/features/status/x.ts', '../report/index.ts', 'Features never import each other'],
  ['src/features/status/x.ts', '../../upstream/client.ts', 'the only door'],
  ['src/features/status/x.ts', '../../config.ts', 'names what it needs'],
  ['src/app/create-app.ts', './playground/workspace/workspace.ts', 'Only cli/ and tests'],
  ['src/sandbox/x.ts', '../upstream/index.ts', 'written from the interface alone'],
  ['src/sandbox/x.ts', '../domain/message.ts', 'written from the interface alone'],
  ['src/playground/x.ts', '../features/index.ts', 'as a stranger would'],
  ['src/playground/page/x.ts', '../workspace/workspace.ts', 'by page/contract.ts alone'],
  ['src/playground/page/blocks/x.ts', '../../server/routes.ts', 'by page/contract.ts alone'],
  ['src/playground/page/x.ts', 'node:fs', 'by page/contract.ts alone'],
];

const right: readonly [path: string, specifier: string][] = [
  ['src/domain/x.ts', './message.ts'],
  ['src/domain/x.ts', 'date-fns/parseISO'],
  ['src/upstream/x.ts', '../domain/message.ts'],
  ['src/upstream/x.ts', '../ops/log.ts'],
  ['src/store/x.ts', '../domain/statistics.ts'],
  ['src/store/x.ts', 'kysely'],
  ['src/traffic/x.ts', '../upstream/index.ts'],
  ['src/traffic/x.ts', '../store/rollups.ts'],
  ['src/jobs/x.ts', '../store/database.ts'],
  ['src/features/status/x.ts', '../../upstream/index.ts'],
  ['src/features/status/x.ts', './view.ts'],
  ['src/features/index.ts', './status/index.ts'],
  ['src/cli/x.ts', '../playground/workspace/session.ts'],
  ['src/playground/x.ts', '../app.ts'],
  ['src/playground/page/blocks/x.ts', '../contract.ts'],
  ['src/playground/page/x.ts', 'react'],
];

/** What the project's linter says of files at these paths, each with one import. */
function lint(imports: readonly (readonly [path: string, specifier: string, reason?: string])[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-lint-'));
  copyFileSync('biome.json', join(folder, 'biome.json'));
  const paths = imports.map(([path, specifier], index) => {
    const numbered = path.replace('x.ts', `x${index}.ts`);
    mkdirSync(dirname(join(folder, numbered)), { recursive: true });
    writeFileSync(join(folder, numbered), `import { x } from '${specifier}';\nexport const y = x;\n`);
    return numbered;
  });
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const args = [
    biome,
    'lint',
    '--vcs-enabled=false',
    '--reporter=github',
    '--max-diagnostics=none',
    '--only=noRestrictedImports',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return paths.map((path) =>
    stdout
      .split('\n')
      .filter((line) => line.includes(`/${path},`))
      .join('\n'),
  );
}

describe('the linter explains an import in the wrong direction', () => {
  const said = lint(wrong);
  test.each(wrong.map(([path, specifier, reason], index) => [path, specifier, reason, said[index]]))(
    '%s: %s',
    (_path, _specifier, reason, saidOfIt) => {
      expect(saidOfIt).toContain(reason);
    },
  );
});

describe('the linter lets an import in the right direction pass', () => {
  const said = lint(right);
  test.each(right.map(([path, specifier], index) => [path, specifier, said[index]]))(
    '%s: %s',
    (_path, _specifier, saidOfIt) => {
      expect(saidOfIt).toBe('');
    },
  );
});
