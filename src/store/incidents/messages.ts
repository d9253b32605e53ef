import { type Selectable, sql } from 'kysely';
import { type Mention, mentionFromText, mentionToText } from '../../domain/detection/mention.ts';
import type { Watch } from '../channels/watches.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, language, type Schema, zone } from '../schema.ts';

interface IncidentTarget {
  readonly incident: string;
  readonly channel: string;
}

export interface IncidentPost extends IncidentTarget {
  readonly zone: string;
  readonly language: 'en' | 'es';
  readonly mention?: Mention;
  readonly tellsEnd?: boolean;
  readonly ts?: string;
  /** Revision of the incident that the Slack message and its thread show; 0 until the message is posted. */
  readonly shownRevision: number;
  /** Number of the incident’s latest event that the thread shows, or omits because it preceded the post. */
  readonly reportedEvent: number;
  /** Why updates end: the message is `gone` (without `ts`, perhaps never posted) or its channel `closed`. */
  readonly over?: 'gone' | 'closed';
}

export type IncidentPosts = ReturnType<typeof createIncidentPosts>;

export function createIncidentPosts({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('incident_posts', postOf, log);
  const missing = createRowReader('incidents', missingIn, log);
  return {
    /** Plans an incident’s post in each watch’s channel; its thread omits events up to `reportedEvent`. */
    async plan(
      incident: string,
      reportedEvent: number,
      watches: readonly Pick<Watch, 'channel' | 'zone' | 'language' | 'mention' | 'tellsEnd'>[],
    ): Promise<void> {
      if (watches.length === 0) return;
      await db
        .insertInto('incident_posts')
        .values(
          watches.map(({ channel, zone, language, mention, tellsEnd }) => ({
            ...{ incident, channel, zone, language, told: reportedEvent },
            mention: mention ? mentionToText(mention) : null,
            tells_end: tellsEnd ?? false,
          })),
        )
        .onConflict((conflict) => conflict.columns(['incident', 'channel']).doNothing())
        .execute();
    },

    async of(incident: string): Promise<IncidentPost[]> {
      const rows = await db
        .selectFrom('incident_posts')
        .where('incident', '=', incident)
        .orderBy('channel')
        .selectAll()
        .execute();
      return reader.all(rows);
    },

    /** Resumes incident posts in channels that are open again, but does not post an ended incident. */
    async reopen(channels: readonly string[]): Promise<void> {
      await sql`
        update ${posts} as post set is_over = false, is_closed = false from ${incidents} as one
        where one.id = post.incident and one.account = ${account} and post.is_closed
          and post.channel = any(${channels}) and (post.message_ts is not null or one.ended_at is null)`.execute(
        db,
      );
    },

    /** @returns channels whose last incident message Slack may not have accepted, and the incident’s onset */
    async perhapsMissing() {
      const { rows } = await sql<{ channel: string; ts: string | null; beganAt: Date }>`
        select distinct on (post.channel) post.channel, message_ts as ts, began_at as "beganAt"
        from ${posts} as post join ${incidents} as one on one.id = post.incident
        where account = ${account} and (message_ts is not null or (is_over and not is_closed))
        order by post.channel, began_at desc`.execute(db);
      return missing.all(rows.filter(({ ts }) => ts === null));
    },

    /** @returns posts that do not show their incident’s latest revision; the oldest incident comes first */
    async toPublish(limit: number): Promise<IncidentTarget[]> {
      const { rows } = await sql<IncidentTarget>`
        select incident, channel from ${posts} as post join ${incidents} as one on one.id = post.incident
        where account = ${account} and not is_over and shown < revision
        order by began_at, channel limit ${limit}`.execute(db);
      return rows;
    },

    async progress(
      { incident, channel }: IncidentTarget,
      {
        ts,
        shownRevision,
        reportedEvent,
        over,
      }: Partial<Pick<IncidentPost, 'ts' | 'shownRevision' | 'reportedEvent' | 'over'>>,
    ): Promise<void> {
      await db
        .updateTable('incident_posts')
        .set({
          ...(ts === undefined ? {} : { message_ts: ts }),
          ...(shownRevision === undefined ? {} : { shown: shownRevision }),
          ...(reportedEvent === undefined ? {} : { told: reportedEvent }),
          ...(over === undefined ? {} : { is_over: true, is_closed: over === 'closed' }),
        })
        .where((is) => is.and({ incident, channel }))
        .execute();
    },
  };
}

const posts = sql.table('incident_posts');
const incidents = sql.table('incidents');

const missingIn = ({ channel, beganAt }: { readonly channel: string; readonly beganAt: Date }) => ({
  channel,
  beganAt,
});

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
    shownRevision: row.shown,
    reportedEvent: row.told,
    ...(row.is_over ? { over: row.is_closed ? 'closed' : 'gone' } : {}),
  };
}
