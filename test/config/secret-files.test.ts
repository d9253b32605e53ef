import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretNames } from '../../src/config/variables.ts';
import { type Environment, loadConfig, secretsOf } from '../../src/config.ts';
import { faultsOf } from '../support/config-faults.ts';

const KEY = Buffer.alloc(32, 'canary').toString('base64');

/** That of an app for several workspaces, which has the others in another file: `workspaces.test.ts` tries it. */
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

const aFolder = () => mkdtemp(join(tmpdir(), 'sms-desk-secrets-'));

async function aFile(content: string | Uint8Array): Promise<string> {
  const path = join(await aFolder(), 'secret');
  await writeFile(path, content);
  return path;
}

/** The same, with one secret in a file instead. */
async function filed(name: string, content: string | Uint8Array): Promise<Environment> {
  return { ...complete, [name]: undefined, [`${name}_FILE`]: await aFile(content) };
}

describe('each secret may stand in a file', () => {
  test('all of them at once', async () => {
    const files = await Promise.all(
      Object.entries(secrets).map(async ([name, value]) => [`${name}_FILE`, await aFile(`${value}\n`)]),
    );
    expect(loadConfig({ ...open, ...Object.fromEntries(files) })).toEqual(loadConfig(complete));
  });

  test.each(ofOne)('%s, and the log hides what the file held', async (name) => {
    const config = loadConfig(await filed(name, secrets[name]));
    expect(config).toEqual(loadConfig(complete));
    const hidden = /:([^:@]+)@/.exec(secrets[name])?.[1] ?? secrets[name];
    expect(secretsOf(config)).toContain(hidden);
  });

  test('every secret that the log hides is among them', () => {
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
  ])('%s is no part of it', async (_, content) => {
    expect(loadConfig(await filed('SMS_PASSWORD', content)).platform.password).toBe('canary');
  });

  test.each(['with spaces ', ' contraseña €'])('everything else is: %j', async (content) => {
    expect(loadConfig(await filed('SMS_PASSWORD', content)).platform.password).toBe(content);
  });

  test('a link to it will do, as orchestrators make them', async () => {
    const link = join(await aFolder(), 'link');
    await symlink(await aFile('canary'), link);
    const config = loadConfig({ ...complete, SMS_PASSWORD: undefined, SMS_PASSWORD_FILE: link });
    expect(config.platform.password).toBe('canary');
  });

  test('a variable for a file that is empty counts as not set', () => {
    expect(loadConfig({ ...complete, SMS_PASSWORD_FILE: ' ' }).platform.password).toBe(secrets.SMS_PASSWORD);
  });
});

describe('a file that will not do is named by its variable, without its content', () => {
  test.each<[string, string | Uint8Array]>([
    ['names an empty file', ''],
    ['names an empty file', ' \n'],
    ['names a file of more than 64 KB', 'canary'.repeat(11_000)],
    ['names a file that is not text in UTF-8', Buffer.from([0x63, 0xff, 0xfe])],
    ['names a file of more than one line', 'canary\nSMS_EMAIL=canary\n'],
  ])('%s', async (what, content) => {
    expect(faultsOf(await filed('SMS_PASSWORD', content))).toEqual([`SMS_PASSWORD_FILE ${what}`]);
  });

  test('not there, a folder, a link in a circle, a pipe', async () => {
    const folder = await aFolder();
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

  test('one that this account may not read', async () => {
    const path = await aFile('canary');
    await chmod(path, 0);
    await chmod(join(path, '..'), 0o755);
    const config = new URL('../../src/config/secret-files.ts', import.meta.url).href;
    const script = `
      const { readSecretFiles } = await import(${JSON.stringify(config)});
      const { unread } = readSecretFiles({ A_FILE: ${JSON.stringify(path)} }, ['A']);
      process.stdout.write(unread.get('A') ?? 'read');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      // Root may read whatever there is.
      ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
    });
    expect(stdout).toBe('names a file that this account may not read');
  });

  test('one that is set beside the variable itself', async () => {
    const SMS_PASSWORD_FILE = await aFile('canary');
    expect(faultsOf({ ...complete, SMS_PASSWORD_FILE })).toEqual([
      'SMS_PASSWORD_FILE is set beside SMS_PASSWORD: leave one of them out',
    ]);
  });

  test('one whose content has another form, beside all other faults and in their order', async () => {
    const { SMS_EMAIL: _, ...env } = await filed('SLACK_BOT_TOKEN', 'xoxp-canary\n');
    expect(faultsOf({ ...env, PORT: 'canary', SMS_CLIENT_SECRET_FILE: '/dev/null' })).toEqual([
      'SLACK_BOT_TOKEN (in SLACK_BOT_TOKEN_FILE) must be a bot token (xoxb-…)',
      'PORT must be a whole number from 0 to 65535',
      'SMS_EMAIL is required',
      'SMS_CLIENT_SECRET_FILE is set beside SMS_CLIENT_SECRET: leave one of them out',
    ]);
  });

  test('one that is not read counts as set for what it goes together with', () => {
    const { SMS_AUTH_URL: _, SMS_CLIENT_SECRET: __, ...env } = complete;
    expect(faultsOf({ ...env, SMS_CLIENT_SECRET_FILE: '/dev/null' })).toEqual([
      'SMS_AUTH_URL is required with SMS_CLIENT_ID and SMS_CLIENT_SECRET',
      'SMS_CLIENT_SECRET_FILE names something that is not a file',
    ]);
  });
});
