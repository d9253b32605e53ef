import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWarnings } from '../../src/app/start-warnings.ts';
import { loadConfig } from '../../src/config.ts';
import { loadOrCreateKey } from '../../src/runtime/crypto.ts';
import { startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';
import { temporaryDirectory } from '../support/store.ts';

const good = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  SMS_BASE_URL: 'https://platform.test',
  SMS_EMAIL: 'desk@example.com',
  SMS_PASSWORD: 'hunter2',
  SMS_REPORT_TOKEN: 'report',
};
const key = { SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64') };
const oauth = { SMS_CLIENT_ID: 'client', SMS_CLIENT_SECRET: 'oauth-secret' };
const warningsOf = (env: Record<string, string>, dataDir = temporaryDirectory()) =>
  startWarnings(loadConfig({ ...good, DATA_DIR: dataDir, ...env }));

test.each([
  [{ SMS_BASE_URL: 'http://platform.canary/api' }, 'SMS_BASE_URL', /unencrypted/],
  [{ SMS_BASE_URL: 'http://10.0.0.7:8080' }, 'SMS_BASE_URL', /unencrypted/],
  [{ SMS_BASE_URL: 'http://localhost.canary' }, 'SMS_BASE_URL', /unencrypted/],
  [{ SMS_AUTH_URL: 'http://oauth.canary', ...oauth }, 'SMS_AUTH_URL', /unencrypted/],
  [{ SLACK_API_URL: 'http://slack.canary/api/' }, 'SLACK_API_URL', /unencrypted/],
  [{ SECRET_KEY: Buffer.alloc(32).toString('base64') }, 'SECRET_KEY', /openssl rand/],
  [{ SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }, 'SECRET_KEY', /openssl rand/],
  [{ SLACK_SIGNING_SECRET: 'x' }, 'SLACK_SIGNING_SECRET', /too short/],
  [{ DATABASE_URL: 'postgres://desk:canary@db.canary/desk', ...key }, 'DATABASE_URL', /unencrypted/],
  [
    { DATABASE_URL: 'postgres://desk:canary@db.canary/desk?sslmode=disable', ...key },
    'DATABASE_URL',
    /unencrypted/,
  ],
  [
    { DATABASE_URL: 'postgres://desk:canary@db.canary/desk?sslmode=no-verify', ...key },
    'DATABASE_URL',
    /does not check the server’s identity/,
  ],
  [{ REDIS_URL: 'redis://:canary@redis.canary', ...key }, 'REDIS_URL', /unencrypted/],
])('a start with %o warns of %s, without its value', async (env, variable, sentence) => {
  const warnings = await warningsOf(env);
  expect(warnings).toEqual([{ variable, warning: expect.stringMatching(sentence) }]);
  for (const value of Object.values(env).filter((text) => text.length > 1))
    expect(JSON.stringify(warnings)).not.toContain(value);
});

test.each([
  [{}],
  [{ SMS_BASE_URL: 'http://localhost:4100' }],
  [{ SMS_BASE_URL: 'http://127.8.0.1' }],
  [{ SMS_BASE_URL: 'http://[::1]:4100' }],
  [key],
  [{ DATABASE_URL: 'postgres://desk@db.canary/desk?sslmode=require', ...key }],
  [{ DATABASE_URL: 'postgres://desk@db.canary/desk?sslmode=verify-full', ...key }],
  [{ DATABASE_URL: 'postgres://desk@db.canary/desk?ssl=true', ...key }],
  [{ DATABASE_URL: 'postgres://desk@127.0.0.1:5432/desk', ...key }],
  [{ DATABASE_URL: 'postgres://desk@%2Frun%2Fpostgresql/desk', ...key }],
  [{ REDIS_URL: 'rediss://:canary@redis.canary', ...key }],
  [{ REDIS_URL: 'redis://localhost:6379', ...key }],
  [{ SLACK_SIGNING_SECRET: 'x', SLACK_APP_TOKEN: 'xapp-1' }],
])('a start with %o gives no warning', async (env: Record<string, string>) => {
  expect(await warningsOf(env)).toEqual([]);
});

test('warns of a key that others can read, but not of one that the bot creates', async () => {
  const dataDir = temporaryDirectory();
  await loadOrCreateKey(dataDir);
  expect(await warningsOf({}, dataDir)).toEqual([]);
  chmodSync(join(dataDir, 'secret.key'), 0o640);
  expect(await warningsOf({}, dataDir)).toEqual([
    { variable: 'DATA_DIR', warning: expect.stringMatching(/secret\.key.* chmod 600/) },
  ]);
});

test('the log contains the warnings when the bot starts', async () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 'abc').toString('base64'), { mode: 0o644 });
  const { url } = await servePlatform();
  const { logLines } = await startDesk(url, { env: { DATA_DIR: dataDir, SECRET_KEY: '' } });
  expect(logLines.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ variable: 'DATA_DIR' }),
  ]);
});
