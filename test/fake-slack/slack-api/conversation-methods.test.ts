import type { WebClient } from '@slack/web-api';
import { beforeEach, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { startBot, startedSlack } from '../../support/bolt-bot.ts';

let slack: Workspace;
let client: WebClient;

beforeEach(async () => {
  ({ slack, client } = await startedSlack({
    channels: [
      { id: 'C1', name: 'support' },
      { id: 'D1', name: 'ana', isDm: true },
    ],
    commands: ['/ask'],
    escapes: ['/ask'],
  }));
});

const post = (channel: string) => client.chat.postMessage({ channel, text: 'hello' });

it('conversations.info describes a channel, but hides a private one without the bot', async () => {
  const asked = () => client.conversations.info({ channel: 'C1' });
  await expect(asked()).resolves.toMatchObject({
    channel: { id: 'C1', is_member: true, is_private: false, is_archived: false, is_ext_shared: false },
  });
  slack.changeChannel('C1', { isReadOnly: true, isExternallyShared: true });
  await expect(asked()).resolves.toMatchObject({ channel: { is_read_only: true, is_ext_shared: true } });
  await expect(post('C1')).rejects.toThrow('restricted_action_read_only_channel');

  slack.reset();
  slack.changeChannel('C1', { isPrivate: true, hasBot: false });
  await expect(asked()).rejects.toThrow('channel_not_found');
  await expect(post('C1')).rejects.toThrow('channel_not_found');
});

it('/remove, /invite and /archive change a channel', async () => {
  const type = (command: string, text: string) =>
    slack.command({ person: 'U1', channel: 'C1', command, text });
  await type('/remove', '@the app');
  await expect(post('C1')).rejects.toThrow('not_in_channel');
  await type('/invite', '@the app');
  await expect(post('C1')).resolves.toMatchObject({ ok: true });
  await type('/archive', '');
  await expect(post('C1')).rejects.toThrow('is_archived');

  const notices = slack.messages({ person: 'U1' }).filter(({ author }) => author === 'slackbot');
  expect(notices.map(({ text }) => text)).toEqual([
    'the app was removed from this channel.',
    'the app was added to this channel.',
    'You archived this channel.',
  ]);
});

it.for([
  ['#support 9:00', '<#C1|support> 9:00'],
  ['to #support, please', 'to <#C1|support>, please'],
  ['#Support and @Ana', '<#C1|support> and <@U1|ana>'],
  ['#nobody @nobody', '#nobody @nobody'],
  ['<#C1|support>', '<#C1|support>'],
  ['mail@ana.example #', 'mail@ana.example #'],
] as const)('a command with escaping receives channels and users by their ids: %s', async ([typed, sent]) => {
  const heard: string[] = [];
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack, command }) => {
      heard.push(command.text);
      await ack();
    });
  });
  await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: typed });
  expect(heard).toEqual([sent]);
});
