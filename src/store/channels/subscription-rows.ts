import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Day } from '../../domain/time/period.ts';
import { ALL_SENDERS, language } from '../columns.ts';
import type { Schema } from '../schema.ts';

/** That a channel reads a summary of each day, of all senders or of one. */
export interface Subscription {
  readonly id: string;
  /** Short, for people: 1, 2, 3 … of the account, never used again. */
  readonly number: number;
  readonly channel: string;
  /** Left out, all senders. */
  readonly sender?: string;
  /** `HH:MM` on the wall clock of `zone`. */
  readonly time: string;
  /** IANA. */
  readonly zone: string;
  readonly language: 'en' | 'es';
  /** Slack id. */
  readonly subscriber: string;
  readonly state: 'active' | 'paused';
  /** `asked`, or Slack's word for why the channel is closed to the bot. */
  readonly pausedBecause?: string;
  /** Of no meaning while it is paused. */
  readonly nextDueAt: Date;
  /** The latest day that this channel has read, and where. */
  readonly lastPost?: {
    readonly day: Day;
    readonly place?: { readonly channel: string; readonly ts: string };
  };
}

export type NewSubscription = Pick<
  Subscription,
  'channel' | 'sender' | 'time' | 'zone' | 'language' | 'subscriber'
>;

/** Subscriptions, each with what its channel has read last. */
export function selectSubscriptions(db: Kysely<Schema>, account: string) {
  return db
    .selectFrom('subscriptions as one')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('summaries')
          .whereRef('summaries.account', '=', 'one.account')
          .whereRef('summaries.channel', '=', 'one.channel')
          .whereRef('summaries.sender', '=', 'one.sender')
          .where('summaries.message_ts', 'is not', null)
          .orderBy('summaries.day', 'desc')
          .limit(1)
          .select(['summaries.day as post_day', 'summaries.message_ts as post_ts'])
          .as('post'),
      (on) => on.onTrue(),
    )
    .where('one.account', '=', account)
    .selectAll('one')
    .select(['post.post_day', 'post.post_ts']);
}

const state = z.enum(['active', 'paused']);

interface LastPost {
  readonly post_day: string | null;
  readonly post_ts: string | null;
}

export function subscriptionOf(row: Selectable<Schema['subscriptions']> & LastPost): Subscription {
  const { channel, sender, paused_because: pausedBecause, post_day: day, post_ts: ts } = row;
  return {
    id: row.id,
    number: row.number,
    channel,
    ...(sender === ALL_SENDERS ? {} : { sender }),
    time: row.time,
    zone: row.zone,
    language: language.parse(row.language),
    subscriber: row.subscriber,
    state: state.parse(row.state),
    ...(pausedBecause === null ? {} : { pausedBecause }),
    nextDueAt: row.next_due_at,
    ...(day === null ? {} : { lastPost: { day, ...(ts === null ? {} : { place: { channel, ts } }) } }),
  };
}
