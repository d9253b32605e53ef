import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Sensitivity } from '../../domain/detection/findings.ts';
import { type Mention, mentionFromText, mentionToText } from '../../domain/detection/mention.ts';
import { createRowReader } from '../row-reader.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { changesAny, isAmong } from '../statements.ts';
import { ACTIVE, type ChannelSetting, createSettings, nextNumber, settingOf } from './channel-settings.ts';
import { MOST_COUNTED, type Overview, type OverviewQuery } from './overview.ts';

export interface Watch extends ChannelSetting {
  readonly sensitivity: Sensitivity;
  readonly watcher: string;
  /** Person or group that is mentioned when an incident begins; absent if the post mentions no one. */
  readonly mention?: Mention | undefined;
  /** Whether the end of an incident is posted in its thread and, with the mention, also to the channel. */
  readonly tellsEnd?: boolean;
}

export type WatchSettings = Pick<Watch, 'sensitivity' | 'zone' | 'language' | 'mention' | 'tellsEnd'>;

export type NewWatch = WatchSettings & Pick<Watch, 'channel' | 'watcher'>;

export type Watches = ReturnType<typeof createWatches>;

export function createWatches({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('watches', watchOf, log);
  const select = () => db.selectFrom('watches').where('account', '=', account).selectAll();
  const update = (id: string) =>
    db.updateTable('watches').where('account', '=', account).where('id', '=', id);
  const findBy = async (column: 'id' | 'channel' | 'number', value: string | number) => {
    return reader.one(await select().where(column, '=', value).executeTakeFirst());
  };
  const findFor = (channel: string) => findBy('channel', channel);

  const settings = createSettings({ db, account }, 'watches', (id) => findBy('id', id));

  return {
    ...settings,
    findFor,

    /** Adds a watch. If the channel has one, that gets `changes` and resumes; `before` is its old state. */
    async add(
      watch: NewWatch,
      changes: Partial<WatchSettings> = {},
    ): Promise<{ readonly watch: Watch; readonly before?: Watch }> {
      const { channel, watcher, ...wanted } = watch;
      const resumed = { ...columnsOf(changes), ...ACTIVE };
      const existing = await select().where('channel', '=', channel).executeTakeFirst();
      const known = reader.one(existing);
      if (known) {
        await update(known.id).set(resumed).execute();
        return { watch: (await findFor(channel)) ?? known, before: known };
      }
      // The channel’s stored watch cannot be parsed, so it is deleted, and a new one is added.
      if (existing) await settings.remove(existing.id);
      const id = randomUUID();
      const number = await nextNumber({ db, account }, 'watch_numbers');
      const row = await db
        .insertInto('watches')
        .values({ id, account, number, channel, ...columnsOf(wanted), watcher, state: 'active' })
        .onConflict((conflict) => conflict.columns(['account', 'channel']).doUpdateSet(resumed))
        .returningAll()
        .executeTakeFirstOrThrow();
      const created = watchOf(row);
      return row.id === id ? { watch: created } : { watch: created, before: created };
    },

    async list(): Promise<Watch[]> {
      return reader.all(await select().orderBy('number').execute());
    },

    async overview({ person, channels, limit }: OverviewQuery): Promise<Overview<Watch>> {
      const visible = () =>
        select().$if(channels.length > 0, (query) => query.where(isAmong('channel', channels)));
      const [rows, counted] = await Promise.all([
        visible()
          .orderBy((is) => is('watcher', '=', person), 'desc')
          .orderBy('number')
          .limit(limit)
          .execute(),
        visible().clearSelect().limit(MOST_COUNTED).select('id').execute(),
      ]);
      return { shown: reader.all(rows), count: counted.length };
    },

    findByNumber: (number: number) => findBy('number', number),

    change: (id: string, settings: Partial<WatchSettings>) => changesAny(update(id).set(columnsOf(settings))),

    resume: (id: string) => changesAny(update(id).set(ACTIVE).where('state', '=', 'paused')),
  };
}

export const sensitivity = z.enum(['low', 'normal', 'high']);

function watchOf(row: Selectable<Schema['watches']>): Watch {
  const mention = row.mention === null ? undefined : mentionFromText(row.mention);
  return {
    ...settingOf(row),
    sensitivity: sensitivity.parse(row.sensitivity),
    watcher: row.watcher,
    ...(mention ? { mention } : {}),
    ...(row.tells_end ? { tellsEnd: true } : {}),
  };
}

/** Columns to update. An absent setting stays unchanged; `mention: undefined` removes the mention. */
function columnsOf<Settings extends Partial<WatchSettings>>(settings: Settings) {
  const { mention, tellsEnd, ...same } = settings;
  return {
    ...same,
    ...('mention' in settings ? { mention: mention ? mentionToText(mention) : null } : {}),
    ...(tellsEnd === undefined ? {} : { tells_end: tellsEnd }),
  };
}
