import { sql } from 'kysely';
import type { AuditEntry } from '../../domain/audit.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AccountDatabase } from '../schema.ts';
import { databaseTimeIn, jsonRows } from '../statements.ts';
import { loadNumberDigest, type NumberDigest } from './keys.ts';

export interface WaitingEntry {
  /** A retry to store an entry uses the same id, because the first attempt may have stored it already. */
  readonly id: string;
  readonly entry: AuditEntry;
  readonly ageMs: number;
}

export type Audit = ReturnType<typeof createAudit>;

interface AuditOptions extends AccountDatabase {
  readonly schema: string;
  readonly sealer: Sealer;
  readonly retentionDays: number;
}

/** Adds audit entries. An entry is never changed, and is deleted only after it has expired. */
export function createAudit({ db, account, log, schema, sealer, retentionDays }: AuditOptions) {
  let loading: Promise<NumberDigest> | undefined;
  const digest = () => {
    loading ??= loadNumberDigest({ db, account, log }, sealer).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    async add(entries: readonly WaitingEntry[]): Promise<void> {
      const of = await digest();
      const rows = entries.flatMap(({ id, entry, ageMs }) => {
        const { numbers, ...columns } = entry;
        const digests = numbers.length === 0 ? [null] : [...new Set(numbers)].map(of);
        return digests.map((number_digest, index) => ({
          ...columns,
          id: index === 0 ? id : `${id}.${index}`,
          number_digest,
          age_ms: ageMs,
        }));
      });
      await sql`
        insert into ${sql.table('audit')} (id, account, at, act, surface, person, team, channel, reference, outcome,
          why, reason, number_digest, expires_at)
        select id, ${account}, clock_timestamp() - age_ms * interval '1 millisecond', act, surface, person, team,
            channel, reference, outcome, why, reason, number_digest, ${databaseTimeIn(retentionDays * DAY_MS)}
          from json_to_recordset(${jsonRows(rows)}) as entry (id text, age_ms double precision, act text,
            surface text, person text, team text, channel text, reference text, outcome text, why text, reason text,
            number_digest text)
        on conflict do nothing`.execute(db);
    },
    async forget(): Promise<number> {
      const forget = sql.id(schema, 'forget_audit');
      const { rows } = await sql<{ forgotten: string }>`select ${forget}() as forgotten`.execute(db);
      return Number(rows[0]?.forgotten ?? 0);
    },
  };
}
