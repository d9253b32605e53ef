import { expect, test } from 'vitest';
import { ConversationError, runConversation } from '../../../src/playground/terminal/conversation.ts';
import type { Session } from '../../../src/playground/workspace/session.ts';
import type { LocalMessage } from '../../../src/playground/workspace/workspace.ts';

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

/** A session in which a command gets `answer`. */
function session(answer: Partial<Session>): Session {
  return {
    person: { id: 'U1', name: 'ana', locale: 'en-US', zone: 'UTC' },
    channelName: 'support',
    names: new Map(),
    commands: ['/sms-status'],
    ask: async () => acknowledged,
    press: async () => undefined,
    form: () => undefined,
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

function run(answer: Partial<Session>, presses: string[] = []) {
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), color: false };
  return runConversation(session(answer), '/sms-status 1', { fields: {}, presses }, terminal).then(() =>
    printed.join(''),
  );
}

test('prints what was typed and what the bot said', async () => {
  expect(await run({})).toContain(
    '#support, ana: /sms-status 1\n\nSMS Desk (only visible to you)\nHere you are.',
  );
});

test.each<[string, Partial<Session>]>([
  ['does not acknowledge', { ask: async () => ({ ...acknowledged, status: 0, timedOut: true }) }],
  ['says nothing', { messages: () => [] }],
  ['lost an answer', { logLines: ['{"msg":"Slack did not take the answer"}'] }],
  ['made a mistake', { logLines: ['{"msg":"failed","err":{"type":"TypeError"}}'] }],
])('a bot that %s has failed to answer', async (_, answer) => {
  await expect(run(answer)).rejects.toMatchObject({ name: 'ConversationError', isBotsFault: true });
});

test('a platform that fails is no failure of the bot, which says so', async () => {
  await expect(run({ logLines: ['{"msg":"failed","err":{"type":"UpstreamError"}}'] })).resolves.toContain(
    'Here you are.',
  );
});

test('a button that is not there is the person’s mistake', async () => {
  const error = await run({}, ['Newer']).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConversationError);
  expect(error).toMatchObject({ isBotsFault: false, message: 'There is no button “Newer”, but “Older”.' });
});
