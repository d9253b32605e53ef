import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretNames } from '../../src/config/variables.ts';
import { type Environment, loadConfig, secretsOf } from '../../src/config.ts';
import { faultsOf } from '../support/config-faults.ts';

const KEY = Buffer.alloc(32, 'canary').toString('base64');

/** `workspaces.test.ts` covers the secret of an app for several workspaces. */
type OfOne = Exclude<(typeof secretNames)[number], 'SLACK_CLIENT_SECRET'>;
const ofOne = secretNames.filter((name): name is OfOne => name !== 'SLACK_CLIENT_SECRET');

/** One value for each secret, none of which is a part of another. */
const secrets: Readonly<Record<OfOne, string>> = {
  SLACK_BOT_TOKEN: 'xoxb-canary-bot',
  SLACK_SIGNING_SECRET: 'canary-signing',
  SLACK_APP_TOKEN: 'xapp-canary-app',
  SMS_EMAIL: 'canary@example.com',
  SMS_PASSWORD: 'canary-password',
  SMS_REPORT_TOKEN: 'canary-report',
  SMS_CLIENT_SECRET: 'canary-client',
  HTTPS_PROXY: 'http://desk:canary-https@proxy.test:3128',
  HTTP_PROXY: 'http://desk:canary-http@proxy.test:3128',
  DATABASE_URL: 'postgres://desk:canary-database@db.test/desk',
  REDIS_URL: 'redis://:canary-redis@redis.test',
  SECRET_KEY: KEY,
  SECRET_KEY_PREVIOUS: Buffer.alloc(32, 'previous').toString('base64'),
};
const open = {
  SMS_BASE_URL: 'https://platform.test',
  SMS_AUTH_URL: 'https://auth.test',
  SMS_CLIENT_ID: 'client',
};
const complete: Environment = { ...open, ...secrets };

const createFolder = () => mkdtemp(join(tmpdir(), 'sms-desk-secrets-'));

async function createFile(content: string | Uint8Array): Promise<string> {
  const path = join(await createFolder(), 'secret');
  await writeFile(path, content);
  return path;
}

/** The complete environment with one secret in a file. */
async function withSecretFile(name: string, content: string | Uint8Array): Promise<Environment> {
  return { ...complete, [name]: undefined, [`${name}_FILE`]: await createFile(content) };
}

describe('a secret is read from a file', () => {
  test('for all secrets at once', async () => {
    const files = await Promise.all(
      Object.entries(secrets).map(async ([name, value]) => [`${name}_FILE`, await createFile(`${value}\n`)]),
    );
    expect(loadConfig({ ...open, ...Object.fromEntries(files) })).toEqual(loadConfig(complete));
  });

  test.each(ofOne)('for %s, and the log hides the content of the file', async (name) => {
    const config = loadConfig(await withSecretFile(name, secrets[name]));
    expect(config).toEqual(loadConfig(complete));
    const hidden = /:([^:@]+)@/.exec(secrets[name])?.[1] ?? secrets[name];
    expect(secretsOf(config)).toContain(hidden);
  });

  test('the log hides only values of these secrets', () => {
    const values = new Set<string>(Object.values(secrets));
    const known = (hidden: string) => [...values].some((value) => value.includes(hidden));
    expect(secretsOf(loadConfig(complete)).filter((hidden) => !known(hidden))).toEqual([]);
  });

  test.each([
    ['a line break', 'canary\n'],
    ['one of Windows', 'canary\r\n'],
    ['two', 'canary\n\n'],
    ['a byte order mark', '\ufeffcanary'],
    ['none', 'canary'],
  ])('%s is not part of the secret', async (_, content) => {
    expect(loadConfig(await withSecretFile('SMS_PASSWORD', content)).platform.password).toBe('canary');
  });

  test.each(['with spaces ', ' contraseña €'])('keeps other characters of a secret: %j', async (content) => {
    expect(loadConfig(await withSecretFile('SMS_PASSWORD', content)).platform.password).toBe(content);
  });

  test('through a symbolic link, as orchestrators create them', async () => {
    const link = join(await createFolder(), 'link');
    await symlink(await createFile('canary'), link);
    const config = loadConfig({ ...complete, SMS_PASSWORD: undefined, SMS_PASSWORD_FILE: link });
    expect(config.platform.password).toBe('canary');
  });

  test('an empty variable for a file counts as not set', () => {
    expect(loadConfig({ ...complete, SMS_PASSWORD_FILE: ' ' }).platform.password).toBe(secrets.SMS_PASSWORD);
  });
});

describe('an unusable file is reported by its variable, without its content', () => {
  test.each<[string, string | Uint8Array]>([
    ['names an empty file', ''],
    ['names an empty file', ' \n'],
    ['names a file of more than 64 KB', 'canary'.repeat(11_000)],
    ['names a file that is not text in UTF-8', Buffer.from([0x63, 0xff, 0xfe])],
    ['names a file of more than one line', 'canary\nSMS_EMAIL=canary\n'],
  ])('%s', async (what, content) => {
    expect(faultsOf(await withSecretFile('SMS_PASSWORD', content))).toEqual([`SMS_PASSWORD_FILE ${what}`]);
  });

  test('when it is missing, a folder, a circular link or a pipe', async () => {
    const folder = await createFolder();
    const circle = join(folder, 'circle');
    await symlink(circle, circle);
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const {
      SMS_EMAIL: _,
      SMS_PASSWORD: __,
      SMS_REPORT_TOKEN: ___,
      SMS_CLIENT_SECRET: ____,
      ...rest
    } = complete;
    const faults = faultsOf({
      ...rest,
      SMS_EMAIL_FILE: join(folder, 'absent'),
      SMS_PASSWORD_FILE: folder,
      SMS_REPORT_TOKEN_FILE: circle,
      SMS_CLIENT_SECRET_FILE: pipe,
    });
    expect(faults).toEqual([
      'SMS_EMAIL_FILE names a file that is not there',
      'SMS_PASSWORD_FILE names something that is not a file',
      'SMS_REPORT_TOKEN_FILE names a link that leads nowhere',
      'SMS_CLIENT_SECRET_FILE names something that is not a file',
    ]);
  });

  test('when this account may not read it', async () => {
    const path = await createFile('canary');
    await chmod(path, 0);
    await chmod(join(path, '..'), 0o755);
    const config = new URL('../../src/config/secret-files.ts', import.meta.url).href;
    const script = `
      const { readSecretFiles } = await import(${JSON.stringify(config)});
      const { unread } = readSecretFiles({ A_FILE: ${JSON.stringify(path)} }, ['A']);
      process.stdout.write(unread.get('A') ?? 'read');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      // Root may read every file.
      ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
    });
    expect(stdout).toBe('names a file that this account may not read');
  });

  test('when the variable itself is set, too', async () => {
    const SMS_PASSWORD_FILE = await createFile('canary');
    expect(faultsOf({ ...complete, SMS_PASSWORD_FILE })).toEqual([
      'SMS_PASSWORD_FILE is set together with SMS_PASSWORD: remove one of them',
    ]);
  });

  test('when its content has the wrong form, in order with all other faults', async () => {
    const { SMS_EMAIL: _, ...env } = await withSecretFile('SLACK_BOT_TOKEN', 'xoxp-canary\n');
    expect(faultsOf({ ...env, PORT: 'canary', SMS_CLIENT_SECRET_FILE: '/dev/null' })).toEqual([
      'SLACK_BOT_TOKEN (in SLACK_BOT_TOKEN_FILE) must be a bot token (xoxb-…)',
      'PORT must be a whole number from 0 to 65535',
      'SMS_EMAIL is required',
      'SMS_CLIENT_SECRET_FILE is set together with SMS_CLIENT_SECRET: remove one of them',
    ]);
  });

  test('when it cannot be read, and still counts as set for related variables', () => {
    const { SMS_AUTH_URL: _, SMS_CLIENT_SECRET: __, ...env } = complete;
    expect(faultsOf({ ...env, SMS_CLIENT_SECRET_FILE: '/dev/null' })).toEqual([
      'SMS_AUTH_URL is required with SMS_CLIENT_ID and SMS_CLIENT_SECRET',
      'SMS_CLIENT_SECRET_FILE names something that is not a file',
    ]);
  });
});
