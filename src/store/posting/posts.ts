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

export interface HeldPost extends PostName {
  readonly owner: string;
}

type TakenPost =
  | { readonly posted: string }
  /** Somebody else has it, or it may just have been posted. */
  | { readonly waitMs: number }
  /** It is the caller's; with `attemptedAt`, it may have been posted then. */
  | { readonly held: HeldPost; readonly attemptedAt?: Date };

export type Posts = ReturnType<typeof createPosts>;

interface PostPace extends Pick<Timings, 'postGapMs' | 'channelGapMs'> {
  readonly mostMs: number;
}

const ALL = '';
/** The row of changes, where a channel's id would be. */
const CHANGES = 'chat.update';

interface PostsOptions extends AccountDatabase {
  readonly timings?: Timings | undefined;
}

/** Messages that exist once, as rows of which one caller at a time has any in hand. Times are the database's. */
export function createPosts({ db, account, timings = TIMINGS }: PostsOptions) {
  const { postUnclearMs, postLeaseMs, postBusyMs } = timings;
  const isFree = isFreeAfter(postUnclearMs);
  const named = ({ channel, key }: PostName) => ({ account, channel, key });
  const update = (post: HeldPost) =>
    db.updateTable('posts').where((is) => is.and({ ...named(post), owner: post.owner }));

  async function look(post: PostName): Promise<TakenPost | undefined> {
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

  /** Moves a pace on by one slot. @returns how long until that slot; `undefined` where it is further off than `mostMs` */
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

  /** Moves a pace on until then, where it is not further on. */
  async function holdUp(channel: string, forMs: number): Promise<void> {
    const until = databaseTimeIn(forMs);
    await sql`
      insert into ${sql.table('post_pace')} as post_pace (account, channel, next_at)
      values (${account}, ${channel}, ${until})
      on conflict (account, channel) do update set next_at = greatest(${nextAt}, ${until})`.execute(db);
  }

  return {
    /** Takes a message in hand for `postLeaseMs`, where no other caller has it. */
    async take(post: PostName): Promise<TakenPost> {
      const seen = await look(post);
      if (seen && 'posted' in seen) return seen;
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
      if (!row) return (await look(post)) ?? { waitMs: postBusyMs };
      const held = { ...post, owner };
      const { state, attempted_at: attemptedAt } = row;
      return state === 'attempted' && attemptedAt ? { held, attemptedAt } : { held };
    },

    /** Notes that it may stand in its channel from now on. @returns whether the caller has it still and may post it */
    async attempt(post: HeldPost): Promise<boolean> {
      const attempted = update(post).set({ state: 'attempted', attempted_at: now });
      return changesAny(attempted.where('state', '!=', 'posted').where('leased_until', '>', now));
    },

    async settle(post: HeldPost, ts: string): Promise<void> {
      // Whoever else has it by now would find the same message.
      await db
        .updateTable('posts')
        .where((is) => is.and(named(post)))
        .where('state', '!=', 'posted')
        .set({ state: 'posted', message_ts: ts, leased_until: now })
        .execute();
    },

    /** It certainly does not stand in its channel, and is out of hand. */
    async notPosted(post: HeldPost): Promise<void> {
      await update(post)
        .set({ state: 'open', attempted_at: null, leased_until: now })
        .where('state', '!=', 'posted')
        .execute();
    },

    /** It is out of hand, and may stand in its channel as much as before. */
    async letGo(post: HeldPost): Promise<void> {
      await update(post).set({ leased_until: now }).execute();
    },

    /** It may be posted: it was seen not to stand in its channel. Not while it is in hand or was just tried. */
    async setMissing(post: PostName): Promise<void> {
      await db
        .updateTable('posts')
        .where((is) => is.and(named(post)))
        .where('state', '!=', 'posted')
        .where(isFree)
        .set({ state: 'open', attempted_at: null })
        .execute();
    },

    /** A slot to post in, over all processes. @returns how long to wait; over `mostMs`, no slot has been given */
    async slot(channel: string, { postGapMs, channelGapMs, mostMs }: PostPace) {
      const inAll = await moveOn(ALL, postGapMs, mostMs);
      if (inAll === undefined) return { waitMs: await untilSlot(ALL), isMine: false };
      const inChannel = await moveOn(channel, channelGapMs, mostMs);
      if (inChannel === undefined) return { waitMs: await untilSlot(channel), isMine: false };
      return { waitMs: Math.max(inAll, inChannel), isMine: true };
    },

    pause: (forMs: number) => holdUp(ALL, forMs),
    /** Asks for no change of what stands for so long: Slack counts changes apart from posts. */
    pauseChanges: (forMs: number) => holdUp(CHANGES, forMs),
    changesWaitMs: () => untilSlot(CHANGES),

    /** @returns how many */
    async forget(olderThanMs: number): Promise<number> {
      const ofAccount = db.deleteFrom('posts').where('account', '=', account);
      return countDeleted(ofAccount.where('created_at', '<', databaseTimeIn(-olderThanMs)));
    },
  };
}

/** Nobody has to wait for longer: what lies further ahead is a mistake, and counts as now. */
const LONGEST_PAUSE_MS = DAY_MS;

const nextAt = sql<Date>`case when post_pace.next_at > ${databaseTimeIn(LONGEST_PAUSE_MS)} then clock_timestamp() else post_pace.next_at end`;

const sinceAttempt = sql<number>`extract(epoch from clock_timestamp() - attempted_at)::double precision * 1000`;

const untilNext = sql<number>`extract(epoch from ${nextAt} - clock_timestamp())::double precision * 1000`;

/** Whether no process has it in hand, nor may have posted it within the last `unclearMs`. */
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
