import { describe, expect, test } from 'vitest';
import { parseStatusInput } from '../../../src/features/status/input.ts';
import { statusTranslations } from '../../../src/features/status/locales/index.ts';
import { mentionFields, mentionView } from '../../../src/features/status/mention.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { typeInsteadView } from '../../../src/slack/blocks/advice-view.ts';
import { withBotName } from '../../../src/slack/listeners/mentions.ts';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { channels, createTestWorkspace, people, startDesk, type Transport } from '../../support/desk.ts';
import { golden } from '../../support/golden.ts';
import { servePlatform } from '../../support/server.ts';

const { support, random, direct, directo } = channels;
const languages: Language[] = ['en', 'es'];
const now = () => new Date('2026-11-18T12:00:00Z');

async function createMentionDesk(
  transport: Transport = 'http',
  changes: Parameters<typeof createTestWorkspace>[1] = {},
) {
  const platform = await servePlatform();
  const slack = createTestWorkspace(transport, changes);
  const desk = await startDesk(platform.url, { slack, transport, overrides: { now } });
  const heard = async () => {
    await slack.eventsSent();
    await desk.requestsFinished();
    return slack.messages().filter(({ author }) => author === 'bot');
  };
  const say = (text: string, channel: string, person: Person = people.agent, threadTs?: string) =>
    slack.say({ person: person.id, channel, text, ...(threadTs === undefined ? {} : { threadTs }) });
  return { desk, slack, heard, say };
}

const family = golden('mention', ['offer']);

test.each(languages)('the offer has a line and a button for each ability of the bot, in %s', (language) => {
  const t = statusTranslations(language);
  const written = withBotName(support.id, t.mention.examples.number);
  const offered = { written, sealFields: () => 'fields', sealCommand: (command: string) => command };
  family.state('offer', language, mentionView(t, {}, offered));
});

test.each(languages)('the answer names a command that has to be typed, in %s', (language) => {
  const t = statusTranslations(language);
  family.state('type-instead', language, typeInsteadView('/sms-report subscribe', t));
});

test.each([
  ['what happened to 9 1234 5678?', { way: 'number', number: '+56912345678' }],
  ['+56 9 1234 5678 yesterday', { way: 'number', number: '+56912345678', period: 'yesterday' }],
  ['912345678, 987654321', { way: 'number', number: '+56912345678' }],
  ['hello', {}],
  ['help', {}],
  ['id abc-1', {}],
  ['2026-11-18 abc-1', {}],
  ['', {}],
])('the form starts with the number in “%s”', (text, fields) => {
  const options = {
    defaultRegion: 'CL',
    senders: new Map(),
    clock: { now: now(), zone: 'UTC', mayBeMonthFirst: false },
  };
  const { sender: _, period, ...read } = mentionFields(parseStatusInput(text, options));
  expect({ ...read, ...('period' in fields ? { period } : {}) }).toEqual(fields);
});

describe.each<Transport>(['http', 'socket_mode'])('messages to the bot, over %s', (transport) => {
  test('in a direct message are answered there, in the writer’s language', async () => {
    const { heard, say } = await createMentionDesk(transport);
    say('hello', direct.id);
    say('hola', directo.id, people.agente);
    const said = await heard();
    expect(said.map(({ channel }) => channel).toSorted()).toEqual([direct.id, directo.id]);
    for (const { channel, text, visibleTo } of said) {
      expect(visibleTo).toBeUndefined();
      expect(text).toMatch(channel === direct.id ? /^Hi! I can look up/ : /^Hola\. Puedo buscar/);
    }
  });

  test('that mention the bot without a question are answered only to the writer', async () => {
    const { heard, say } = await createMentionDesk(transport);
    say('@bot hello', support.id);
    expect(await heard()).toEqual([
      expect.objectContaining({ channel: support.id, visibleTo: people.agent.id }),
    ]);
  });
});

describe('messages to the bot', () => {
  test('that are only partly understood get a private line and a form with the number filled in', async () => {
    const { desk, slack, heard, say } = await createMentionDesk();
    say('@bot where is order 4711 of +56 9 8765 4321?', support.id);
    const [line] = await heard();
    if (!line) throw new Error('nothing was said');
    expect(line).toMatchObject({
      visibleTo: people.agent.id,
      text: expect.stringContaining('where is order 4711 of'),
    });
    expect(line.text).not.toContain('4321');
    await slack.click({ person: people.agent.id, message: line, actionId: 'status.ask.form' });
    await desk.requestsFinished();
    expect(slack.modal(people.agent.id)).toMatchObject({
      values: { number: { value: { value: '+56987654321' } } },
    });
    await slack.submit({ person: people.agent.id });
    const [answer, ...others] = await heard();
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ ts: line.ts, visibleTo: people.agent.id });
    expect(answer?.text).toContain('+56 9 •••• •321');
  });

  test.each([
    ['is Entel down?', direct, people.agent, 'Entel'],
    ['¿está caído Entel?', directo, people.agente, 'Entel'],
    ['@bot is Entel down?', support, people.agent, 'Entel'],
    ['help', direct, people.agent, '/sms-status'],
    ['@bot ayuda', support, people.agente, '/sms-status'],
  ])('“%s” is answered', async (text, channel, person, part) => {
    const { heard, say } = await createMentionDesk();
    say(text, channel.id, person);
    const said = await heard();
    expect(said.map((one) => one.text).join('\n')).toContain(part);
  });

  test('lead to the report form by a button', async () => {
    const { desk, slack, heard, say } = await createMentionDesk();
    say('hello', direct.id);
    const [line] = await heard();
    if (!line) throw new Error('nothing was said');
    await slack.click({ person: people.agent.id, message: line, actionId: 'command.typed.1' });
    await desk.requestsFinished();
    expect(slack.modal(people.agent.id)).toMatchObject({ title: 'Delivery report' });
  });

  test('are refused like commands: by channel, by group, and to unknown people', async () => {
    const { heard, say } = await createMentionDesk();
    say('@bot hello', random.id);
    say('@bot hello', support.id, people.outsider);
    say('@bot hello', support.id, people.stranger);
    expect(new Map((await heard()).map(({ visibleTo, text }) => [visibleTo, text]))).toEqual(
      new Map([
        [people.agent.id, expect.stringContaining('answer in this channel')],
        [people.outsider.id, expect.not.stringContaining('Hi!')],
        [people.stranger.id, expect.not.stringContaining('Hi!')],
      ]),
    );
  });

  test('without a mention get no answer, nor do mentions where the bot is not a member', async () => {
    const { slack, heard, say } = await createMentionDesk();
    say('hello', support.id);
    say('@bottle hello', support.id);
    say('@bot hello', channels.withoutBot.id);
    expect(await heard()).toEqual([]);
    expect(slack.apiCalls.filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
  });

  test.each([
    ['a bot', { bot_id: 'B9' }],
    ['an older bot', { subtype: 'bot_message', user: undefined, bot_id: 'B9' }],
    ['a change', { subtype: 'message_changed', user: undefined, message: { user: 'U1', text: 'hello' } }],
    ['a deletion', { subtype: 'message_deleted', user: undefined }],
    ['an edit', { edited: { user: 'U1', ts: '1.2' } }],
    ['a join', { subtype: 'channel_join' }],
    ['Slackbot', { user: 'USLACKBOT' }],
    ['the bot itself, by its user id alone', { user: 'U0BOT' }],
  ])('from or about %s are never answered', async (_, changes) => {
    const { slack, heard } = await createMentionDesk();
    const event = { type: 'message', channel_type: 'im', user: 'U1', text: 'hello', ts: '1.1', ...changes };
    expect(await slack.sendEvent({ ...event, channel: direct.id })).toMatchObject({ status: 200 });
    await slack.sendEvent({ ...event, type: 'app_mention', channel: support.id, text: '<@U0BOT> hello' });
    expect(await heard()).toEqual([]);
    await slack.sendEvent({ type: 'message', user: 'U1', text: 'hello', ts: '1.3', channel: direct.id });
    expect(await heard()).toHaveLength(1);
  });

  test('get no answer when the app’s Messages tab is off, and the log names the fix', async () => {
    const { desk, heard, say } = await createMentionDesk('http', { messagesTab: false });
    say('hello', direct.id);
    expect(await heard()).toEqual([]);
    const remedies = desk.logLines.filter(({ msg }) => String(msg).includes('turn on the Messages tab'));
    expect(remedies).toHaveLength(1);
  });
});
