import { beforeAll, describe, expect, test } from 'vitest';
import type { Overrides } from '../../../src/app/overrides.ts';
import { translationsFor } from '../../../src/i18n/index.ts';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { channels, createTestWorkspace, people, startDesk } from '../../support/desk.ts';
import { json, platformEntry, servePlatform } from '../../support/server.ts';
import { suiteDatabase, uniqueName } from '../../support/store.ts';
import { actionIdsIn } from '../../support/views.ts';
import { sharedBySuite } from '../../support/when-over.ts';

const { support, shared, direct, directo } = channels;
const { agent, agente } = people;
const now = () => new Date('2026-11-18T12:00:00Z');
const { post } = translationsFor('en');

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

async function createMentionDesk(env: Record<string, string> = {}, changes: Partial<Overrides> = {}) {
  const platform = await servePlatform({
    report: ({ response, body }) =>
      json(response, { data: [platformEntry({ msisdn: body.msisdn })], total: 1 }),
  });
  const slack = createTestWorkspace();
  const desk = await startDesk(platform.url, {
    slack,
    env,
    overrides: { now, database: database(), ...changes },
  });
  const heard = async () => {
    await slack.eventsSent();
    await desk.requestsFinished();
    return slack.messages().filter(({ author }) => author === 'bot');
  };
  const say = (text: string, channel: string = support.id, person: Person = agent, threadTs?: string) =>
    slack.say({ person: person.id, channel, text, ...(threadTs === undefined ? {} : { threadTs }) });
  return { desk, slack, platform, heard, say };
}

describe('a question to the bot in a channel', () => {
  const talkingDesk = sharedBySuite(() => createMentionDesk({ LIMIT_USAGE: 'no' }));

  async function saidTo(text: string, person: Person = agent) {
    const { heard, say, platform } = talkingDesk();
    const [before, reads] = [await heard(), platform.seen.report.length];
    say(text, support.id, person);
    return { said: (await heard()).slice(before.length), reads: platform.seen.report.length - reads };
  }

  test('is answered in full in its thread, masked, visible to everybody, with Refresh', async () => {
    const { desk, heard, say } = await createMentionDesk();
    const question = say('@bot +56 9 1234 5678 today');
    const [answer, ...others] = await heard();
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ channel: support.id, threadTs: question.ts });
    expect(answer).not.toHaveProperty('visibleTo');
    expect(answer?.text).toMatch(/^\+56 9 •••• •678 · Delivered 18 Nov 10:32 UTC, 9 s after it was sent\n/);
    expect(answer?.text).toMatch(/Platform: 18 Nov 10:32:05[\s\S]*as of 18 Nov 12:00 UTC/);
    expect(actionIdsIn(answer?.blocks)).toEqual(['status.share.refresh']);
    expect(desk.audited).toMatchObject([
      { act: 'looked_up', surface: 'mention', person: agent.id, numbers: ['56912345678'] },
    ]);
  });

  test('in a thread is answered there, and Refresh updates that answer or reports a failure there', async () => {
    const { desk, slack, heard, say } = await createMentionDesk();
    const first = say('she has no code');
    say('@bot 912345678', support.id, agent, first.ts);
    const [answer] = await heard();
    if (!answer) throw new Error('nothing was said');
    expect(answer).toMatchObject({ threadTs: first.ts, replaced: 0 });
    await slack.click({ person: agente.id, message: answer, actionId: 'status.share.refresh' });
    expect(await heard()).toMatchObject([{ ts: answer.ts, replaced: 1, text: answer.text }]);
    slack.failNext('chat.update', { error: 'message_not_found' });
    await slack.click({ person: agente.id, message: answer, actionId: 'status.share.refresh' });
    const [, failure, ...others] = await heard();
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ visibleTo: agente.id, threadTs: first.ts });
    expect(desk.audited.map(({ act, surface }) => `${act} ${surface}`)).toEqual([
      'looked_up mention',
      'refreshed status.share.refresh',
      'refreshed status.share.refresh',
    ]);
  });

  test.each([
    ['several numbers', '912345678, 987654321', /•678[\s\S]*•321/],
    ['a reference with its day', '2026-11-18 abc-1', /Delivered[\s\S]*Message abc-1 · 18 Nov/],
    ['the word of the command', 'status 912345678', /•678 · Delivered/],
    ['the command itself', '/sms-status 912345678', /•678 · Delivered/],
    ['check and a number', 'check 912345678', /•678 · Delivered/],
    ['the bot’s name twice', '@bot 912345678 @bot', /•678 · Delivered/],
    ['a number that is quoted', '@bot\n> 912345678', /•678 · Delivered/],
  ])('is understood with %s', async (_, text, answer) => {
    const { said } = await saidTo(text.includes('@bot') ? text : `@bot ${text}`);
    expect(said).toHaveLength(1);
    expect(said[0]).not.toHaveProperty('visibleTo');
    expect(said[0]?.text).toMatch(answer);
    expect(said[0]?.text).not.toMatch(/\d{6}/);
  });

  test('is understood between mentions of other people', async () => {
    const { slack, heard } = await createMentionDesk();
    const first = slack.say({ person: agent.id, channel: support.id, text: 'hello' });
    const text = '<@U2> <@U0BOT|sms-desk>: <tel:912345678|9 1234 5678> <@U3>';
    await slack.sendEvent({ type: 'app_mention', user: 'U1', text, ts: first.ts, channel: support.id });
    expect(await heard()).toMatchObject([
      { threadTs: first.ts, text: expect.stringContaining('•678 · Delivered') },
    ]);
  });

  test('is answered in the channel’s language for every asker', async () => {
    const { heard, say } = await createMentionDesk({ LANGUAGE: 'es' });
    say('@bot 912345678');
    say('@bot 912345678', support.id, agente);
    for (const { text } of await heard()) expect(text).toMatch(/Entregado el 18.nov/);
  });

  test.each([
    ['of its daily summary', [['/sms-report', 'subscribe 9 es']], /Entregado/],
    ['of its incidents', [['/sms-check', 'watch en español']], /Entregado/],
    [
      'of its summary before that of its incidents',
      [
        ['/sms-check', 'watch en español'],
        ['/sms-report', 'subscribe 9 en'],
      ],
      /Delivered/,
    ],
    ['of the bot where it has neither', [], /Delivered/],
  ])('is answered in the language %s for every asker', async (_, setUp, answer) => {
    const { slack, heard, say } = await createMentionDesk({ SMS_EMAIL: `${uniqueName()}@example.com` });
    for (const [command = '', text = ''] of setUp) {
      await slack.command({ person: agent.id, channel: support.id, command, text });
      await heard();
    }
    for (const person of [agent, agente]) {
      const { ts } = say('@bot 912345678', support.id, person);
      expect((await heard()).filter(({ threadTs }) => threadTs === ts)).toMatchObject([
        { text: expect.stringMatching(answer) },
      ]);
    }
  });

  test.each([
    ['where is the SMS of +56 9 1234 5678?', agent, /^Left out: “where is”\.$/],
    ['¿dónde está el mensaje del 9 1234 5678?', agente, /^No tomé en cuenta «dónde está»\.$/],
    [
      'what is happening with 912345678 since yesterday, any news?',
      agent,
      /^Left out: “what is happening with any news”\.$/,
    ],
    ['¿qué está pasando hoy con 912345678?', agente, /^No tomé en cuenta «qué está pasando»\.$/],
    [
      'my customer from Lima with 912345678 gets nothing',
      agent,
      /^Left out: “my customer from Lima with gets nothing”\.$/,
    ],
  ])(
    'is understood around one number; only the asker reads what was left out: %s',
    async (text, person, days) => {
      const { said } = await saidTo(`@bot ${text}`, person);
      const [answer, note, ...others] = said;
      expect(others).toEqual([]);
      expect(answer?.text).toMatch(/^\+56 9 •••• •678 · Delivered/);
      expect(answer).not.toHaveProperty('visibleTo');
      expect(note).toMatchObject({ visibleTo: person.id, text: expect.stringMatching(days) });
    },
  );

  test.each([
    ['the code of 912345678 of last wek'],
    ['did 912345678 get order 4711?'],
    ['912345678 yestrdy'],
    ['912345678 from OPT'],
    ['where is the code of Ana?'],
  ])('is answered without a guess or a platform request: %s', async (text) => {
    const { said, reads } = await saidTo(`@bot ${text}`);
    expect(said).toMatchObject([{ visibleTo: agent.id }]);
    expect(reads).toBe(0);
  });

  test('that cannot be read is answered only to its writer, in the thread', async () => {
    const { heard, say, platform } = await createMentionDesk();
    const first = say('she has no code');
    const wrong = ['', 'hello', 'help', '912345678 in 2031', 'subscribe 09:00', 'report', 'check rehearse 7'];
    for (const text of wrong) say(`@bot ${text}`, support.id, agent, first.ts);
    const said = await heard();
    expect(said).toHaveLength(wrong.length);
    for (const { visibleTo, threadTs } of said) expect([visibleTo, threadTs]).toEqual([agent.id, first.ts]);
    expect(said.filter(({ text }) => text.startsWith('Hi! I can look up'))).toHaveLength(4);
    expect(said.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('For that, type /sms-report subscribe'),
        expect.stringContaining('For that, type /sms-check rehearse'),
      ]),
    );
    expect(platform.seen.report).toEqual([]);
  });

  test.each([
    [
      '+56 9 1234 567',
      agent,
      '8 digits after +56; a mobile number has 9. One digit missing: check with the customer.',
      '+56 9 1234 5678 yesterday',
    ],
    [
      '569123 yesterdy',
      agent,
      'That looks like a code. Which number was it sent to?',
      '+56 9 1234 5678 yesterday',
    ],
    ['check +999 1', agent, 'I can’t find a phone number in “+999 1”.', '+56 9 1234 5678 yesterday'],
    ['912345678 yestrdy', agent, 'I didn’t understand “yestrdy”.', '+56 9 1234 5678 yesterday'],
    ['yesterday', agent, 'Which number?', '+56 9 1234 5678 yesterday'],
    ['56001', agent, 'OTP (56001) is a sender’s number, not a customer’s.', '+56 9 1234 5678 from 56001'],
    ['912345678 from', agent, 'From which sender?', '+56 9 1234 5678 from OTP'],
    ['abc-1', agent, 'Which day was “abc-1” sent?', 'yesterday abc-1'],
    ['id', agent, 'Which message?', 'id abc-123'],
    [
      'ana@x.cl',
      agente,
      'Eso es un correo electrónico. ¿A qué número se envió el mensaje?',
      '+56 9 1234 5678 ayer',
    ],
    ['569123 aier', agente, 'Eso parece un código. ¿A qué número se envió?', '+56 9 1234 5678 ayer'],
    ['abc-1', agente, '¿Qué día se envió «abc-1»?', 'ayer abc-1'],
    [
      '56001',
      agente,
      'OTP (56001) es el número de un remitente, no de un cliente.',
      '+56 9 1234 5678 de 56001',
    ],
  ])('gets one line with the fault in “%s” and a working example', async (text, person, sentence, words) => {
    const { slack, heard, say, platform } = talkingDesk();
    const home = person === agent ? direct : directo;
    const [before, reads] = [await heard(), platform.seen.report.length];
    const first = say('she has no code');
    say(`@bot ${text}`, support.id, person, first.ts);
    say(text, home.id, person);
    const example = translationsFor(person === agent ? 'en' : 'es').example;
    const said = (await heard()).slice(before.length);
    expect(said.map(({ channel, visibleTo, threadTs }) => [channel, visibleTo, threadTs])).toEqual([
      [support.id, person.id, first.ts],
      [home.id, undefined, undefined],
    ]);
    expect(said[0]?.text.split('\n')[0]).toBe(`${sentence} ${example} @SMS Desk ${words}`);
    expect(said[1]?.text.split('\n')[0]).toBe(`${sentence} ${example} ${words}`);
    expect(platform.seen.report).toHaveLength(reads);
    slack.say({ person: person.id, channel: home.id, text: words });
    const answer = (await heard()).at(-1);
    expect(answer?.text).toMatch(/^(?:Delivered|Entregado|No messages|No hay|Look-up|La búsqueda)/);
  });

  test('is followed by a note, only to its writer, on how the number was read', async () => {
    const { said } = await saidTo('@bot 4915112345678');
    expect(said.map(({ visibleTo }) => visibleTo)).toEqual([undefined, agent.id]);
  });

  test('waits for confirmation in a channel shared with another organisation', async () => {
    const { desk, slack, heard, say } = await createMentionDesk({ ALLOWED_CHANNELS: '*' });
    const question = say('@bot 912345678', shared.id);
    const [asked, ...others] = await heard();
    if (!asked) throw new Error('nothing was said');
    expect(others).toEqual([]);
    expect(asked).toMatchObject({
      visibleTo: agent.id,
      text: expect.stringContaining(post.external.sentence),
    });
    await slack.click({ person: agent.id, message: asked, actionId: 'status.mention.external' });
    const [done, answer] = await heard();
    expect(done).toMatchObject({ ts: asked.ts, text: post.answered });
    expect(answer).toMatchObject({ channel: shared.id, threadTs: question.ts });
    expect(answer).not.toHaveProperty('visibleTo');
    expect(desk.audited.at(-1)).toMatchObject({ act: 'looked_up', surface: 'status.mention.external' });
  });

  test('counts against the usage limits like the command', async () => {
    const usageLimits = {
      person: { burst: 2, perMinute: 0.01 },
      workspace: { burst: 1_000, perMinute: 300 },
    };
    const { desk, platform, heard, say } = await createMentionDesk({}, { usageLimits });
    for (let asked = 0; asked < 3; asked += 1) {
      say('@bot 912345678');
      await heard();
    }
    expect(desk.audited.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'refused']);
    expect(platform.seen.report).toHaveLength(2);
  });
});

describe('a mention of the bot', () => {
  test.each([
    ['in what is quoted', '&gt; <@U0BOT> 912345678\nwhat came of this?'],
    ['in a long quotation', 'look\n&gt;&gt;&gt; hi\n<@U0BOT> 912345678'],
    ['in code', 'type `<@U0BOT> 912345678`'],
    ['in a block of code', '```\n<@U0BOT> 912345678\n```'],
  ])('%s gets no answer', async (_, text) => {
    const { slack, heard } = await createMentionDesk();
    await slack.sendEvent({ type: 'app_mention', user: 'U1', text, ts: '1.1', channel: support.id });
    expect(await heard()).toEqual([]);
  });
});

describe('a question in a direct message', () => {
  test('is answered like the command, masked, in the asker’s language', async () => {
    const { desk, heard, say } = await createMentionDesk();
    say('912345678', direct.id);
    say('912345678', directo.id, agente);
    const said = await heard();
    const byChannel = new Map(said.map((message) => [message.channel, message]));
    expect(byChannel.get(direct.id)?.text).toMatch(/^Delivered 18 Nov 10:32, 9 s after it was sent\nSay:/);
    expect(byChannel.get(directo.id)?.text).toMatch(/^Entregado[\s\S]*Dile:/);
    expect(actionIdsIn(byChannel.get(direct.id)?.blocks)).toContain('status.details');
    for (const { text, threadTs } of said) {
      expect(text).not.toContain('12345678');
      expect(threadTs).toBeUndefined();
    }
    expect(desk.audited.map(({ surface }) => surface)).toEqual(['direct message', 'direct message']);
  });

  test('is understood around one number, and says which days were searched', async () => {
    const { heard, say } = await createMentionDesk();
    say('where is the SMS of +56 9 1234 5678?', direct.id);
    const [answer, ...others] = await heard();
    expect(others).toEqual([]);
    expect(answer?.text).toMatch(/^Left out: “where is”\.[\s\S]*Delivered 18 Nov 10:32/);
  });

  test('in a thread is answered there', async () => {
    const { heard, say } = await createMentionDesk();
    const first = say('hello', direct.id);
    say('912345678', direct.id, agent, first.ts);
    expect((await heard()).at(-1)).toMatchObject({ channel: direct.id, threadTs: first.ts });
  });
});
