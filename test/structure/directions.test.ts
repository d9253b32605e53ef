import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const wrong: readonly [path: string, specifier: string, reason: string][] = [
  ['src/domain/time/x.ts', '../../upstream/index.ts', 'domain/ is pure'],
  ['src/domain/x.ts', 'node:fs', 'domain/ is pure'],
  ['src/domain/x.ts', 'date-fns', 'Import one function by path'],
  ['src/slack/x.ts', '../upstream/index.ts', 'slack/ knows i18n/ and domain/'],
  ['src/i18n/x.ts', '../features/status/locales/en.ts', 'a feature brings its own translations'],
  ['src/upstream/x.ts', '../slack/blocks/blocks.ts', 'upstream/ knows domain/'],
  ['src/store/figures/x.ts', '../../upstream/index.ts', 'store/ knows domain/'],
  ['src/traffic/x.ts', '../upstream/client.ts', 'upstream/index.ts'],
  ['src/traffic/x.ts', '../features/report/aggregate.ts', 'speaks to nobody'],
  ['src/jobs/x.ts', '../features/report/index.ts', 'the database connection alone'],
  ['src/posting/x.ts', '../features/status/view.ts', 'posting/ serves features'],
  ['src/posting/channels/x.ts', '../../features/summaries/index.ts', 'knows none of them'],
  ['src/features/status/x.ts', '../report/index.ts', 'Features never import each other'],
  ['src/features/status/x.ts', '../../upstream/client.ts', 'the only door'],
  ['src/features/status/x.ts', '../../config.ts', 'createApp hands them in'],
  ['src/config/x.ts', '../store/database.ts', 'nothing is opened there'],
  ['src/app/x.ts', '../../tools/fake-slack/workspace/workspace.ts', 'by their doors'],
  ['src/main.ts', '../tools/playground/session.ts', 'main.ts starts the app'],
  ['src/runtime/x.ts', '../domain/messages/message.ts', 'uses none'],
  ['src/ops/x.ts', '../slack/format.ts', 'uses runtime/ alone'],
  ['tools/sandbox/x.ts', '../../src/upstream/index.ts', 'written from the interface alone'],
  ['tools/fake-slack/x.ts', '../../src/slack/format.ts', 'knows nothing of the bot'],
  ['tools/playground/x.ts', '../../src/features/index.ts', 'as a stranger would'],
  ['tools/playground/page/x.ts', '../session.ts', 'by page/contract.ts alone'],
  ['tools/playground/page/x.ts', 'node:fs', 'by page/contract.ts alone'],
];

/** The linter's messages about files at these paths, each with one import. */
function lint(imports: typeof wrong): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-lint-'));
  for (const file of ['biome.json', 'biome.rooms.json']) copyFileSync(file, join(folder, file));
  const paths = imports.map(([path, specifier], index) => {
    const numbered = path.replace(/\bx\.ts$/, `x${index}.ts`);
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
  const messages = lint(wrong);
  test.each(wrong.map(([path, specifier, reason], index) => [path, specifier, reason, messages[index]]))(
    '%s: %s',
    (_path, _specifier, reason, message) => {
      expect(message).toContain(reason);
    },
  );
});
