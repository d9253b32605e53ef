import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Day } from '../../domain/time/calendar.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, ALL_SENDERS, day, language, type Schema, zone } from '../schema.ts';
import { countDeleted } from '../statements.ts';

/**
 * - `due`: the summary of a day is not posted yet
 * - `unreadable`: posted without figures, because the platform could not be read
 * - `posted`: posted with figures, which are corrected later
 * - `ended`: nothing left to do; without a `ts`, Slack may not have accepted the post
 */
const STATES = ['due', 'unreadable', 'posted', 'ended'] as const;

type SummaryState = (typeof STATES)[number];

export interface Summary {
  readonly id: string;
  readonly channel: string;
  readonly sender?: string | undefined;
  readonly day: Day;
  readonly zone: string;
  readonly language: 'en' | 'es';
  readonly dueAt: Date;
  readonly plannedAt: Date;
  readonly state: SummaryState;
  /** Time of the summary’s next step, such as a correction; has no meaning in the state `ended`. */
  readonly stepAt: Date;
  readonly ts?: string;
  readonly hasDetails: boolean;
  readonly isLate: boolean;
  readonly firstRate?: number | undefined;
}

export type StepKind = 'posts' | 'details' | 'fillings' | 'corrections';

export type NewSummary = Pick<Summary, 'channel' | 'sender' | 'day' | 'zone' | 'language' | 'dueAt'>;

export type SummaryProgress = Partial<
  Pick<Summary, 'state' | 'stepAt' | 'ts' | 'hasDetails' | 'isLate' | 'firstRate'>
>;

export type Summaries = ReturnType<typeof createSummaries>;

export function createSummaries({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('summaries', summaryOf, log);
  const steps = createRowReader('summaries', stepOf, log);
  const days = createRowReader('summaries', dayOf, log);
  const select = () => db.selectFrom('summaries').where('account', '=', account);
  const update = () => db.updateTable('summaries').where('account', '=', account);

  return {
    /** Adds summaries that are not planned yet: one for each channel, sender and day, over all processes. */
    async plan(summaries: readonly NewSummary[], now: Date): Promise<void> {
      if (summaries.length === 0) return;
      const rows = summaries.map(({ channel, sender = ALL_SENDERS, day, zone, language, dueAt }) => ({
        id: randomUUID(),
        account,
        channel,
        sender,
        day,
        zone,
        language,
        due_at: dueAt,
        planned_at: now,
        state: 'due',
        step_at: dueAt,
      }));
      await db
        .insertInto('summaries')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['account', 'channel', 'sender', 'day']).doNothing())
        .execute();
    },

    async find(id: string): Promise<Summary | undefined> {
      return reader.one(await select().where('id', '=', id).selectAll().executeTakeFirst());
    },

    async findFor(channel: string, sender: string | undefined, day: Day): Promise<Summary | undefined> {
      const own = select().where((is) => is.and({ channel, sender: sender ?? ALL_SENDERS, day }));
      return reader.one(await own.selectAll().executeTakeFirst());
    },

    /** @returns due steps of summaries, not queued since `queuedBefore`; never queued ones come first */
    async toDo(
      which: StepKind,
      by: Date,
      queuedBefore: Date,
      limit: number,
    ): Promise<Pick<Summary, 'id' | 'stepAt'>[]> {
      const rows = await select()
        .where('state', '!=', 'ended')
        .where((is) => is.and(STEPS[which]))
        .where('step_at', '<=', by)
        .where((is) => is.or([is('queued_at', 'is', null), is('queued_at', '<', queuedBefore)]))
        .orderBy('queued_at', (order) => order.asc().nullsFirst())
        .orderBy('step_at')
        .limit(limit)
        .select(['id', 'step_at'])
        .execute();
      return steps.all(rows);
    },

    /** Whether a summary became due in the last hour; an older one is stuck and must not block other work. */
    async areDue(now: Date): Promise<boolean> {
      const one = await select()
        .where('state', '=', 'due')
        .where('step_at', '<=', now)
        .where('step_at', '>', new Date(now.getTime() - STUCK_AFTER_MS))
        .limit(1)
        .select('id')
        .executeTakeFirst();
      return one !== undefined;
    },

    async queued(ids: readonly string[], at: Date): Promise<void> {
      if (ids.length === 0) return;
      await update().set({ queued_at: at }).where('id', 'in', ids).execute();
    },

    /** Stores a summary’s changed values. A new `stepAt` lets the summary be queued again at once. */
    async progress(
      id: string,
      { state, stepAt, ts, hasDetails, isLate, firstRate }: SummaryProgress,
    ): Promise<void> {
      // Kysely leaves out columns with the value `undefined`.
      const changed = {
        state,
        message_ts: ts,
        has_details: hasDetails,
        is_late: isLate,
        first_rate: firstRate,
      };
      const step = stepAt && { step_at: stepAt, queued_at: null };
      await update()
        .set({ ...changed, ...step })
        .where('id', '=', id)
        .execute();
    },

    async drop(id: string): Promise<void> {
      const own = db.deleteFrom('summaries').where((is) => is.and({ account, id }));
      await own.where('message_ts', 'is', null).execute();
    },

    /** @returns days between the last posted one and `day` with a summary that Slack may not have accepted */
    async perhapsMissingBefore({
      channel,
      sender = ALL_SENDERS,
      day,
    }: Pick<Summary, 'channel' | 'sender' | 'day'>): Promise<Day[]> {
      const earlier = sql`from ${sql.table('summaries')} where account = ${account} and channel = ${channel}
        and sender = ${sender} and day < ${day}`;
      const { rows } = await sql<Pick<SummaryRow, 'day'>>`
        select day ${earlier} and state = 'ended' and message_ts is null
          and day > coalesce((select max(day) ${earlier} and message_ts is not null), '')
        order by day`.execute(db);
      return days.all(rows);
    },

    async forget(before: Day): Promise<number> {
      const ofAccount = db.deleteFrom('summaries').where('account', '=', account);
      return countDeleted(ofAccount.where('state', '=', 'ended').where('day', '<', before));
    },
  };
}

const STUCK_AFTER_MS = HOUR_MS;

const STEPS: Readonly<Record<StepKind, { readonly state: SummaryState; readonly has_details?: boolean }>> = {
  posts: { state: 'due' },
  details: { state: 'posted', has_details: false },
  fillings: { state: 'unreadable' },
  corrections: { state: 'posted', has_details: true },
};

type SummaryRow = Selectable<Schema['summaries']>;

const stepOf = ({ id, step_at: stepAt }: Pick<SummaryRow, 'id' | 'step_at'>) => ({ id, stepAt });

const dayOf = (row: Pick<SummaryRow, 'day'>): Day => day.parse(row.day);

const state = z.enum(STATES);

function summaryOf(row: SummaryRow): Summary {
  return {
    id: row.id,
    channel: row.channel,
    ...(row.sender === ALL_SENDERS ? {} : { sender: row.sender }),
    day: day.parse(row.day),
    zone: zone.parse(row.zone),
    language: language.parse(row.language),
    dueAt: row.due_at,
    plannedAt: row.planned_at,
    state: state.parse(row.state),
    stepAt: row.step_at,
    ...(row.message_ts === null ? {} : { ts: row.message_ts }),
    hasDetails: row.has_details,
    isLate: row.is_late,
    ...(row.first_rate === null ? {} : { firstRate: row.first_rate }),
  };
}
