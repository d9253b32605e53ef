import { describe, expect, test } from 'vitest';
import { scopes } from '../../src/features/index.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

const all = [...scopes.required, ...scopes.optional.keys()];
const now = () => new Date('2026-11-18T15:20:00Z');

async function createDeskWithout(missing: readonly string[], events: readonly string[] = []) {
  const platform = await servePlatform();
  const slack = createTestWorkspace('http', {
    scopes: all.filter((scope) => !missing.includes(scope)),
    events,
  });
  const desk = await startDesk(platform.url, { slack, overrides: { now }, env: { DATA_DIR: ':memory:' } });
  return { desk, ask: () => desk.ask('912345678') };
}

const lacks = (scope: string) =>
  `SMS Desk lacks the Slack permission for that (${scope}).\nAsk whoever runs SMS Desk to add it under OAuth &amp; Permissions and install the app again.`;

test('the log names no missing scope when the token has all scopes', async () => {
  const { desk } = await createDeskWithout([]);
  expect(desk.logLines.filter(({ missing }) => missing !== undefined)).toEqual([]);
});

const [lost = ''] = scopes.optional.keys();
test.each([
  ['each that it cannot do without', 'error', scopes.required, 'install it again'],
  ['one that it can do without', 'warn', [lost], scopes.optional.get(lost) ?? 'never'],
] as const)('the log says at the start that the token lacks %s', async (_, level, missing, words) => {
  const { desk } = await createDeskWithout(missing);
  expect(desk.logLines.filter((line) => line.missing !== undefined)).toEqual([
    expect.objectContaining({ level, missing, msg: expect.stringContaining(words) }),
  ]);
});

describe('a failure for lack of a scope names the scope and the person to ask', () => {
  test.each(['users:read', 'usergroups:read'])('without %s: any look-up', async (scope) => {
    const { ask } = await createDeskWithout([scope]);
    expect((await ask()).text).toContain(lacks(scope));
  });

  test.each([
    ['chat:write', 'status.more share'],
    ['files:write', 'status.more csv'],
    ['im:write', 'status.more csv'],
  ])('without %s: the button %s, while look-ups are answered', async (scope, button) => {
    const { desk, ask } = await createDeskWithout([scope]);
    const answer = await ask();
    expect(answer.text).toContain('Delivered');
    expect((await desk.press(answer, button)).text).toBe(lacks(scope));
    expect(desk.slack.files()).toEqual([]);
    expect(desk.slack.messages({ channel: channels.direct.id })).toEqual([]);
  });
});

describe('an event that Slack does not send without a scope gets no answer', () => {
  const said = (desk: Desk) => desk.slack.messages().filter(({ author }) => author === 'bot');
  const ways: readonly (readonly [scope: string, channel: string, text: string])[] = [
    ['app_mentions:read', channels.support.id, '@bot hello'],
    ['im:history', channels.direct.id, 'hello'],
  ];

  test.each(ways)('without %s: a message in %s', async (scope, channel, text) => {
    for (const [missing, answers] of [
      [[], 1],
      [[scope], 0],
    ] as const) {
      const { desk } = await createDeskWithout(missing, ['app_mention', 'message.im']);
      desk.slack.say({ person: people.agent.id, channel, text });
      await desk.slack.eventsSent();
      await desk.requestsFinished();
      expect(said(desk)).toHaveLength(answers);
    }
  });

  test('without commands: a slash command, which Slack itself rejects', async () => {
    const { desk } = await createDeskWithout(['commands']);
    await desk.slack.command({
      person: people.agent.id,
      channel: channels.support.id,
      command: '/sms-status',
      text: 'help',
    });
    expect(said(desk)).toEqual([]);
    expect(desk.slack.messages()).toEqual([expect.objectContaining({ author: 'slackbot' })]);
  });
});

test('look-ups, sharing and CSV work without any optional scope', async () => {
  const { desk, ask } = await createDeskWithout(['im:history', ...scopes.optional.keys()]);
  const answer = await ask();
  expect((await desk.press(answer, 'status.more share')).text).toContain('Shared in this channel');
  expect((await desk.press(answer, 'status.more csv')).text).toContain('The CSV is in your DMs');
});
