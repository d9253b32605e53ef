import { sql } from 'kysely';
import { watchedIn } from './incidents/rows.ts';
import { createRowReader } from './row-reader.ts';
import type { AccountDatabase } from './schema.ts';

/** What all replicas together have still to do, and when they last did what comes around. */
export interface OpenWork {
  readonly openIncidents: number;
  readonly activeWatches: number;
  /** When the figures were read that the newest check goes by; `undefined` before the first. */
  readonly lastGoodCheckAt: Date | undefined;
  /** How long the platform was kept busy by the newest check. */
  readonly checkTookMs: number;
  /** Since when the longest due summary waits to be posted; `undefined` where none does. */
  readonly oldestDueSummaryAt: Date | undefined;
}

/** Looks at what is open, for whoever runs the bot. `now` is the bot's clock. */
export function createOpenWork({ db, account, log }: AccountDatabase) {
  const checks = createRowReader('watch_states', watchedIn, log);
  return async (now: Date): Promise<OpenWork> => {
    const counts = await db
      .selectNoFrom((is) => [
        is
          .selectFrom('incidents')
          .where('account', '=', account)
          .where('ended_at', 'is', null)
          .select(countOfAll)
          .as('incidents'),
        is
          .selectFrom('watches')
          .where('account', '=', account)
          .where('state', '=', 'active')
          .select(countOfAll)
          .as('watches'),
        is
          .selectFrom('summaries')
          .where('account', '=', account)
          .where('state', '=', 'due')
          .where('due_at', '<=', now)
          .select(({ fn }) => fn.min('due_at').as('at'))
          .as('posted_from'),
        // Where nobody plans, there is no row of a summary yet.
        is
          .selectFrom('subscriptions')
          .where('account', '=', account)
          .where('state', '=', 'active')
          .where('next_due_at', '<=', now)
          .select(({ fn }) => fn.min('next_due_at').as('at'))
          .as('planned_from'),
      ])
      .executeTakeFirstOrThrow();
    const rows = await db.selectFrom('watch_states').where('account', '=', account).selectAll().execute();
    const made = checks.all(rows);
    const newest = made.toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime())[0];
    return {
      openIncidents: counts.incidents ?? 0,
      activeWatches: counts.watches ?? 0,
      lastGoodCheckAt: latest(made.map(({ state }) => state.lastReadMs)),
      checkTookMs: newest?.tookMs ?? 0,
      oldestDueSummaryAt: earliest([counts.posted_from, counts.planned_from]),
    };
  };
}

const countOfAll = sql<number>`count(*)::integer`.as('count');

function latest(times: readonly (number | undefined)[]): Date | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : new Date(Math.max(...known));
}

function earliest(times: readonly (Date | null)[]): Date | undefined {
  return times.flatMap((time) => time ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
}
