import type { BlockAction, RespondFn, SlackActionMiddlewareArgs } from '@slack/bolt';
import { expect, test } from 'vitest';
import type { LocalMessage, Workspace } from '../../src/playground/workspace.ts';
import { localSlack, startBot } from './bolt-bot.ts';

const typed = { person: 'U1', channel: 'C1', command: '/ask', text: 'this' };
const BUTTONS = {
  type: 'actions',
  block_id: 'paging',
  elements: [
    {
      type: 'button',
      action_id: 'older',
      value: 'page-2',
      style: 'primary',
      text: { type: 'plain_text', text: 'Older' },
    },
  ],
};

type ClickArgs = SlackActionMiddlewareArgs<BlockAction>;

/** A bot that acknowledges everything and hands out what it could respond with. */
async function listeningBot(slack: Workspace) {
  const commands: RespondFn[] = [];
  const clicks: ClickArgs[] = [];
  const bot = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack, respond }) => {
      await ack();
      commands.push(respond);
    });
    app.action<BlockAction>({ type: 'block_actions' }, async (args) => {
      await args.ack();
      clicks.push(args);
    });
  });
  return {
    ...bot,
    async typed(): Promise<RespondFn> {
      await slack.command(typed);
      return taken(commands);
    },
    async clicked(message: LocalMessage | undefined): Promise<ClickArgs> {
      if (message === undefined) throw new Error('There is no message to click in');
      await slack.click({ person: 'U1', message, actionId: 'older' });
      return taken(clicks);
    },
  };
}

function taken<T>(queue: T[]): T {
  const one = queue.shift();
  if (one === undefined) throw new Error('The bot received nothing');
  return one;
}

test("a command's responses only add, ephemeral unless told", async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();

  await respond({ text: 'working' });
  await respond({ text: 'done', replace_original: true });

  expect(slack.messages({ person: 'U1' }).map(({ text, responseType }) => [text, responseType])).toEqual([
    ['working', 'ephemeral'],
    ['done', 'ephemeral'],
  ]);
  expect(slack.messages({ person: 'U2' })).toEqual([]);
});

test('a response to the whole channel shows the typed command, once', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();

  await respond({ text: 'first', response_type: 'in_channel' });
  await respond({ text: 'second', response_type: 'in_channel' });

  expect(slack.messages({ person: 'U2' }).map(({ author, text }) => `${author}: ${text}`)).toEqual([
    'U1: /ask this',
    'bot: first',
    'bot: second',
  ]);
});

test('an address is good for five uses', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();

  for (const text of ['1', '2', '3', '4', '5']) await respond(text);
  await expect(respond('6')).rejects.toMatchObject({ code: 'slack_bolt_respond_error' });

  expect(slack.messages()).toHaveLength(5);
  expect(slack.respondCalls.at(-1)).toMatchObject({ status: 404, error: 'used_url' });
});

test('an address is good for thirty minutes', async () => {
  let now = new Date('2026-11-18T10:00:00Z');
  const slack = localSlack({ now: () => now });
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();

  now = new Date('2026-11-18T10:30:00Z');
  await respond('just in time');
  now = new Date('2026-11-18T10:30:01Z');
  await expect(respond('too late')).rejects.toThrow('404');

  expect(slack.respondCalls.map(({ error }) => error)).toEqual([undefined, 'expired_url']);
});

test("a button's response replaces the message it sits on, deletes it, or adds one", async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();
  await respond({ text: 'page 1', blocks: [BUTTONS] });

  const first = await bot.clicked(slack.messages()[0]);
  await first.respond({ text: 'page 2', blocks: [BUTTONS], replace_original: true });
  expect(slack.messages()).toMatchObject([{ text: 'page 2', replaced: 1, visibleTo: 'U1' }]);

  const second = await bot.clicked(slack.messages()[0]);
  await second.respond({ text: 'a note' });
  expect(slack.messages().map(({ text }) => text)).toEqual(['page 2', 'a note']);

  await second.respond({ delete_original: true });
  expect(slack.messages().map(({ text }) => text)).toEqual(['a note']);
  await expect(second.respond({ text: 'page 3', replace_original: true })).rejects.toThrow('400');
  expect(slack.respondCalls.at(-1)).toMatchObject({ error: 'message_not_found' });
});

test('a click in an ephemeral message comes without the message', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  await (await bot.typed())({ text: 'page 1', blocks: [BUTTONS] });
  const message = slack.messages()[0];

  const { body } = await bot.clicked(message);

  expect(body).toEqual({
    type: 'block_actions',
    user: { id: 'U1', username: 'ana', name: 'ana', team_id: 'T0LOCAL' },
    api_app_id: 'A0BOT',
    token: expect.any(String),
    container: { type: 'message', message_ts: message?.ts, channel_id: 'C1', is_ephemeral: true },
    trigger_id: expect.any(String),
    team: { id: 'T0LOCAL', domain: 'local' },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: 'C1', name: 'support' },
    state: { values: {} },
    response_url: expect.stringContaining('/responses/'),
    actions: [
      {
        type: 'button',
        action_id: 'older',
        block_id: 'paging',
        text: { type: 'plain_text', text: 'Older' },
        value: 'page-2',
        style: 'primary',
        action_ts: expect.any(String),
      },
    ],
  });
});

test('a click in a message for all brings the message, with block ids for blocks that had none', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const { block_id: _, ...withoutId } = BUTTONS;
  await bot.app.client.chat.postMessage({ channel: 'C1', text: 'page 1', blocks: [withoutId] });

  const { body } = await bot.clicked(slack.messages()[0]);

  expect(body.container).toMatchObject({ is_ephemeral: false });
  expect(body.message).toMatchObject({ text: 'page 1', blocks: [{ block_id: 'block-0', type: 'actions' }] });
  expect(body.actions).toMatchObject([{ block_id: 'block-0' }]);
});

test('what a person does not see cannot be clicked, nor what is not there', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const twice = [BUTTONS, { ...BUTTONS, block_id: 'again' }];
  await (await bot.typed())({ text: 'page 1', blocks: twice });
  const [message] = slack.messages();
  if (message === undefined) throw new Error('no message');

  const click = (change: object) => slack.click({ person: 'U1', message, actionId: 'older', ...change });
  await expect(click({ person: 'U2' })).rejects.toThrow('U2 does not see');
  await expect(click({ actionId: 'newer' })).rejects.toThrow('has no button `newer`');
  await expect(click({})).rejects.toThrow('several buttons `older`');
  await expect(click({ blockId: 'again' })).resolves.toMatchObject({ status: 200 });
});

test('invalid blocks are refused with `invalid_blocks`, and the log says where', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();
  const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }];

  await expect(respond({ text: 'fallback', blocks })).rejects.toThrow('400');

  expect(slack.messages()).toEqual([]);
  expect(slack.respondCalls).toMatchObject([
    { error: 'invalid_blocks', faults: ['/blocks/0/text/text: longer than 150 characters'] },
  ]);
});

test.for([
  ['no_text', {}],
  ['msg_too_long', { text: 'x'.repeat(40_001) }],
  ['msg_blocks_too_long', { text: 'fallback', blocks: sections(5) }],
] as const)('%s', async ([error, message]) => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();

  await expect(respond(message)).rejects.toThrow('400');
  expect(slack.respondCalls).toMatchObject([{ status: 400, error }]);
});

test('a failing address answers what it was told to, and recovers', async () => {
  const slack = localSlack();
  await using bot = await listeningBot(slack);
  const respond = await bot.typed();
  slack.failNext('response_url', { status: 503 });
  slack.failNext('response_url', { retryAfterSeconds: 7 });

  await expect(respond('one')).rejects.toThrow('503');
  await expect(respond('two')).rejects.toThrow('429');
  await respond('three');

  expect(slack.messages().map(({ text }) => text)).toEqual(['three']);
});

function sections(count: number) {
  return Array.from({ length: count }, () => ({
    type: 'section' as const,
    text: { type: 'mrkdwn' as const, text: 'x'.repeat(2_700) },
  }));
}
