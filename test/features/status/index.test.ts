import { describe, expect, test } from 'vitest';
import { channels, people, startDesk } from '../../support/desk.ts';
import { json, platformEntry, servePlatform } from '../../support/server.ts';

const now = () => new Date('2026-11-18T12:00:00Z');

async function createDesk(
  handlers: Parameters<typeof servePlatform>[0] = {},
  env: Record<string, string> = {},
  overrides: NonNullable<Parameters<typeof startDesk>[1]>['overrides'] = {},
) {
  const platform = await servePlatform(handlers);
  return { platform, desk: await startDesk(platform.url, { env, overrides: { now, ...overrides } }) };
}

const twelve = Array.from({ length: 12 }, (_, hour) => {
  const clock = `2026-11-18 ${String(hour).padStart(2, '0')}`;
  return platformEntry({
    time_platform: `${clock}:00:00+00:00`,
    time_operator: `${clock}:00:02+00:00`,
    time_dlr: `${clock}:00:09+00:00`,
  });
});

describe('the answer', () => {
  test('is shown only to the asker, in their language and zone, without a waiting line', async () => {
    const { desk } = await createDesk();
    const english = await desk.ask('+56 9 1234 5678');
    expect(english).toMatchObject({ visibleTo: people.agent.id, channel: channels.support.id });
    expect(english.text).toMatch(/^Delivered 10:32, 9 s after it was sent\nSay: “Our system shows/);
    const spanish = await desk.ask('+56 9 1234 5678', people.agente);
    expect(spanish.text).toMatch(/^Entregado a las 07:32, 9 s después del envío\nDile: «Nuestro sistema/);
    expect(spanish.text).toContain('Plataforma  07:32:05');
    expect(desk.slack.messages()).toHaveLength(2);
  });

  test('follows a waiting line, which stays, when it takes a while', async () => {
    const platform = await servePlatform();
    const desk = await startDesk(platform.url, { overrides: { now, timings: { workingAfterMs: 0 } } });
    await desk.ask('912345678');
    expect(desk.slack.messages().map(({ text }) => text)).toEqual([
      'One moment, I’m asking the SMS platform.',
      expect.stringContaining('Delivered 10:32'),
    ]);
  });

  test('to a button replaces the waiting line, and so does a failure with a retry button', async () => {
    let isBroken = false;
    const { desk, platform } = await createDesk(
      { report: (asked) => (isBroken ? json(asked.response, 'nonsense') : platform.good.report(asked)) },
      {},
      { timings: { workingAfterMs: 0 } },
    );
    const message = await desk.ask('912345678');
    const said = desk.slack.messages().length;
    const fresh = await desk.press(message, 'status.more refresh');
    expect(fresh).toMatchObject({ ts: message.ts, replaced: 2 });
    expect(fresh.text).toMatch(/^Delivered /);

    isBroken = true;
    const failed = await desk.press(fresh, 'status.more refresh');
    expect(failed).toMatchObject({ ts: message.ts, replaced: 4 });
    expect(failed.text).toMatch(/can’t read[\s\S]*Reference: /);
    isBroken = false;
    const again = await desk.press(failed, 'status.more');
    expect(again).toMatchObject({ ts: message.ts });
    expect(again.text).toMatch(/^Delivered /);
    expect(desk.slack.messages()).toHaveLength(said);
  });

  test('is acknowledged at once while the platform does not respond', async () => {
    const pendingAnswers: (() => void)[] = [];
    const { desk, platform } = await createDesk({
      report: (asked) => void pendingAnswers.push(() => platform.good.report(asked)),
    });
    const acknowledgement = await desk.slack.command({
      person: people.agent.id,
      channel: channels.support.id,
      command: '/sms-status',
      text: '912345678',
    });
    expect(acknowledgement).toMatchObject({ status: 200, body: '', timedOut: false });
    while (pendingAnswers.length === 0) await new Promise(setImmediate);
    pendingAnswers[0]?.();
    await desk.requestsFinished();
    expect(desk.slack.messages()).toHaveLength(1);
  });

  test('to help and to wrong input needs no platform request', async () => {
    const { desk, platform } = await createDesk();
    expect((await desk.ask('help')).text).toContain('What happened to a number’s messages');
    expect((await desk.ask('ayuda', people.agente)).text).toContain('Qué pasó con los mensajes de un número');
    expect((await desk.ask('last 3 days')).text).toContain('Which number?');
    expect((await desk.ask('maria')).text).toContain('I can’t find a phone number in “maria”.');
    expect((await desk.ask('912345678 2027-01-01')).text).toContain('That day hasn’t come yet.');
    expect((await desk.ask('912345678 last 32 days')).text).toContain('That’s more than 31 days.');
    expect(platform.seen.report).toHaveLength(0);
  });

  test('is a refusal in the default language while Slack does not identify the person', async () => {
    const { desk } = await createDesk({}, { LANGUAGE: 'es', TIMEZONE: 'America/Santiago' });
    desk.slack.failNext('users.info', { status: 500, times: 2 });
    expect((await desk.ask('912345678')).text).toContain('Slack no confirmó a tiempo que puedes');
    expect((await desk.ask('912345678')).text).toContain('Delivered 10:32');
  });
});

describe('pages', () => {
  test('turn in place in both directions, and stay the same while newer messages come', async () => {
    let entries = twelve;
    const { desk } = await createDesk({
      report: ({ response }) => json(response, { data: entries, total: entries.length }),
    });
    const first = await desk.ask('912345678 today');
    expect(first.text).toContain('page 1 of 3');
    expect(first.text).not.toContain('12345678');
    const second = await desk.press(first, 'status.older');
    expect(second).toMatchObject({ ts: first.ts, replaced: 1 });
    expect(second.text).toContain('page 2 of 3');
    entries = [platformEntry({ time_platform: '2026-11-18 12:00:01+00:00' }), ...twelve];
    const third = await desk.press(second, 'status.older');
    expect(third.text).toContain('page 3 of 3');
    expect(third.text).toContain('12 messages');
    expect((await desk.press(third, 'status.newer')).text).toContain('page 2 of 3');
    expect(desk.slack.messages()).toHaveLength(1);
  });

  test('are read again on Refresh', async () => {
    let entries = [platformEntry()];
    const { desk } = await createDesk({
      report: ({ response }) => json(response, { data: entries, total: entries.length }),
    });
    const before = await desk.ask('912345678 today from OTP');
    expect(before.text).toContain('1 message');
    entries = [
      platformEntry(),
      platformEntry({ status: 'sent_failed', time_platform: '2026-11-18 11:00:00+00:00' }),
    ];
    const after = await desk.press(before, 'status.more refresh');
    expect(after).toMatchObject({ ts: before.ts, replaced: 1 });
    expect(after.text).toMatch(/^Failed 11:00[\s\S]*10:32:05 delivered[\s\S]*2 messages$/);
    expect(after.text).toContain('from OTP (56001)');
  });

  test('have buttons without a readable number', async () => {
    const { desk } = await createDesk({
      report: ({ response }) => json(response, { data: twelve, total: 12 }),
    });
    const message = await desk.ask('912345678 today');
    expect(JSON.stringify(message.blocks)).not.toMatch(/12345678/);
    const values = [...JSON.stringify(message.blocks).matchAll(/"value":"([^"]+)"/g)].map(
      ([, value = '']) => value,
    );
    expect(values.length).toBeGreaterThan(0);
    for (const value of values)
      expect(Buffer.from(value, 'base64url').toString('latin1')).not.toMatch(/12345678/);
  });

  test('stay unchanged and say so when a button was sealed with another key', async () => {
    const { desk, platform } = await createDesk();
    const message = await desk.ask('912345678');
    const env = { SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
    const successor = await startDesk(platform.url, { env, slack: desk.slack });
    const answer = await successor.press(message, 'status.more refresh');
    expect(answer.text).toContain('This button no longer works.');
    expect(desk.slack.messages().map(({ ts }) => ts)).toEqual([message.ts, answer.ts]);
    expect(platform.seen.report).toHaveLength(1);
  });
});

test('a person in a channel without access reads the allowed channels and the contact', async () => {
  const { desk } = await createDesk(
    {},
    { ALLOWED_CHANNELS: 'C3,C4,C5,C6', SUPPORT_CONTACT: 'Ana <!channel>' },
  );
  const { text } = await desk.ask('912345678', people.agent, 'C2');
  expect(text).toContain('It answers in <#C3> <#C4> <#C5>\n');
  expect(text).toContain('ask Ana &lt;!channel&gt;.');
  expect(text).not.toContain('ALLOWED_');
  expect(desk.logLines).toContainEqual(
    expect.objectContaining({ msg: 'refused', because: 'ALLOWED_CHANNELS' }),
  );
});

test('returns 404 for paths other than Slack’s', async () => {
  const { desk } = await createDesk();
  expect((await fetch(desk.url.replace('/slack/events', '/'))).status).toBe(404);
  expect((await fetch(desk.url)).status).toBe(404);
});

describe('answers to unclear input and to several numbers', () => {
  test('keep the number sealed in buttons that replace the question', async () => {
    const { desk, platform } = await createDesk();
    const asked = await desk.ask('912345678 soon');
    expect(asked.text).toContain('I didn’t understand “soon”.');
    expect(JSON.stringify(asked.blocks)).not.toMatch(/12345678/);
    expect(platform.seen.report).toHaveLength(0);
    const answer = await desk.press(asked, 'command.typed.0');
    expect(answer).toMatchObject({ ts: asked.ts, replaced: 1 });
    expect(answer.text).toContain('today');
    expect(platform.seen.report).toHaveLength(1);
  });

  test('ask for the day of a reference without one', async () => {
    const { desk, platform } = await createDesk();
    const asked = await desk.ask('20261118-2');
    expect(asked.text).toContain('Which day was “20261118-2” sent?');
    await desk.press(asked, 'command.typed.0');
    expect(platform.seen.info).toHaveLength(1);
    expect(platform.seen.report).toHaveLength(0);
  });

  test('open a form with the understood part filled in', async () => {
    const { desk } = await createDesk();
    const asked = await desk.ask('912345678 soon');
    await desk.slack.click({ person: people.agent.id, message: asked, actionId: 'status.ask.form' });
    await desk.requestsFinished();
    expect(JSON.stringify(desk.slack.modal(people.agent.id)?.values)).toContain('+56912345678');
  });

  test('say that a number was read as one of another country', async () => {
    const { desk } = await createDesk();
    expect((await desk.ask('34612345678')).text).toContain('as a foreign number: Spain (+34)');
    expect((await desk.ask('+34612345678')).text).not.toContain('abroad');
  });

  test('list several numbers with a button each, and keep the list', async () => {
    const { desk, platform } = await createDesk();
    const list = await desk.ask('912345678, 987654321 today');
    expect(list.text).toContain('2 numbers');
    expect(platform.seen.report).toHaveLength(2);
    const one = await desk.press(list, 'status.number.1');
    expect(one.ts).not.toBe(list.ts);
    expect(one.text).toContain('+56 9 •••• •678');
  });
});
