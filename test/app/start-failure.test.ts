import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createAudit } from '../../src/store/audit/audit.ts';
import { sealedAuditKeys } from '../../src/store/audit/keys.ts';
import { openDatabase } from '../../src/store/database.ts';
import { accountOf } from '../../src/upstream/index.ts';
import { lookedUp } from '../support/audit.ts';
import { startFailure } from '../support/bot-process.ts';
import { botSettings, createTestWorkspace } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { start, startProgram } from '../support/process.ts';
import { servePlatform } from '../support/server.ts';
import { directoryWithDatabase, temporaryDirectory } from '../support/store.ts';

/** The Node of the machine, if any, may be older than the bot needs. */
const SYSTEM_NODE = '/usr/bin/node';
const [, major] =
  /^v(\d+)/.exec(spawnSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const hasOldNode = Number(major) < 24;

const usedPort = async () => new URL((await servePlatform()).url).port;

const OLD_KEY = Buffer.alloc(32, 'old-canary');
const OTHER_KEY = Buffer.alloc(32, 'new-canary').toString('base64');

const PLATFORM = { SMS_BASE_URL: 'http://127.0.0.1:1' };
const ACCOUNT = accountOf(loadConfig(botSettings('http://127.0.0.1:1/api/', PLATFORM.SMS_BASE_URL)).platform);

/** A folder with an audit that has a key, sealed with `OLD_KEY`. */
async function folderWithAuditKey(account = ACCOUNT) {
  const dataDir = await directoryWithDatabase();
  const database = openDatabase({ dataDir, log: recordLog().log });
  const { db, schema } = database;
  const sealer = createSealer(OLD_KEY);
  await createAudit({ db, schema, account, sealer, retentionDays: 400 }).add([
    { id: 'first', entry: lookedUp, ageMs: 0 },
  ]);
  await database.close();
  return dataDir;
}

describe('a failed start says why and what to do', () => {
  test('for all wrong variables at once', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'sms-desk-'));
    const { code, stdout, stderr } = await start('src/main.js', [], { PORT: 'canary', DATA_DIR }).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('SLACK_BOT_TOKEN is required');
    expect(stderr).toContain('PORT must be a whole number');
    expect(stderr).toContain('.env.example');
    expect(stderr).not.toContain('canary');
  });

  test.each([
    [
      'a token Slack does not know',
      { SLACK_BOT_TOKEN: 'xoxb-other-canary' },
      /Slack does not accept SLACK_BOT_TOKEN/,
    ],
    [
      'an app-level token Slack does not know',
      { SLACK_APP_TOKEN: 'xapp-other-canary' },
      /no connection for SLACK_APP_TOKEN/,
    ],
    ['no Slack', { SLACK_API_URL: 'http://127.0.0.1:1/api/' }, /Slack cannot be reached/],
    ['a data directory that cannot be made', { DATA_DIR: '/dev/null/data' }, /DATA_DIR/],
  ])('for %s', async (_, changes, sentence) => {
    const said = await startFailure(changes);
    expect(said).toMatch(sentence);
    expect(said).not.toContain('canary');
  });

  test('for a damaged key, which stays unchanged', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'sms-desk-'));
    const path = join(DATA_DIR, 'secret.key');
    await writeFile(path, 'canary');
    expect(await startFailure({ DATA_DIR })).toMatch(
      /secret\.key does not hold a key of 32 bytes in base64; restore it/,
    );
    expect(await readFile(path, 'utf8')).toBe('canary');
  });

  test('for a key that opens none of the audit’s keys, and adds no key', async () => {
    const DATA_DIR = await folderWithAuditKey();
    expect(await startFailure({ ...PLATFORM, DATA_DIR, SECRET_KEY: OTHER_KEY })).toMatch(
      /^SMS Desk did not start: SECRET_KEY, .* is not the key that this database was used with.* SECRET_KEY_PREVIOUS=lost/,
    );
    const database = openDatabase({ dataDir: DATA_DIR, log: recordLog().log });
    expect(await sealedAuditKeys(database.db)).toHaveLength(1);
    await database.close();
  });

  test('not for a key that opens none of another deployment’s keys', async () => {
    const DATA_DIR = await folderWithAuditKey('other');
    const changes = { DATA_DIR, SECRET_KEY: OTHER_KEY };
    await expect(startFailure(changes)).rejects.toThrow('the bot started');
  });

  test.each([OLD_KEY.toString('base64'), 'lost'])(
    'not for a new key beside the previous one, or word that it is lost',
    async (SECRET_KEY_PREVIOUS) => {
      const DATA_DIR = await folderWithAuditKey();
      const changes = { ...PLATFORM, DATA_DIR, SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS };
      await expect(startFailure(changes)).rejects.toThrow('the bot started');
    },
  );

  test('for an emptied database folder, whose database is not made again', async () => {
    const DATA_DIR = await folderWithAuditKey();
    await rm(join(DATA_DIR, 'postgres'), { recursive: true });
    const said = await startFailure({ DATA_DIR });
    expect(said).toMatch(/did not start: .* is empty, but had a database: restore it/);
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
  });

  test.each(['', 'postgres'])('for a file in the place of DATA_DIR/%s', async (name) => {
    const DATA_DIR = name === '' ? join(temporaryDirectory(), 'file') : temporaryDirectory();
    await writeFile(join(DATA_DIR, name), '');
    expect(await startFailure({ DATA_DIR, SECRET_KEY: OTHER_KEY })).toMatch(
      /did not start: DATA_DIR, or postgres in it, is a file \(E\w+\)\. Set DATA_DIR to a folder/,
    );
  });

  test.skipIf(!existsSync('/proc'))(
    'for a folder that can hold no other, where it would wait for ever',
    async () => {
      for (const DATA_DIR of ['/proc', '/proc/desk/data'])
        expect(await start('src/main.js', [], { DATA_DIR }).ended).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/did not start: it cannot write to DATA_DIR \(ENOENT\)/),
        });
    },
  );

  test.skipIf(!hasOldNode).each([[[]], [['doctor']]])(
    'for a Node version that is too old, of the bot and of commands: %j',
    async (args) => {
      const bot = startProgram(SYSTEM_NODE, ['src/main.js', ...args], {});
      expect(await bot.ended).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /needs Node\.js 24\.5 or newer, and this is \d.* Install it from nodejs\.org/,
        ),
      });
    },
  );

  test('for ten used connections at Slack', async () => {
    const slack = createTestWorkspace('socket_mode');
    const { apiUrl: SLACK_API_URL } = await slack.start();
    const SLACK_APP_TOKEN = 'xapp-canary';
    const headers = { authorization: `Bearer ${SLACK_APP_TOKEN}` };
    for (let open = 0; open < 10; open += 1) {
      const answer = await fetch(`${SLACK_API_URL}apps.connections.open`, { method: 'POST', headers });
      const { url } = (await answer.json()) as { url: string };
      new WebSocket(url);
    }
    await slack.until(() => slack.socketMode.connections().length === 10);
    expect(await startFailure({ SLACK_API_URL, SLACK_APP_TOKEN })).toContain(
      'ten connections, and all are in use',
    );
  });

  test.each([
    ['the bot', 'auth.test'],
    ['its web sockets', 'apps.connections.open'],
  ])('for another server in Slack’s place, which answers %s', async (_, method) => {
    const slack = createTestWorkspace('socket_mode');
    const { apiUrl: SLACK_API_URL } = await slack.start();
    slack.intercept((called, args, grant) =>
      called === method ? { status: 200, body: '<html>canary</html>' } : grant(args),
    );
    const said = await startFailure({ SLACK_API_URL, SLACK_APP_TOKEN: 'xapp-canary' });
    expect(said).toContain('another server answers in Slack’s place: check HTTPS_PROXY');
    expect(said).not.toContain('canary');
  });

  test('for an ops port in use', async () => {
    const OPS_PORT = await usedPort();
    expect(await startFailure({ OPS_PORT })).toMatch(
      /did not start: port \d+ of 127\.0\.0\.1, .* set OPS_PORT/,
    );
  });

  test('for a port in use', async () => {
    expect(await startFailure({ PORT: await usedPort() })).toMatch(/port \d+ is in use. Set PORT/);
  });

  test('for an address that this machine does not have', async () => {
    expect(await startFailure({ PORT: '0', HOST: '192.0.2.1' })).toContain(
      'HOST is no address of this machine (EADDRNOTAVAIL). Set HOST to one of its own',
    );
  });
});
