import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { type Day, isCalendarDay } from '../../domain/time/calendar.ts';
import { dayBefore, nextAt } from '../../domain/time/schedule.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, ALL_SENDERS, hoursAndMinutes, type Schema } from '../schema.ts';
import { changesAny, isAmong } from '../statements.ts';
import { ACTIVE, type ChannelSetting, createSettings, nextNumber, settingOf } from './channel-settings.ts';
import { MOST_COUNTED, type Overview, type OverviewQuery } from './overview.ts';

export interface Subscription extends ChannelSetting {
  readonly sender?: string | undefined;
  /** Time of day of the summary, `HH:MM` in the subscription’s time zone. */
  readonly time: string;
  readonly subscriber: string;
  /** Time of the next summary; has no meaning while the subscription is paused. */
  readonly nextDueAt: Date;
  readonly lastPost?: { readonly day: Day };
  /** Latest day with a summary that Slack may not have accepted; absent if a later summary was posted. */
  readonly perhapsMissing?: Day;
}

export type SubscriptionSettings = Pick<Subscription, 'time' | 'zone' | 'language'>;

export type NewSubscription = SubscriptionSettings & Pick<Subscription, 'channel' | 'sender' | 'subscriber'>;

export type Subscriptions = ReturnType<typeof createSubscriptions>;

export function createSubscriptions({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('subscriptions', subscriptionOf, log);
  const own = () => db.selectFrom('subscriptions').where('account', '=', account).selectAll();
  const update = (id: string) =>
    db.updateTable('subscriptions').where('account', '=', account).where('id', '=', id);
  const rowsOf = async (chosen: SubscriptionQuery, order = sql`number`) =>
    (await withPosts(chosen, order).execute(db)).rows;
  const find = async (id: string) => reader.one((await rowsOf(own().where('id', '=', id)))[0]);
  const rowFor = async (channel: string, sender = ALL_SENDERS) =>
    (await rowsOf(own().where((is) => is.and({ channel, sender }))))[0];
  const findFor = async (channel: string, sender?: string) => reader.one(await rowFor(channel, sender));
  const settings = createSettings({ db, account }, 'subscriptions', find);

  /** Time of the next daily summary, not counting a summary that the channel has already received. */
  async function nextDue(
    { channel, sender = ALL_SENDERS, time, zone }: Omit<NewSubscription, 'subscriber'>,
    now: Date,
  ): Promise<Date> {
    const due = nextAt(time, zone, now);
    const posted = await db
      .selectFrom('summaries')
      .where((is) => is.and({ account, channel, sender, day: dayBefore(due, time, zone) }))
      .select('id')
      .executeTakeFirst();
    return posted ? nextAt(time, zone, due) : due;
  }

  return {
    ...settings,
    find,
    findFor,

    /** Adds a subscription; if the channel has one for this sender, returns that with `isNew: false`. */
    async add(subscription: NewSubscription, now: Date) {
      const { channel, sender = ALL_SENDERS, time, zone, language, subscriber } = subscription;
      const existing = await rowFor(channel, sender);
      const known = reader.one(existing);
      if (known) return { subscription: known, isNew: false };
      if (existing) await settings.remove(existing.id);
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
      if (!found) throw new Error('a subscription was removed while it was being made');
      return { subscription: found, isNew: added !== undefined };
    },

    async list(): Promise<Subscription[]> {
      return reader.all(await rowsOf(own()));
    },

    /** The person’s active, then paused subscriptions, then others’ active ones, each by next due time. */
    async overview({ person, channels, limit }: OverviewQuery): Promise<Overview<Subscription>> {
      const visible = () =>
        own().$if(channels.length > 0, (query) => query.where(isAmong('channel', channels)));
      const first = () => visible().orderBy('state').orderBy('next_due_at').limit(limit);
      const mine = first().where('subscriber', '=', person);
      const others = first().where('subscriber', '!=', person).where('state', '=', 'active');
      const chosen = db
        .selectFrom(mine.as('mine'))
        .selectAll()
        .unionAll(db.selectFrom(others.as('others')).selectAll());
      const [rows, counted] = await Promise.all([
        rowsOf(chosen, sql`subscriber = ${person} desc, state, next_due_at`),
        visible().clearSelect().limit(MOST_COUNTED).select('id').execute(),
      ]);
      return { shown: reader.all(rows.slice(0, limit)), count: counted.length };
    },

    async findByNumber(number: number): Promise<Subscription | undefined> {
      return reader.one((await rowsOf(own().where('number', '=', number)))[0]);
    },

    /** Stores changed settings and the next due time. If a day’s summary was posted, it is not due again. */
    async change(id: string, { time, zone, language }: Partial<SubscriptionSettings>, now: Date) {
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

    async resume(id: string, now: Date): Promise<boolean> {
      const known = await find(id);
      if (known?.state !== 'paused') return false;
      const active = { ...ACTIVE, next_due_at: await nextDue(known, now) };
      return changesAny(update(id).set(active).where('state', '=', 'paused'));
    },

    async due(by: Date, limit: number): Promise<Subscription[]> {
      const due: Subscription[] = [];
      for (let passed = 0; due.length < limit; passed += limit) {
        const next = own().where('state', '=', 'active').where('next_due_at', '<=', by);
        const page = next.orderBy('next_due_at').orderBy('id').offset(passed).limit(limit);
        const rows = await rowsOf(page, sql`next_due_at, id`);
        due.push(...reader.all(rows));
        if (rows.length < limit) break;
      }
      return due.slice(0, limit);
    },

    /** Stores the next due times, except for subscriptions that another replica has already changed. */
    async moveOn(moves: readonly { readonly id: string; readonly from: Date; readonly to: Date }[]) {
      if (moves.length === 0) return;
      const rows = moves.map(({ id, from, to }) => sql`(${id}, ${from}::timestamptz, ${to}::timestamptz)`);
      await sql`
        update ${sql.table('subscriptions')} as one set next_due_at = move.next
        from (values ${sql.join(rows)}) as move(id, was, next)
        where one.account = ${account} and one.id = move.id and one.next_due_at = move.was`.execute(db);
    },
  };
}

type SubscriptionQuery = SelectQueryBuilder<Schema, never, Selectable<Schema['subscriptions']>>;

interface SubscriptionRow extends Selectable<Schema['subscriptions']> {
  readonly post_day: string | null;
  readonly missing_day: string | null;
}

/** Adds each subscription’s latest post, after `chosen` is limited, so that only its rows are joined. */
function withPosts(chosen: SubscriptionQuery, order: RawBuilder<unknown>) {
  const latest = sql`from ${sql.table('summaries')} as summary
    where summary.account = one.account and summary.channel = one.channel and summary.sender = one.sender`;
  return sql<SubscriptionRow>`
    select one.*, post.day as post_day, missing.day as missing_day
    from (${chosen}) as one
    left join lateral (
      select day ${latest} and message_ts is not null order by day desc limit 1
    ) as post on true
    left join lateral (
      select day ${latest} and summary.state = 'ended' and message_ts is null order by day desc limit 1
    ) as missing on true
    order by ${order}`;
}

function subscriptionOf(row: SubscriptionRow): Subscription {
  const { sender, subscriber } = row;
  const [day, missing] = [dayIn(row.post_day), dayIn(row.missing_day)];
  return {
    ...settingOf(row),
    ...(sender === ALL_SENDERS ? {} : { sender }),
    time: hoursAndMinutes.parse(row.time),
    subscriber,
    nextDueAt: row.next_due_at,
    ...(day === null ? {} : { lastPost: { day } }),
    ...(missing === null || (day !== null && day > missing) ? {} : { perhapsMissing: missing }),
  };
}

const dayIn = (text: string | null): Day | null => (text !== null && isCalendarDay(text) ? text : null);
