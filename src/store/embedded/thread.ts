import type { PGlite, PGliteTransaction } from 'kysely';
import type { Log } from '../../ops/log.ts';
import { type Metrics, NO_METRICS } from '../../ops/metrics.ts';
import { kindOf } from '../../runtime/error-code.ts';
import { startThread } from '../../runtime/threads/thread.ts';
import { DatabaseError, isAway } from '../connection.ts';
import type { EmbeddedAnswer, EmbeddedQuestion, PlainDatabaseFailure } from './worker.ts';

export interface EmbeddedSession extends Pick<PGlite, 'query'> {
  exec<Row>(sql: string): Promise<{ rows: Row[] }[]>;
}

export interface Embedded extends PGlite, EmbeddedSession {
  transaction<T>(work: (transaction: PGliteTransaction & EmbeddedSession) => Promise<T>): Promise<T>;
}

export interface EmbeddedThreadOptions {
  readonly path: string | undefined;
  /** Snapshot file: a database in memory is loaded from it, or, if the file is missing, saved to it. */
  readonly snapshot?: string | undefined;
  readonly prepare: (database: Embedded) => Promise<void>;
  readonly limitMs: number;
  readonly log: Log;
  readonly metrics?: Metrics;
}

/** Size of V8’s young generation: small, because V8’s memory contains only results of statements. */
const YOUNG_MEGABYTES = 4;

/** Runs Postgres in a thread, as a statement may block for 50 ms. Errors omit `detail`: it may quote rows. */
export async function openThread(options: EmbeddedThreadOptions): Promise<Embedded> {
  const { path, snapshot, prepare, limitMs, log, metrics = NO_METRICS } = options;
  const worker = startThread(new URL('./worker.ts', import.meta.url), {
    name: 'database',
    limits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let newest = 0;
  let isPrepared = false;
  let isClosing = false;
  let isDone = false;
  let hasEnded = false;
  let reason = 'ended';
  let watch: NodeJS.Timeout | undefined;
  worker.unref();
  worker.on('message', (answer: EmbeddedAnswer) => {
    if ('lastWords' in answer) {
      reason = answer.lastWords;
      void worker.terminate();
      return;
    }
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    restartTimeout();
    // An idle thread does not keep the process alive, except while the database closes.
    if (waiting.size === 0 && !isClosing) worker.unref();
    if ('failure' in answer) pending?.reject(errorOf(answer.failure));
    else pending?.resolve(answer.result);
  });
  worker.on('error', (error) => {
    // Only the kind of error is used, because its message may quote stored data.
    reason = kindOf(error);
  });
  worker.once('exit', () => {
    hasEnded = true;
    clearTimeout(watch);
    if (!isDone) {
      log.error({ reason }, 'the thread of the embedded database broke down');
      metrics.databaseError('broken_down');
    }
    for (const { reject } of waiting.values()) reject(brokenDown(reason));
    waiting.clear();
  });

  /** An answer of the thread restarts the timeout, because it shows that the thread still runs statements. */
  function restartTimeout(): void {
    clearTimeout(watch);
    if (!isPrepared || waiting.size === 0) return;
    watch = setTimeout(() => {
      reason = 'no answer in time';
      void worker.terminate();
    }, limitMs).unref();
  }

  async function ask<T>(question: EmbeddedQuestion): Promise<T> {
    if (hasEnded) throw brokenDown(reason);
    newest += 1;
    const pending = Promise.withResolvers<unknown>();
    worker.postMessage({ id: newest, ...question });
    worker.ref();
    waiting.set(newest, pending);
    if (waiting.size === 1) restartTimeout();
    return (await pending.promise) as T;
  }

  /** Rejects while the database closes; an open transaction calls `ask` instead, so that it can finish. */
  async function askWhileOpen<T>(question: EmbeddedQuestion): Promise<T> {
    if (isClosing) throw new Error('the database is closed');
    return await ask<T>(question);
  }

  const sessionIn = (transaction: number | undefined, send = ask): EmbeddedSession => ({
    query: (sql, parameters = [], { rowMode = 'object' } = {}) =>
      send({ call: 'query', sql, parameters, rowMode, transaction }),
    exec: (sql) => send({ call: 'exec', sql, transaction }),
  });

  async function close(): Promise<void> {
    isClosing = true;
    try {
      await ask({ call: 'close' });
    } catch (error) {
      // If the thread has already ended, nothing is lost, because data is written to disk continuously.
      if (!hasEnded) throw error;
    } finally {
      isDone = true;
      await worker.terminate();
    }
  }

  const database: Embedded = {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return isClosing || hasEnded;
    },
    ...sessionIn(undefined, askWhileOpen),
    async transaction(work) {
      const transaction = await askWhileOpen<number>({ call: 'begin' });
      let isOpen = true;
      const end = async (commits: boolean) => {
        if (!isOpen) return;
        isOpen = false;
        await ask({ call: 'end', transaction, commits });
      };
      try {
        const result = await work({ ...sessionIn(transaction), rollback: () => end(false) });
        await end(true);
        return result;
      } catch (error) {
        await end(false);
        throw error;
      }
    },
    close,
  };
  try {
    const isLoaded = await ask<boolean>({ call: 'open', path, snapshot });
    await prepare(database);
    if (snapshot !== undefined && !isLoaded) await ask({ call: 'write_snapshot', snapshot });
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  isPrepared = true;
  return database;
}

function errorOf({ message, ...fields }: PlainDatabaseFailure): Error {
  if (isAway(fields.code)) return new DatabaseError(message, { code: 'interrupted' });
  return Object.assign(new Error(message), fields);
}

function brokenDown(reason: string): DatabaseError {
  const message = `The embedded database broke down (${reason}): its next use opens it again`;
  return new DatabaseError(message, { code: 'broken_down' });
}
