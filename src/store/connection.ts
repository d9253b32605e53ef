import type { Dialect } from 'kysely';
import type { ConnectionCounts } from '../ops/gauges.ts';

export interface DatabaseConnection {
  /** `prepare` is run at the first use, on the same connections. */
  dialect(prepare: (dialect: Dialect) => Promise<void>): Dialect;
  runner(): SqlRunner | undefined;
  connections?(): ConnectionCounts | undefined;
}

/** Runs SQL as it is written. Without values it may be several statements, whose rows come one after another. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: unknown[] }>;

export interface SqlRunner {
  readonly run: RunSql;
  together<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
}

/** In place of the embedded database's folder: it is kept nowhere. */
export const IN_MEMORY = ':memory:';

/** A thread or a server that is asked for something and gives no answer for so long is given up. */
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
  | 'moved'
  | 'broken_down';

/** Whether a server's or the embedded Postgres goes down, has no place or does not come to an end, by its SQLSTATE. */
export function isAway(code: unknown): boolean {
  return typeof code === 'string' && /^(?:08|53|57)\w{3}$/.test(code);
}

/** The database cannot be had: its message says in a sentence what is wrong, and never holds a password. */
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

/** The sentence of a database that cannot be had, for the log; other errors may quote a row, and have none. */
export function explainDatabaseFailure(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.message : undefined;
}
