import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { type Day, isCalendarDay } from '../../domain/time/calendar.ts';
import { dayBefore, nextAt } from '../../domain/time/schedule.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, ALL_SENDERS, hoursAndMinutes, type Schema } from '../schema.ts';
import { changesAny, isAmong } from '../statements.ts';
import {
  ACTIVE,
  type ChannelSetting,
  type ChannelSettings,
  createChannelSettings,
  nextNumber,
  settingOf,
} from './channel-settings.ts';
import { MOST_COUNTED, type Overview, type OverviewQuery } from './overview.ts';

/** That a channel reads a summary of each day, of all senders or of one. `zone` is also that of its time. */
export interface Subscription extends ChannelSetting {
  /** Left out, all senders. */
  readonly sender?: string | undefined;
  /** `HH:MM` on the wall clock of `zone`. */
  readonly time: string;
  readonly subscriber: string;
  /** Of no meaning while it is paused. */
  readonly nextDueAt: Date;
  readonly lastPost?: {
    readonly day: Day;
    readonly place?: { readonly channel: string; readonly ts: string };
  };
  /** The latest day whose post is perhaps missing, where none was posted for a later one. */
  readonly perhapsMissing?: Day;
}

export type SubscriptionSettings = Pick<Subscription, 'time' | 'zone' | 'language'>;

export type NewSubscription = SubscriptionSettings & Pick<Subscription, 'channel' | 'sender' | 'subscriber'>;

/** A subscription's next due time, moved from what it was: another replica may have been quicker. */
interface Move {
  readonly id: string;
  readonly from: Date;
  readonly to: Date;
}

export interface Subscriptions extends ChannelSettings<Subscription> {
  /** A person's own, then those that are due next. */
  overview(query: OverviewQuery): Promise<Overview<Subscription>>;
  /** One for each channel and sender: where there is one already it is returned as it is, `isNew: false`. */
  add(
    subscription: NewSubscription,
    now: Date,
  ): Promise<{ readonly subscription: Subscription; readonly isNew: boolean }>;
  find(id: string): Promise<Subscription | undefined>;
  /** `sender` left out: the one of all senders. */
  findFor(channel: string, sender: string | undefined): Promise<Subscription | undefined>;
  /** The next due time follows; a day that was posted is not due again. @returns it as it is now */
  change(id: string, changes: Partial<SubscriptionSettings>, now: Date): Promise<Subscription | undefined>;
  /** @returns whether it was paused */
  resume(id: string, now: Date): Promise<boolean>;
  /** Active ones due by then, the longest due first. */
  due(by: Date, limit: number): Promise<Subscription[]>;
  moveOn(moves: readonly Move[]): Promise<void>;
}

/** Channels that read a summary each day. `now` is the bot's clock, which decides what is due. */
export function createSubscriptions({ db, account, log }: AccountDatabase): Subscriptions {
  const reader = createRowReader('subscriptions', subscriptionOf, log);
  const select = () => selectSubscriptions(db, account);
  const update = (id: string) =>
    db.updateTable('subscriptions').where('account', '=', account).where('id', '=', id);
  const findBy = async (column: 'one.id' | 'one.number', value: string | number) => {
    return reader.one(await select().where(column, '=', value).executeTakeFirst());
  };
  const find = (id: string) => findBy('one.id', id);
  const rowFor = (channel: string, sender = ALL_SENDERS) =>
    select().where('one.channel', '=', channel).where('one.sender', '=', sender).executeTakeFirst();
  const findFor = async (channel: string, sender?: string) => reader.one(await rowFor(channel, sender));
  const settings = createChannelSettings({ db, account }, 'subscriptions', find);

  /** The next time that a day is due which the channel has not read. */
  async function nextDue(
    { channel, sender = ALL_SENDERS, time, zone }: Omit<NewSubscription, 'subscriber'>,
    now: Date,
  ): Promise<Date> {
    const due = nextAt(time, zone, now);
    const posted = await db
      .selectFrom('summaries')
      .where('account', '=', account)
      .where('channel', '=', channel)
      .where('sender', '=', sender)
      .where('day', '=', dayBefore(due, time, zone))
      .select('id')
      .executeTakeFirst();
    return posted ? nextAt(time, zone, due) : due;
  }

  return {
    ...settings,
    find,
    findFor,

    async add(subscription, now) {
      const { channel, sender = ALL_SENDERS, time, zone, language, subscriber } = subscription;
      const there = await rowFor(channel, sender);
      const known = reader.one(there);
      if (known) return { subscription: known, isNew: false };
      // It keeps nobody's place.
      if (there) await settings.remove(there.id);
      const next_due_at = await nextDue(subscription, now);
      const number = await nextNumber({ db, account }, 'subscription_numbers');
      const row = { id: randomUUID(), account, number, channel, sender, time, zone, language, subscriber };
      const added = await db
        .insertInto('subscriptions')
        .values({ ...row, state: 'active', next_due_at })
        .onConflict((conflict) => conflict.columns(['account', 'channel', 'sender']).doNothing())
        .returning('id')
        .executeTakeFirst();
      const found = await findFor(channel, sender);
      // Two subscribe the same channel and a third removes it, all at once.
      if (!found) throw new Error('a subscription was removed while it was being made');
      return { subscription: found, isNew: added !== undefined };
    },

    async list() {
      return reader.all(await select().orderBy('one.number').execute());
    },

    async overview({ person, channels, limit }) {
      const visible = () =>
        db
          .selectFrom('subscriptions')
          .where('account', '=', account)
          .$if(channels.length > 0, (query) => query.where(isAmong('channel', channels)));
      const first = () => visible().orderBy('state').orderBy('next_due_at').limit(limit).selectAll();
      const own = first().where('subscriber', '=', person);
      const others = first().where('subscriber', '!=', person).where('state', '=', 'active');
      const chosen = db
        .selectFrom(own.as('own'))
        .selectAll()
        .unionAll(db.selectFrom(others.as('others')).selectAll());
      const [rows, counted] = await Promise.all([
        withPosts(db, chosen)
          .orderBy((is) => is('one.subscriber', '=', person), 'desc')
          .orderBy('one.state')
          .orderBy('one.next_due_at')
          .limit(limit)
          .execute(),
        visible().limit(MOST_COUNTED).select('id').execute(),
      ]);
      return { shown: reader.all(rows), count: counted.length };
    },

    findByNumber: (number) => findBy('one.number', number),

    async change(id, { time, zone, language }, now) {
      const known = await find(id);
      if (!known) return undefined;
      const then = { ...known, ...(time && { time }), ...(zone && { zone }), ...(language && { language }) };
      const isMoved = then.time !== known.time || then.zone !== known.zone;
      const due = isMoved ? { next_due_at: await nextDue(then, now) } : {};
      await update(id)
        .set({ time: then.time, zone: then.zone, language: then.language, ...due })
        .execute();
      return find(id);
    },

    async resume(id, now) {
      const known = await find(id);
      if (known?.state !== 'paused') return false;
      const active = { ...ACTIVE, next_due_at: await nextDue(known, now) };
      return changesAny(update(id).set(active).where('state', '=', 'paused'));
    },

    async due(by, limit) {
      const due: Subscription[] = [];
      for (let passed = 0; due.length < limit; passed += limit) {
        const rows = await select()
          .where('one.state', '=', 'active')
          .where('one.next_due_at', '<=', by)
          .orderBy('one.next_due_at')
          .orderBy('one.id')
          .offset(passed)
          .limit(limit)
          .execute();
        due.push(...reader.all(rows));
        if (rows.length < limit) break;
      }
      return due.slice(0, limit);
    },

    async moveOn(moves) {
      if (moves.length === 0) return;
      const rows = moves.map(({ id, from, to }) => sql`(${id}, ${from}::timestamptz, ${to}::timestamptz)`);
      await db
        .updateTable('subscriptions')
        .from(
          sql<{ id: string; was: Date; next: Date }>`(values ${sql.join(rows)})`.as<'move'>(
            sql`move(id, was, next)`,
          ),
        )
        .set({ next_due_at: sql<Date>`move.next` })
        .where('account', '=', account)
        .whereRef('subscriptions.id', '=', 'move.id')
        .whereRef('subscriptions.next_due_at', '=', 'move.was')
        .execute();
    },
  };
}

function selectSubscriptions(db: Kysely<Schema>, account: string) {
  return withPosts(db, db.selectFrom('subscriptions').where('account', '=', account).selectAll());
}

/** Of those that were chosen before: of thousands, the posts of a few are looked for. */
function withPosts(
  db: Kysely<Schema>,
  chosen: SelectQueryBuilder<Schema, never, Selectable<Schema['subscriptions']>>,
) {
  return db
    .selectFrom(chosen.as('one'))
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
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('summaries')
          .whereRef('summaries.account', '=', 'one.account')
          .whereRef('summaries.channel', '=', 'one.channel')
          .whereRef('summaries.sender', '=', 'one.sender')
          .where('summaries.state', '=', 'ended')
          .where('summaries.message_ts', 'is', null)
          .orderBy('summaries.day', 'desc')
          .limit(1)
          .select('summaries.day as missing_day')
          .as('missing'),
      (on) => on.onTrue(),
    )
    .selectAll('one')
    .select(['post.post_day', 'post.post_ts', 'missing.missing_day']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSubscriptions>['execute']>>[number];

function subscriptionOf(row: Row): Subscription {
  const { channel, sender, subscriber, post_ts: ts } = row;
  const [day, missing] = [dayIn(row.post_day), dayIn(row.missing_day)];
  return {
    ...settingOf(row),
    ...(sender === ALL_SENDERS ? {} : { sender }),
    time: hoursAndMinutes.parse(row.time),
    subscriber,
    nextDueAt: row.next_due_at,
    ...(day === null ? {} : { lastPost: { day, ...(ts === null ? {} : { place: { channel, ts } }) } }),
    ...(missing === null || (day !== null && day > missing) ? {} : { perhapsMissing: missing }),
  };
}

const dayIn = (text: string | null): Day | null => (text !== null && isCalendarDay(text) ? text : null);
