import type { Dialect } from 'kysely';
import type { ConnectionCounts } from '../ops/gauges.ts';

export interface DatabaseConnection {
  /** `prepare` runs at the first use, on the same connections. */
  dialect(prepare: (dialect: Dialect) => Promise<void>): Dialect;
  runner(): SqlRunner | undefined;
  connections?(): ConnectionCounts | undefined;
}

/** Without values it may be several statements; their rows are concatenated. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: unknown[] }>;

export interface SqlRunner {
  readonly run: RunSql;
  together<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
}

export const IN_MEMORY = ':memory:';

/** A thread or server without an answer for this time is abandoned. */
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

/** SQLSTATE of a server or embedded Postgres that stops, is full or does not finish. */
export function isAway(code: unknown): boolean {
  return typeof code === 'string' && /^(?:08|53|57)\w{3}$/.test(code);
}

/** The message explains the reason in one sentence, and never contains a password. */
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

/** For the log; other errors may quote a row, so they return `undefined`. */
export function explainDatabaseFailure(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.message : undefined;
}
