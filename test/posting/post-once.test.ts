import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebClient } from '@slack/web-api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPostOnce, type OncePost, type PostOnceOptions } from '../../src/posting/post-once.ts';
import { MINUTE_MS } from '../../src/runtime/durations.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { line, richText, view } from '../../src/slack/blocks/blocks.ts';
import { dataTable } from '../../src/slack/blocks/data-blocks.ts';
import { createBlockFallback } from '../../src/slack/blocks/fallback.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { createPosts } from '../../src/store/posting/posts.ts';
import type { Workspace } from '../../tools/fake-slack/workspace/workspace.ts';
import { aWorkspace, channels } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { injectFaults, setRateLimits } from '../support/slack-weather.ts';
import { aName, databases, suiteDatabase } from '../support/store.ts';

const channel = channels.support.id;
const key = 'summary:2026-11-20:';
/** A minute that is an hour, so that it is not over on a busy machine. */
const SCARCE = { isDistributed: true, speed: 1 / 60 };

describe.each(databases)('a message that exists once, %s', (_name, url) => {
  const database = suiteDatabase(url);

  async function aPoster(
    changes: {
      readonly ledger?: Partial<PostOnceOptions['ledger']>;
      readonly slack?: Workspace;
      readonly clock?: () => Date;
    } = {},
  ) {
    const slack = changes.slack ?? aWorkspace();
    const { apiUrl } = await slack.start();
    const account = aName();
    const { log, lines } = recordLog();
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
      post: (changes: Partial<OncePost> = {}) =>
        postOnce({ channel, key, view: () => view(richText(line('Yesterday: 96.1 %'))), ...changes }),
      standing: () => slack.messages().filter((message) => message.channel === channel),
      setMissing: () => createPosts({ db: database().db, account }).setMissing({ channel, key }),
      /** As it was two minutes ago. */
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

  const stands = (isNew: boolean) => ({ place: { channel, ts: expect.any(String) }, isNew });
  const later = { again: expect.any(Date) };

  test('is posted, and is not posted again', async () => {
    const { post, standing } = await aPoster();
    const first = await post();
    expect(first).toEqual(stands(true));
    const second = await post({
      view() {
        throw new Error('nobody needs it');
      },
    });
    expect(second).toEqual({ ...first, isNew: false });
    expect(standing()).toMatchObject([
      { text: 'Yesterday: 96.1 %', metadata: { event_type: 'sms_desk_post', event_payload: { key } } },
    ]);
  });

  test('is one of its channel, and of its key', async () => {
    const { post, slack } = await aPoster();
    const outcomes = [
      await post(),
      await post({ channel: channels.random.id }),
      await post({ key: 'other' }),
    ];
    expect(outcomes).toMatchObject([{ isNew: true }, { isNew: true }, { isNew: true }]);
    expect(slack.messages()).toHaveLength(3);
  });

  test('may stand in a thread', async () => {
    const { post, standing } = await aPoster();
    const parent = await post();
    if (!('place' in parent)) throw new Error('nothing was posted');
    const reply = { key: 'details', thread: parent.place };
    expect(await post(reply)).toEqual(stands(true));
    expect(await post(reply)).toEqual(stands(false));
    expect(standing()).toMatchObject([{}, { threadTs: parent.place.ts }]);
  });

  test('is posted by one of many who would at once', async () => {
    const { another, standing } = await aPoster();
    const once = { channel, key, view: () => view(richText(line('one'))) };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => another()(once)));
    expect(outcomes.filter((outcome) => 'isNew' in outcome && outcome.isNew)).toHaveLength(1);
    expect(standing()).toHaveLength(1);
  });

  test.each([
    ['an error of Slack’s own', { status: 500 }],
    ['a word that says no more', { error: 'internal_error' }],
    ['another such word', { error: 'fatal_error' }],
  ])('was perhaps posted when the answer was %s: it waits, and is looked for', async (_what, failure) => {
    const { post, slack, standing, wait, lines } = await aPoster();
    slack.failNext('chat.postMessage', failure);
    expect(await post()).toEqual(later);
    expect(lines).toMatchObject([{ level: 'warn', channel }]);
    // Whoever comes sooner leaves it alone.
    expect(await post()).toEqual(later);
    expect(standing()).toEqual([]);
    await wait();
    expect(await post()).toEqual(stands(true));
    expect(standing()).toHaveLength(1);
  });

  test.each([
    ['the connection broke off', { reset: 1 }],
    ['Slack answered 503', { unavailable: 1 }],
  ])('that was posted though %s is found', async (_what, chances) => {
    const { post, slack, standing, wait } = await aPoster();
    injectFaults(slack, { methods: { 'chat.postMessage': chances }, carriedOut: 1 });
    expect(await post()).toEqual(later);
    injectFaults(slack);
    await wait();
    expect(await post()).toEqual(stands(false));
    expect(await post()).toEqual(stands(false));
    expect(standing()).toHaveLength(1);
  });

  test('is found in its thread, and behind hundreds of others', async () => {
    const { post, slack, standing, wait } = await aPoster();
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
    expect(await post()).toEqual(stands(false));
    expect(await post({ key: 'reply', thread: parent.place })).toEqual(stands(false));
    expect(standing()).toHaveLength(others.length + 3);
  });

  describe('whose Slack gives fifteen messages of a history a minute', () => {
    /** A minute is over for the client whenever it looks, and for Slack before each attempt: then there is one page. */
    async function aScarcePoster() {
      let looked = 0;
      const clock = () => new Date(Date.now() + MINUTE_MS * looked++);
      const poster = await aPoster({ clock });
      const { apiUrl } = await poster.slack.start();
      const people = new WebClient('xoxb-canary', { slackApiUrl: apiUrl });
      return {
        ...poster,
        /** Loses the answer to a post, lets others talk, and waits until it may be looked for. */
        async lose(once: Partial<OncePost>, carriedOut: 0 | 1) {
          injectFaults(poster.slack, { methods: { 'chat.postMessage': { reset: 1 } }, carriedOut });
          expect(await poster.post(once)).toEqual(later);
          injectFaults(poster.slack);
          const thread_ts = once.thread?.ts;
          const chatter = { channel, text: 'chatter', ...(thread_ts ? { thread_ts } : {}) };
          await Promise.all(Array.from({ length: 40 }, () => people.chat.postMessage(chatter)));
          await poster.wait();
          setRateLimits(poster.slack, SCARCE);
        },
        /** What it comes to, and how often it was looked for in vain before. */
        async ended(once: Partial<OncePost> = {}) {
          for (let inVain = 0; ; inVain += 1) {
            setRateLimits(poster.slack, SCARCE);
            const outcome = await poster.post(once);
            if (!('again' in outcome)) return { outcome, inVain };
          }
        },
      };
    }

    test.each([1, 0] as const)(
      'is there once in a channel where many talk (Slack took %i)',
      async (taken) => {
        const { lose, ended, standing } = await aScarcePoster();
        await lose({}, taken);
        const { outcome, inVain } = await ended();
        expect(outcome).toEqual(stands(taken === 0));
        // Three pages of fifteen, one after the other.
        expect(inVain).toBeGreaterThanOrEqual(2);
        expect(standing().filter(({ text }) => text !== 'chatter')).toHaveLength(1);
      },
    );

    test('is there once in a long thread', async () => {
      const { post, lose, ended, standing } = await aScarcePoster();
      const parent = await post();
      if (!('place' in parent)) throw new Error('nothing was posted');
      const reply = { key: 'reply', thread: parent.place };
      await lose(reply, 0);
      expect((await ended(reply)).outcome).toEqual(stands(true));
      expect(standing().filter(({ text }) => text !== 'chatter')).toHaveLength(2);
    });

    test('holds up no post elsewhere meanwhile', async () => {
      const { post, lose, ended } = await aScarcePoster();
      await lose({}, 1);
      expect(await post()).toEqual(later);
      const elsewhere = { place: { channel: channels.random.id }, isNew: true };
      expect(await post({ channel: channels.random.id })).toMatchObject(elsewhere);
      expect((await ended()).outcome).toEqual(stands(false));
    });

    test('waits as long as Slack asks', async () => {
      const { post, slack, wait } = await aPoster();
      slack.failNext('chat.postMessage', { status: 500 });
      await post();
      await wait();
      slack.failNext('conversations.history', { retryAfterSeconds: 60 });
      const outcome = await post();
      const waitMs = 'again' in outcome ? outcome.again.getTime() - Date.now() : 0;
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(MINUTE_MS);
    });

    test('is looked for from the beginning where Slack no longer knows how far one was', async () => {
      const { lose, post, slack, ended } = await aScarcePoster();
      await lose({}, 1);
      expect(await post()).toEqual(later);
      slack.failNext('conversations.history', { error: 'invalid_cursor' });
      expect((await ended()).outcome).toEqual(stands(false));
    });
  });

  test('that was posted before the process died is found', async () => {
    const { another, post, standing, wait } = await aPoster();
    const dying = another({ settle: () => Promise.reject(new Error('killed')) });
    await expect(dying({ channel, key, view: () => view(richText(line('one'))) })).rejects.toThrow('killed');
    expect(standing()).toHaveLength(1);
    expect(await post()).toEqual(later);
    await wait();
    expect(await post()).toEqual(stands(false));
    expect(standing()).toHaveLength(1);
  });

  test.each(['not_in_channel', 'is_archived', 'restricted_action'])(
    'that Slack refuses (%s) stands nowhere, and may be tried again at once',
    async (error) => {
      const { post, slack } = await aPoster();
      slack.failNext('chat.postMessage', { error });
      expect(await post()).toEqual({ refused: error });
      expect(await post()).toEqual(stands(true));
    },
  );

  test('waits as long as Slack asks, and so do all others', async () => {
    const { post, slack, standing } = await aPoster();
    slack.failNext('chat.postMessage', { retryAfterSeconds: 3_600 });
    const outcome = await post();
    expect('again' in outcome && outcome.again.getTime() - Date.now()).toBeGreaterThan(3_000_000);
    const others = await post({ channel: channels.random.id });
    expect('again' in others && others.again.getTime() - Date.now()).toBeGreaterThan(3_000_000);
    expect(standing()).toEqual([]);
  });

  test('is not posted blindly where it cannot be looked for', async () => {
    let laterMs = 0;
    const clock = () => new Date(Date.now() + laterMs);
    const { post, slack, standing, wait } = await aPoster({ clock });
    slack.failNext('chat.postMessage', { status: 500 });
    await post();
    await wait();
    slack.failNext('conversations.history', { error: 'not_in_channel' });
    expect(await post()).toEqual({ refused: 'not_in_channel' });
    for (const failure of [{ status: 503 }, { error: 'internal_error' }, { retryAfterSeconds: 1 }]) {
      slack.failNext('conversations.history', failure);
      expect(await post()).toEqual(later);
    }
    expect(standing()).toEqual([]);
    laterMs = 1_000;
    await expect.poll(post).toEqual(stands(true));
  });

  describe.each([
    ['its channel', ['metadata.message:read', 'groups:history'], {}],
    ['its private channel', ['metadata.message:read', 'channels:history'], { isPrivate: true }],
    ['the keys of messages', ['channels:history', 'groups:history'], {}],
  ])('whose bot may not read %s', (_what, scopes, change) => {
    const itsChannels = Object.values(channels).map((channel) => ({ ...channel, ...change }));
    const slackWithout = () =>
      aWorkspace('http', { scopes: ['chat:write', ...scopes], channels: itsChannels });

    test('is posted, and is not posted again', async () => {
      const { post, standing } = await aPoster({ slack: slackWithout() });
      expect([await post(), await post()]).toEqual([stands(true), stands(false)]);
      expect(standing()).toHaveLength(1);
    });

    test.each([0, 1])('is never posted twice, and perhaps missing (Slack took %i)', async (carriedOut) => {
      const { post, slack, standing, wait } = await aPoster({ slack: slackWithout() });
      injectFaults(slack, { methods: { 'chat.postMessage': { reset: 1 } }, carriedOut });
      expect(await post()).toEqual(later);
      injectFaults(slack);
      for (let round = 0; round < 2; round += 1) {
        await wait();
        expect(await post()).toEqual({ perhapsMissing: true });
      }
      expect(standing()).toHaveLength(carriedOut);
    });

    test('is posted where somebody has seen that it is missing', async () => {
      const { post, slack, standing, wait, setMissing } = await aPoster({ slack: slackWithout() });
      slack.failNext('chat.postMessage', { status: 500 });
      await post();
      await wait();
      await setMissing();
      expect(await post()).toEqual(stands(true));
      expect(standing()).toHaveLength(1);
    });
  });

  test('that could not be sent at all is certainly not there, and waits as if Slack had asked for it', async () => {
    const { another, post, standing, wait } = await aPoster({
      slack: aWorkspace('http', { scopes: ['chat:write'] }),
    });
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    const apiUrl = `http://127.0.0.1:${port}/api/`;
    const away = createClients({ botToken: 'xoxb-canary', apiUrl, log: recordLog().log }).posting;
    const outcome = await another({}, away)({ channel, key, view: () => view(richText(line('one'))) });
    expect(outcome).toEqual(later);
    await wait();
    expect(await post()).toEqual(stands(true));
    expect(standing()).toHaveLength(1);
  });

  test('is not posted by who has waited for its view too long, while another has posted it', async () => {
    const { another, post, standing, wait } = await aPoster();
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
    expect(await post()).toEqual(stands(true));
    read();
    expect(await slow).toEqual(stands(false));
    expect(standing()).toMatchObject([{ text: 'Yesterday: 96.1 %' }]);
  });

  test('is posted by who has waited for its view too long, where nobody else has', async () => {
    const { post, standing, wait } = await aPoster();
    let views = 0;
    const outcome = await post({
      async view() {
        views += 1;
        await wait();
        return view(richText(line('late')));
      },
    });
    expect(outcome).toEqual(stands(true));
    expect(views).toBe(1);
    expect(standing()).toMatchObject([{ text: 'late' }]);
  });

  test('gives way where its turn is far off or nobody waits any more', async () => {
    const far = await aPoster({ ledger: { slot: async () => ({ waitMs: 90_000, isMine: false }) } });
    const outcome = await far.post();
    expect('again' in outcome && outcome.again.getTime() - Date.now()).toBeGreaterThan(60_000);
    const near = await aPoster({ ledger: { slot: async () => ({ waitMs: 19_000, isMine: true }) } });
    expect(await near.post({ signal: AbortSignal.abort() })).toEqual(later);
    expect([...far.standing(), ...near.standing()]).toEqual([]);
    // It is out of hand.
    expect(await far.another()({ channel, key, view: () => view(richText(line('one'))) })).toEqual(
      stands(true),
    );
  });

  test('is posted with plain blocks where the workspace does not know the newer ones', async () => {
    const { post, standing } = await aPoster({ slack: aWorkspace('http', { newerBlocks: false }) });
    const table = dataTable({
      caption: 'By operator',
      columns: ['operator', 'rate'],
      rows: [['movistar', '96 %']],
    });
    expect(await post({ view: () => view(table) })).toEqual(stands(true));
    expect(standing()).toMatchObject([{ blocks: [{ type: 'rich_text' }] }]);
  });

  test('that failed to become a view can be tried again at once', async () => {
    const { post } = await aPoster();
    await expect(post({ view: () => Promise.reject(new Error('no figures')) })).rejects.toThrow('no figures');
    expect(await post()).toEqual(stands(true));
  });
});
