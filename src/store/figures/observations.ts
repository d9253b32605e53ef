import { z } from 'zod';
import { BASELINE_WEEKS, type Observation } from '../../domain/detection/baseline.ts';
import type { Counts } from '../../domain/detection/counts.ts';
import { HALF_HOUR_MS, WEEK_MS } from '../../runtime/durations.ts';
import { createRowReader } from '../row-reader.ts';
import type { AccountDatabase } from '../schema.ts';
import { countDeleted } from '../statements.ts';

export type Observations = ReturnType<typeof createObservations>;

/** Stores the message counts of each check; in later weeks, they are the baseline for the same hour. */
export function createObservations({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('observations', observationsIn, log);
  return {
    /** Stores the counts of checks; counts for a moment that already has stored counts are ignored. */
    async save(observations: readonly Observation[]): Promise<void> {
      const byMoment = Map.groupBy(observations, ({ at }) => at.getTime());
      if (byMoment.size === 0) return;
      const rows = [...byMoment].map(([ms, own]) => ({
        account,
        at: new Date(ms),
        counted: JSON.stringify(own.map(({ at: _, ...rest }) => rest)),
      }));
      await db
        .insertInto('observations')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['account', 'at']).doNothing())
        .execute();
    },

    /** @returns the counts of the last four weeks within half an hour of the weekday and time of `at` */
    async near(at: Date): Promise<Observation[]> {
      const hours = Array.from({ length: BASELINE_WEEKS }, (_, index) => {
        const ms = at.getTime() - (index + 1) * WEEK_MS;
        return [new Date(ms - HALF_HOUR_MS), new Date(ms + HALF_HOUR_MS)] as const;
      });
      const rows = await db
        .selectFrom('observations')
        .where('account', '=', account)
        .where((is) => is.or(hours.map(([from, to]) => is.between('at', from, to))))
        .orderBy('at')
        .select(['at', 'counted'])
        .execute();
      return reader.all(rows).flat();
    },

    async firstSince(from: Date): Promise<Date | undefined> {
      const since = db.selectFrom('observations').where('account', '=', account).where('at', '>=', from);
      return (await since.orderBy('at').limit(1).select('at').executeTakeFirst())?.at;
    },

    forget: (before: Date) =>
      countDeleted(db.deleteFrom('observations').where('account', '=', account).where('at', '<', before)),
  };
}

const part = z.object({ of: z.number(), hits: z.number() });

const counts: z.ZodType<Counts> = z.object({
  recent: z.number(),
  waiting: part,
  late: part.extend({ failed: z.number().exactOptional() }),
  slowHandOver: part.extend({ missing: z.number().exactOptional() }),
  failed: part,
  clockOff: part,
});

const counted = z.array(
  z.object({
    operator: z.string().optional(),
    counts,
    basis: z.enum(['observed', 'reconstructed']),
    inIncident: z.boolean().exactOptional(),
  }),
);

function observationsIn(row: { readonly at: Date; readonly counted: string }): Observation[] {
  return counted
    .parse(JSON.parse(row.counted))
    .map(({ operator, ...observed }) => ({ at: row.at, operator, ...observed }));
}
