import { type Selectable, sql } from 'kysely';
import { type Mention, mentionFromText, mentionToText } from '../../domain/incidents/mention.ts';
import type { Watch } from '../channels/watches.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, language, type Schema, zone } from '../schema.ts';

interface IncidentPlace {
  readonly incident: string;
  readonly channel: string;
}

export interface IncidentPost extends IncidentPlace {
  readonly zone: string;
  readonly language: 'en' | 'es';
  /** Who is mentioned in it, as whoever watched wanted when it was planned. */
  readonly mention?: Mention;
  /** Whether the channel is told of the end, and not its thread alone. */
  readonly tellsEnd?: boolean;
  readonly ts?: string;
  /** The revision of the incident that it shows, with all that belongs in its thread; 0 before it is there. */
  readonly shown: number;
  /** The number of the last event that its thread has, or need not have. */
  readonly told: number;
  /**
   * Nothing more is published there: `gone` with the message, for good, or the channel is `closed`. `gone` without a `ts`
   * is perhaps missing: Slack did not say whether it took the message.
   */
  readonly over?: 'gone' | 'closed';
}

export interface IncidentPosts {
  /** Makes the rows that are not there. `told` is the last event there was before: its thread need not have that. */
  plan(
    incident: string,
    told: number,
    watches: readonly Pick<Watch, 'channel' | 'zone' | 'language' | 'mention' | 'tellsEnd'>[],
  ): Promise<void>;
  of(incident: string): Promise<IncidentPost[]>;
  /** Publishes again in channels that were closed: what stands there, and incidents that are not over. */
  reopen(channels: readonly string[]): Promise<void>;
  /** Channels whose latest message is perhaps missing, with when its incident began. */
  perhapsMissing(): Promise<{ readonly channel: string; readonly beganAt: Date }[]>;
  /** Messages that do not show all there is, those of the oldest incident first. */
  toPublish(limit: number): Promise<IncidentPlace[]>;
  progress(
    post: IncidentPlace,
    done: Partial<Pick<IncidentPost, 'ts' | 'shown' | 'told' | 'over'>>,
  ): Promise<void>;
}

export function createIncidentPosts({ db, account, log }: AccountDatabase): IncidentPosts {
  const reader = createRowReader('incident_posts', postOf, log);
  const missing = createRowReader('incidents', missingIn, log);
  return {
    async plan(incident, told, watches) {
      if (watches.length === 0) return;
      await db
        .insertInto('incident_posts')
        .values(
          watches.map(({ channel, zone, language, mention, tellsEnd }) => ({
            ...{ incident, channel, zone, language, told },
            mention: mention ? mentionToText(mention) : null,
            tells_end: tellsEnd ?? false,
          })),
        )
        .onConflict((conflict) => conflict.columns(['incident', 'channel']).doNothing())
        .execute();
    },

    async of(incident) {
      const rows = await db
        .selectFrom('incident_posts')
        .where('incident', '=', incident)
        .orderBy('channel')
        .selectAll()
        .execute();
      return reader.all(rows);
    },

    async reopen(channels) {
      if (channels.length === 0) return;
      await db
        .updateTable('incident_posts')
        .from('incidents as one')
        .set({ is_over: false, is_closed: false })
        .whereRef('one.id', '=', 'incident_posts.incident')
        .where('one.account', '=', account)
        .where('incident_posts.is_closed', '=', true)
        .where('incident_posts.channel', 'in', channels)
        .where((is) =>
          is.or([is('incident_posts.message_ts', 'is not', null), is('one.ended_at', 'is', null)]),
        )
        .execute();
    },

    async perhapsMissing() {
      const latest = await db
        .selectFrom('incident_posts as post')
        .innerJoin('incidents as one', 'one.id', 'post.incident')
        .where('one.account', '=', account)
        .where((is) =>
          is.or([
            is('post.message_ts', 'is not', null),
            is.and([is('post.is_over', '=', true), is('post.is_closed', '=', false)]),
          ]),
        )
        .distinctOn('post.channel')
        .orderBy('post.channel')
        .orderBy('one.began_at', 'desc')
        .select(['post.channel', 'post.message_ts as ts', 'one.began_at as beganAt'])
        .execute();
      return missing.all(latest.filter(({ ts }) => ts === null));
    },

    async toPublish(limit) {
      return await db
        .selectFrom('incident_posts as post')
        .innerJoin('incidents as one', 'one.id', 'post.incident')
        .where('one.account', '=', account)
        .where('post.is_over', '=', false)
        .whereRef('post.shown', '<', sql.ref('one.revision'))
        .orderBy('one.began_at')
        .orderBy('post.channel')
        .limit(limit)
        .select(['post.incident', 'post.channel'])
        .execute();
    },

    async progress({ incident, channel }, { ts, shown, told, over }) {
      await db
        .updateTable('incident_posts')
        .set({
          ...(ts === undefined ? {} : { message_ts: ts }),
          ...(shown === undefined ? {} : { shown }),
          ...(told === undefined ? {} : { told }),
          ...(over === undefined ? {} : { is_over: true, is_closed: over === 'closed' }),
        })
        .where('incident', '=', incident)
        .where('channel', '=', channel)
        .execute();
    },
  };
}

function missingIn({ channel, beganAt }: { readonly channel: string; readonly beganAt: Date }) {
  return { channel, beganAt };
}

function postOf(row: Selectable<Schema['incident_posts']>): IncidentPost {
  const mention = row.mention === null ? undefined : mentionFromText(row.mention);
  return {
    ...(mention ? { mention } : {}),
    ...(row.tells_end ? { tellsEnd: true } : {}),
    incident: row.incident,
    channel: row.channel,
    zone: zone.parse(row.zone),
    language: language.parse(row.language),
    ...(row.message_ts === null ? {} : { ts: row.message_ts }),
    shown: row.shown,
    told: row.told,
    ...(row.is_over ? { over: row.is_closed ? 'closed' : 'gone' } : {}),
  };
}
