import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { z } from 'zod';
import type { Day } from '../../domain/time/calendar.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, ALL_SENDERS, day, language, type Schema, zone } from '../schema.ts';
import { countDeleted } from '../statements.ts';

/**
 * - `due` not posted yet
 * - `unreadable` posted, in words: the platform could not be read
 * - `posted` with figures, which are corrected later
 * - `ended` nothing more is to be done; without a `ts` the post is perhaps missing: Slack did not say whether it took it
 */
const STATES = ['due', 'unreadable', 'posted', 'ended'] as const;

type SummaryState = (typeof STATES)[number];

/** A day as one channel reads it: one post, and what is still to be done with it. */
export interface Summary {
  readonly id: string;
  readonly channel: string;
  /** Left out, all senders. */
  readonly sender?: string | undefined;
  readonly day: Day;
  /** In which it is a day, and in which the post is written. */
  readonly zone: string;
  readonly language: 'en' | 'es';
  readonly dueAt: Date;
  readonly plannedAt: Date;
  readonly state: SummaryState;
  /** When its next step is due. Of no meaning once it has ended. */
  readonly stepAt: Date;
  readonly ts?: string;
  readonly hasDetails: boolean;
  readonly isLate: boolean;
  /** The delivery rate as it was first posted, from 0 to 1. */
  readonly firstRate?: number | undefined;
}

/** To be posted; to get its details; to get figures it was posted without; to be brought up to date. */
export type StepKind = 'posts' | 'details' | 'fillings' | 'corrections';

export type NewSummary = Pick<Summary, 'channel' | 'sender' | 'day' | 'zone' | 'language' | 'dueAt'>;

export type SummaryProgress = Partial<
  Pick<Summary, 'state' | 'stepAt' | 'ts' | 'hasDetails' | 'isLate' | 'firstRate'>
>;

export interface Summaries {
  /** Makes the rows that are not there: one for each channel, sender and day, whoever makes it. */
  plan(summaries: readonly NewSummary[], now: Date): Promise<void>;
  find(id: string): Promise<Summary | undefined>;
  findFor(channel: string, sender: string | undefined, day: Day): Promise<Summary | undefined>;
  /** Steps of one kind, due and not queued since `queuedBefore`. Never queued ones first: stuck ones hold up none. */
  toDo(
    which: StepKind,
    by: Date,
    queuedBefore: Date,
    limit: number,
  ): Promise<Pick<Summary, 'id' | 'stepAt'>[]>;
  /** Whether any wait to be posted, and have not waited for long: what is stuck keeps nothing else waiting. */
  areDue(now: Date): Promise<boolean>;
  queued(ids: readonly string[], at: Date): Promise<void>;
  /** Notes what was done. A step at another time may be queued at once. */
  progress(id: string, done: SummaryProgress): Promise<void>;
  drop(id: string): Promise<void>;
  /** Earlier days whose posts are perhaps missing, and after which none was posted before this one. The first day first. */
  perhapsMissingBefore(summary: Pick<Summary, 'channel' | 'sender' | 'day'>): Promise<Day[]>;
  /** Deletes those of earlier days that have ended. @returns how many */
  forget(before: Day): Promise<number>;
}

/** The summaries of days. `now` and all other times are the bot's clock. */
export function createSummaries({ db, account, log }: AccountDatabase): Summaries {
  const reader = createRowReader('summaries', summaryOf, log);
  const steps = createRowReader('summaries', stepOf, log);
  const days = createRowReader('summaries', dayOf, log);
  const select = () => db.selectFrom('summaries').where('account', '=', account);
  const update = () => db.updateTable('summaries').where('account', '=', account);

  return {
    async plan(summaries, now) {
      if (summaries.length === 0) return;
      const rows = summaries.map(({ channel, sender = ALL_SENDERS, day, zone, language, ...rest }) => ({
        id: randomUUID(),
        account,
        channel,
        sender,
        day,
        zone,
        language,
        due_at: rest.dueAt,
        planned_at: now,
        state: 'due',
        step_at: rest.dueAt,
      }));
      await db
        .insertInto('summaries')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['account', 'channel', 'sender', 'day']).doNothing())
        .execute();
    },

    async find(id) {
      return reader.one(await select().where('id', '=', id).selectAll().executeTakeFirst());
    },

    async findFor(channel, sender = ALL_SENDERS, day) {
      const row = await select()
        .where('channel', '=', channel)
        .where('sender', '=', sender)
        .where('day', '=', day)
        .selectAll()
        .executeTakeFirst();
      return reader.one(row);
    },

    async toDo(which, by, queuedBefore, limit) {
      const rows = await select()
        .where('state', '!=', 'ended')
        .where(isStep(which))
        .where('step_at', '<=', by)
        .where((is) => is.or([is('queued_at', 'is', null), is('queued_at', '<', queuedBefore)]))
        .orderBy('queued_at', (order) => order.asc().nullsFirst())
        .orderBy('step_at')
        .limit(limit)
        .select(['id', 'step_at'])
        .execute();
      return steps.all(rows);
    },

    async areDue(now) {
      const one = await select()
        .where('state', '=', 'due')
        .where('step_at', '<=', now)
        .where('step_at', '>', new Date(now.getTime() - STUCK_AFTER_MS))
        .limit(1)
        .select('id')
        .executeTakeFirst();
      return one !== undefined;
    },

    async queued(ids, at) {
      if (ids.length === 0) return;
      await update().set({ queued_at: at }).where('id', 'in', ids).execute();
    },

    async progress(id, { state, stepAt, ts, hasDetails, isLate, firstRate }) {
      const done = {
        ...(state === undefined ? {} : { state }),
        ...(stepAt === undefined ? {} : { step_at: stepAt, queued_at: null }),
        ...(ts === undefined ? {} : { message_ts: ts }),
        ...(hasDetails === undefined ? {} : { has_details: hasDetails }),
        ...(isLate === undefined ? {} : { is_late: isLate }),
        ...(firstRate === undefined ? {} : { first_rate: firstRate }),
      };
      await update().set(done).where('id', '=', id).execute();
    },

    async drop(id) {
      await db
        .deleteFrom('summaries')
        .where('account', '=', account)
        .where('id', '=', id)
        .where('message_ts', 'is', null)
        .execute();
    },

    async perhapsMissingBefore({ channel, sender = ALL_SENDERS, day }) {
      const earlier = () =>
        select().where('channel', '=', channel).where('sender', '=', sender).where('day', '<', day);
      const posted = await earlier()
        .where('message_ts', 'is not', null)
        .select(({ fn }) => fn.max('day').as('last'))
        .executeTakeFirst();
      const rows = await earlier()
        .where(isPerhapsMissing)
        .where('day', '>', posted?.last ?? '')
        .orderBy('day')
        .select('day')
        .execute();
      return days.all(rows);
    },

    async forget(before) {
      const ofAccount = db.deleteFrom('summaries').where('account', '=', account);
      return countDeleted(ofAccount.where('state', '=', 'ended').where('day', '<', before));
    },
  };
}

const STUCK_AFTER_MS = HOUR_MS;

const isStep = (which: StepKind) => (is: ExpressionBuilder<Schema, 'summaries'>) => {
  if (which === 'posts') return is('state', '=', 'due');
  if (which === 'details') return is.and([is('state', '=', 'posted'), is('has_details', '=', false)]);
  if (which === 'fillings') return is('state', '=', 'unreadable');
  return is.and([is('state', '=', 'posted'), is('has_details', '=', true)]);
};

function isPerhapsMissing(is: ExpressionBuilder<Schema, 'summaries'>) {
  return is.and([is('state', '=', 'ended'), is('message_ts', 'is', null)]);
}

type Row = Selectable<Schema['summaries']>;

const stepOf = ({ id, step_at: stepAt }: Pick<Row, 'id' | 'step_at'>) => ({ id, stepAt });

const dayOf = (row: Pick<Row, 'day'>): Day => day.parse(row.day);

const state = z.enum(STATES);

function summaryOf(row: Row): Summary {
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
