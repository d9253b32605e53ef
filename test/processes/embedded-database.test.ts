import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type EmbeddedOptions, openEmbedded } from '../../src/store/embedded/database.ts';
import { EmbeddedDialect, embeddedRunner } from '../../src/store/embedded/dialect.ts';
import { lockDirectory } from '../../src/store/embedded/lock.ts';
import { type Embedded, openThread } from '../../src/store/embedded/thread.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { aMadeDirectory } from '../support/store.ts';
import { watchThreads } from '../support/threads.ts';

const brokenDown = { name: 'DatabaseError', code: 'broken_down' };
const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)';
/** Enough for a plain statement, however busy the machine is. */
const LIMIT_MS = 1_500;
const LONGER_THAN_THE_LIMIT = `do $$
  declare enough timestamptz := clock_timestamp() + interval '${1.1 * LIMIT_MS} milliseconds';
  begin while clock_timestamp() < enough loop end loop; end $$`;
const prepare = async (database: Embedded) =>
  void (await database.exec('create table if not exists kept (word text)'));

async function anEmbedded(changes: Partial<EmbeddedOptions> = {}) {
  const { log, lines } = recordLog();
  const directory = await aMadeDirectory();
  const database = await openEmbedded({ directory, prepare, limitMs: 60_000, log, ...changes });
  onTestFinished(() => database.close());
  const words = async () => (await database.query<{ word: string }>('select word from kept')).rows;
  return { database, words, lines };
}

const aPlace = async () => join(await aMadeDirectory(), 'postgres');

async function end(thread: Worker | undefined): Promise<void> {
  if (!thread) throw new Error('there is no thread');
  await thread.terminate();
}

test('a text that opens a transaction and fails leaves nobody in it', async () => {
  const { database, words } = await anEmbedded();
  const { run } = embeddedRunner(database);
  const failing = run("begin; insert into kept values ('lost'); select 1 / 0; commit");
  const others = Array.from({ length: 5 }, () => run('select 1 as one'));
  await expect(failing).rejects.toThrow('division by zero');
  expect(await Promise.all(others)).toEqual(others.map(() => ({ rows: [{ one: 1 }] })));
  await run("begin; insert into kept values ('kept'); commit");
  expect(await words()).toEqual([{ word: 'kept' }]);
});

describe('a thread that breaks down', () => {
  const byAnError = (thread: Worker | undefined) => thread?.postMessage(null);
  const withoutAWord = (thread: Worker | undefined) => void thread?.terminate();

  test('by an error or without a word fails what was asked of it, is told, and has a successor', async () => {
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

  test('refuses a transaction that was about to begin', async () => {
    const threads = watchThreads();
    const { log } = recordLog();
    const database = await openThread({ place: await aPlace(), prepare, limitMs: 60_000, log });
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

  test('fails a transaction under way, whose statements never reach its successor', async () => {
    const threads = watchThreads();
    const { database, words } = await anEmbedded();
    const failing = database.transaction(async (transaction) => {
      await transaction.query("insert into kept values ('canary')");
      await end(threads[0]);
      expect(await words()).toEqual([]);
      await transaction.query("insert into kept values ('canary')");
    });
    await expect(failing).rejects.toMatchObject(brokenDown);
    expect(await words()).toEqual([]);
  });

  test('by a statement without end is ended, and not by a preparation that takes long', async () => {
    let isFirst = true;
    const { database, words, lines } = await anEmbedded({
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
  test('is let go of where the thread breaks down while it is prepared', async () => {
    const directory = await aMadeDirectory();
    const threads = watchThreads();
    const failing = anEmbedded({
      directory,
      async prepare(opened) {
        await end(threads[0]);
        await prepare(opened);
      },
    });
    await expect(failing).rejects.toMatchObject(brokenDown);
    (await lockDirectory(directory)).release();
  });

  test('stays this process’s own from one thread to the next, with all that is in it', async () => {
    const directory = await aMadeDirectory();
    const threads = watchThreads();
    const { database, words } = await anEmbedded({ directory });
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

describe('what is asked', () => {
  test('and cannot pass to the thread is refused at once, and forgotten', async () => {
    const threads = watchThreads();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
    const { database, words } = await anEmbedded();
    await expect(database.query('select $1', [() => 'canary'])).rejects.toThrow(/could not be cloned/);
    await end(threads[0]);
    expect(await words()).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  test('of a thread that is closing is refused, and one that breaks down meanwhile has closed', async () => {
    const threads = watchThreads();
    const { log, lines } = recordLog();
    const database = await openThread({ place: await aPlace(), prepare, limitMs: 60_000, log });
    // It keeps the thread from having closed before it is ended.
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

  test('of a database that is closing is refused, and a transaction under way comes to its end', async () => {
    const { database } = await anEmbedded();
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

  test('before it closes is answered, and the process ends by itself', async () => {
    const { ended } = start('test/store/embedded/closing-replica.ts');
    expect(await ended).toMatchObject({ code: 0, stdout: 'closed, the database is closed\n' });
  });
});
