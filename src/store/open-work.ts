import { sql } from 'kysely';
import type { WorkSnapshot } from '../ops/gauges.ts';
import { watchedIn } from './incidents/rows.ts';
import { createRowReader } from './row-reader.ts';
import type { AccountDatabase } from './schema.ts';

export type OpenWork = Omit<WorkSnapshot, 'readAt' | 'queues'>;

export function createOpenWork({ db, account, log }: AccountDatabase) {
  const checks = createRowReader('watch_states', watchedIn, log);
  return async (now: Date): Promise<OpenWork> => {
    const { rows: counted } = await sql<{ incidents: number; watches: number; summary_at: Date | null }>`
      select
        (select count(*)::integer from ${sql.table('incidents')} where account = ${account} and ended_at is null)
          as incidents,
        (select count(*)::integer from ${sql.table('watches')} where account = ${account} and state = 'active')
          as watches,
        -- Until a round has planned it, a summary has no row.
        least((select min(due_at) from ${sql.table('summaries')}
            where account = ${account} and state = 'due' and due_at <= ${now}),
          (select min(next_due_at) from ${sql.table('subscriptions')}
            where account = ${account} and state = 'active' and next_due_at <= ${now})) as summary_at`.execute(
      db,
    );
    const rows = await db.selectFrom('watch_states').where('account', '=', account).selectAll().execute();
    const states = checks.all(rows);
    const newest = states.toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime())[0];
    return {
      openIncidents: counted[0]?.incidents ?? 0,
      activeWatches: counted[0]?.watches ?? 0,
      lastGoodCheckAt: latest(states.map(({ state }) => state.lastReadMs)),
      checkTookMs: newest?.tookMs ?? 0,
      oldestDueSummaryAt: counted[0]?.summary_at ?? undefined,
    };
  };
}

function latest(times: readonly (number | undefined)[]): Date | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : new Date(Math.max(...known));
}
