import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../runtime/durations.ts';
import { TIMINGS, type Timings } from '../../runtime/timings.ts';
import type { AccountDatabase } from '../schema.ts';
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
  /** Try again after `waitMs`: another caller has the lease, or the message may just have been posted. */
  | { readonly waitMs: number }
  /** The caller has the lease. An attempt at `attemptedAt`, if any, may have posted the message. */
  | { readonly leased: LeasedPost; readonly attemptedAt?: Date };

export type Posts = ReturnType<typeof createPosts>;

interface PostPace extends Pick<Timings, 'postGapMs' | 'channelGapMs'> {
  readonly mostMs: number;
}

const ALL = '';
/** Stands instead of a channel id in the row that limits the rate of message updates. */
const CHANGES = 'chat.update';

interface PostsOptions extends AccountDatabase {
  readonly timings?: Timings | undefined;
}

/** A lease for each message prevents posting it twice. Times are from the database’s clock. */
export function createPosts({ db, account, timings = TIMINGS }: PostsOptions) {
  const { postUnclearMs, postLeaseMs, postBusyMs } = timings;
  /** Whether the post has no valid lease, and no attempt in the last `postUnclearMs` may have posted it. */
  const isFree = sql<boolean>`posts.leased_until <= clock_timestamp() and (posts.state = 'open'
    or (posts.state = 'attempted' and posts.attempted_at <= ${databaseTimeIn(-postUnclearMs)}))`;
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

  /** Reserves the next time to post. @returns the ms until then; `undefined` if these exceed `mostMs` */
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

  /** Delays the next post in `channel` by at least `forMs`; a longer delay that is already set stays. */
  async function delay(channel: string, forMs: number): Promise<void> {
    const until = databaseTimeIn(forMs);
    await sql`
      insert into ${sql.table('post_pace')} as post_pace (account, channel, next_at)
      values (${account}, ${channel}, ${until})
      on conflict (account, channel) do update set next_at = greatest(${nextAt}, ${until})`.execute(db);
  }

  return {
    /** Leases a message for `postLeaseMs`, unless it was posted or another caller has the lease. */
    async acquire(post: PostName): Promise<PostLease> {
      const existing = await find(post);
      if (existing && 'posted' in existing) return existing;
      const owner = randomUUID();
      const leasedUntil = databaseTimeIn(postLeaseMs);
      const { rows } = await sql<{ attemptedAt: Date | null }>`
        insert into ${sql.table('posts')} as posts (account, channel, key, state, owner, leased_until)
        values (${account}, ${post.channel}, ${post.key}, 'open', ${owner}, ${leasedUntil})
        on conflict (account, channel, key) do update set owner = excluded.owner, leased_until = ${leasedUntil}
          where ${isFree}
        returning case state when 'attempted' then attempted_at end as "attemptedAt"`.execute(db);
      const [row] = rows;
      if (!row) return (await find(post)) ?? { waitMs: postBusyMs };
      const leased = { ...post, owner };
      return row.attemptedAt ? { leased, attemptedAt: row.attemptedAt } : { leased };
    },

    /** Records that the message is about to be sent. @returns false if the lease has expired: do not send */
    async attempt(post: LeasedPost): Promise<boolean> {
      const attempted = update(post).set({ state: 'attempted', attempted_at: now });
      return changesAny(attempted.where('state', '!=', 'posted').where('leased_until', '>', now));
    },

    async markPosted(post: LeasedPost, ts: string): Promise<void> {
      // Marks the message even if the lease expired: its next holder would find this message in the channel.
      await db
        .updateTable('posts')
        .where((is) => is.and(named(post)))
        .where('state', '!=', 'posted')
        .set({ state: 'posted', message_ts: ts, leased_until: now })
        .execute();
    },

    /** Releases the lease of a message that is certainly not in the channel. */
    async markNotPosted(post: LeasedPost): Promise<void> {
      await update(post)
        .set({ state: 'open', attempted_at: null, leased_until: now })
        .where('state', '!=', 'posted')
        .execute();
    },

    /** Releases the lease; the state stays, because an attempted message may still be in the channel. */
    async release(post: LeasedPost): Promise<void> {
      await update(post).set({ leased_until: now }).execute();
    },

    /** Allows a message missing in the channel to be posted again, unless it is leased or just attempted. */
    async markMissing(post: PostName): Promise<void> {
      await db
        .updateTable('posts')
        .where((is) => is.and(named(post)))
        .where('state', '!=', 'posted')
        .where(isFree)
        .set({ state: 'open', attempted_at: null })
        .execute();
    },

    /** Reserves a time to post, over all processes. `isMine` is false if the wait would exceed `mostMs`. */
    async slot(channel: string, { postGapMs, channelGapMs, mostMs }: PostPace) {
      const inAll = await moveOn(ALL, postGapMs, mostMs);
      if (inAll === undefined) return { waitMs: await untilSlot(ALL), isMine: false };
      const inChannel = await moveOn(channel, channelGapMs, mostMs);
      if (inChannel === undefined) return { waitMs: await untilSlot(channel), isMine: false };
      return { waitMs: Math.max(inAll, inChannel), isMine: true };
    },

    pause: (forMs: number) => delay(ALL, forMs),
    /** Delays updates of messages, whose rate Slack limits separately from that of posts. */
    pauseChanges: (forMs: number) => delay(CHANGES, forMs),
    changesWaitMs: () => untilSlot(CHANGES),

    async forget(olderThanMs: number): Promise<number> {
      const ofAccount = db.deleteFrom('posts').where('account', '=', account);
      return countDeleted(ofAccount.where('created_at', '<', databaseTimeIn(-olderThanMs)));
    },
  };
}

/** If the next time to post is further ahead than this, it is an error, and posting is allowed at once. */
const LONGEST_PAUSE_MS = DAY_MS;

const nextAt = sql<Date>`case when post_pace.next_at > ${databaseTimeIn(LONGEST_PAUSE_MS)} then clock_timestamp() else post_pace.next_at end`;

const sinceAttempt = sql<number>`extract(epoch from clock_timestamp() - attempted_at)::double precision * 1000`;

const untilNext = sql<number>`extract(epoch from ${nextAt} - clock_timestamp())::double precision * 1000`;
