import { describe, expect, it } from 'vitest';
import type { Workspace, WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';

const EVENTS = ['app_mention', 'message.im'];

describe.each(TRANSPORTS)('events %s', (_, start) => {
  /** A bot that records the events that it receives. */
  async function startEventBot(changes: Partial<WorkspaceOptions> = {}) {
    const slack: Workspace = localSlack({ events: EVENTS, botName: 'SMS Desk', ...changes });
    const received: unknown[] = [];
    const bot = await start(slack, (app) => {
      app.event('message', async ({ event, body }) => void received.push({ ...event, id: body.event_id }));
      app.event(
        'app_mention',
        async ({ event, body }) => void received.push({ ...event, id: body.event_id }),
      );
    });
    return { ...bot, slack, received };
  }

  it('are sent for direct messages, also for the bot’s own', async () => {
    await using bot = await startEventBot();
    const { slack, received } = bot;
    const { ts } = slack.say({ person: 'U1', channel: 'D1', text: 'one & @SMS Desk' });
    await slack.eventsSent();
    expect(received).toEqual([
      {
        type: 'message',
        channel: 'D1',
        channel_type: 'im',
        user: 'U1',
        team: 'T0LOCAL',
        text: 'one &amp; <@U0BOT>',
        ts,
        event_ts: ts,
        id: expect.stringMatching(/^Ev/),
      },
    ]);
    const requests: unknown[] = [];
    slack.onExchange(({ name, request }) => name === 'own message' && requests.push(request));
    await bot.app.client.chat.postMessage({ channel: 'U1', text: 'hello' });
    await slack.eventsSent();
    expect(requests).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ user: 'U0BOT', bot_id: 'B0BOT' }) }),
    );
    // Bolt ignores the bot's own messages by these ids.
    expect(received).toHaveLength(1);
  });

  it('are sent for mentions in the bot’s channels, with its id instead of its name', async () => {
    await using bot = await startEventBot();
    const { slack, received } = bot;
    const say = (text: string, channel = 'C1') => slack.say({ person: 'U1', channel, text });
    const first = say('nobody is meant');
    say('@SMS Desktop, neither');
    say('@SMS Desk', 'C2');
    slack.say({ person: 'U2', channel: 'C1', text: 'hello, @sms desk!', threadTs: first.ts });
    await slack.eventsSent();
    expect(received).toMatchObject([
      { type: 'app_mention', channel: 'C1', user: 'U2', text: 'hello, <@U0BOT>!', thread_ts: first.ts },
    ]);
    expect(received[0]).not.toHaveProperty('channel_type');
  });

  it.each([
    ['it has not subscribed to', { events: [] }],
    ['its scopes do not let it read', { scopes: ['chat:write'] }],
  ])('are not sent for what %s', async (_what, changes) => {
    await using bot = await startEventBot(changes);
    const { slack, received } = bot;
    slack.say({ person: 'U1', channel: 'D1', text: 'hello' });
    slack.say({ person: 'U1', channel: 'C1', text: '@SMS Desk' });
    await slack.eventsSent();
    expect(received).toEqual([]);
    // An event sent by hand is received.
    await slack.sendEvent({ type: 'message', channel: 'D1', user: 'U1', text: 'hello' }, 'Ev7');
    expect(received).toMatchObject([{ id: 'Ev7' }]);
  });

  it('contain ids instead of names, and say whether the channel is shared', async () => {
    const channels = [
      { id: 'C1', name: 'support' },
      { id: 'C6', name: 'shared', isExternallyShared: true },
    ];
    const userGroups = [{ id: 'S1', handle: 'on-call' }];
    await using bot = await startEventBot({ channels, userGroups, linksPhoneNumbers: true });
    const { slack, received } = bot;
    const bodies: unknown[] = [];
    bot.app.use(async ({ body, next }) => {
      bodies.push(body);
      await next();
    });
    const text = '@SMS Desk #support @ana @on-call +56 9 1234 5678';
    slack.say({ person: 'U1', channel: 'C1', text });
    await slack.eventsSent();
    slack.say({ person: 'U3', channel: 'C6', text: '@SMS Desk hello' });
    await slack.eventsSent();
    const [own, others] = received;
    expect(own).toMatchObject({
      text: '<@U0BOT> <#C1|support> <@U1|ana> <!subteam^S1|@on-call> <tel:+56912345678|+56 9 1234 5678>',
      team: 'T0LOCAL',
    });
    expect(own).not.toHaveProperty('user_team');
    expect(others).toMatchObject({ team: 'T9OTHER', user_team: 'T9OTHER', source_team: 'T9OTHER' });
    expect(bodies).toMatchObject([
      { team_id: 'T0LOCAL', is_ext_shared_channel: false },
      { team_id: 'T0LOCAL', is_ext_shared_channel: true },
    ]);
  });
});
