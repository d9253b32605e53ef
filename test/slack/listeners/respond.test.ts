import { describe, expect, test } from 'vitest';
import { aDesk, channels } from '../../support/desk.ts';
import { servePlatform } from '../../support/server.ts';

const now = () => new Date('2026-11-18T15:20:00Z');

async function aNewDesk() {
  const platform = await servePlatform();
  return await aDesk(platform.url, { overrides: { now } });
}

describe('an answer that its address does not take', () => {
  test('counts as not said where Slack answers 200 and says that it is not: it comes by direct message', async () => {
    const desk = await aNewDesk();
    desk.slack.failNext('response_url', { status: 200, error: 'expired_url' });
    const answer = await desk.ask('912345678');
    expect(answer).toMatchObject({ channel: channels.direct.id, text: expect.stringContaining('Delivered') });
    expect(desk.slack.respondCalls.map(({ error }) => error)).toEqual(['expired_url']);
  });

  test('is sent again where that passes', async () => {
    const desk = await aNewDesk();
    desk.slack.failNext('response_url', { status: 200, error: 'internal_error' });
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.support.id });
  });

  test('waits as long as Slack asks for', async () => {
    const desk = await aNewDesk();
    desk.slack.failNext('response_url', { retryAfterSeconds: 2 });
    const askedMs = performance.now();
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.support.id });
    expect(performance.now() - askedMs).toBeGreaterThanOrEqual(2_000);
  });

  test('comes by direct message where that is too long', async () => {
    const desk = await aNewDesk();
    desk.slack.failNext('response_url', { retryAfterSeconds: 600 });
    expect(await desk.ask('912345678')).toMatchObject({ channel: channels.direct.id });
    expect(desk.slack.respondCalls).toHaveLength(1);
  });
});

test('a token that Slack takes no more is one error in the log, which says what to do', async () => {
  const platform = await servePlatform();
  const desk = await aDesk(platform.url, { overrides: { now, timings: { peopleRememberedMs: 0 } } });
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
