import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from './schema.ts';

/** The rows of one account. */
export interface AccountDatabase {
  readonly db: Kysely<Schema>;
  /** Tells deployments that share a database apart: base URL and a digest of the log-in. */
  readonly account: string;
}

/** Stands in a `sender` column where no sender is named. */
export const ALL_SENDERS = '';

export const language = z.enum(['en', 'es']);

/** The database's clock, which all replicas share. */
export const databaseNow = sql<Date>`clock_timestamp()`;

/** The database's time so many milliseconds from now, or before now where `ms` is negative. */
export const databaseTimeIn = (ms: number) =>
  sql<Date>`clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;
