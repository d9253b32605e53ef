import { describe, expect, test } from 'vitest';
import { parseStatusInput } from '../../../src/features/status/input.ts';
import { statusTranslations } from '../../../src/features/status/locales/index.ts';
import { mentionFields, mentionView } from '../../../src/features/status/mention.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { typeInsteadView } from '../../../src/slack/blocks/advice-view.ts';
import { writtenTo } from '../../../src/slack/listeners/mentions.ts';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { aDesk, aWorkspace, channels, people, type Transport } from '../../support/desk.ts';
import { golden } from '../../support/golden.ts';
import { servePlatform } from '../../support/server.ts';

const { support, random, direct, directo } = channels;
const languages: Language[] = ['en', 'es'];
const now = () => new Date('2026-11-18T12:00:00Z');

async function aTalkingDesk(transport: Transport = 'http', changes: Parameters<typeof aWorkspace>[1] = {}) {
  const platform = await servePlatform();
  const slack = aWorkspace(transport, changes);
  const desk = await aDesk(platform.url, { slack, transport, overrides: { now } });
  const heard = async () => {
    await slack.eventsSent();
    await desk.settled();
    return slack.messages().filter(({ author }) => author === 'bot');
  };
  const say = (text: string, channel: string, person: Person = people.agent, threadTs?: string) =>
    slack.say({ person: person.id, channel, text, ...(threadTs === undefined ? {} : { threadTs }) });
  return { desk, slack, heard, say };
}

const family = golden('mention', ['offer']);

test.each(languages)('one line and a button for each thing the bot can do, in %s', (language) => {
  const t = statusTranslations(language);
  const written = writtenTo(support.id, t.mention.examples.number);
  const offered = { written, sealFields: () => 'fields', sealCommand: (command: string) => command };
  family.state('offer', language, mentionView(t, {}, offered));
});

test.each(languages)('a command that has to be typed, in %s', (language) => {
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
])('the form begins with the number in “%s”', (text, fields) => {
  const options = {
    defaultRegion: 'CL',
    senders: new Map(),
    clock: { now: now(), zone: 'UTC', mayBeMonthFirst: false },
  };
  const { sender: _, period, ...read } = mentionFields(parseStatusInput(text, options));
  expect({ ...read, ...('period' in fields ? { period } : {}) }).toEqual(fields);
});

describe.each<Transport>(['http', 'socket_mode'])('words, over %s', (transport) => {
  test('in a direct message are answered there, in the writer’s language', async () => {
    const { heard, say } = await aTalkingDesk(transport);
    say('hello', direct.id);
    say('hola', directo.id, people.agente);
    const said = await heard();
    expect(said.map(({ channel }) => channel).toSorted()).toEqual([direct.id, directo.id]);
    for (const { channel, text, visibleTo } of said) {
      expect(visibleTo).toBeUndefined();
      expect(text).toMatch(channel === direct.id ? /^Hi! I can look up/ : /^Hola\. Puedo buscar/);
    }
  });

  test('that mention the bot in a channel and ask nothing are answered to the writer alone', async () => {
    const { heard, say } = await aTalkingDesk(transport);
    say('@bot hello', support.id);
    expect(await heard()).toEqual([
      expect.objectContaining({ channel: support.id, visibleTo: people.agent.id }),
    ]);
  });
});

describe('words', () => {
  test('that say more than is understood are told so alone; the form begins with the number, in the place of the line', async () => {
    const { desk, slack, heard, say } = await aTalkingDesk();
    say('@bot where is order 4711 of +56 9 8765 4321?', support.id);
    const [line] = await heard();
    if (!line) throw new Error('nothing was said');
    expect(line).toMatchObject({
      visibleTo: people.agent.id,
      text: expect.stringContaining('where is order 4711 of'),
    });
    expect(line.text).not.toContain('4321');
    await slack.click({ person: people.agent.id, message: line, actionId: 'status.ask.form' });
    await desk.settled();
    expect(slack.modal(people.agent.id)).toMatchObject({
      values: { number: { value: { value: '+56987654321' } } },
    });
    await slack.submit({ person: people.agent.id });
    const [answer, ...others] = await heard();
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ ts: line.ts, visibleTo: people.agent.id });
    expect(answer?.text).toContain('+56 9 •••• •321');
  });

  test('lead on to a report by a button', async () => {
    const { desk, slack, heard, say } = await aTalkingDesk();
    say('hello', direct.id);
    const [line] = await heard();
    if (!line) throw new Error('nothing was said');
    await slack.click({ person: people.agent.id, message: line, actionId: 'command.typed.1' });
    await desk.settled();
    expect(slack.modal(people.agent.id)).toMatchObject({ title: 'Delivery report' });
  });

  test('are refused as commands are: by group, by channel, and to strangers', async () => {
    const { heard, say } = await aTalkingDesk();
    say('@bot hello', random.id);
    say('@bot hello', support.id, people.outsider);
    say('@bot hello', support.id, people.stranger);
    const said = await heard();
    expect(new Map(said.map(({ visibleTo, text }) => [visibleTo, text]))).toEqual(
      new Map([
        [people.agent.id, expect.stringContaining('answer in this channel')],
        [people.outsider.id, expect.not.stringContaining('Hi!')],
        [people.stranger.id, expect.not.stringContaining('Hi!')],
      ]),
    );
  });

  test('without a mention are none of the bot’s business, nor are mentions where it is no member', async () => {
    const { slack, heard, say } = await aTalkingDesk();
    say('hello', support.id);
    say('@bottle hello', support.id);
    say('@bot hello', channels.withoutBot.id);
    expect(await heard()).toEqual([]);
    expect(slack.apiCalls.filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
  });

  test.each([
    ['a bot', { bot_id: 'B9' }],
    ['a bot of old', { subtype: 'bot_message', user: undefined, bot_id: 'B9' }],
    ['a change', { subtype: 'message_changed', user: undefined, message: { user: 'U1', text: 'hello' } }],
    ['a deletion', { subtype: 'message_deleted', user: undefined }],
    ['an edit', { edited: { user: 'U1', ts: '1.2' } }],
    ['who joins', { subtype: 'channel_join' }],
    ['Slackbot', { user: 'USLACKBOT' }],
  ])('of %s are never answered', async (_, changes) => {
    const { slack, heard } = await aTalkingDesk();
    const event = { type: 'message', channel_type: 'im', user: 'U1', text: 'hello', ts: '1.1', ...changes };
    expect(await slack.sendEvent({ ...event, channel: direct.id })).toMatchObject({ status: 200 });
    await slack.sendEvent({ ...event, type: 'app_mention', channel: support.id, text: '<@U0BOT> hello' });
    expect(await heard()).toEqual([]);
    await slack.sendEvent({ type: 'message', user: 'U1', text: 'hello', ts: '1.3', channel: direct.id });
    expect(await heard()).toHaveLength(1);
  });

  test('have no answer where the app’s Messages tab is off, and the log says how to mend it', async () => {
    const { desk, heard, say } = await aTalkingDesk('http', { messagesTab: false });
    say('hello', direct.id);
    expect(await heard()).toEqual([]);
    const remedies = desk.logLines.filter(({ msg }) => String(msg).includes('turn on the Messages tab'));
    expect(remedies).toHaveLength(1);
  });
});
