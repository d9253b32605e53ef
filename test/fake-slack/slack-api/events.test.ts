import { describe, expect, it } from 'vitest';
import type { Workspace, WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';

const EVENTS = ['app_mention', 'message.im'];

describe.each(TRANSPORTS)('events %s', (_, start) => {
  /** A bot that keeps what it is told of. */
  async function toldBot(changes: Partial<WorkspaceOptions> = {}) {
    const slack: Workspace = localSlack({ events: EVENTS, botName: 'SMS Desk', ...changes });
    const told: unknown[] = [];
    const bot = await start(slack, (app) => {
      app.event('message', async ({ event, body }) => void told.push({ ...event, id: body.event_id }));
      app.event('app_mention', async ({ event, body }) => void told.push({ ...event, id: body.event_id }));
    });
    return { ...bot, slack, told };
  }

  it('tell of direct messages, those of the bot itself too', async () => {
    await using bot = await toldBot();
    const { slack, told } = bot;
    const { ts } = slack.say({ person: 'U1', channel: 'D1', text: 'one & @SMS Desk' });
    await slack.eventsSent();
    expect(told).toEqual([
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
    // Bolt knows its own by that.
    expect(told).toHaveLength(1);
  });

  it('tell of mentions in channels that the bot is in, with its id in place of its name', async () => {
    await using bot = await toldBot();
    const { slack, told } = bot;
    const say = (text: string, channel = 'C1') => slack.say({ person: 'U1', channel, text });
    const first = say('nobody is meant');
    say('@SMS Desktop, neither');
    say('@SMS Desk', 'C2');
    slack.say({ person: 'U2', channel: 'C1', text: 'hello, @sms desk!', threadTs: first.ts });
    await slack.eventsSent();
    expect(told).toMatchObject([
      { type: 'app_mention', channel: 'C1', user: 'U2', text: 'hello, <@U0BOT>!', thread_ts: first.ts },
    ]);
    expect(told[0]).not.toHaveProperty('channel_type');
  });

  it.each([
    ['it has not subscribed to', { events: [] }],
    ['its scopes do not let it read', { scopes: ['chat:write'] }],
  ])('the bot does not hear of what %s', async (_what, changes) => {
    await using bot = await toldBot(changes);
    const { slack, told } = bot;
    slack.say({ person: 'U1', channel: 'D1', text: 'hello' });
    slack.say({ person: 'U1', channel: 'C1', text: '@SMS Desk' });
    await slack.eventsSent();
    expect(told).toEqual([]);
    // What is sent by hand is.
    await slack.sendEvent({ type: 'message', channel: 'D1', user: 'U1', text: 'hello' }, 'Ev7');
    expect(told).toMatchObject([{ id: 'Ev7' }]);
  });

  it('name whom and what is meant by their ids, and say of a channel that others share it', async () => {
    const channels = [
      { id: 'C1', name: 'support' },
      { id: 'C6', name: 'shared', isExternallyShared: true },
    ];
    const userGroups = [{ id: 'S1', handle: 'on-call' }];
    await using bot = await toldBot({ channels, userGroups, linksPhoneNumbers: true });
    const { slack, told } = bot;
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
    const [own, others] = told;
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
