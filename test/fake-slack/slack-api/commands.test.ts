import type { App, SlashCommand } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';

const typed = { person: 'U1', channel: 'C1', command: '/ask', text: 'one & two' };

const posted = (slack: Workspace) => slack.messages().map(({ author, text }) => `${author}: ${text}`);

describe.each(TRANSPORTS)('slash commands %s', (_, start) => {
  /** A bot that acknowledges `/ask` and records it. */
  async function startAskBot(slack: Workspace) {
    const heard: SlashCommand[] = [];
    const bot = await start(slack, (app: App) => {
      app.command('/ask', async ({ ack, command }) => {
        heard.push(command);
        await ack();
      });
    });
    return { ...bot, heard };
  }

  it('contain user, channel, text, a response_url and a trigger_id', async () => {
    const slack = localSlack({ teamName: 'My Team' });
    await using bot = await startAskBot(slack);

    expect(await slack.command(typed)).toMatchObject({ status: 200, body: '', timedOut: false });
    expect({ ...bot.heard[0] }).toEqual({
      token: expect.any(String),
      team_id: 'T0LOCAL',
      team_domain: 'my-team',
      channel_id: 'C1',
      channel_name: 'support',
      user_id: 'U1',
      user_name: 'ana',
      command: '/ask',
      text: 'one & two',
      api_app_id: 'A0BOT',
      is_enterprise_install: 'false',
      response_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/responses\/./),
      trigger_id: expect.any(String),
    });
  });

  it('fail with `operation_timeout` when they are not acknowledged in time', async () => {
    // Long enough for the command to reach a bot on a busy machine.
    const slack = localSlack({ acknowledgementTimeoutMs: 500 });
    const released = Promise.withResolvers<void>();
    await using _ = await start(slack, (app: App) => {
      app.command('/ask', async ({ ack, respond }) => {
        await released.promise;
        await ack('too late');
        await respond('the answer');
      });
    });

    const acknowledgement = await slack.command(typed);
    released.resolve();
    await slack.until(() => slack.messages().length === 2);

    expect(acknowledgement).toMatchObject({ status: 0, timedOut: true });
    expect(acknowledgement.afterMs).toBeGreaterThanOrEqual(490);
    expect(posted(slack)).toEqual([
      'slackbot: /ask failed with the error "operation_timeout"',
      'bot: the answer',
    ]);
    expect(slack.messages()[0]).toMatchObject({ visibleTo: 'U1' });
  });

  it('are not sent from threads', async () => {
    const slack = localSlack();
    await using bot = await startAskBot(slack);
    const { ts: threadTs } = slack.say({ person: 'U2', channel: 'C1', text: 'hello' });

    expect(await slack.command({ ...typed, threadTs })).toMatchObject({ status: 0, isNotSent: true });

    expect(slack.messages({ person: 'U1' }).at(-1)).toMatchObject({
      author: 'slackbot',
      text: '`/ask` is not supported in threads. Sorry!',
      threadTs,
      visibleTo: 'U1',
    });
    expect(bot.heard).toEqual([]);
  });

  it('are not sent when the app has no such command', async () => {
    const slack = localSlack({ commands: ['/ask'] });
    await using bot = await startAskBot(slack);

    expect(await slack.command({ ...typed, command: '/aks' })).toMatchObject({ isNotSent: true });
    await slack.command(typed);

    expect(posted(slack)).toEqual([expect.stringContaining('slackbot: `/aks` is not a valid command.')]);
    expect(slack.messages({ person: 'U2' })).toEqual([]);
    expect(bot.heard).toMatchObject([{ command: '/ask' }]);
  });

  it('are not sent to the bot when they are Slack’s own, such as /invite', async () => {
    const slack = localSlack({
      commands: ['/ask'],
      channels: [{ id: 'C1', name: 'support', hasBot: false }],
    });
    await using bot = await startAskBot(slack);

    await slack.command({ ...typed, command: '/invite', text: '@the app' });

    expect(posted(slack)).toEqual(['slackbot: the app was added to this channel.']);
    expect(slack.channels('U1')).toContainEqual({ id: 'C1', name: 'support', hasBot: true });
    slack.reset();
    expect(slack.channels('U1')).toContainEqual({ id: 'C1', name: 'support', hasBot: false });
    expect(bot.heard).toEqual([]);
  });
});
