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
import { lockDirectory } from '../../src/store/embedded/lock.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { recordLog } from '../support/log.ts';
import { aDirectory, aMadeDirectory, aName, databaseUrl } from '../support/store.ts';

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

async function aServedFolder() {
  const { stop, lines } = await folder.answer([databaseStatus, days, breaking]);
  const control = await openControl({ dataDir: folder.path(), log: recordLog().log });
  onTestFinished(() => control.close());
  const warnings = () => lines.filter(({ level }) => level === 'warn');
  return { ...control, warnings, stop, socket: join(folder.path(), 'control.sock') };
}

/** As somebody would who knows nothing of our client. */
async function asked(socketPath: string, path: string, body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ socketPath, path, method: 'POST' }, (response) => text(response).then(resolve, reject))
    .once('error', reject)
    .end(body);
  return await promise;
}

const all = <T>(rows: AsyncIterable<T>) => Array.fromAsync(rows);

describe('a command beside a bot that has the folder', () => {
  test('is answered by the bot, over a socket that is its owner’s alone', async () => {
    const { ask, socket } = await aServedFolder();
    expect(lstatSync(socket).mode & 0o777).toBe(0o600);
    const [found] = await all(ask(databaseStatus, {}));
    expect(found?.migrations).toEqual(Object.keys(migrations));
    expect(found?.rows).toMatchObject({ readings: 0, incidents: 0 });
    expect(Object.keys(found?.rows ?? {})).not.toContain('kysely_migration');
  });

  test('has as many rows as there are, with what they were', async () => {
    const { ask } = await aServedFolder();
    const rows = await all(ask(days, { count: 3_000 }));
    expect(rows).toHaveLength(3_000);
    expect(rows.at(-1)).toEqual({ at: new Date(2_999 * 86_400_000) });
    // Who reads no further breaks nothing.
    for await (const row of ask(days, { count: 1_000_000 })) {
      expect(row).toEqual({ at: new Date(0) });
      break;
    }
    expect(await all(ask(days, { count: 1 }))).toHaveLength(1);
  });

  test('that breaks off in the middle says so, and why is in the log', async () => {
    const { ask, warnings } = await aServedFolder();
    await expect(all(ask(breaking, {}))).rejects.toThrow('the log of the running bot says why');
    expect(warnings()).toMatchObject([{ operation: 'breaking', err: { message: 'it broke' } }]);
  });

  test('that the bot does not know, or not in this way, gets a sentence', async () => {
    const { ask, socket } = await aServedFolder();
    await expect(all(ask({ ...days, name: 'newer' }, { count: 1 }))).rejects.toThrow(/does not know “newer”/);
    await expect(all(ask(days, { count: 1.5 }))).rejects.toThrow(/does not understand this.*count/s);
    expect(await asked(socket, '/days', 'no JSON')).toContain('"failed"');
    expect(await asked(socket, '/days', `{"count":1${' '.repeat(70_000)}}`)).toContain('"failed"');
    // It goes on.
    expect(await all(ask(days, { count: 2 }))).toHaveLength(2);
  });

  test('ends with a sentence where the bot does', async () => {
    const { ask, stop, socket } = await aServedFolder();
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

describe('a command beside a bot that', () => {
  async function aFolderOf(listener: RequestListener): Promise<string> {
    const dataDir = aDirectory();
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const server = createServer(listener).listen(join(dataDir, 'control.sock'), resolve);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await listening;
    return dataDir;
  }
  const askedOf = (dataDir: string) => all(askBot(dataDir, days, { count: 1 }, { silenceMs: 20 }));

  test.each<[string, RequestListener]>([
    ['before its first row', () => undefined],
    ['after it', (_, response) => void response.write(`${JSON.stringify({ row: { at: new Date(0) } })}\n`)],
  ])('falls silent %s ends with a sentence', async (_, listener) => {
    const dataDir = await aFolderOf(listener);
    await expect(askedOf(dataDir)).rejects.toThrow(DatabaseError);
    await expect(askedOf(dataDir)).rejects.toThrow(/does not answer: it is stopped or busy\. Try again/);
  });

  test('ends before its first row says so', async () => {
    const dataDir = await aFolderOf(({ socket }) => socket.destroy());
    await expect(askedOf(dataDir)).rejects.toThrow(DatabaseError);
    await expect(askedOf(dataDir)).rejects.toThrow(/ended in the middle of its answer/);
  });
});

describe('the socket', () => {
  test('of a process that was killed is replaced', async () => {
    const socket = join(folder.path(), 'control.sock');
    // A file that nobody listens on.
    writeFileSync(socket, '');
    const { ask } = await aServedFolder();
    expect(await all(ask(days, { count: 1 }))).toHaveLength(1);
  });

  test('in a folder whose path is too long is left out, and both sides say so', async () => {
    const dataDir = join(aDirectory(), 'a'.repeat(100));
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
  test('opens the folder by itself, and lets go of it', async () => {
    const dataDir = await aMadeDirectory();
    for (let round = 0; round < 2; round += 1) {
      const control = await openControl({ dataDir, log: recordLog().log });
      const [found] = await all(control.ask(databaseStatus, {}));
      expect(found?.rows).toMatchObject({ readings: 0 });
      await control.close();
    }
  });

  test('makes no database where there is none', async () => {
    const dataDir = aDirectory();
    await expect(openControl({ dataDir, log: recordLog().log })).rejects.toThrow(
      /holds no database: start the bot/,
    );
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  describe.skipIf(databaseUrl === undefined)('on a server', () => {
    test('asks it', async () => {
      const { url, database } = await aServerDatabase();
      await migrate(database.db, database.schema);
      const control = await openControl({ databaseUrl: url, dataDir: aDirectory(), log: recordLog().log });
      onTestFinished(control.close);
      const [found] = await all(control.ask(databaseStatus, {}));
      expect(found?.migrations).toEqual(Object.keys(migrations));
    });

    test('makes no tables there, and says what to do', async () => {
      const { url, database } = await aServerDatabase();
      await expect(
        openControl({ databaseUrl: url, dataDir: aDirectory(), log: recordLog().log }),
      ).rejects.toThrow(/lacks tables that this version needs \(0001-\S+ first\).*run npm run migrate/);
      const { rows } = await database.run(`select from pg_namespace where nspname = 'sms_desk'`);
      expect(rows).toEqual([]);
    });
  });
});

/** An empty database of the test's own on the server. */
async function aServerDatabase() {
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  const name = aName();
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
