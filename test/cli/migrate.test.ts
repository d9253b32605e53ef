import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/migrate.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/process.ts';
import { closedAddress } from '../support/server.ts';
import { temporaryDirectory } from '../support/store.ts';

// test/store/migrate.test.ts covers the tables of a server.
const migrate = (args: readonly string[], env: Record<string, string> = {}) => runCommand(main, args, env);

test.each([
  [['--help'], 0, /^Usage: npm run migrate -- \[options\]\n(?:.*\n)+Exit code: 0/, /^$/],
  [['--chek'], 2, /^$/, /^Unknown option '--chek'\n\nUsage: /],
  [['--check', '--grant', 'bot'], 2, /^$/, /^--check changes nothing: leave --grant out\.\n\nUsage: /],
  [[], 2, /^$/, /^The configuration has a fault:\n {2}DATABASE_URL is required\n$/],
] as const)('checks its arguments: %j', async (args, code, stdout, stderr) => {
  expect(await migrate(args)).toMatchObject({
    code,
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
  });
});

test('names the unreachable server when a file contains its address', async () => {
  const { host } = new URL(await closedAddress());
  const file = join(temporaryDirectory(), 'url');
  await writeFile(file, `postgres://owner:canary-password@${host}/desk\n`);
  expect(await start('src/cli/migrate.ts', ['--check'], { DATABASE_URL_FILE: file }).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `The database at ${host} cannot be reached (ECONNREFUSED).\n`,
  });
});

test.each([
  ['DATABASE_URL', 'mysql://canary-value', /DATABASE_URL must be an address such as postgres:/],
  ['DATABASE_URL_FILE', '/canary/nowhere', /DATABASE_URL_FILE names a file that is not there/],
])('names a wrong %s without its value', async (name, value, stderr) => {
  const ended = await migrate([], { [name]: value });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(stderr) });
  expect(ended.stderr).not.toContain('canary');
});
