import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import type { Schema } from '../schema.ts';
import { createPausing, nextNumber } from './channel-settings.ts';

/** That a channel is told of incidents. */
export interface Watch {
  readonly id: string;
  /** Short, for people: 1, 2, 3 … of the account, never used again. */
  readonly number: number;
  readonly channel: string;
  readonly sensitivity: Sensitivity;
  /** IANA: in which the channel reads times. */
  readonly zone: string;
  readonly language: 'en' | 'es';
  /** Slack id of whoever set it up. */
  readonly watcher: string;
  readonly state: 'active' | 'paused';
  /** `asked`, or Slack's word for why the channel is closed to the bot. */
  readonly pausedBecause?: string;
}

export type NewWatch = Pick<Watch, 'channel' | 'sensitivity' | 'zone' | 'language' | 'watcher'>;

export interface Watches {
  /**
   * One for each channel: where there is one already, which is given as it was `before`, it stays, with the sensitivity
   * that was asked for now, and goes on where it was paused.
   */
  add(watch: NewWatch): Promise<{ readonly watch: Watch; readonly before?: Watch }>;
  /** All of them, by number. */
  list(): Promise<Watch[]>;
  findByNumber(number: number): Promise<Watch | undefined>;
  findFor(channel: string): Promise<Watch | undefined>;
  /** @returns whether it was active: of several that pause it at once, one hears so */
  pause(id: string, because: string): Promise<boolean>;
  /** @returns whether it was paused */
  resume(id: string): Promise<boolean>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  /** Those Slack closed a channel to whose watchers have not been told; now the caller's to tell, nobody else's. */
  takeUntold(): Promise<Watch[]>;
  /** Gives one back that could not be told. */
  leaveUntold(id: string): Promise<void>;
}

/** Channels that are told of incidents. */
export function createWatches({
  db,
  account,
}: {
  readonly db: Kysely<Schema>;
  readonly account: string;
}): Watches {
  const select = () => db.selectFrom('watches').where('account', '=', account).selectAll();
  const update = (id: string) =>
    db.updateTable('watches').where('account', '=', account).where('id', '=', id);
  const findFor = async (channel: string) => {
    const row = await select().where('channel', '=', channel).executeTakeFirst();
    return row && watchOf(row);
  };

  return {
    ...createPausing(db, 'watches', account),
    findFor,

    async add(watch) {
      const { channel, sensitivity, zone, language, watcher } = watch;
      const goesOn = { sensitivity, state: 'active', paused_because: null, told: true };
      const known = await findFor(channel);
      if (known) {
        await update(known.id).set(goesOn).execute();
        return { watch: (await findFor(channel)) ?? known, before: known };
      }
      const id = randomUUID();
      const number = await nextNumber(db, 'watch_numbers', account);
      const row = await db
        .insertInto('watches')
        .values({ id, account, number, channel, sensitivity, zone, language, watcher, state: 'active' })
        // Two watch the same channel at once.
        .onConflict((conflict) => conflict.columns(['account', 'channel']).doUpdateSet(goesOn))
        .returningAll()
        .executeTakeFirstOrThrow();
      const made = watchOf(row);
      return row.id === id ? { watch: made } : { watch: made, before: made };
    },

    async list() {
      return (await select().orderBy('number').execute()).map(watchOf);
    },

    async findByNumber(number) {
      const row = await select().where('number', '=', number).executeTakeFirst();
      return row && watchOf(row);
    },

    async resume(id) {
      const { numUpdatedRows } = await update(id)
        .set({ state: 'active', paused_because: null, told: true })
        .where('state', '=', 'paused')
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async takeUntold() {
      const rows = await db
        .updateTable('watches')
        .set({ told: true })
        .where('account', '=', account)
        .where('state', '=', 'paused')
        .where('told', '=', false)
        .returningAll()
        .execute();
      return rows.map(watchOf);
    },
  };
}

const language = z.enum(['en', 'es']);
const state = z.enum(['active', 'paused']);
export const sensitivity = z.enum(['low', 'normal', 'high']);

function watchOf(row: Selectable<Schema['watches']>): Watch {
  return {
    id: row.id,
    number: row.number,
    channel: row.channel,
    sensitivity: sensitivity.parse(row.sensitivity),
    zone: row.zone,
    language: language.parse(row.language),
    watcher: row.watcher,
    state: state.parse(row.state),
    ...(row.paused_because === null ? {} : { pausedBecause: row.paused_because }),
  };
}
