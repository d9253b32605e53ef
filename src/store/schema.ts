import type { ColumnType } from 'kysely';

/** The tables, as Kysely knows them. Times come as `Date`; counts are `integer`, which both drivers give as numbers. */
export interface Schema {
  readonly readings: ReadingsTable;
  readonly leases: LeasesTable;
  readonly report_runs: ReportRunsTable;
}

interface ReadingsTable {
  /** Which platform and log-in, for deployments that share a database. */
  account: string;
  /** `YYYY-MM-DD` of the platform's calendar; as text, for drivers make instants of dates. */
  day: string;
  /** The sender that was asked for; `''` is all of them. */
  sender: string;
  read_at: Date;
  took_ms: number;
  bytes: number;
  received: number;
  unreadable: number;
  announced: number | null;
  failing_numbers: number | null;
  may_lack_days: boolean;
  /** As `cells-codec.ts` packs them. */
  cells: Uint8Array;
}

interface LeasesTable {
  account: string;
  name: string;
  owner: string;
  expires_at: Date;
}

interface ReportRunsTable {
  id: string;
  account: string;
  user_id: string;
  channel: string | null;
  message_ts: string | null;
  /** What was asked, sealed: it may name a number. */
  sealed_request: string;
  state: string;
  days_done: ColumnType<number, number | undefined, number>;
  of_days: number;
  messages_read: ColumnType<number, number | undefined, number>;
  created_at: ColumnType<Date, Date | undefined, never>;
  heartbeat_at: ColumnType<Date, Date | undefined, Date>;
}
