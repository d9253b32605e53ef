import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const wrong: readonly [path: string, specifier: string, reason: string][] = [
  ['src/domain/time/x.ts', '../../upstream/index.ts', 'domain/ is pure'],
  ['src/domain/x.ts', 'node:fs', 'domain/ is pure'],
  ['src/domain/x.ts', 'date-fns', 'Import one function by path'],
  ['src/slack/x.ts', '../upstream/index.ts', 'slack/ may import only i18n/, domain/'],
  ['src/i18n/x.ts', '../features/status/locales/en.ts', 'a feature has its own translations'],
  ['src/upstream/x.ts', '../slack/blocks/blocks.ts', 'upstream/ may import only domain/'],
  ['src/store/figures/x.ts', '../../upstream/index.ts', 'store/ may import only domain/'],
  ['src/traffic/x.ts', '../upstream/client.ts', 'upstream/index.ts'],
  ['src/traffic/x.ts', '../features/report/aggregate.ts', 'traffic/ may import only'],
  ['src/jobs/x.ts', '../features/report/index.ts', 'store/connection.ts and store/database.ts'],
  ['src/posting/x.ts', '../features/status/view.ts', 'posting/ may import only'],
  ['src/posting/channels/x.ts', '../../features/summaries/index.ts', 'it may not import one'],
  ['src/features/status/x.ts', '../report/index.ts', 'A feature may not import another feature'],
  ['src/features/status/x.ts', '../../upstream/client.ts', 'Of upstream/ it may import only index.ts'],
  ['src/features/status/x.ts', '../../config.ts', 'createApp passes it its dependencies'],
  ['src/config/x.ts', '../store/database.ts', 'open only files that hold secrets'],
  [
    'src/app/x.ts',
    '../../tools/fake-slack/workspace/workspace.ts',
    'app/ may not import main.ts, cli/ or tools/',
  ],
  ['src/main.ts', '../tools/playground/session.ts', 'main.ts may import only app/'],
  ['src/runtime/x.ts', '../domain/messages/message.ts', 'may not import any other folder'],
  ['src/ops/x.ts', '../slack/format.ts', 'ops/ may import only runtime/'],
  ['tools/sandbox/x.ts', '../../src/upstream/index.ts', 'written from the platform’s interface alone'],
  ['tools/fake-slack/x.ts', '../../src/slack/format.ts', 'may import only runtime/ and ops/ of the bot'],
  ['tools/playground/x.ts', '../../src/features/index.ts', 'only through createApp and over HTTP'],
  ['tools/playground/page/x.ts', '../session.ts', 'The page may import only its own files'],
  ['tools/playground/page/x.ts', 'node:fs', 'The page may import only its own files'],
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
