import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { askBot } from '../../src/control/client.ts';
import { openControl } from '../../src/control/open-control.ts';
import { createOperation } from '../../src/control/operation.ts';
import { databaseStatus } from '../../src/control/operations.ts';
import { startControlServer } from '../../src/control/server.ts';
import { DatabaseError, IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { lockDirectory } from '../../src/store/embedded/directory.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { recordLog } from '../support/log.ts';
import { databaseUrl, directoryWithDatabase, temporaryDirectory, uniqueName } from '../support/store.ts';

const days = createOperation({
  name: 'days',
  input: z.object({ count: z.int() }),
  row: z.object({ at: z.coerce.date() }),
  async *run({ count }) {
    for (let day = 0; day < count; day += 1) yield { at: new Date(day * 86_400_000) };
  },
});
const breaking = createOperation({
  name: 'breaking',
  input: z.object({}),
  row: z.object({}),
  async *run() {
    yield {};
    throw new Error('it broke');
  },
});

const folder = suiteFolder();

async function serveFolder() {
  const { stop, lines } = await folder.answer([databaseStatus, days, breaking]);
  const control = await openControl({ dataDir: folder.path(), log: recordLog().log });
  onTestFinished(() => control.close());
  const warnings = () => lines.filter(({ level }) => level === 'warn');
  return { ...control, warnings, stop, socket: join(folder.path(), 'control.sock') };
}

/** Sends a request without the client of the bot. */
async function postRaw(socketPath: string, path: string, body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ socketPath, path, method: 'POST' }, (response) => text(response).then(resolve, reject))
    .once('error', reject)
    .end(body);
  return await promise;
}

const all = <T>(rows: AsyncIterable<T>) => Array.fromAsync(rows);

describe('a command while a bot uses the folder', () => {
  test('is answered by the bot, over a socket that only its owner can use', async () => {
    const { ask, socket } = await serveFolder();
    expect(lstatSync(socket).mode & 0o777).toBe(0o600);
    const [found] = await all(ask(databaseStatus, {}));
    expect(found?.migrations).toEqual(Object.keys(migrations));
    expect(found?.rows).toMatchObject({ readings: 0, incidents: 0 });
    expect(Object.keys(found?.rows ?? {})).not.toContain('kysely_migration');
  });

  test('returns all rows with their types, and the reader may stop early', async () => {
    const { ask } = await serveFolder();
    const rows = await all(ask(days, { count: 3_000 }));
    expect(rows).toHaveLength(3_000);
    expect(rows.at(-1)).toEqual({ at: new Date(2_999 * 86_400_000) });
    // A reader that stops early disturbs nothing.
    for await (const row of ask(days, { count: 1_000_000 })) {
      expect(row).toEqual({ at: new Date(0) });
      break;
    }
    expect(await all(ask(days, { count: 1 }))).toHaveLength(1);
  });

  test('that fails in the middle reports it, and the log has the reason', async () => {
    const { ask, warnings } = await serveFolder();
    await expect(all(ask(breaking, {}))).rejects.toThrow('the log of the running bot says why');
    expect(warnings()).toMatchObject([{ operation: 'breaking', err: { message: 'it broke' } }]);
  });

  test('that is unknown or malformed gets a sentence', async () => {
    const { ask, socket } = await serveFolder();
    await expect(all(ask({ ...days, name: 'newer' }, { count: 1 }))).rejects.toThrow(/does not know “newer”/);
    await expect(all(ask(days, { count: 1.5 }))).rejects.toThrow(/does not understand this.*count/s);
    expect(await postRaw(socket, '/days', 'no JSON')).toContain('"failed"');
    expect(await postRaw(socket, '/days', `{"count":1${' '.repeat(70_000)}}`)).toContain('"failed"');
    // The server continues.
    expect(await all(ask(days, { count: 2 }))).toHaveLength(2);
  });

  test('ends with a sentence when the bot ends', async () => {
    const { ask, stop, socket } = await serveFolder();
    const reading = ask(days, { count: 1_000_000 })[Symbol.asyncIterator]();
    await reading.next();
    await stop();
    const rest = async () => {
      while (!(await reading.next()).done);
    };
    await expect(rest()).rejects.toThrow(/ended in the middle of its answer/);
    expect(existsSync(socket)).toBe(false);
    await expect(all(ask(days, { count: 1 }))).rejects.toThrow(/in use by a process that does not answer/);
  });
});

describe('a command to a bot that', () => {
  async function createFolderWithServer(listener: RequestListener): Promise<string> {
    const dataDir = temporaryDirectory();
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const server = createServer(listener).listen(join(dataDir, 'control.sock'), resolve);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await listening;
    return dataDir;
  }
  const askBotIn = (dataDir: string) => all(askBot(dataDir, days, { count: 1 }, { silenceMs: 20 }));

  test.each<[string, RequestListener]>([
    ['before its first row', () => undefined],
    ['after it', (_, response) => void response.write(`${JSON.stringify({ row: { at: new Date(0) } })}\n`)],
  ])('stops answering %s ends with a sentence', async (_, listener) => {
    const dataDir = await createFolderWithServer(listener);
    await expect(askBotIn(dataDir)).rejects.toThrow(DatabaseError);
    await expect(askBotIn(dataDir)).rejects.toThrow(/does not answer: it is stopped or busy\. Try again/);
  });

  test('ends before its first row reports this', async () => {
    const dataDir = await createFolderWithServer(({ socket }) => socket.destroy());
    await expect(askBotIn(dataDir)).rejects.toThrow(DatabaseError);
    await expect(askBotIn(dataDir)).rejects.toThrow(/ended in the middle of its answer/);
  });
});

describe('the socket', () => {
  test('of a killed process is replaced', async () => {
    const socket = join(folder.path(), 'control.sock');
    // A file without a listener.
    writeFileSync(socket, '');
    const { ask } = await serveFolder();
    expect(await all(ask(days, { count: 1 }))).toHaveLength(1);
  });

  test('is left out when its path is too long, and both sides say so', async () => {
    const dataDir = join(temporaryDirectory(), 'a'.repeat(100));
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    const { release } = await lockDirectory(dataDir);
    onTestFinished(release);
    const { log, lines } = recordLog();
    onTestFinished(await startControlServer({ dataDir, database: folder.open, log }));
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { err: { message: expect.stringContaining('the path of DATA_DIR is too long') } },
    ]);
    const { ask } = await openControl({ dataDir, log });
    await expect(all(ask(days, { count: 1 }))).rejects.toThrow(/DATA_DIR is too long.* bytes at most/);
  });
});

describe('a command while no bot runs', () => {
  test('opens the folder by itself, and releases it', async () => {
    const dataDir = await directoryWithDatabase();
    for (let round = 0; round < 2; round += 1) {
      const control = await openControl({ dataDir, log: recordLog().log });
      const [found] = await all(control.ask(databaseStatus, {}));
      expect(found?.rows).toMatchObject({ readings: 0 });
      await control.close();
    }
  });

  test('creates no database when there is none', async () => {
    const dataDir = temporaryDirectory();
    await expect(openControl({ dataDir, log: recordLog().log })).rejects.toThrow(
      /holds no database: start the bot/,
    );
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  describe.skipIf(databaseUrl === undefined)('on a server', () => {
    test('reads the database of the server', async () => {
      const { url, database } = await createServerDatabase();
      await migrate(database.db, database.schema);
      const control = await openControl({
        databaseUrl: url,
        dataDir: temporaryDirectory(),
        log: recordLog().log,
      });
      onTestFinished(control.close);
      const [found] = await all(control.ask(databaseStatus, {}));
      expect(found?.migrations).toEqual(Object.keys(migrations));
    });

    test('creates no tables there, and says what to do', async () => {
      const { url, database } = await createServerDatabase();
      await expect(
        openControl({ databaseUrl: url, dataDir: temporaryDirectory(), log: recordLog().log }),
      ).rejects.toThrow(/lacks tables that this version needs \(0001-\S+ first\).*run npm run migrate/);
      const { rows } = await database.run(`select from pg_namespace where nspname = 'sms_desk'`);
      expect(rows).toEqual([]);
    });
  });
});

async function createServerDatabase() {
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  const name = uniqueName();
  await server.query(`create database ${name}`);
  const url = new URL(databaseUrl ?? '');
  url.pathname = `/${name}`;
  const database = openDatabase({
    databaseUrl: url.href,
    dataDir: IN_MEMORY,
    log: recordLog().log,
    migrates: false,
  });
  onTestFinished(async () => {
    await database.close();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });
  return { url: url.href, database };
}
