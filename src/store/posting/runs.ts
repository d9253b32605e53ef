import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { createRowReader } from '../row-reader.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { changesAny, countDeleted, databaseTimeIn, isAmong, databaseNow as now } from '../statements.ts';

const STATES = ['running', 'done', 'cancelled', 'failed'] as const;

export type RunState = (typeof STATES)[number];

/** A long task, such as a report, and its progress. Telephone numbers in it are encrypted. */
export interface LongRun {
  readonly id: string;
  readonly userId: string;
  readonly message?: { readonly channel: string; readonly ts: string };
  readonly sealedRequest: string;
  readonly state: RunState;
  readonly daysDone: number;
  readonly ofDays: number;
  readonly messagesRead: number;
  readonly createdAt: Date;
  readonly heartbeatAt: Date;
}

type NewLongRun = Pick<LongRun, 'userId' | 'sealedRequest' | 'ofDays'>;

export type Runs = ReturnType<typeof createRuns>;

/** Any replica of the bot may read, cancel or continue a task. Times are from the database's clock. */
export function createRuns({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('long_runs', runOf, log);
  const update = () => db.updateTable('long_runs').where('account', '=', account);

  return {
    async create({ userId, sealedRequest, ofDays }: NewLongRun): Promise<string> {
      const id = randomUUID();
      const row = { id, account, user_id: userId, sealed_request: sealedRequest, of_days: ofDays };
      await db
        .insertInto('long_runs')
        .values({ ...row, state: 'running' })
        .execute();
      return id;
    },

    async setMessage(id: string, { channel, ts }: NonNullable<LongRun['message']>): Promise<void> {
      await update().set({ channel, message_ts: ts }).where('id', '=', id).execute();
    },

    async find(id: string): Promise<LongRun | undefined> {
      const own = db.selectFrom('long_runs').where((is) => is.and({ account, id }));
      return reader.one(await own.selectAll().executeTakeFirst());
    },

    /** Stores a task’s progress and heartbeat. @returns its state; unless `running`, the task must stop */
    async progress(id: string, { daysDone, messagesRead }: Pick<LongRun, 'daysDone' | 'messagesRead'>) {
      const row = await update()
        .set({ days_done: daysDone, messages_read: messagesRead, heartbeat_at: now })
        .where('id', '=', id)
        .returning('state')
        .executeTakeFirst();
      return runState.safeParse(row?.state).data;
    },

    async finish(id: string, state: Exclude<RunState, 'running'>): Promise<boolean> {
      const ended = update().set({ state, heartbeat_at: now });
      return changesAny(ended.where('id', '=', id).where('state', '=', 'running'));
    },

    async findSilent(silentMs: number): Promise<string[]> {
      const rows = await db
        .selectFrom('long_runs')
        .where((is) => is.and({ account, state: 'running' }))
        .where('heartbeat_at', '<', databaseTimeIn(-silentMs))
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Claims those that have had no heartbeat for `silentMs`; each goes to only one of several callers. */
    async claimSilent(silentMs: number, ids: readonly string[]): Promise<LongRun[]> {
      const rows = await update()
        .set({ heartbeat_at: now })
        .where('state', '=', 'running')
        .where(isAmong('id', ids))
        .where('heartbeat_at', '<', databaseTimeIn(-silentMs))
        .returningAll()
        .execute();
      return reader.all(rows);
    },

    async forget(olderThanMs: number): Promise<number> {
      const ofAccount = db.deleteFrom('long_runs').where('account', '=', account);
      const ended = ofAccount.where('state', '!=', 'running');
      return countDeleted(ended.where('heartbeat_at', '<', databaseTimeIn(-olderThanMs)));
    },
  };
}

const runState = z.enum(STATES);

function runOf(row: Selectable<Schema['long_runs']>): LongRun {
  const { channel, message_ts: ts } = row;
  return {
    id: row.id,
    userId: row.user_id,
    ...(channel !== null && ts !== null ? { message: { channel, ts } } : {}),
    sealedRequest: row.sealed_request,
    state: runState.parse(row.state),
    daysDone: row.days_done,
    ofDays: row.of_days,
    messagesRead: row.messages_read,
    createdAt: row.created_at,
    heartbeatAt: row.heartbeat_at,
  };
}
