import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type EmbeddedOptions, openEmbedded } from '../../src/store/embedded/database.ts';
import { EmbeddedDialect, embeddedRunner } from '../../src/store/embedded/dialect.ts';
import { lockDirectory } from '../../src/store/embedded/directory.ts';
import { type Embedded, openThread } from '../../src/store/embedded/thread.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { directoryWithDatabase } from '../support/store.ts';
import { watchThreads } from '../support/threads.ts';

const brokenDown = { name: 'DatabaseError', code: 'broken_down' };
const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)';
/** Enough for a plain statement on a busy machine. */
const LIMIT_MS = 1_500;
const LONGER_THAN_THE_LIMIT = `do $$
  declare enough timestamptz := clock_timestamp() + interval '${1.1 * LIMIT_MS} milliseconds';
  begin while clock_timestamp() < enough loop end loop; end $$`;
const prepare = async (database: Embedded) =>
  void (await database.exec('create table if not exists kept (word text)'));

async function openTestDatabase(changes: Partial<EmbeddedOptions> = {}) {
  const { log, lines } = recordLog();
  const directory = await directoryWithDatabase();
  const database = await openEmbedded({ directory, prepare, limitMs: 60_000, log, ...changes });
  onTestFinished(() => database.close());
  const words = async () => (await database.query<{ word: string }>('select word from kept')).rows;
  return { database, words, lines };
}

const createPlace = async () => join(await directoryWithDatabase(), 'postgres');

async function end(thread: Worker | undefined): Promise<void> {
  if (!thread) throw new Error('there is no thread');
  await thread.terminate();
}

test('a failed text that opened a transaction does not affect later queries', async () => {
  const { database, words } = await openTestDatabase();
  const { run } = embeddedRunner(database);
  const failing = run("begin; insert into kept values ('lost'); select 1 / 0; commit");
  const others = Array.from({ length: 5 }, () => run('select 1 as one'));
  await expect(failing).rejects.toThrow('division by zero');
  expect(await Promise.all(others)).toEqual(others.map(() => ({ rows: [{ one: 1 }] })));
  await run("begin; insert into kept values ('kept'); commit");
  expect(await words()).toEqual([{ word: 'kept' }]);
});

describe('a thread that fails', () => {
  const byAnError = (thread: Worker | undefined) => thread?.postMessage(null);
  const withoutAWord = (thread: Worker | undefined) => void thread?.terminate();

  test('with or without an error fails its queries, is logged and is replaced', async () => {
    const threads = watchThreads();
    const { log, lines } = recordLog();
    const database = openDatabase({ dataDir: IN_MEMORY, log });
    onTestFinished(database.close);
    const leases = () => database.db.selectFrom('leases').selectAll().execute();
    expect(await leases()).toEqual([]);
    for (const breakDown of [byAnError, withoutAWord]) {
      const failures = [
        database.run(ENDLESS),
        database.run(`${ENDLESS} where 'canary' = $1`, ['canary']),
      ].map((asked) => asked.catch((error: unknown) => error));
      breakDown(threads.at(-1));
      expect(await Promise.all(failures)).toMatchObject([brokenDown, brokenDown]);
      expect(await Promise.all([leases(), leases()])).toEqual([[], []]);
      expect(await database.run('select 1 as one')).toEqual({ rows: [{ one: 1 }] });
    }
    expect(threads).toHaveLength(3);
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([{ reason: 'TypeError' }, { reason: 'ended' }]);
    expect(JSON.stringify(errors)).not.toContain('canary');
  });

  test('rejects a transaction that is about to begin', async () => {
    const threads = watchThreads();
    const { log } = recordLog();
    const database = await openThread({ path: await createPlace(), prepare, limitMs: 60_000, log });
    const db = new Kysely<{ kept: { word: string } }>({ dialect: new EmbeddedDialect(async () => database) });
    expect(await db.selectFrom('kept').selectAll().execute()).toEqual([]);
    await end(threads[0]);
    let isRun = false;
    const failing = db.transaction().execute(async () => {
      isRun = true;
    });
    await expect(failing).rejects.toMatchObject(brokenDown);
    expect(isRun).toBe(false);
    await database.close();
  });

  test('fails a running transaction, and its statements never reach the new thread', async () => {
    const threads = watchThreads();
    const { database, words } = await openTestDatabase();
    const failing = database.transaction(async (transaction) => {
      await transaction.query("insert into kept values ('canary')");
      await end(threads[0]);
      expect(await words()).toEqual([]);
      await transaction.query("insert into kept values ('canary')");
    });
    await expect(failing).rejects.toMatchObject(brokenDown);
    expect(await words()).toEqual([]);
  });

  test('is ended for an endless statement, but not for a long preparation', async () => {
    let isFirst = true;
    const { database, words, lines } = await openTestDatabase({
      limitMs: LIMIT_MS,
      async prepare(opened) {
        await prepare(opened);
        if (isFirst) await opened.exec(LONGER_THAN_THE_LIMIT);
        isFirst = false;
      },
    });
    expect(lines).toEqual([]);
    const failures = [database.query(ENDLESS), database.query('select 1')];
    for (const failing of failures) await expect(failing).rejects.toMatchObject(brokenDown);
    expect(await words()).toEqual([]);
    expect(lines).toMatchObject([{ reason: 'no answer in time' }]);
  });
});

describe('a directory', () => {
  test('is released when the thread fails during the preparation', async () => {
    const directory = await directoryWithDatabase();
    const threads = watchThreads();
    const failing = openTestDatabase({
      directory,
      async prepare(opened) {
        await end(threads[0]);
        await prepare(opened);
      },
    });
    await expect(failing).rejects.toMatchObject(brokenDown);
    (await lockDirectory(directory)).release();
  });

  test('stays locked by the process across its threads, with all its data', async () => {
    const directory = await directoryWithDatabase();
    const threads = watchThreads();
    const { database, words } = await openTestDatabase({ directory });
    await database.query('insert into kept values ($1)', ['first']);
    await end(threads.at(-1));
    await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'directory_in_use' });
    expect(await words()).toEqual([{ word: 'first' }]);
    await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'directory_in_use' });
    expect(threads).toHaveLength(2);

    await end(threads.at(-1));
    await database.close();
    (await lockDirectory(directory)).release();
  });
});

describe('a query', () => {
  test('that cannot be sent to the thread is rejected at once and forgotten', async () => {
    const threads = watchThreads();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
    const { database, words } = await openTestDatabase();
    await expect(database.query('select $1', [() => 'canary'])).rejects.toThrow(/could not be cloned/);
    await end(threads[0]);
    expect(await words()).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  test('to a closing thread is rejected, and a thread that fails meanwhile counts as closed', async () => {
    const threads = watchThreads();
    const { log, lines } = recordLog();
    const database = await openThread({ path: await createPlace(), prepare, limitMs: 60_000, log });
    // This query keeps the thread from closing before it is ended.
    const asked = database.query(ENDLESS).catch((error: unknown) => error);
    const closing = database.close();
    await expect(database.query('select 1')).rejects.toThrow('the database is closed');
    await end(threads[0]);
    await closing;
    expect(await asked).toMatchObject(brokenDown);
    expect(database.closed).toBe(true);
    await database.close();
    expect(lines).toMatchObject([{ reason: 'ended' }]);
  });

  test('to a closing database is rejected, and a running transaction completes', async () => {
    const { database } = await openTestDatabase();
    let closing: Promise<void> | undefined;
    const kept = database.transaction(async (transaction) => {
      closing = database.close();
      await expect(database.query('select 1')).rejects.toThrow('closed');
      return (await transaction.query<{ one: number }>('select 1 as one')).rows;
    });
    expect(await kept).toEqual([{ one: 1 }]);
    await closing;
    await expect(database.query('select 1')).rejects.toThrow('closed');
  });

  test('sent before the database closes is answered, and the process ends by itself', async () => {
    const { ended } = start('test/store/embedded/closing-replica.ts');
    expect(await ended).toMatchObject({ code: 0, stdout: 'closed, the database is closed\n' });
  });
});
