import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { BOT_TOKEN, clientOf, localSlack } from './bolt-bot.ts';

let slack: Workspace;
let apiUrl: string;

beforeEach(async () => {
  slack = localSlack();
  ({ apiUrl } = await slack.start());
});
afterEach(() => slack.stop());

const client = (): WebClient => clientOf(apiUrl, BOT_TOKEN, { rejectRateLimitedCalls: true });
const post = (text: string, channel = 'C1') => client().chat.postMessage({ channel, text });
/** Posts, and gives up once Slack has the call. */
async function postImpatiently(text: string): Promise<void> {
  const calls = slack.apiCalls.length;
  const giveUp = new AbortController();
  const posted = fetch(`${apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BOT_TOKEN}` },
    body: new URLSearchParams({ channel: 'C1', text }),
    signal: giveUp.signal,
  });
  const outcome = expect(posted).rejects.toThrow('aborted');
  await slack.until(() => slack.apiCalls.length > calls);
  giveUp.abort();
  await outcome;
}
/** Waits in seconds that a refusal may name: Slack rounds up what is left of them, however long the test took so far. */
const waitOf = (post: Promise<unknown>) =>
  post.then(
    () => 0,
    (error: { retryAfter: number }) => error.retryAfter,
  );
const texts = () => slack.messages().map(({ text }) => text);
const always = (trouble: object, more: object = {}) =>
  slack.injectFaults({ methods: { 'chat.postMessage': trouble }, ...more });

describe('random faults', () => {
  it('a call too many is answered with 429, and nothing is done', async () => {
    always({ limited: 1 }, { retryAfterSeconds: 7 });
    await expect(post('limited')).rejects.toMatchObject({ retryAfter: 7 });
    expect(texts()).toEqual([]);
    expect(slack.injectedFaultCounts()).toMatchObject({ limited: 1, carriedOut: 0 });
  });

  it.for([
    ['an error of the server', { serverError: 1 }, { statusCode: 500 }],
    ['a server that is not available', { unavailable: 1 }, { statusCode: 503 }],
    ['a connection that breaks off', { reset: 1 }, { code: 'slack_webapi_request_error' }],
  ] as const)('after %s it was done, or it was not', async ([, trouble, error]) => {
    always(trouble, { carriedOut: 1 });
    await expect(post('done')).rejects.toMatchObject(error);
    always(trouble, { carriedOut: 0 });
    await expect(post('not done')).rejects.toMatchObject(error);
    expect(texts()).toEqual(['done']);
    expect(slack.injectedFaultCounts()).toMatchObject({ carriedOut: 1 });
  });

  it('a call without an answer is done some time after the bot gave up, or never', async () => {
    always({ silent: 1 }, { carriedOut: 1, landsWithinMs: 200, seed: 3 });
    await postImpatiently('late');
    always({ silent: 1 }, { carriedOut: 0 });
    await postImpatiently('never');
    await slack.until(() => texts().includes('late'));
    expect(texts()).toEqual(['late']);
    expect(slack.injectedFaultCounts()).toMatchObject({ silent: 2, carriedOut: 1 });
    expect(slack.apiCalls.map(({ status, error }) => [status, error])).toEqual([
      [0, 'no_answer'],
      [0, 'no_answer'],
    ]);
  });

  it('the same seed brings the same troubles, about as often as their chances say', async () => {
    const outcomes = async (seed: number) => {
      slack.reset();
      slack.injectFaults({ seed, methods: { '*': { limited: 0.25, serverError: 0.25 } } });
      const api = client();
      for (let call = 0; call < 80; call += 1) await api.auth.test().catch(() => undefined);
      return slack.apiCalls.map(({ status }) => status);
    };
    const first = await outcomes(1);
    expect(await outcomes(1)).toEqual(first);
    expect(await outcomes(2)).not.toEqual(first);
    for (const [status, least, most] of [
      [200, 25, 55],
      [429, 8, 32],
      [500, 8, 32],
    ] as const) {
      const count = first.filter((one) => one === status).length;
      expect(count).toBeGreaterThanOrEqual(least);
      expect(count).toBeLessThanOrEqual(most);
    }
  });

  it('keeps to the methods that are named, and ends when it is told to', async () => {
    always({ serverError: 1 });
    await expect(client().auth.test()).resolves.toMatchObject({ ok: true });
    await expect(post('while calls go wrong')).rejects.toMatchObject({ statusCode: 500 });
    slack.injectFaults();
    await expect(post('once none do')).resolves.toMatchObject({ ok: true });
  });
});

describe('limits', () => {
  /** A minute that is an hour, so that it is not over on a busy machine. */
  const slow = { speed: 1 / 60 };

  it('a channel takes a short burst, then one post in its time', async () => {
    slack.setRateLimits(slow);
    for (const text of ['1', '2', '3']) await post(text);
    const waitSeconds = await waitOf(post('4'));
    expect(waitSeconds).toBeGreaterThan(30);
    expect(waitSeconds).toBeLessThanOrEqual(60);
    await expect(post('elsewhere', 'D1')).resolves.toMatchObject({ ok: true });
    expect(texts()).toEqual(['1', '2', '3', 'elsewhere']);
  });

  it('the workspace takes 300 posts in a minute, and other methods have limits of their own', async () => {
    const ids = Array.from({ length: 101 }, (_, at) => `C${at}`);
    const large = localSlack({ channels: ids.map((id) => ({ id, name: id })) });
    await using _ = { [Symbol.asyncDispose]: () => large.stop() };
    const { chat, auth } = clientOf((await large.start()).apiUrl, BOT_TOKEN, {
      rejectRateLimitedCalls: true,
    });
    large.setRateLimits(slow);
    const posting = (channel: string) => chat.postMessage({ channel, text: 'hello' });
    for (let turn = 0; turn < 3; turn += 1) await Promise.all(ids.slice(0, 100).map(posting));
    expect(await waitOf(posting('C100'))).toBeGreaterThan(3_000);
    const { ts = '' } = large.messages({ channel: 'C0' })[0] ?? {};
    const update = () => chat.update({ channel: 'C0', ts, text: 'changed' });
    await Promise.all(Array.from({ length: 50 }, update));
    expect(await waitOf(update())).toBeGreaterThan(3_000);
    await expect(auth.test()).resolves.toMatchObject({ ok: true });
  });

  it('an app that is distributed reads a history once a minute, fifteen messages at a time', async () => {
    for (let count = 0; count < 16; count += 1) await post(`${count}`);
    slack.setRateLimits({ ...slow, isDistributed: true });
    const { conversations } = client();
    const read = () => conversations.history({ channel: 'C1', limit: 200 });
    const { messages, has_more: hasMore } = await read();
    expect([messages?.length, hasMore]).toEqual([15, true]);
    expect(await waitOf(read())).toBeGreaterThan(3_000);
    const ts = messages?.[0]?.ts ?? '';
    await expect(conversations.replies({ channel: 'C1', ts })).resolves.toMatchObject({ ok: true });
    await expect(conversations.info({ channel: 'C1' })).resolves.toMatchObject({ ok: true });
  });

  it('time can run faster for them', async () => {
    slack.setRateLimits({ speed: 60_000 });
    await post('1');
    await expect
      .poll(() =>
        post('2').then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('taken');
    slack.setRateLimits();
    await post('3');
    expect(texts()).toEqual(['1', '2', '3']);
  });
});
