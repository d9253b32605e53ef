import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS } from '../../runtime/durations.ts';
import { TIMINGS, type Timings } from '../../runtime/timings.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { changesAny, countDeleted, databaseTimeIn, databaseNow as now } from '../statements.ts';

export interface PostName {
  readonly channel: string;
  readonly key: string;
}

export interface LeasedPost extends PostName {
  readonly owner: string;
}

type PostLease =
  | { readonly posted: string }
  /** Another caller has the lease, or it may just have been posted. */
  | { readonly waitMs: number }
  /** The caller has the lease; with `attemptedAt`, it may have been posted then. */
  | { readonly leased: LeasedPost; readonly attemptedAt?: Date };

export type Posts = ReturnType<typeof createPosts>;

interface PostPace extends Pick<Timings, 'postGapMs' | 'channelGapMs'> {
  readonly mostMs: number;
}

const ALL = '';
/** Row for the pace of changes, in place of a channel id. */
const CHANGES = 'chat.update';

interface PostsOptions extends AccountDatabase {
  readonly timings?: Timings | undefined;
}

/** Each message exists once: a lease protects it. Times are from the database's clock. */
export function createPosts({ db, account, timings = TIMINGS }: PostsOptions) {
  const { postUnclearMs, postLeaseMs, postBusyMs } = timings;
  const isFree = isFreeAfter(postUnclearMs);
  const named = ({ channel, key }: PostName) => ({ account, channel, key });
  const update = (post: LeasedPost) =>
    db.updateTable('posts').where((is) => is.and({ ...named(post), owner: post.owner }));

  async function find(post: PostName): Promise<PostLease | undefined> {
    const row = await db
      .selectFrom('posts')
      .where((is) => is.and(named(post)))
      .select(['state', 'message_ts as ts', sinceAttempt.as('sinceMs')])
      .executeTakeFirst();
    if (!row) return undefined;
    const { state, ts, sinceMs } = row;
    if (state === 'posted' && ts !== null) return { posted: ts };
    return { waitMs: state === 'attempted' ? Math.max(postBusyMs, postUnclearMs - sinceMs) : postBusyMs };
  }

  /** @returns the wait for the slot; `undefined` if it exceeds `mostMs` */
  async function moveOn(channel: string, gapMs: number, mostMs: number): Promise<number | undefined> {
    const gap = sql`${gapMs}::double precision * interval '1 millisecond'`;
    const { rows } = await sql<{ untilNextMs: number }>`
      insert into ${sql.table('post_pace')} as post_pace (account, channel, next_at)
      values (${account}, ${channel}, ${databaseTimeIn(gapMs)})
      on conflict (account, channel) do update set next_at = greatest(${nextAt}, clock_timestamp()) + ${gap}
        where ${nextAt} <= ${databaseTimeIn(mostMs)}
      returning ${untilNext} as "untilNextMs"`.execute(db);
    const [row] = rows;
    return row && Math.max(0, row.untilNextMs - gapMs);
  }

  async function untilSlot(channel: string): Promise<number> {
    const row = await db
      .selectFrom('post_pace')
      .where((is) => is.and({ account, channel }))
      .select(untilNext.as('untilNextMs'))
      .executeTakeFirst();
    return Math.max(0, row?.untilNextMs ?? 0);
  }

  /** Never moves the pace back. */
  async function delay(channel: string, forMs: number): Promise<void> {
    const until = databaseTimeIn(forMs);
    await sql`
      insert into ${sql.table('post_pace')} as post_pace (account, channel, next_at)
      values (${account}, ${channel}, ${until})
      on conflict (account, channel) do update set next_at = greatest(${nextAt}, ${until})`.execute(db);
  }

  return {
    /** Takes the lease for `postLeaseMs` if it is free. */
    async acquire(post: PostName): Promise<PostLease> {
      const existing = await find(post);
      if (existing && 'posted' in existing) return existing;
      const owner = randomUUID();
      const row = await db
        .insertInto('posts')
        .values({ ...named(post), state: 'open', owner, leased_until: databaseTimeIn(postLeaseMs) })
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'channel', 'key'])
            .doUpdateSet({ owner, leased_until: databaseTimeIn(postLeaseMs) })
            .where(isFree),
        )
        .returning(['state', 'attempted_at'])
        .executeTakeFirst();
      if (!row) return (await find(post)) ?? { waitMs: postBusyMs };
      const leased = { ...post, owner };
      const { state, attempted_at: attemptedAt } = row;
      return state === 'attempted' && attemptedAt ? { leased, attemptedAt } : { leased };
    },

    /** From now on the message may be in the channel. @returns whether the lease is still valid */
    async attempt(post: LeasedPost): Promise<boolean> {
      const attempted = update(post).set({ state: 'attempted', attempted_at: now });
      return changesAny(attempted.where('state', '!=', 'posted').where('leased_until', '>', now));
    },

    async markPosted(post: LeasedPost, ts: string): Promise<void> {
      // Another holder of the lease would find the same message.
      await db
        .updateTable('posts')
        .where((is) => is.and(named(post)))
        .where('state', '!=', 'posted')
        .set({ state: 'posted', message_ts: ts, leased_until: now })
        .execute();
    },

    /** Releases the lease: the message is certainly not in the channel. */
    async markNotPosted(post: LeasedPost): Promise<void> {
      await update(post)
        .set({ state: 'open', attempted_at: null, leased_until: now })
        .where('state', '!=', 'posted')
        .execute();
    },

    /** Releases the lease: the message may be in the channel, as before. */
    async release(post: LeasedPost): Promise<void> {
      await update(post).set({ leased_until: now }).execute();
    },

    /** Allows a post after the message was not found in the channel; not during a lease or just after an attempt. */
    async markMissing(post: PostName): Promise<void> {
      await db
        .updateTable('posts')
        .where((is) => is.and(named(post)))
        .where('state', '!=', 'posted')
        .where(isFree)
        .set({ state: 'open', attempted_at: null })
        .execute();
    },

    /** A slot over all processes. @returns the wait; above `mostMs` there is no slot */
    async slot(channel: string, { postGapMs, channelGapMs, mostMs }: PostPace) {
      const inAll = await moveOn(ALL, postGapMs, mostMs);
      if (inAll === undefined) return { waitMs: await untilSlot(ALL), isMine: false };
      const inChannel = await moveOn(channel, channelGapMs, mostMs);
      if (inChannel === undefined) return { waitMs: await untilSlot(channel), isMine: false };
      return { waitMs: Math.max(inAll, inChannel), isMine: true };
    },

    pause: (forMs: number) => delay(ALL, forMs),
    /** Slack limits changes separately from posts. */
    pauseChanges: (forMs: number) => delay(CHANGES, forMs),
    changesWaitMs: () => untilSlot(CHANGES),

    async forget(olderThanMs: number): Promise<number> {
      const ofAccount = db.deleteFrom('posts').where('account', '=', account);
      return countDeleted(ofAccount.where('created_at', '<', databaseTimeIn(-olderThanMs)));
    },
  };
}

/** A time further ahead is an error, and counts as now. */
const LONGEST_PAUSE_MS = DAY_MS;

const nextAt = sql<Date>`case when post_pace.next_at > ${databaseTimeIn(LONGEST_PAUSE_MS)} then clock_timestamp() else post_pace.next_at end`;

const sinceAttempt = sql<number>`extract(epoch from clock_timestamp() - attempted_at)::double precision * 1000`;

const untilNext = sql<number>`extract(epoch from ${nextAt} - clock_timestamp())::double precision * 1000`;

/** No lease, and no possible post within the last `unclearMs`. */
const isFreeAfter = (unclearMs: number) => (is: ExpressionBuilder<Schema, 'posts'>) => {
  const past = (column: 'leased_until' | 'attempted_at', ms: number) =>
    is(`posts.${column}`, '<=', databaseTimeIn(-ms));
  return is.and([
    past('leased_until', 0),
    is.or([
      is('posts.state', '=', 'open'),
      is.and([is('posts.state', '=', 'attempted'), past('attempted_at', unclearMs)]),
    ]),
  ]);
};
