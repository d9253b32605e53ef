import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPost } from '../../src/posting/post.ts';
import { createRateLimitedPost } from '../../src/posting/rate-limit.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { line, richText, view } from '../../src/slack/blocks/blocks.ts';
import { createBlockFallback } from '../../src/slack/blocks/fallback.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { createPosts } from '../../src/store/posting/posts.ts';
import { channels, createTestWorkspace, people } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const message = view(richText(line('Yesterday: 96.1 %')));
/** Longer than a test takes on any machine. */
const AN_HOUR = { retryAfterSeconds: 3_600 };
const limited = { refused: 'ratelimited', retryAfterMs: expect.any(Number) };

describe.each(databases)('messages to many recipients, %s', (_name, url) => {
  const database = suiteDatabase(url);

  async function createWorkspace() {
    const slack = createTestWorkspace();
    const { apiUrl } = await slack.start();
    const account = uniqueName();
    const { log } = recordLog();
    const createTestPost = () => {
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
      post: createTestPost(),
      /** A rate-limited post of another process. */
      createProcess: (channelGapMs = 1) => {
        const own = { post: createTestPost(), ledger: createPosts({ db: database().db, account }) };
        return createRateLimitedPost({ ...own, timings: { ...TIMINGS, channelGapMs } });
      },
      calls: (method: string) => slack.apiCalls.filter((call) => call.method === method),
      /** Makes the pause two hours older. */
      async wait() {
        await database()
          .db.updateTable('post_pace')
          .where('account', '=', account)
          .set({ next_at: sql<Date>`next_at - interval '2 hours'` })
          .execute();
      },
    };
  }

  test('no message is changed until a pause that Slack asked for is over', async () => {
    const { slack, post, createProcess, calls, wait } = await createWorkspace();
    const place = await post.toPerson(people.agent.id, message);
    if ('refused' in place) throw new Error(place.refused);
    slack.failNext('chat.update', AN_HOUR);
    expect(await createProcess().change(place, message)).toEqual({
      refused: 'ratelimited',
      retryAfterMs: 3_600_000,
    });
    expect(await createProcess().change(place, message)).toEqual(limited);
    expect(calls('chat.update')).toHaveLength(1);
    // Posts have a separate limit.
    expect(await createProcess().toPerson(people.agent.id, message)).toHaveProperty('ts');
    await wait();
    expect(await createProcess().change(place, message)).toBeUndefined();
    expect(calls('chat.update')).toHaveLength(2);
  });

  test('nothing is sent or posted until a pause that Slack asked for is over', async () => {
    const { slack, ledger, createProcess, calls, wait } = await createWorkspace();
    slack.failNext('chat.postMessage', AN_HOUR);
    expect(await createProcess().toPerson(people.agent.id, message)).toEqual({
      refused: 'ratelimited',
      retryAfterMs: 3_600_000,
    });
    expect(await createProcess().toPerson(people.agente.id, message)).toEqual(limited);
    expect(calls('chat.postMessage')).toHaveLength(1);
    const pace = { postGapMs: 200, channelGapMs: 1, mostMs: 20_000 };
    expect(await ledger.slot(channels.support.id, pace)).toMatchObject({ isMine: false });
    await wait();
    expect(await createProcess().toPerson(people.agente.id, message)).toHaveProperty('ts');
  });

  test('a person gets messages in turn, and none when the turn is far off', async () => {
    const { createProcess, calls } = await createWorkspace();
    const slowly = createProcess(3_600_000);
    expect(await slowly.toPerson(people.agent.id, message)).toHaveProperty('ts');
    expect(await createProcess(3_600_000).toPerson(people.agent.id, message)).toEqual(limited);
    expect(await slowly.toPerson(people.agente.id, message)).toHaveProperty('ts');
    expect(calls('chat.postMessage')).toHaveLength(2);
  });
});
