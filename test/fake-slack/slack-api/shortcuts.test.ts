import { describe, expect, it } from 'vitest';
import type { WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';

const SHORTCUTS = [
  { name: 'Check it', type: 'message', callbackId: 'check' },
  { name: 'Ask', type: 'global', callbackId: 'ask' },
] as const;

describe.each(TRANSPORTS)('shortcuts %s', (_, start) => {
  async function startShortcutBot(changes: Partial<WorkspaceOptions> = {}) {
    const slack = localSlack({ shortcuts: SHORTCUTS, linksPhoneNumbers: true, ...changes });
    const received: { trigger_id: string; response_url: string }[] = [];
    const bot = await start(slack, (app) => {
      app.shortcut(/.*/, async ({ ack, body }) => {
        received.push({ response_url: '', ...body });
        await ack();
      });
    });
    return { ...bot, slack, received };
  }

  it('of a message contain the message and its channel', async () => {
    await using bot = await startShortcutBot();
    const { slack, received } = bot;
    const text = 'nothing at +56 9 1234 5678, #support <b>';
    const message = slack.say({ person: 'U2', channel: 'C1', text });
    const reply = slack.say({ person: 'U3', channel: 'C1', text: 'same', threadTs: message.ts });
    await slack.messageShortcut({ person: 'U1', callbackId: 'check', message });
    await slack.messageShortcut({ person: 'U1', callbackId: 'check', message: reply });
    expect(received).toMatchObject([
      {
        type: 'message_action',
        callback_id: 'check',
        user: { id: 'U1', team_id: 'T0LOCAL' },
        team: { id: 'T0LOCAL' },
        channel: { id: 'C1', name: 'support' },
        message_ts: message.ts,
        message: {
          type: 'message',
          user: 'U2',
          ts: message.ts,
          text: 'nothing at <tel:+56912345678|+56 9 1234 5678>, <#C1|support> &lt;b&gt;',
          team: 'T0LOCAL',
        },
        trigger_id: expect.any(String),
        response_url: expect.stringMatching(/^http/),
        is_enterprise_install: false,
      },
      { message: { thread_ts: message.ts, ts: reply.ts, user: 'U3', team: 'T9OTHER' } },
    ]);
    await fetch(received[0]?.response_url ?? '', { method: 'POST', body: JSON.stringify({ text: 'found' }) });
    expect(slack.messages({ person: 'U1', channel: 'C1' }).at(-1)).toMatchObject({
      text: 'found',
      visibleTo: 'U1',
    });
  });

  it('without a message contain no channel, and open a modal', async () => {
    await using bot = await startShortcutBot();
    const { slack, received } = bot;
    await slack.globalShortcut({ person: 'U1', callbackId: 'ask' });
    const [payload] = received;
    expect(payload).toMatchObject({ type: 'shortcut', callback_id: 'ask', user: { id: 'U1' } });
    for (const field of ['channel', 'message', 'message_ts']) expect(payload).not.toHaveProperty(field);
    const title = { type: 'plain_text', text: 'Ask' } as const;
    await bot.app.client.views.open({
      trigger_id: payload?.trigger_id ?? '',
      view: { type: 'modal', title, blocks: [{ type: 'divider' }] },
    });
    expect(slack.modal('U1')).toMatchObject({ title: 'Ask' });
  });

  it('are refused when unknown, or on a message that is not visible to all', async () => {
    await using bot = await startShortcutBot();
    const { slack } = bot;
    const message = slack.say({ person: 'U2', channel: 'C1', text: 'hello' });
    const use = { person: 'U1', message };
    await expect(slack.messageShortcut({ ...use, callbackId: 'ask' })).rejects.toThrow('no message shortcut');
    await expect(slack.globalShortcut({ person: 'U1', callbackId: 'check' })).rejects.toThrow(
      'no global shortcut',
    );
    await bot.app.client.chat.postEphemeral({ channel: 'C1', user: 'U1', text: 'for you' });
    const [ephemeral = message] = slack.messages({ person: 'U1' }).slice(-1);
    await expect(
      slack.messageShortcut({ person: 'U1', callbackId: 'check', message: ephemeral }),
    ).rejects.toThrow('no shortcuts');
    const direct = slack.say({ person: 'U1', channel: 'D1', text: 'hello' });
    await expect(
      slack.messageShortcut({ person: 'U2', callbackId: 'check', message: { ...direct, author: 'U1' } }),
    ).rejects.toThrow('does not see');
    await using poor = await startShortcutBot({ scopes: ['chat:write'] });
    await expect(poor.slack.globalShortcut({ person: 'U1', callbackId: 'ask' })).rejects.toThrow(
      'no global shortcut',
    );
    expect(bot.received).toEqual([]);
  });
});
