import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { type AccountDatabase, channelId, language, type Schema, zone } from '../schema.ts';
import { changesAny, countDeleted } from '../statements.ts';
import { PAUSED_BY_PERSON } from './paused-by-person.ts';

/** The kind of a channel’s setting; also the prefix of its button ids, and its name in the log. */
export type SettingKind = 'subscription' | 'watch';

export interface ChannelSetting {
  readonly id: string;
  /** Short number by which people name the setting; unique in the SMS platform’s account, never reused. */
  readonly number: number;
  readonly channel: string;
  readonly zone: string;
  readonly language: 'en' | 'es';
  readonly state: 'active' | 'paused';
  /** Reason of the pause: `PAUSED_BY_PERSON`, or the error code with which Slack refused the channel. */
  readonly pausedBecause?: string;
  /** When and by whom it was paused; absent if it is active, or an older version of the bot paused it. */
  readonly paused?: Pause;
}

interface Pause {
  readonly at: Date;
  /** Slack id of the person who paused the setting; absent if the bot paused it. */
  readonly by?: string;
}

export type ChannelSettings<Setting extends ChannelSetting> = ReturnType<typeof createSettings<Setting>> & {
  list(): Promise<Setting[]>;
  findByNumber(number: number): Promise<Setting | undefined>;
};

export const ACTIVE = {
  state: 'active',
  paused_because: null,
  paused_by: null,
  paused_at: null,
  told: true,
} as const;

export function createSettings<Setting extends ChannelSetting>(
  { db, account }: AccountDatabase,
  table: 'subscriptions' | 'watches',
  find: (id: string) => Promise<Setting | undefined>,
) {
  const update = (id: string) => db.updateTable(table).where('account', '=', account).where('id', '=', id);
  return {
    /** Pauses an active setting. Of several simultaneous calls, only one returns true. */
    pause(id: string, because: string, { by, at }: Pause): Promise<boolean> {
      const paused = { state: 'paused', paused_because: because, paused_by: by ?? null, paused_at: at };
      return changesAny(
        update(id)
          .set({ ...paused, told: because === PAUSED_BY_PERSON })
          .where('state', '=', 'active'),
      );
    },

    async remove(id: string): Promise<boolean> {
      const removal = db.deleteFrom(table).where('account', '=', account).where('id', '=', id);
      return (await countDeleted(removal)) > 0;
    },

    async unreportedPauses(): Promise<string[]> {
      const rows = await db
        .selectFrom(table)
        .where('account', '=', account)
        .where('state', '=', 'paused')
        .where('told', '=', false)
        .orderBy('number')
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Reserves the notice of a pause for one process; `undefined` if another sends it or the pause ended. */
    async claimPauseReport(id: string): Promise<Setting | undefined> {
      const claim = update(id).set({ told: true }).where('state', '=', 'paused').where('told', '=', false);
      return (await changesAny(claim)) ? find(id) : undefined;
    },

    async releasePauseReport(id: string): Promise<void> {
      await update(id).set({ told: false }).where('state', '=', 'paused').execute();
    },
  };
}

const state = z.enum(['active', 'paused']);

export function settingOf(
  row: Selectable<Schema['subscriptions']> | Selectable<Schema['watches']>,
): ChannelSetting {
  const { id, number, channel, paused_because: pausedBecause, paused_by: by, paused_at: at } = row;
  return {
    id,
    number,
    channel: channelId.parse(channel),
    zone: zone.parse(row.zone),
    language: language.parse(row.language),
    state: state.parse(row.state),
    ...(pausedBecause === null ? {} : { pausedBecause }),
    ...(at === null ? {} : { paused: { at, ...(by === null ? {} : { by }) } }),
  };
}

/** Returns the number for a new setting: 1, 2, 3 …; the number of a deleted setting is not used again. */
export async function nextNumber(
  { db, account }: AccountDatabase,
  table: 'subscription_numbers' | 'watch_numbers',
): Promise<number> {
  const { last } = await db
    .insertInto(table)
    .values({ account, last: 1 })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet({ last: sql<number>`${sql.id(table, 'last')} + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
