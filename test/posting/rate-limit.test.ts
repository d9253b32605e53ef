import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPost } from '../../src/posting/post.ts';
import { createRateLimitedPost } from '../../src/posting/rate-limit.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { line, richText, view } from '../../src/slack/blocks/blocks.ts';
import { createBlockFallback } from '../../src/slack/blocks/fallback.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { createPosts } from '../../src/store/posting/posts.ts';
import { aWorkspace, channels, people } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { aName, databases, suiteDatabase } from '../support/store.ts';

const t = view(richText(line('Yesterday: 96.1 %')));
/** Longer than any machine takes for a test. */
const AN_HOUR = { retryAfterSeconds: 3_600 };
const limited = { refused: 'ratelimited', retryAfterMs: expect.any(Number) };

describe.each(databases)('what is sent to many, %s', (_name, url) => {
  const database = suiteDatabase(url);

  async function aWorld() {
    const slack = aWorkspace();
    const { apiUrl } = await slack.start();
    const account = aName();
    const { log } = recordLog();
    const aPost = () => {
      const client = createClients({ botToken: 'xoxb-canary', apiUrl, log }).posting;
      return createPost(
        client,
        createBlockFallback(() => new Date(), log),
        log,
      );
    };
    const ledger = createPosts({ db: database().db, account });
    return {
      slack,
      ledger,
      post: aPost(),
      /** As another process has it. */
      aProcess: (channelGapMs = 1) => {
        const own = { post: aPost(), ledger: createPosts({ db: database().db, account }) };
        return createRateLimitedPost({ ...own, timings: { ...TIMINGS, channelGapMs } });
      },
      calls: (method: string) => slack.apiCalls.filter((call) => call.method === method),
      /** As it is two hours later. */
      async wait() {
        await database()
          .db.updateTable('post_pace')
          .where('account', '=', account)
          .set({ next_at: sql<Date>`next_at - interval '2 hours'` })
          .execute();
      },
    };
  }

  test('nobody changes a message until a pause that Slack asked for is over', async () => {
    const { slack, post, aProcess, calls, wait } = await aWorld();
    const place = await post.toPerson(people.agent.id, t);
    if ('refused' in place) throw new Error(place.refused);
    slack.failNext('chat.update', AN_HOUR);
    expect(await aProcess().change(place, t)).toEqual({
      refused: 'ratelimited',
      retryAfterMs: 3_600_000,
    });
    expect(await aProcess().change(place, t)).toEqual(limited);
    expect(calls('chat.update')).toHaveLength(1);
    // Posts are counted apart.
    expect(await aProcess().toPerson(people.agent.id, t)).toHaveProperty('ts');
    await wait();
    expect(await aProcess().change(place, t)).toBeUndefined();
    expect(calls('chat.update')).toHaveLength(2);
  });

  test('nobody is written to until a pause that Slack asked for is over, nor is anything else posted', async () => {
    const { slack, ledger, aProcess, calls, wait } = await aWorld();
    slack.failNext('chat.postMessage', AN_HOUR);
    expect(await aProcess().toPerson(people.agent.id, t)).toEqual({
      refused: 'ratelimited',
      retryAfterMs: 3_600_000,
    });
    expect(await aProcess().toPerson(people.agente.id, t)).toEqual(limited);
    expect(calls('chat.postMessage')).toHaveLength(1);
    const pace = { postGapMs: 200, channelGapMs: 1, mostMs: 20_000 };
    expect(await ledger.slot(channels.support.id, pace)).toMatchObject({ isMine: false });
    await wait();
    expect(await aProcess().toPerson(people.agente.id, t)).toHaveProperty('ts');
  });

  test('a person is written to in turn, and not at all where that is far off', async () => {
    const { aProcess, calls } = await aWorld();
    const slowly = aProcess(3_600_000);
    expect(await slowly.toPerson(people.agent.id, t)).toHaveProperty('ts');
    expect(await aProcess(3_600_000).toPerson(people.agent.id, t)).toEqual(limited);
    expect(await slowly.toPerson(people.agente.id, t)).toHaveProperty('ts');
    expect(calls('chat.postMessage')).toHaveLength(2);
  });
});
