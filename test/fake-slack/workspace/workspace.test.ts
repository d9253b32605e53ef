import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Exchange, Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { formBot } from '../modals/form-bot.ts';
import { BOT_TOKEN, clientOf, localSlack, TRANSPORTS } from '../slack-api/bolt-bot.ts';
import { clickingBot, PAGING } from '../slack-api/clicking-bot.ts';

let now: Date;
let slack: Workspace;
let apiUrl: string;

beforeEach(async () => {
  now = new Date('2026-11-18T10:00:00Z');
  slack = localSlack({ now: () => now });
  ({ apiUrl } = await slack.start());
});
afterEach(() => slack.stop());

const client = () => clientOf(apiUrl);

test('failures come in order, as often as told', async () => {
  slack.failNext('auth.test', { status: 500, times: 2 });
  slack.failNext('auth.test', { error: 'account_inactive' });
  const { auth } = client();

  await expect(auth.test()).rejects.toMatchObject({ statusCode: 500 });
  await expect(auth.test()).rejects.toMatchObject({ statusCode: 500 });
  await expect(auth.test()).rejects.toMatchObject({ data: { error: 'account_inactive' } });
  await expect(auth.test()).resolves.toMatchObject({ ok: true });
});

test('a slow call that the bot gave up on still takes effect', async () => {
  slack.failNext('chat.postMessage', { delayMs: 60 });
  const impatient = request(`${apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BOT_TOKEN}` },
  });
  impatient.on('error', () => undefined);
  impatient.end(new URLSearchParams({ channel: 'C1', text: 'late' }).toString());
  await once(impatient, 'finish');
  impatient.destroy();

  const landed = await slack.until(() => slack.messages().find(({ text }) => text === 'late'));
  expect(landed.channel).toBe('C1');
});

test('waiting in vain tells what is there instead', async () => {
  await client().chat.postMessage({ channel: 'C1', text: 'something else' });

  await expect(
    slack.until(() => slack.messages().length > 1, { timeoutMs: 5, description: 'a second message' }),
  ).rejects.toThrow(/a second message: not there after 5 ms.*C1, for everyone.*something else/s);
});

test('stopping ends every wait', async () => {
  const waiting = slack.until(() => false);
  await slack.stop();
  await expect(waiting).rejects.toThrow('the workspace stopped');
});

describe('reset', () => {
  test('leaves people, channels and the bot, and nothing of what happened', async () => {
    await using bot = await formBot(slack);
    await bot.open();
    await client().chat.postMessage({ channel: 'U2', text: 'hello' });
    await client().filesUploadV2({ channel_id: 'C1', filename: 'a.csv', content: 'a' });
    slack.speak('U1', 'es-CL');
    slack.failNext('auth.test', { status: 500 });

    slack.reset();

    expect(slack.messages()).toEqual([]);
    expect(slack.files()).toEqual([]);
    expect(slack.modal('U1')).toBeUndefined();
    expect(slack.apiCalls).toEqual([]);
    expect(slack.respondCalls).toEqual([]);
    expect(slack.people().map(({ locale }) => locale)).toEqual(['en-US', 'es-CL', 'en-GB']);
    await expect(client().chat.postMessage({ channel: 'D0U2', text: 'late' })).rejects.toThrow(
      'channel_not_found',
    );
    await expect(client().auth.test()).resolves.toMatchObject({ ok: true });
    expect(await bot.open()).toMatchObject({ title: 'Ask' });
  });

  test('makes addresses and triggers from before answer as expired ones do', async () => {
    await using bot = await clickingBot(slack);
    const respond = await bot.typed();
    await respond({ text: 'page 1', blocks: [PAGING] });
    const { body } = await bot.clicked(slack.messages()[0]);
    const { upload_url = '', file_id = '' } = await client().files.getUploadURLExternal({
      filename: 'a.csv',
      length: 1,
    });

    slack.reset();

    await expect(respond('late')).rejects.toThrow('404');
    expect(slack.respondCalls).toMatchObject([{ error: 'expired_url' }]);
    const view = { type: 'modal' as const, title: { type: 'plain_text' as const, text: 'Late' }, blocks: [] };
    const opened = client().views.open({ trigger_id: body.trigger_id, view });
    await expect(opened).rejects.toThrow('expired_trigger_id');
    expect((await fetch(upload_url, { method: 'POST', body: 'a' })).status).toBe(404);
    const another = await client().files.getUploadURLExternal({ filename: 'b.csv', length: 1 });
    expect(another.file_id).not.toBe(file_id);
    expect(slack.messages()).toEqual([]);
  });

  test('keeps out what a command from before is acknowledged with', async () => {
    const released = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await using bot = await clickingBot(slack);
    bot.app.command('/late', async ({ ack }) => {
      asked.resolve();
      await released.promise;
      await ack('late');
    });
    const acknowledgement = slack.command({ person: 'U1', channel: 'C1', command: '/late', text: '' });
    await asked.promise;

    slack.reset();
    released.resolve();

    expect(await acknowledgement).toMatchObject({ status: 200 });
    expect(slack.messages()).toEqual([]);
  });
});

test('a listener is told after every change, until it is called off', async () => {
  const counts: number[] = [];
  const stop = slack.onChange(() => counts.push(slack.messages().length));
  const { ts = '' } = await client().chat.postMessage({ channel: 'C1', text: 'one' });
  expect(counts).toContain(1);
  const before = counts.length;
  await client().chat.update({ channel: 'C1', ts, text: 'two' });
  expect(counts.length).toBeGreaterThan(before);

  stop();
  const after = counts.length;
  slack.reset();
  expect(counts).toHaveLength(after);
});

test('a listener that throws breaks nothing, and is warned of', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const told: string[] = [];
  slack.onChange(() => {
    throw new Error('canary of a listener');
  });
  slack.onExchange(() => {
    throw new Error('canary of a listener');
  });
  slack.onExchange(({ name, outcome }) => told.push(`${name} ${outcome}`));
  await expect(client().chat.postMessage({ channel: 'C1', text: 'hello' })).resolves.toMatchObject({
    ok: true,
  });
  expect(told).toEqual(['chat.postMessage ok']);
  await expect.poll(() => warnings).toContain('canary of a listener');
});

describe.each(TRANSPORTS)('exchanges with a bot %s', (_, start) => {
  test('are told as they end, both ways, without tokens', async () => {
    await using bot = await clickingBot(slack, start);
    const exchanges: Exchange[] = [];
    const stop = slack.onExchange((exchange) => exchanges.push(exchange));

    const respond = await bot.typed();
    await respond({ text: 'page 1', blocks: [PAGING] });
    await bot.clicked(slack.messages()[0]);
    await bot.app.client.chat.postMessage({ channel: 'C1', text: 'hello' });
    await expect(bot.app.client.chat.postMessage({ channel: 'C7', text: 'hello' })).rejects.toThrow();
    await expect(respond({})).rejects.toThrow('400');
    stop();
    await bot.app.client.auth.test();

    expect(
      exchanges.map(({ from, to, name, outcome, status, isProblem }) => [
        `${from} to ${to}`,
        name,
        outcome,
        status,
        isProblem,
      ]),
    ).toEqual([
      ['slack to bot', '/ask', '200', 200, false],
      ['bot to slack', 'response_url', 'ok', 200, false],
      ['slack to bot', 'block_actions', '200', 200, false],
      ['bot to slack', 'chat.postMessage', 'ok', 200, false],
      ['bot to slack', 'chat.postMessage', 'channel_not_found', 200, true],
      ['bot to slack', 'response_url', 'no_text', 400, true],
    ]);
    expect(exchanges[0]).toMatchObject({
      request: { command: '/ask', user_id: 'U1' },
      answer: '',
      startedAt: now,
      tookMs: expect.any(Number),
    });
    expect(exchanges[3]).toMatchObject({ request: { text: 'hello' }, answer: { ok: true, channel: 'C1' } });
    expect(JSON.stringify(exchanges)).not.toContain(BOT_TOKEN);
  });

  test('tell of answers that are not there, or not as Slack wants them', async () => {
    const patient = localSlack();
    const impatient = localSlack({ acknowledgementTimeoutMs: 300 });
    const outcomes: [name: string, outcome: string, isProblem: boolean][] = [];
    await using bot = await formBot(patient, undefined, start);
    await using silent = await formBot(impatient, undefined, start);
    const views = [await bot.open(), await silent.open()];
    for (const one of [patient, impatient])
      one.onExchange(({ name, outcome, isProblem }) => outcomes.push([name, outcome, isProblem]));
    bot.answer({ response_action: 'errors', errors: {} });
    await patient.submit({ person: 'U1', values: { number: '12345' } });
    const release = silent.hold('view_submission');
    await impatient.submit({ person: 'U1', values: { number: '12345' } });
    release();

    expect(views.map(({ title }) => title)).toEqual(['Ask', 'Ask']);
    expect(outcomes).toEqual([
      ['view_submission', 'invalid_errors', true],
      ['view_submission', 'no answer in 0.3 s', true],
    ]);
  });
});

test('a request that reaches no bot is an exchange, too', async () => {
  slack.connect('http://127.0.0.1:1/slack/events');
  const exchanges: Exchange[] = [];
  slack.onExchange((exchange) => exchanges.push(exchange));
  await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: '' });
  expect(exchanges).toMatchObject([{ name: '/ask', status: 0, outcome: 'no connection', isProblem: true }]);
});

test('a person reads the channels and one direct message, which opens when it is asked for', async () => {
  const ids = (person: string) => slack.channels(person).map(({ id }) => id);
  expect(ids('U1')).toEqual(['C1', 'C2', 'D1']);
  expect(ids('U2')).toEqual(['C1', 'C2', 'D0U2']);
  expect(ids('U1')).toEqual(['C1', 'C2', 'D1']);
  expect(() => slack.channels('U7')).toThrow('No person U7');
});

describe('what people write', () => {
  test('is seen by all in the channel, in threads too, and is no markup', async () => {
    const first = slack.say({ person: 'U1', channel: 'C1', text: '<!channel> & all' });
    const reply = slack.say({ person: 'U2', channel: 'C1', text: 'yes?', threadTs: first.ts });
    const { ts: answer } = slack.say({ person: 'U1', channel: 'C1', text: 'no', threadTs: reply.ts });

    expect(slack.messages({ person: 'U3' })).toMatchObject([
      { author: 'U1', text: '&lt;!channel&gt; &amp; all' },
      { author: 'U2', threadTs: first.ts },
      { ts: answer, threadTs: first.ts },
    ]);
    await expect(client().chat.update({ channel: 'C1', ts: answer, text: 'yes' })).rejects.toThrow(
      'cant_update_message',
    );
  });

  test('goes where they are, under what is there', () => {
    const say = (change: object) => () =>
      slack.say({ person: 'U1', channel: 'C1', text: 'hello', ...change });
    expect(say({ person: 'U7' })).toThrow('No person U7');
    expect(say({ channel: 'C7' })).toThrow('No channel C7');
    expect(say({ person: 'U2', channel: 'D1' })).toThrow('U2 does not see D1');
    expect(say({ threadTs: '1.1' })).toThrow('1.1 is not there');
    expect(say({ text: ' ' })).toThrow('nothing to post');
    const archive = localSlack({ channels: [{ id: 'C3', name: 'old', isArchived: true }] });
    expect(() => archive.say({ person: 'U1', channel: 'C3', text: 'hello' })).toThrow('#old is archived');
  });
});

test("a person's language is what users.info tells from then on", async () => {
  const locale = async () => (await client().users.info({ user: 'U1', include_locale: true })).user?.locale;
  expect(await locale()).toBe('en-US');
  slack.speak('U1', 'es-CL');
  expect(await locale()).toBe('es-CL');
  expect(slack.people()[0]).toMatchObject({ id: 'U1', locale: 'es-CL' });
  expect(() => slack.speak('U7', 'en-US')).toThrow('No person U7');
});

test("what Slack itself says is in the person's language", async () => {
  await using bot = await formBot(slack);
  slack.speak('U1', 'es-CL');
  const submitted = async (number: string | null) => {
    await slack.submit({ person: 'U1', values: { number } });
    return slack.modal('U1');
  };
  await bot.open();
  expect((await submitted(null))?.errors).toEqual({ number: 'Completa este campo obligatorio.' });
  expect((await submitted('123456789'))?.errors).toEqual({ number: 'Ingresa como máximo 8 caracteres.' });
  bot.answer({ response_action: 'errors', errors: {} });
  expect((await submitted('12345'))?.trouble).toMatch(/^Tuvimos problemas/);
  slack.connect('http://127.0.0.1:1/slack/events');
  await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: '' });
  expect(slack.messages().at(-1)?.text).toBe('/ask falló con el error "dispatch_failed"');
});

test('messages follow one another as they came, and bear the time of a clock that is put back', () => {
  const said = () => slack.say({ person: 'U1', channel: 'C1', text: 'hello' }).ts;
  const noon = [said(), said()];
  now = new Date('2026-11-18T09:00:00Z');
  const earlier = said();
  now = new Date('2026-11-18T10:00:00Z');
  const again = said();

  expect(earlier).toBe('1794992400.000000');
  expect([...noon, again]).toEqual(['1794996000.000000', '1794996000.000001', '1794996000.000002']);
  expect(slack.messages().map(({ ts }) => ts)).toEqual([...noon, earlier, again]);
});
