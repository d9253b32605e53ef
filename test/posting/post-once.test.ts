import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebClient } from '@slack/web-api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPostOnce, type PostOnceOptions, type UniquePost } from '../../src/posting/post-once.ts';
import { MINUTE_MS } from '../../src/runtime/durations.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { line, richText, view } from '../../src/slack/blocks/blocks.ts';
import { createBlockFallback } from '../../src/slack/blocks/fallback.ts';
import { dataTable } from '../../src/slack/blocks/tables-and-charts.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { createPosts } from '../../src/store/posting/posts.ts';
import type { Workspace } from '../../tools/fake-slack/workspace/workspace.ts';
import { channels, createTestWorkspace } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { injectFaults, setRateLimits } from '../support/slack-weather.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const channel = channels.support.id;
const key = 'summary:2026-11-20:';
/** Slack's minute lasts an hour, so that it does not end on a busy machine. */
const SCARCE = { isDistributed: true, speed: 1 / 60 };

describe.each(databases)('a message posted once, %s', (_name, url) => {
  const database = suiteDatabase(url);

  async function createPoster(
    changes: {
      readonly ledger?: Partial<PostOnceOptions['ledger']>;
      readonly slack?: Workspace;
      readonly clock?: () => Date;
    } = {},
  ) {
    const slack = changes.slack ?? createTestWorkspace();
    const { apiUrl } = await slack.start();
    const account = uniqueName();
    const { log, lines } = recordLog({ level: 'info' });
    const now = () => new Date();
    const { clock: ofClient = now } = changes;
    const client = createClients({ botToken: 'xoxb-canary', apiUrl, log, now: ofClient }).posting;
    const another = (overrides: Partial<PostOnceOptions['ledger']> = {}, by = client) =>
      createPostOnce({
        client: by,
        blockFallback: createBlockFallback(now, log),
        ledger: { ...createPosts({ db: database().db, account }), ...overrides },
        now,
        log,
        timings: { ...TIMINGS, postGapMs: 1, channelGapMs: 1 },
      });
    const postOnce = another(changes.ledger);
    return {
      slack,
      lines,
      another,
      post: (changes: Partial<UniquePost> = {}) =>
        postOnce({ channel, key, view: () => view(richText(line('Yesterday: 96.1 %'))), ...changes }),
      postedMessages: () => slack.messages().filter((message) => message.channel === channel),
      setMissing: () => createPosts({ db: database().db, account }).markMissing({ channel, key }),
      /** Makes the rows two minutes older. */
      async wait() {
        const ago = (column: string) => sql<Date>`${sql.ref(column)} - interval '2 minutes'`;
        await database()
          .db.updateTable('posts')
          .where('account', '=', account)
          .set({ attempted_at: ago('attempted_at'), leased_until: ago('leased_until') })
          .execute();
        await database()
          .db.updateTable('post_pace')
          .where('account', '=', account)
          .set({ next_at: ago('next_at') })
          .execute();
      },
    };
  }

  const postResult = (isNew: boolean) => ({ place: { channel, ts: expect.any(String) }, isNew });
  const later = { again: expect.any(Date) };

  test('is posted, and a second call does not post it again', async () => {
    const { post, postedMessages } = await createPoster();
    const first = await post();
    expect(first).toEqual(postResult(true));
    const second = await post({
      view() {
        throw new Error('nobody needs it');
      },
    });
    expect(second).toEqual({ ...first, isNew: false });
    expect(postedMessages()).toMatchObject([
      { text: 'Yesterday: 96.1 %', metadata: { event_type: 'sms_desk_post', event_payload: { key } } },
    ]);
  });

  test('is distinct by channel and by key', async () => {
    const { post, slack } = await createPoster();
    const outcomes = [
      await post(),
      await post({ channel: channels.random.id }),
      await post({ key: 'other' }),
    ];
    expect(outcomes).toMatchObject([{ isNew: true }, { isNew: true }, { isNew: true }]);
    expect(slack.messages()).toHaveLength(3);
  });

  test('may be in a thread', async () => {
    const { post, postedMessages } = await createPoster();
    const parent = await post();
    if (!('place' in parent)) throw new Error('nothing was posted');
    const reply = { key: 'details', thread: parent.place };
    expect(await post(reply)).toEqual(postResult(true));
    expect(await post(reply)).toEqual(postResult(false));
    expect(postedMessages()).toMatchObject([{}, { threadTs: parent.place.ts }]);
  });

  test('is posted by one of many simultaneous callers', async () => {
    const { another, postedMessages } = await createPoster();
    const once = { channel, key, view: () => view(richText(line('one'))) };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => another()(once)));
    expect(outcomes.filter((outcome) => 'isNew' in outcome && outcome.isNew)).toHaveLength(1);
    expect(postedMessages()).toHaveLength(1);
  });

  test.each([
    ['an error of Slack’s own', { status: 500 }],
    ['a word that says no more', { error: 'internal_error' }],
    ['another such word', { error: 'fatal_error' }],
  ])('waits and is searched for when the answer was %s', async (_what, failure) => {
    const { post, slack, postedMessages, wait, lines } = await createPoster();
    slack.failNext('chat.postMessage', failure);
    expect(await post()).toEqual(later);
    expect(lines).toMatchObject([{ level: 'warn', channel }]);
    // An earlier call changes nothing.
    expect(await post()).toEqual(later);
    expect(postedMessages()).toEqual([]);
    await wait();
    expect(await post()).toEqual(postResult(true));
    expect(postedMessages()).toHaveLength(1);
  });

  test.each([
    ['the connection broke off', { reset: 1 }],
    ['Slack answered 503', { unavailable: 1 }],
  ])('that was posted although %s is found', async (_what, chances) => {
    const { post, slack, postedMessages, wait } = await createPoster();
    injectFaults(slack, { methods: { 'chat.postMessage': chances }, carriedOut: 1 });
    expect(await post()).toEqual(later);
    injectFaults(slack);
    await wait();
    expect(await post()).toEqual(postResult(false));
    expect(await post()).toEqual(postResult(false));
    expect(postedMessages()).toHaveLength(1);
  });

  test('is found in its thread, and behind hundreds of other messages', async () => {
    const { post, slack, postedMessages, wait } = await createPoster();
    const parent = await post({ key: 'parent' });
    if (!('place' in parent)) throw new Error('nothing was posted');
    injectFaults(slack, { methods: { 'chat.postMessage': { reset: 1 } }, carriedOut: 1 });
    await post();
    await post({ key: 'reply', thread: parent.place });
    injectFaults(slack);
    const { apiUrl } = await slack.start();
    const people = new WebClient('xoxb-canary', { slackApiUrl: apiUrl });
    const others = Array.from({ length: 230 }, (_, n) => ({ channel, text: `chatter ${n}` }));
    await Promise.all(others.map((message) => people.chat.postMessage(message)));
    await wait();
    expect(await post()).toEqual(postResult(false));
    expect(await post({ key: 'reply', thread: parent.place })).toEqual(postResult(false));
    expect(postedMessages()).toHaveLength(others.length + 3);
  });

  describe('in a workspace that returns fifteen messages of history a minute', () => {
    /** A minute passes each time the client reads the clock, and for Slack before each attempt: one page each. */
    async function createScarcePoster() {
      let clockReads = 0;
      const clock = () => new Date(Date.now() + MINUTE_MS * clockReads++);
      const poster = await createPoster({ clock });
      const { apiUrl } = await poster.slack.start();
      const people = new WebClient('xoxb-canary', { slackApiUrl: apiUrl });
      return {
        ...poster,
        /** Loses the answer to a post, lets others write, and waits until a search is allowed. */
        async lose(once: Partial<UniquePost>, carriedOut: 0 | 1) {
          injectFaults(poster.slack, { methods: { 'chat.postMessage': { reset: 1 } }, carriedOut });
          expect(await poster.post(once)).toEqual(later);
          injectFaults(poster.slack);
          const thread_ts = once.thread?.ts;
          const chatter = { channel, text: 'chatter', ...(thread_ts ? { thread_ts } : {}) };
          await Promise.all(Array.from({ length: 40 }, () => people.chat.postMessage(chatter)));
          await poster.wait();
          setRateLimits(poster.slack, SCARCE);
        },
        /** The result, and the number of searches before it. */
        async ended(once: Partial<UniquePost> = {}) {
          for (let inVain = 0; ; inVain += 1) {
            setRateLimits(poster.slack, SCARCE);
            const outcome = await poster.post(once);
            if (!('again' in outcome)) return { outcome, inVain };
          }
        },
      };
    }

    test.each([1, 0] as const)('exists once in a busy channel (Slack accepted %i)', async (accepted) => {
      const { lose, ended, postedMessages } = await createScarcePoster();
      await lose({}, accepted);
      const { outcome, inVain } = await ended();
      expect(outcome).toEqual(postResult(accepted === 0));
      // Three pages of fifteen messages, one after the other.
      expect(inVain).toBeGreaterThanOrEqual(2);
      expect(postedMessages().filter(({ text }) => text !== 'chatter')).toHaveLength(1);
    });

    test('exists once in a long thread', async () => {
      const { post, lose, ended, postedMessages } = await createScarcePoster();
      const parent = await post();
      if (!('place' in parent)) throw new Error('nothing was posted');
      const reply = { key: 'reply', thread: parent.place };
      await lose(reply, 0);
      expect((await ended(reply)).outcome).toEqual(postResult(true));
      expect(postedMessages().filter(({ text }) => text !== 'chatter')).toHaveLength(2);
    });

    test('does not delay posts in other channels', async () => {
      const { post, lose, ended } = await createScarcePoster();
      await lose({}, 1);
      expect(await post()).toEqual(later);
      const elsewhere = { place: { channel: channels.random.id }, isNew: true };
      expect(await post({ channel: channels.random.id })).toMatchObject(elsewhere);
      expect((await ended()).outcome).toEqual(postResult(false));
    });

    test('waits as long as Slack asks', async () => {
      const { post, slack, wait } = await createPoster();
      slack.failNext('chat.postMessage', { status: 500 });
      await post();
      await wait();
      slack.failNext('conversations.history', { retryAfterSeconds: 60 });
      const outcome = await post();
      const waitMs = 'again' in outcome ? outcome.again.getTime() - Date.now() : 0;
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(MINUTE_MS);
    });

    test('is searched for from the start when Slack rejects the cursor', async () => {
      const { lose, post, slack, ended } = await createScarcePoster();
      await lose({}, 1);
      expect(await post()).toEqual(later);
      slack.failNext('conversations.history', { error: 'invalid_cursor' });
      expect((await ended()).outcome).toEqual(postResult(false));
    });
  });

  test('is found when the process died after posting it', async () => {
    const { another, post, postedMessages, wait } = await createPoster();
    const dying = another({ markPosted: () => Promise.reject(new Error('killed')) });
    await expect(dying({ channel, key, view: () => view(richText(line('one'))) })).rejects.toThrow('killed');
    expect(postedMessages()).toHaveLength(1);
    expect(await post()).toEqual(later);
    await wait();
    expect(await post()).toEqual(postResult(false));
    expect(postedMessages()).toHaveLength(1);
  });

  test.each(['not_in_channel', 'is_archived', 'restricted_action'])(
    'that Slack refuses (%s) is not posted, and may be tried again at once',
    async (error) => {
      const { post, slack } = await createPoster();
      slack.failNext('chat.postMessage', { error });
      expect(await post()).toEqual({ refused: error });
      expect(await post()).toEqual(postResult(true));
    },
  );

  test('waits as long as Slack asks, and so do all other messages', async () => {
    const { post, slack, postedMessages } = await createPoster();
    slack.failNext('chat.postMessage', { retryAfterSeconds: 3_600 });
    const outcome = await post();
    expect('again' in outcome && outcome.again.getTime() - Date.now()).toBeGreaterThan(3_000_000);
    const others = await post({ channel: channels.random.id });
    expect('again' in others && others.again.getTime() - Date.now()).toBeGreaterThan(3_000_000);
    expect(postedMessages()).toEqual([]);
  });

  test('is not posted again while it cannot be searched for', async () => {
    let laterMs = 0;
    const clock = () => new Date(Date.now() + laterMs);
    const { post, slack, postedMessages, wait } = await createPoster({ clock });
    slack.failNext('chat.postMessage', { status: 500 });
    await post();
    await wait();
    slack.failNext('conversations.history', { error: 'not_in_channel' });
    expect(await post()).toEqual({ refused: 'not_in_channel' });
    for (const failure of [{ status: 503 }, { error: 'internal_error' }, { retryAfterSeconds: 1 }]) {
      slack.failNext('conversations.history', failure);
      expect(await post()).toEqual(later);
    }
    expect(postedMessages()).toEqual([]);
    laterMs = 1_000;
    await expect.poll(post).toEqual(postResult(true));
  });

  describe.each([
    ['its channel', ['metadata.message:read', 'groups:history'], {}],
    ['its private channel', ['metadata.message:read', 'channels:history'], { isPrivate: true }],
    ['the keys of messages', ['channels:history', 'groups:history'], {}],
  ])('of a bot that may not read %s', (_what, scopes, change) => {
    const itsChannels = Object.values(channels).map((channel) => ({ ...channel, ...change }));
    const slackWithout = () =>
      createTestWorkspace('http', { scopes: ['chat:write', ...scopes], channels: itsChannels });

    test('is posted, and a second call does not post it again', async () => {
      const { post, postedMessages } = await createPoster({ slack: slackWithout() });
      expect([await post(), await post()]).toEqual([postResult(true), postResult(false)]);
      expect(postedMessages()).toHaveLength(1);
    });

    test.each([0, 1])('is never posted twice, and may be missing (Slack accepted %i)', async (carriedOut) => {
      const { post, slack, postedMessages, wait } = await createPoster({ slack: slackWithout() });
      injectFaults(slack, { methods: { 'chat.postMessage': { reset: 1 } }, carriedOut });
      expect(await post()).toEqual(later);
      injectFaults(slack);
      for (let round = 0; round < 2; round += 1) {
        await wait();
        expect(await post()).toEqual({ perhapsMissing: true });
      }
      expect(postedMessages()).toHaveLength(carriedOut);
    });

    test('is posted again when a person reports it missing', async () => {
      const { post, slack, postedMessages, wait, setMissing } = await createPoster({ slack: slackWithout() });
      slack.failNext('chat.postMessage', { status: 500 });
      await post();
      await wait();
      await setMissing();
      expect(await post()).toEqual(postResult(true));
      expect(postedMessages()).toHaveLength(1);
    });
  });

  test('that never reached Slack waits, and is then posted without a search', async () => {
    const { another, post, postedMessages, wait } = await createPoster({
      slack: createTestWorkspace('http', { scopes: ['chat:write'] }),
    });
    const closedServer = createServer().listen(0, '127.0.0.1');
    await once(closedServer, 'listening');
    const { port } = closedServer.address() as AddressInfo;
    closedServer.close();
    const apiUrl = `http://127.0.0.1:${port}/api/`;
    const away = createClients({ botToken: 'xoxb-canary', apiUrl, log: recordLog().log }).posting;
    expect(await another({}, away)({ channel, key, view: () => view(richText(line('one'))) })).toEqual(later);
    await wait();
    expect(await post()).toEqual(postResult(true));
    expect(postedMessages()).toHaveLength(1);
  });

  test('is not posted by a slow caller when another one has posted it', async () => {
    const { another, post, postedMessages, wait } = await createPoster();
    const { promise: figures, resolve: read } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const slow = another()({
      channel,
      key,
      async view() {
        ask();
        await figures;
        return view(richText(line('late')));
      },
    });
    await asked;
    await wait();
    expect(await post()).toEqual(postResult(true));
    read();
    expect(await slow).toEqual(postResult(false));
    expect(postedMessages()).toMatchObject([{ text: 'Yesterday: 96.1 %' }]);
  });

  test('is posted by a slow caller when no other one has posted it', async () => {
    const { post, postedMessages, wait } = await createPoster();
    let views = 0;
    const outcome = await post({
      async view() {
        views += 1;
        await wait();
        return view(richText(line('late')));
      },
    });
    expect(outcome).toEqual(postResult(true));
    expect(views).toBe(1);
    expect(postedMessages()).toMatchObject([{ text: 'late' }]);
  });

  test('is postponed when its turn is far off or its caller has left', async () => {
    const far = await createPoster({ ledger: { slot: async () => ({ waitMs: 90_000, isMine: false }) } });
    const outcome = await far.post();
    expect('again' in outcome && outcome.again.getTime() - Date.now()).toBeGreaterThan(60_000);
    const near = await createPoster({ ledger: { slot: async () => ({ waitMs: 19_000, isMine: true }) } });
    expect(await near.post({ signal: AbortSignal.abort() })).toEqual(later);
    expect([...far.postedMessages(), ...near.postedMessages()]).toEqual([]);
    // The message is no longer claimed.
    expect(await far.another()({ channel, key, view: () => view(richText(line('one'))) })).toEqual(
      postResult(true),
    );
  });

  test('is posted with plain blocks in a workspace without the newer ones', async () => {
    const { post, postedMessages } = await createPoster({
      slack: createTestWorkspace('http', { newerBlocks: false }),
    });
    const table = dataTable({
      caption: 'By operator',
      columns: ['operator', 'rate'],
      rows: [['movistar', '96 %']],
    });
    expect(await post({ view: () => view(table) })).toEqual(postResult(true));
    expect(postedMessages()).toMatchObject([{ blocks: [{ type: 'rich_text' }] }]);
  });

  test('can be tried again at once after its view failed', async () => {
    const { post } = await createPoster();
    await expect(post({ view: () => Promise.reject(new Error('no figures')) })).rejects.toThrow('no figures');
    expect(await post()).toEqual(postResult(true));
  });
});
