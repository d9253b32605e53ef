import { sql } from 'kysely';
import type { AuditEntry } from '../../domain/audit.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AccountDatabase } from '../schema.ts';
import { databaseTimeIn } from '../statements.ts';
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
    loading ??= loadNumberDigest({ db, account, sealer, log }).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    async add(entries: readonly WaitingEntry[]): Promise<void> {
      const of = await digest();
      const rows = entries.flatMap(({ id, entry, ageMs }) => {
        const { numbers, team = null, channel = null, why = null, reason = null, ...columns } = entry;
        const at = databaseTimeIn(-ageMs);
        const row = { account, ...columns, team, channel, why, reason, at };
        const expires_at = databaseTimeIn(retentionDays * DAY_MS);
        return numbersBy(numbers, of).map((number_digest, index) => ({
          ...row,
          id: index === 0 ? id : `${id}.${index}`,
          number_digest,
          expires_at,
        }));
      });
      await db
        .insertInto('audit')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async forget(): Promise<number> {
      const forget = sql.id(schema, 'forget_audit');
      const { rows } = await sql<{ forgotten: string }>`select ${forget}() as forgotten`.execute(db);
      return Number(rows[0]?.forgotten ?? 0);
    },
  };
}

function numbersBy(numbers: readonly string[], of: NumberDigest): (string | null)[] {
  return numbers.length === 0 ? [null] : [...new Set(numbers)].map(of);
}
