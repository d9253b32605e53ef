import type { Dialect } from 'kysely';
import type { ConnectionCounts } from '../ops/gauges.ts';

export interface DatabaseConnection {
  /** Connects Kysely. `prepare` migrates the tables, before the first query, on the same connections. */
  dialect(prepare: (dialect: Dialect) => Promise<void>): Dialect;
  runner(): SqlRunner | undefined;
  connections?(): ConnectionCounts | undefined;
}

/** Runs SQL. Without `values`, the text may contain several statements; their rows are concatenated. */
export type RunSql = <Row = unknown>(
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: Row[] }>;

export interface SqlRunner {
  readonly run: RunSql;
  together<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
}

/** Reads a query's rows by a cursor, in a transaction; `most` returns the number of rows of the next batch. */
export async function* readInBatches<Row>(run: RunSql, query: string, most: () => number) {
  await run(`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await run<Row>(`fetch ${most()} from batches`);
    if (rows.length === 0) break;
    yield rows;
  }
  await run('close batches');
}

export const IN_MEMORY = ':memory:';

/** A database thread or server connection that does not answer for this time is closed. */
export const STATEMENT_TIMEOUT_MS = 30_000;

type DatabaseErrorCode =
  | 'unreachable'
  | 'refused'
  | 'not_granted'
  | 'interrupted'
  | 'directory_in_use'
  | 'not_whole'
  | 'not_prepared'
  | 'not_opened'
  | 'not_there'
  | 'wrong_key'
  | 'moved'
  | 'broken_down';

/** Whether a SQLSTATE means that Postgres is unreachable, out of resources or stopping (class 08, 53, 57). */
export function isAway(code: unknown): boolean {
  return typeof code === 'string' && /^(?:08|53|57)\w{3}$/.test(code);
}

/** An error of the database. Its message states the cause in one sentence, without any password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(
    message: string,
    { code, cause }: { readonly code: DatabaseErrorCode; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
  }
}

/** @returns the message of a `DatabaseError`; `undefined` for other errors, which may quote stored data */
export function explainDatabaseFailure(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.message : undefined;
}
