import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli/move.ts';
import { createSealer, loadOrCreateKey } from '../../src/runtime/crypto.ts';
import { createAudit } from '../../src/store/audit/audit.ts';
import { openDatabase } from '../../src/store/database.ts';
import { acquireToMove } from '../../src/store/embedded/directory.ts';
import { markMoved, refuseMoved } from '../../src/store/embedded/moved.ts';
import { lookedUp } from '../support/audit.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { runCommand } from '../support/command.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { directoryWithDatabase, temporaryDirectory } from '../support/store.ts';

const NOWHERE = 'postgres://canary:canary-password@127.0.0.1:1/smsdesk';

const move = (
  dataDir: string,
  args: readonly string[] = ['--to', NOWHERE],
  env: Record<string, string> = {},
) => runCommand(main, args, { DATA_DIR: dataDir, ...env });

const shared = suiteFolder();
// Restores the folder for the next test.
afterEach(async () => {
  await shared.close();
  for (const name of ['secret.key', 'moved.json']) rmSync(join(shared.path(), name), { force: true });
});

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('a move that cannot run is reported without a password', () => {
  test.each([
    ['nowhere', [], 2, /DATABASE_URL is required, or --to /],
    ['no Postgres', ['--to', 'mysql://u:canary-password@h/d'], 2, /DATABASE_URL must be an address such as/],
    ['a server that is not there', ['--to', NOWHERE], 1, /^The database at 127\.0\.0\.1:1 cannot be reached/],
  ])('to %s', async (_, args, code, sentence) => {
    const ended = await move(shared.path(), args);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(ended.stderr).not.toContain('canary');
  });

  test('from a folder without a database, and creates none', async () => {
    const folder = temporaryDirectory();
    expect(await move(folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no database'),
    });
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  });

  test('while a bot runs on the folder', async () => {
    const folder = shared.path();
    await shared.open();
    const ended = await start('src/cli/move.ts', ['--to', NOWHERE], { DATA_DIR: folder }).ended;
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^A bot runs on .*: stop it first/),
    });
  });

  test('with a key that is not the folder’s', async () => {
    const folder = shared.path();
    await loadOrCreateKey(folder);
    expect(await move(folder, undefined, { SECRET_KEY: keyOf(1) })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`SECRET_KEY="$(cat ${folder}/secret.key)"`),
    });
    const key = (await loadOrCreateKey(folder)).toString('base64');
    for (const keys of [{ SECRET_KEY: key }, { SECRET_KEY: keyOf(1), SECRET_KEY_PREVIOUS: key }])
      expect((await move(folder, undefined, keys)).stderr).toContain('cannot be reached');
  });

  test('with a key that does not open the sealed rows', async () => {
    const folder = await directoryWithDatabase();
    const database = openDatabase({ dataDir: folder, log: recordLog().log });
    await database.run(
      `insert into sms_desk.settlings values ('s', 'a', 'U1', 'm', 'l', 'sealed otherwise', 'en', 'UTC', null, null, now(), now(), now(), 0)`,
    );
    await database.close();
    const ended = await move(folder, undefined, { SECRET_KEY: keyOf(1) });
    expect(ended.stderr).toContain('SECRET_KEY does not open what is sealed');
  });
});

describe('a folder that was moved', () => {
  test('is refused with a key that does not open its audit, also when nothing is left to move', async () => {
    const folder = await directoryWithDatabase();
    const database = openDatabase({ dataDir: folder, log: recordLog().log });
    const sealer = createSealer(Buffer.from(keyOf(2), 'base64'));
    await createAudit({ ...database, account: 'a', sealer, retentionDays: 400 }).add([
      { id: 'first', entry: lookedUp, ageMs: 0 },
    ]);
    await database.close();
    await markMoved(folder, { to: '127.0.0.1:1/smsdesk', at, isKept: true });
    expect(await move(folder, undefined, { SECRET_KEY: keyOf(1) })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SECRET_KEY does not open what is sealed'),
    });
    for (const keys of [{ SECRET_KEY: keyOf(2) }, { SECRET_KEY: keyOf(1), SECRET_KEY_PREVIOUS: keyOf(2) }])
      expect(await move(folder, undefined, keys)).toMatchObject({ code: 0 });
  });

  const at = new Date('2026-11-23T03:00:00Z');
  const opened = (dataDir: string) => {
    const database = openDatabase({ dataDir, log: recordLog().log });
    onTestFinished(() => database.close());
    return database.open();
  };

  test('does not open until its mark is deleted', async () => {
    const folder = shared.path();
    await markMoved(folder, { to: '127.0.0.1:1/smsdesk', at, isKept: true });
    await expect(opened(folder)).rejects.toMatchObject({
      code: 'moved',
      message: expect.stringMatching(
        /is at 127\.0\.0\.1:1\/smsdesk since .* set DATABASE_URL.* delete .*moved\.json/,
      ),
    });
    expect(await move(folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('already: nothing was done'),
    });
    expect(await move(folder, ['--to', 'postgres://127.0.0.1:1/other'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was moved to 127.0.0.1:1/smsdesk'),
    });
    rmSync(join(folder, 'moved.json'));
    await opened(folder);
  });

  test.each(['db', 'db:5432'])('is recognised at the same server by the address %s', async (host) => {
    const folder = shared.path();
    await markMoved(folder, { to: 'db/smsdesk', at, isKept: true });
    expect(await move(folder, ['--to', `postgres://${host}/smsdesk`])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is at db/smsdesk already'),
    });
  });

  test('with an unreadable mark does not open', async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'moved.json'), '{"to": "127.0');
    await expect(refuseMoved(folder)).rejects.toMatchObject({
      name: 'DatabaseError',
      code: 'moved',
      message: expect.stringMatching(/moved\.json cannot be read, .* set DATABASE_URL.* delete the file/),
    });
  });

  test('perhaps incompletely must be moved again', async () => {
    const folder = shared.path();
    await markMoved(folder, { to: '127.0.0.1:1/smsdesk', at, isKept: false });
    await expect(opened(folder)).rejects.toThrow(/was interrupted in its last step.*npm run move again/);
    expect((await move(folder)).stderr).toContain('cannot be reached');
    (await acquireToMove(folder)).release();
  });
});
