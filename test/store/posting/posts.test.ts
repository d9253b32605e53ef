import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPosts, type HeldPost, type PostName, type Posts } from '../../../src/store/posting/posts.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const post = { channel: 'C1', key: 'summary:2026-11-20:' };

describe.each(databases)('posts, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const somePosts = (account = aName()) => createPosts({ db: database().db, account });

  async function hold(posts: Posts, name: PostName = post): Promise<HeldPost> {
    const taken = await posts.take(name);
    if (!('held' in taken)) throw new Error('somebody else has it');
    return taken.held;
  }

  /** As it was so many seconds ago. */
  async function age(account: string, seconds: number): Promise<void> {
    const ago = (column: string) => sql<Date>`${sql.ref(column)} - ${seconds} * interval '1 second'`;
    await database()
      .db.updateTable('posts')
      .where('account', '=', account)
      .set({ attempted_at: ago('attempted_at'), leased_until: ago('leased_until') })
      .execute();
  }

  test('are in the hands of one', async () => {
    const account = aName();
    const taken = await Promise.all([1, 2, 3, 4].map(() => somePosts(account).take(post)));
    expect(taken.filter((one) => 'held' in one)).toHaveLength(1);
    expect(taken.filter((one) => 'waitMs' in one && one.waitMs > 0)).toHaveLength(3);
    expect(await somePosts(account).take({ ...post, channel: 'C2' })).toHaveProperty('held');
    expect(await somePosts().take(post)).toHaveProperty('held');
  });

  test('that stand in their channel are taken by nobody any more', async () => {
    const account = aName();
    const posts = somePosts(account);
    const held = await hold(posts);
    expect(await posts.attempt(held)).toBe(true);
    await posts.settle(held, '1700000000.000100');
    await age(account, 3_600);
    expect(await posts.take(post)).toEqual({ posted: '1700000000.000100' });
    expect(await posts.attempt(held)).toBe(false);
  });

  test('that were refused can be taken again at once', async () => {
    const posts = somePosts();
    const held = await hold(posts);
    await posts.attempt(held);
    await posts.notPosted(held);
    expect(await posts.take(post)).toEqual({ held: expect.objectContaining(post) });
  });

  test('whose fate is open wait a minute, and are then looked for', async () => {
    const account = aName();
    const posts = somePosts(account);
    const held = await hold(posts);
    await posts.attempt(held);
    await posts.letGo(held);
    const taken = await posts.take(post);
    expect('waitMs' in taken && taken.waitMs).toBeGreaterThan(50_000);
    await age(account, 61);
    const [first, second] = await Promise.all([posts.take(post), somePosts(account).take(post)]);
    const [mine, others] = 'held' in first ? [first, second] : [second, first];
    expect(mine).toMatchObject({ held: post, attemptedAt: expect.any(Date) });
    expect(others).toEqual({ waitMs: expect.any(Number) });
  });

  test('that somebody has seen to be missing are posted anew, but not while one is at it', async () => {
    const account = aName();
    const posts = somePosts(account);
    const held = await hold(posts);
    await posts.attempt(held);
    await posts.setMissing(post);
    await posts.letGo(held);
    await posts.setMissing(post);
    expect(await posts.take(post)).toHaveProperty('waitMs');
    await age(account, 61);
    await posts.setMissing({ ...post, channel: 'C2' });
    await posts.setMissing(post);
    const again = await posts.take(post);
    expect(again).toEqual({ held: expect.objectContaining(post) });
    if (!('held' in again)) return;
    await posts.settle(again.held, '1700000000.000100');
    await posts.setMissing(post);
    expect(await posts.take(post)).toEqual({ posted: '1700000000.000100' });
  });

  test('are lost by who was too slow, and what that one says of them then is of no effect', async () => {
    const account = aName();
    const posts = somePosts(account);
    const slow = await hold(posts);
    await age(account, 61);
    expect(await posts.attempt(slow)).toBe(false);
    const quick = await hold(posts);
    expect(await posts.attempt(quick)).toBe(true);
    await posts.notPosted(slow);
    await posts.letGo(slow);
    expect(await posts.take(post)).toEqual({ waitMs: expect.any(Number) });
  });

  test('that turn out to have been posted are so, whoever has them by now', async () => {
    const account = aName();
    const posts = somePosts(account);
    const slow = await hold(posts);
    await posts.attempt(slow);
    await age(account, 61);
    const second = await hold(posts);
    await posts.settle(slow, '1.000001');
    expect(await posts.attempt(second)).toBe(false);
    expect(await posts.take(post)).toEqual({ posted: '1.000001' });
  });

  test('have their turn one after another, over all processes', async () => {
    const account = aName();
    // In units of a quarter of an hour, so that the machine's own pace does not matter.
    const unitMs = 900_000;
    const units = ({ waitMs }: { readonly waitMs: number }) => Math.round(waitMs / unitMs);
    const pace = { postGapMs: unitMs, channelGapMs: 3 * unitMs, mostMs: 6.5 * unitMs };
    const turns = [];
    for (const channel of ['C1', 'C2', 'C1', 'C3']) turns.push(await somePosts(account).slot(channel, pace));
    // The third waits for its channel, the others for those before them.
    expect(turns.map(units)).toEqual([0, 1, 3, 3]);
    expect(turns.every(({ isMine }) => isMine)).toBe(true);
    const next = ['C5', 'C6', 'C7', 'C8', 'C9'];
    const together = await Promise.all(next.map((channel) => somePosts(account).slot(channel, pace)));
    expect(
      together
        .filter(({ isMine }) => isMine)
        .map(units)
        .toSorted(),
    ).toEqual([4, 5, 6]);
    expect(together.filter(({ isMine }) => !isMine).map(units)).toEqual([7, 7]);
    expect(units(await somePosts().slot('C1', pace))).toBe(0);
  });

  test('all wait while Slack asks for a pause', async () => {
    const account = aName();
    const posts = somePosts(account);
    const pace = { postGapMs: 10, channelGapMs: 1, mostMs: 4_000_000 };
    await posts.pause(3_600_000);
    await posts.pause(2_000);
    const { waitMs, isMine } = await somePosts(account).slot('C1', pace);
    expect(isMine).toBe(true);
    expect(waitMs).toBeGreaterThan(3_000_000);
    await posts.pause(36_000_000);
    expect(await posts.slot('C1', pace)).toMatchObject({ isMine: false });
  });

  test('are changed by nobody while Slack asks for that, and go on being posted', async () => {
    const account = aName();
    const posts = somePosts(account);
    expect(await posts.changesWaitMs()).toBe(0);
    await posts.pauseChanges(3_600_000);
    await posts.pauseChanges(2_000);
    expect(await somePosts(account).changesWaitMs()).toBeGreaterThan(3_000_000);
    const pace = { postGapMs: 10, channelGapMs: 1, mostMs: 0 };
    expect(await posts.slot('C1', pace)).toEqual({ waitMs: 0, isMine: true });
    expect(await somePosts().changesWaitMs()).toBe(0);
  });

  test('are forgotten in time', async () => {
    const posts = somePosts();
    const held = await hold(posts);
    await posts.settle(held, '1.000001');
    expect(await posts.forget(60_000)).toBe(0);
    expect(await posts.forget(-1_000)).toBe(1);
    expect(await posts.take(post)).toHaveProperty('held');
  });
});
