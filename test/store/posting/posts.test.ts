import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPosts, type LeasedPost, type PostName, type Posts } from '../../../src/store/posting/posts.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const post = { channel: 'C1', key: 'summary:2026-11-20:' };

describe.each(databases)('posts, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestPosts = (account = uniqueName()) => createPosts({ db: database().db, account });

  async function acquireLease(posts: Posts, name: PostName = post): Promise<LeasedPost> {
    const result = await posts.acquire(name);
    if (!('leased' in result)) throw new Error('somebody else has it');
    return result.leased;
  }

  /** Makes the rows older by some seconds. */
  async function makeOlder(account: string, seconds: number): Promise<void> {
    const ago = (column: string) => sql<Date>`${sql.ref(column)} - ${seconds} * interval '1 second'`;
    await database()
      .db.updateTable('posts')
      .where('account', '=', account)
      .set({ attempted_at: ago('attempted_at'), leased_until: ago('leased_until') })
      .execute();
  }

  test('are claimed by one caller at a time', async () => {
    const account = uniqueName();
    const result = await Promise.all([1, 2, 3, 4].map(() => createTestPosts(account).acquire(post)));
    expect(result.filter((one) => 'leased' in one)).toHaveLength(1);
    expect(result.filter((one) => 'waitMs' in one && one.waitMs > 0)).toHaveLength(3);
    expect(await createTestPosts(account).acquire({ ...post, channel: 'C2' })).toHaveProperty('leased');
    expect(await createTestPosts().acquire(post)).toHaveProperty('leased');
  });

  test('that are in their channel can no longer be claimed', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    const lease = await acquireLease(posts);
    expect(await posts.attempt(lease)).toBe(true);
    await posts.markPosted(lease, '1700000000.000100');
    await makeOlder(account, 3_600);
    expect(await posts.acquire(post)).toEqual({ posted: '1700000000.000100' });
    expect(await posts.attempt(lease)).toBe(false);
  });

  test('that Slack refused can be claimed again at once', async () => {
    const posts = createTestPosts();
    const lease = await acquireLease(posts);
    await posts.attempt(lease);
    await posts.markNotPosted(lease);
    expect(await posts.acquire(post)).toEqual({ leased: expect.objectContaining(post) });
  });

  test('with an unknown result wait a minute, and are then searched for', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    const lease = await acquireLease(posts);
    await posts.attempt(lease);
    await posts.release(lease);
    const result = await posts.acquire(post);
    expect('waitMs' in result && result.waitMs).toBeGreaterThan(50_000);
    await makeOlder(account, 61);
    const [first, second] = await Promise.all([posts.acquire(post), createTestPosts(account).acquire(post)]);
    const [mine, others] = 'leased' in first ? [first, second] : [second, first];
    expect(mine).toMatchObject({ leased: post, attemptedAt: expect.any(Date) });
    expect(others).toEqual({ waitMs: expect.any(Number) });
  });

  test('reported missing are posted again, but not while another process posts them', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    const lease = await acquireLease(posts);
    await posts.attempt(lease);
    await posts.markMissing(post);
    await posts.release(lease);
    await posts.markMissing(post);
    expect(await posts.acquire(post)).toHaveProperty('waitMs');
    await makeOlder(account, 61);
    await posts.markMissing({ ...post, channel: 'C2' });
    await posts.markMissing(post);
    const again = await posts.acquire(post);
    expect(again).toEqual({ leased: expect.objectContaining(post) });
    if (!('leased' in again)) return;
    await posts.markPosted(again.leased, '1700000000.000100');
    await posts.markMissing(post);
    expect(await posts.acquire(post)).toEqual({ posted: '1700000000.000100' });
  });

  test('are lost by a slow process, and its later reports have no effect', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    const slow = await acquireLease(posts);
    await makeOlder(account, 61);
    expect(await posts.attempt(slow)).toBe(false);
    const quick = await acquireLease(posts);
    expect(await posts.attempt(quick)).toBe(true);
    await posts.markNotPosted(slow);
    await posts.release(slow);
    expect(await posts.acquire(post)).toEqual({ waitMs: expect.any(Number) });
  });

  test('found to be posted count as posted, even if another process has claimed them', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    const slow = await acquireLease(posts);
    await posts.attempt(slow);
    await makeOlder(account, 61);
    const second = await acquireLease(posts);
    await posts.markPosted(slow, '1.000001');
    expect(await posts.attempt(second)).toBe(false);
    expect(await posts.acquire(post)).toEqual({ posted: '1.000001' });
  });

  test('are posted in turn, across all processes', async () => {
    const account = uniqueName();
    // In units of a quarter hour, so that the speed of the machine does not matter.
    const unitMs = 900_000;
    const units = ({ waitMs }: { readonly waitMs: number }) => Math.round(waitMs / unitMs);
    const pace = { postGapMs: unitMs, channelGapMs: 3 * unitMs, mostMs: 6.5 * unitMs };
    const turns = [];
    for (const channel of ['C1', 'C2', 'C1', 'C3'])
      turns.push(await createTestPosts(account).slot(channel, pace));
    // The third one waits for its channel, the others for those before them.
    expect(turns.map(units)).toEqual([0, 1, 3, 3]);
    expect(turns.every(({ isMine }) => isMine)).toBe(true);
    const next = ['C5', 'C6', 'C7', 'C8', 'C9'];
    const together = await Promise.all(next.map((channel) => createTestPosts(account).slot(channel, pace)));
    expect(
      together
        .filter(({ isMine }) => isMine)
        .map(units)
        .toSorted(),
    ).toEqual([4, 5, 6]);
    expect(together.filter(({ isMine }) => !isMine).map(units)).toEqual([7, 7]);
    expect(units(await createTestPosts().slot('C1', pace))).toBe(0);
  });

  test('all wait while Slack asks for a pause', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    const pace = { postGapMs: 10, channelGapMs: 1, mostMs: 4_000_000 };
    await posts.pause(3_600_000);
    await posts.pause(2_000);
    const { waitMs, isMine } = await createTestPosts(account).slot('C1', pace);
    expect(isMine).toBe(true);
    expect(waitMs).toBeGreaterThan(3_000_000);
    await posts.pause(36_000_000);
    expect(await posts.slot('C1', pace)).toMatchObject({ isMine: false });
  });

  test('are not changed during a pause of changes, but are still posted', async () => {
    const account = uniqueName();
    const posts = createTestPosts(account);
    expect(await posts.changesWaitMs()).toBe(0);
    await posts.pauseChanges(3_600_000);
    await posts.pauseChanges(2_000);
    expect(await createTestPosts(account).changesWaitMs()).toBeGreaterThan(3_000_000);
    const pace = { postGapMs: 10, channelGapMs: 1, mostMs: 0 };
    expect(await posts.slot('C1', pace)).toEqual({ waitMs: 0, isMine: true });
    expect(await createTestPosts().changesWaitMs()).toBe(0);
  });

  test('are deleted after their retention time', async () => {
    const posts = createTestPosts();
    const lease = await acquireLease(posts);
    await posts.markPosted(lease, '1.000001');
    expect(await posts.forget(60_000)).toBe(0);
    expect(await posts.forget(-1_000)).toBe(1);
    expect(await posts.acquire(post)).toHaveProperty('leased');
  });
});
