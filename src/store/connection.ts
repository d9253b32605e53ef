import type { Dialect } from 'kysely';

/** How the rest of the program has a database, whichever it is: what an opening gives, and how it fails. */
export interface DatabaseConnection {
  /** `prepare` is run at the first use, on the same connections. */
  dialect(prepare: (dialect: Dialect) => Promise<void>): Dialect;
  runner(): SqlRunner | undefined;
}

/** Runs SQL as it is written. Without values it may be several statements, whose rows come one after another. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: unknown[] }>;

export interface SqlRunner {
  readonly run: RunSql;
  /** Statements that are all kept or none. */
  together<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
}

/** A thread or a server that is asked for something and gives no answer for so long is given up. */
export const STATEMENT_TIMEOUT_MS = 30_000;

type DatabaseErrorCode = 'unreachable' | 'refused' | 'directory_in_use' | 'not_prepared' | 'broken_down';

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
