import { describe, expect, test } from 'vitest';
import { channels, people, startDesk } from '../../support/desk.ts';
import { servePlatform } from '../../support/server.ts';

const now = () => new Date('2026-11-18T15:20:00Z');

async function createDesk() {
  const platform = await servePlatform();
  return await startDesk(platform.url, { overrides: { now } });
}

describe('an answer that the response URL refuses', () => {
  test('is sent by direct message when Slack returns 200 with an error', async () => {
    const desk = await createDesk();
    desk.slack.failNext('response_url', { status: 200, error: 'expired_url' });
    const answer = await desk.ask('912345678');
    expect(answer).toMatchObject({ channel: channels.direct.id, text: expect.stringContaining('Delivered') });
    expect(desk.slack.respondCalls.map(({ error }) => error)).toEqual(['expired_url']);
  });

  test('is sent again after a temporary error', async () => {
    const desk = await createDesk();
    desk.slack.failNext('response_url', { status: 200, error: 'internal_error' });
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.support.id });
  });

  test('is sent again after a page of another server, and then by direct message', async () => {
    const desk = await createDesk();
    const page = { status: 200, body: '<html>canary: blocked</html>' };
    let pages = 1;
    desk.slack.intercept((method, args, grant) => {
      if (method !== 'response_url' || pages === 0) return grant(args);
      pages -= 1;
      return page;
    });
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.support.id });
    pages = 2;
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.direct.id });
    expect(desk.logLines).toContainEqual(expect.objectContaining({ outcome: 'not_slack' }));
    expect(JSON.stringify(desk.logLines)).not.toContain('blocked');
  });

  test('is sent again after the wait that Slack asks for', async () => {
    const desk = await createDesk();
    desk.slack.failNext('response_url', { retryAfterSeconds: 2 });
    const askedMs = performance.now();
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.support.id });
    expect(performance.now() - askedMs).toBeGreaterThanOrEqual(2_000);
  });

  test('is sent by direct message when that wait is too long', async () => {
    const desk = await createDesk();
    desk.slack.failNext('response_url', { retryAfterSeconds: 600 });
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.direct.id });
    expect(desk.slack.respondCalls).toHaveLength(1);
  });
});

describe('an answer that only one person sees', () => {
  test.each([
    ['an error of Slack’s server', { status: 503 }],
    ['a cut connection', { status: 0, error: 'connection_reset' }],
    ['a passing error', { error: 'internal_error' }],
  ])('is sent again after %s', async (_, failure) => {
    const desk = await createDesk();
    desk.slack.failNext('chat.postEphemeral', { ...failure, times: 2 });
    desk.slack.say({ person: people.agent.id, channel: channels.support.id, text: '@bot hello' });
    await desk.slack.eventsSent();
    await desk.requestsFinished();
    expect(desk.slack.messages().at(-1)).toMatchObject({
      visibleTo: people.agent.id,
      text: expect.stringContaining('Hi!'),
    });
  });

  test('is sent three times at most', async () => {
    const desk = await createDesk();
    desk.slack.failNext('chat.postEphemeral', { status: 503, times: 9 });
    desk.slack.say({ person: people.agent.id, channel: channels.support.id, text: '@bot hello' });
    await desk.slack.eventsSent();
    await desk.requestsFinished();
    expect(desk.slack.apiCalls.filter(({ method }) => method === 'chat.postEphemeral')).toHaveLength(3);
  });
});

describe('an answer to a message, in whose place another server gives a page', () => {
  const page = { status: 200, body: '<html>canary: blocked</html>' };
  const askedAt = async (channel: string, failing: { readonly method: string; readonly pages: number }) => {
    const desk = await createDesk();
    let { pages } = failing;
    desk.slack.intercept((method, args, grant) => {
      if (method !== failing.method || pages === 0) return grant(args);
      pages -= 1;
      return page;
    });
    desk.slack.say({ person: people.agent.id, channel, text: '@bot hello' });
    await desk.slack.eventsSent();
    await desk.requestsFinished();
    const answered = desk.slack.messages({ person: people.agent.id }).at(-1);
    return { answered, logLines: desk.logLines };
  };
  const hello = { channel: channels.direct.id, text: expect.stringContaining('Hi!') };

  test('is sent again in a direct message', async () => {
    const { answered } = await askedAt(channels.direct.id, { method: 'chat.postMessage', pages: 1 });
    expect(answered).toMatchObject(hello);
  });

  test('is logged as not taken when the second attempt gets a page, too', async () => {
    const { logLines } = await askedAt(channels.direct.id, { method: 'chat.postMessage', pages: 2 });
    expect(logLines).toContainEqual(expect.objectContaining({ msg: 'Slack did not take the answer' }));
    expect(JSON.stringify(logLines)).not.toContain('blocked');
  });

  test('is sent by direct message after three attempts in a channel', async () => {
    const { answered } = await askedAt(channels.support.id, { method: 'chat.postEphemeral', pages: 3 });
    expect(answered).toMatchObject(hello);
  });
});

test('a revoked token is logged once as an error, with what to do', async () => {
  const platform = await servePlatform();
  const desk = await startDesk(platform.url, { overrides: { now, timings: { peopleTtlMs: 0 } } });
  const answer = await desk.ask('912345678');
  for (const method of ['users.info', 'chat.postMessage']) {
    desk.slack.failNext(method, { error: 'token_revoked', times: 6 });
  }
  for (const question of ['912345678', '987654321', 'help']) {
    expect((await desk.ask(question)).text).toContain('Slack no longer accepts SMS Desk’s sign-in.');
  }
  await desk.press(answer, 'status.more share');
  expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      reason: 'token_revoked',
      msg: expect.stringContaining('copy the token to SLACK_BOT_TOKEN and start the bot again'),
    }),
  ]);
});
