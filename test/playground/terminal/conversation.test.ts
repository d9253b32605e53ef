import { expect, test } from 'vitest';
import type { LocalMessage, LocalView } from '../../../tools/fake-slack/workspace/workspace.ts';
import type { Session } from '../../../tools/playground/session.ts';
import { ConversationError, runConversation } from '../../../tools/playground/terminal/conversation.ts';

const message: LocalMessage = {
  ts: '1.1',
  channel: 'C1',
  author: 'bot',
  visibleTo: 'U1',
  text: 'Here you are.',
  blocks: [],
  replaced: 0,
};
const acknowledged = { status: 200, body: '', afterMs: 1, timedOut: false };

function session(answer: Partial<Session>): Session {
  return {
    person: { id: 'U1', name: 'ana', locale: 'en-US', zone: 'UTC' },
    channelName: 'support',
    names: new Map(),
    botName: 'SMS Desk',
    commands: ['/sms-status'],
    ask: async () => acknowledged,
    say: async () => undefined,
    openHome: async () => acknowledged,
    useShortcut: async () => acknowledged,
    home: () => undefined,
    press: async () => undefined,
    form: () => undefined,
    canFill: () => false,
    fill: async () => acknowledged,
    messages: () => [message],
    fields: () => [],
    buttons: () => ['Older'],
    files: () => [],
    logLines: [],
    stop: async () => undefined,
    ...answer,
  };
}

function run(answer: Partial<Session>, presses: string[] = [], typed = '/sms-status 1') {
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), color: false };
  return runConversation(session(answer), typed, { fields: {}, presses }, terminal).then(() =>
    printed.join(''),
  );
}

test.each<[string, Partial<Session>]>([
  ['does not acknowledge', { ask: async () => ({ ...acknowledged, status: 0, timedOut: true }) }],
  ['says nothing', { messages: () => [] }],
  ['lost an answer', { logLines: ['{"msg":"Slack did not take the answer"}'] }],
  ['made a mistake', { logLines: ['{"msg":"failed","err":{"type":"TypeError"}}'] }],
])('fails when the bot %s', async (_, answer) => {
  await expect(run(answer)).rejects.toMatchObject({ name: 'ConversationError', isBotsFault: true });
});

test('does not fail when the platform fails and the bot says so', async () => {
  await expect(run({ logLines: ['{"msg":"failed","err":{"type":"UpstreamError"}}'] })).resolves.toContain(
    'Here you are.',
  );
});

test('reports a missing button as the person’s mistake', async () => {
  const error = await run({}, ['Newer']).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConversationError);
  expect(error).toMatchObject({ isBotsFault: false, message: 'There is no button “Newer”, but “Older”.' });
});

const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const view: LocalView = {
  id: 'V1',
  type: 'modal',
  hash: '1.a',
  rootId: 'V1',
  person: 'U1',
  callbackId: 'found',
  privateMetadata: '',
  title: 'Found',
  blocks: [
    { type: 'header', text: plain('Delivered') },
    { type: 'actions', elements: [{ type: 'button', action_id: 'more', text: plain('More') }] },
  ],
  values: {},
  errors: {},
};

test('prints Home, and again after a button has changed it', async () => {
  let home: LocalView = { ...view, type: 'home', title: '' };
  const answer: Partial<Session> = {
    home: () => home,
    messages: () => [],
    async press() {
      home = { ...home, hash: '1.b', blocks: [{ type: 'header', text: plain('Changed') }] };
      return acknowledged;
    },
  };
  const printed = await run(answer, ['More'], 'Home');
  expect(printed).toContain('\nSMS Desk, Home\n\nDelivered\n\n[ More ]\n\n');
  expect(printed).toContain('\nSMS Desk, Home\n\nChanged\n\n');
});

test.each([
  ['shortcut no code at 912345678', 'no code at 912345678'],
  ['shortcut', ''],
])('“%s” uses a shortcut and prints the modal', async (typed, expected) => {
  const used: string[] = [];
  const answer: Partial<Session> = {
    form: () => view,
    messages: () => [],
    async useShortcut(text) {
      used.push(text);
      return acknowledged;
    },
  };
  expect(await run(answer, [], typed)).toContain('Found\n\nDelivered\n\n[ More ]');
  expect(used).toEqual([expected]);
});

test('names all ways of asking when the text is none of them', async () => {
  expect(await run({}, [], '@somebody hello')).toBe(
    'Without a leading / Slack would post this in the channel. SMS Desk has /sms-status; or mention it with @SMS Desk, open its “home”, or use its “shortcut”.\n',
  );
});
