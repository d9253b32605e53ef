import { parentPort } from 'node:worker_threads';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { hasCode } from '../../runtime/error-code.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

/** A request to the database thread; the first request, and only that one, must be `open`. */
export type EmbeddedQuestion =
  /** Without `path`, opens a database in memory. The answer is whether the snapshot was loaded. */
  | { readonly call: 'open'; readonly path: string | undefined; readonly snapshot: string | undefined }
  | { readonly call: 'write_snapshot'; readonly snapshot: string }
  | ({ readonly call: 'query' } & EmbeddedQuery)
  | { readonly call: 'exec'; readonly sql: string; readonly transaction: number | undefined }
  /** Begins a transaction and answers with its number; other statements wait until the transaction ends. */
  | { readonly call: 'begin' }
  | { readonly call: 'end'; readonly transaction: number; readonly commits: boolean }
  | { readonly call: 'close' };

interface EmbeddedQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rowMode: 'array' | 'object';
  readonly transaction: number | undefined;
}

export type EmbeddedAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: PlainDatabaseFailure }
  /** Postgres ended with this last message, so the thread is unusable. */
  | { readonly id: number; readonly lastWords: string };

/** An error’s properties that can be sent between threads and quote no stored data. */
export type PlainDatabaseFailure = { readonly message: string } & Readonly<Record<string, unknown>>;

/** Postgres’s type id of `bytea`, converted here because the library’s own parser takes ten times as long. */
const BYTEA = 17;
const HEX_MARK = '\\x';
const CONVERSIONS = {
  parsers: { [BYTEA]: (text: string) => Buffer.from(text.slice(HEX_MARK.length), 'hex') },
  serializers: { [BYTEA]: (bytes: Uint8Array) => HEX_MARK + Buffer.from(bytes).toString('hex') },
};

interface OpenTransaction {
  readonly handle: Transaction;
  readonly end: (commits: boolean) => void;
  readonly ended: Promise<void>;
}

let postgres: Postgres | undefined;
const transactions = new Map<number, OpenTransaction>();
let newest = 0;

parentPort?.on('message', async ({ id, ...question }: EmbeddedQuestion & { readonly id: number }) => {
  const answer = (message: EmbeddedAnswer) => parentPort?.postMessage(message);
  try {
    answer({ id, result: await ask(question) });
  } catch (error) {
    if (postgres && hasEnded(error)) answer({ id, lastWords: postgres.lastWords(error) });
    else answer({ id, failure: plain(error) });
  }
});

async function ask(question: EmbeddedQuestion): Promise<unknown> {
  if (question.call === 'open') {
    const { path, snapshot } = question;
    const loadDataDir = snapshot === undefined ? undefined : await readSnapshot(snapshot);
    postgres = await openPostgres(path, { ...CONVERSIONS, ...(loadDataDir ? { loadDataDir } : {}) });
    return loadDataDir !== undefined;
  }
  if (!postgres) throw new Error('the database is not open');
  const { database: whole } = postgres;
  const within = (transaction: number | undefined) =>
    transaction === undefined ? whole : openTransaction(transaction).handle;
  switch (question.call) {
    case 'query': {
      const { sql, parameters, rowMode, transaction } = question;
      return await within(transaction).query(sql, [...parameters], { rowMode });
    }
    case 'exec': {
      const { sql, transaction } = question;
      // SQL that begins a transaction runs inside another, so that after an error no transaction stays open.
      const opens = transaction === undefined && OPENS_TRANSACTION.test(sql);
      return await (opens ? whole.transaction((own) => own.exec(sql)) : within(transaction).exec(sql));
    }
    case 'begin':
      return await begin(whole);
    case 'end': {
      const { end, ended } = openTransaction(question.transaction);
      transactions.delete(question.transaction);
      end(question.commits);
      return await ended;
    }
    case 'write_snapshot':
      return await writeSnapshot(question.snapshot, whole);
    case 'close':
      return await whole.close();
  }
}

const OPENS_TRANSACTION = /^\s*begin\b/i;

const INTERNAL_ERROR = 'XX000';

/** Whether Postgres is unusable: it aborted (no `Error`), or had an internal error, such as a full disk. */
function hasEnded(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'RuntimeError') return true;
  return hasCode(error, INTERNAL_ERROR);
}

async function begin(on: PGlite): Promise<number> {
  const started = Promise.withResolvers<Transaction>();
  const ending = Promise.withResolvers<boolean>();
  const ended = on.transaction(async (handle) => {
    started.resolve(handle);
    if (!(await ending.promise)) await handle.rollback();
  });
  ended.catch(started.reject);
  const handle = await started.promise;
  newest += 1;
  transactions.set(newest, { handle, end: ending.resolve, ended });
  return newest;
}

function openTransaction(number: number): OpenTransaction {
  const transaction = transactions.get(number);
  if (!transaction) throw new Error('the transaction has ended');
  return transaction;
}

const ERROR_FIELDS = [
  'name',
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'position',
];

function plain(error: unknown): PlainDatabaseFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const fields = ERROR_FIELDS.map((name) => [name, Reflect.get(error, name)] as const);
  return {
    message: error.message,
    ...Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')),
  };
}
