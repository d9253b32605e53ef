import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { numberOf } from '../../../support/sandbox.ts';
import { injectFaults } from '../../../support/slack-weather.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';
import { createTrackingDesk } from '../../../support/tracking-desk.ts';
import { actionIdsIn } from '../../../support/views.ts';

// A running clock decides when tracked messages are checked.

/**
 * The newest message of the waiting number was sent at 20:30; its receipt comes at 20:40:20. A request may come up to
 * half a minute later: the second check is still in the same minute.
 */
const BEFORE = '2026-11-18T20:33:00Z';
const AFTER = '2026-11-18T20:41:00Z';
const embedded = suiteDatabase(undefined);
beforeAll(() => embedded().open());
const idIn = (message?: { readonly blocks: readonly unknown[] }) =>
  /"value":"([\da-f-]{36})"/.exec(JSON.stringify(message?.blocks))?.[1] ?? '';
const digits = numberOf('waiting').replaceAll(/\D/g, '').slice(-8);

describe.each(databases)('tracking a message, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('sends a direct message at once, keeps it current, and reports the end in another', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    const ephemeral = await room.waitFor(desk, 'waiting');
    expect(ephemeral).toMatchObject({ visibleTo: people.agent.id });
    expect(ephemeral.text).toBe('OK, I’ll DM you when it’s delivered or fails.');
    const [first] = await room.until(
      'agent',
      /^Following the message of 18 Nov 20:30 to \+56 9 •••• •002\n[\s\S]*Checked/,
    );
    expect(first?.text).toMatch(/Movistar +20:30[\s\S]*no receipt yet/);
    expect(first?.text).toMatch(/Checked 20:33:\d\d, next 20:33:\d\d · I’ll stop checking on 21 Nov at 20/);

    expect(first && ephemeral.ts > first.ts).toBe(true);

    room.moveTo('2026-11-18T20:33:55Z');
    const [second] = await room.until('agent', /Checked 20:33:5\d, next 20:34/);
    expect(second?.ts).toBe(first?.ts);
    room.moveTo(AFTER);
    const [last, news] = await room.until('agent', /^Delivered in /, /^Delivered in /);
    expect(last?.ts).toBe(first?.ts);
    expect(last?.text).toMatch(/Say: “Our system shows the message reached[\s\S]*Handset +20:30:09/);
    expect(last?.text).not.toContain('next');
    expect(news?.text).toMatch(
      /^Delivered in 9 s: the message of 18 Nov 20:30 to \+56 9 •••• •002\nSay: “Our system shows/,
    );
    await room.whenOver();
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('reports a failure in Spanish and in the asker’s zone', async () => {
    const room = await createTrackingDesk(database(), '2026-11-18T22:02:21Z');
    const desk = await room.startBot();
    expect((await room.waitFor(desk, 'failed', 'agente')).text).toContain('Listo, te aviso');
    await room.until('agente', /^Siguiendo el mensaje del 18.nov 19:02 a \+56 9 •••• •001\n/);
    room.moveTo('2026-11-18T22:03:20Z');
    const [, news] = await room.until('agente', /^Falló /, /^Falló /);
    expect(news?.text).toMatch(
      /^Falló el mensaje del 18.nov 19:02 a \+56 9 •••• •001 \(el operador no pudo entregarlo\)\nDile: /,
    );
  });

  test('starts once when requested twice, and reads once for two people', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    await room.until('agent', /^Following/);
    expect((await room.waitFor(desk, 'waiting')).text).toContain('I’m already following it');
    await room.waitFor(desk, 'waiting', 'agente');
    await room.until('agente', /^Siguiendo/);
    // A check that runs while the clock moves would be repeated.
    await room.whenChecked();
    const { report } = room.sandbox.calls;
    room.moveTo(AFTER);
    await room.until('agent', /^Delivered/, /^Delivered/);
    await room.until('agente', /^Entregado/, /^Entregado/);
    expect(room.sandbox.calls.report).toBe(report + 1);
  });

  test('stops by a button, and sends nothing more', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    const [message] = await room.until('agent', /^Following/);
    if (!message) throw new Error('nothing was said');
    await desk.press(message, 'status.settle.stop');
    await room.until('agent', /^Stopped following the message of 18 Nov 20:30 to \+56 9 •••• •002\.$/);
    await room.whenOver();
    // Another person gets the end: this shows that the check has run.
    await room.waitFor(desk, 'waiting', 'agente');
    await room.until('agente', /^Siguiendo/);
    await room.whenChecked();
    room.moveTo(AFTER);
    await room.until('agente', /^Entregado/, /^Entregado/);
    expect(room.directTo('agent')).toHaveLength(1);
  });

  test('reports the end at the first check when the message is already final', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    const answer = await desk.ask(`${numberOf('waiting')} today`);
    room.moveTo(AFTER);
    await desk.press(answer, 'status.settle');
    await room.until('agent', /^Delivered in 9 s: the message of/, /^Delivered in 9 s: the message of/);
    await room.whenOver();
  });

  test('says that it is already over when stopped late', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    const [message] = await room.until('agent', /^Following/);
    if (!message) throw new Error('nothing was said');
    expect(await room.trackedMessages.end(idIn(message))).toBe(true);
    await desk.press(message, 'status.settle.stop');
    expect(room.slack.messages().map(({ text }) => text)).toContain('I’m no longer following that message.');
  });

  test('continues while the platform fails, and says so', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    await room.until('agent', /Checked /);
    room.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    room.moveTo(AFTER);
    const [away] = await room.until(
      'agent',
      /I couldn’t get an answer from the SMS platform\. I’ll keep checking\./,
    );
    expect(away?.text).toContain('Following the message of 18 Nov 20:30 to +56 9 •••• •002');
    room.sandbox.setFaults({});
    room.moveTo('2026-11-18T20:45:00Z');
    await room.until('agent', /^Delivered/, /^Delivered/);
  });

  test('continues after a restart, and two new bots report the end once', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    const [before] = await room.until('agent', /^Following/);
    await desk.stop();
    room.moveTo(AFTER);
    const bots = await Promise.all([room.startBot(), room.startBot()]);
    const [after] = await room.until('agent', /^Delivered/, /^Delivered/);
    expect(after?.ts).toBe(before?.ts);
    await room.whenOver();
    expect(room.directTo('agent')).toHaveLength(2);
    expect(bots.flatMap(({ logLines }) => logLines).filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('ends with a notice when the key has changed, and can then be requested again', async () => {
    const room = await createTrackingDesk(database(), BEFORE, { timings: { trackingEveryMs: 500 } });
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    const [waiting] = await room.until('agent', /^Following/);
    await room.waitFor(desk, 'waiting', 'agente');
    const [other] = await room.until('agente', /^Siguiendo/);
    await desk.stop();
    if (!other) throw new Error('nothing was said');
    // One check serves both: it is postponed until the button is pressed.
    for (const one of [waiting, other])
      await room.trackedMessages.checked(idIn(one), new Date('2030-01-01T00:00:00Z'));
    const changed = await room.startBot({ SECRET_KEY: Buffer.alloc(32, 9).toString('base64') });
    await changed.press(other, 'status.settle.stop', people.agente);
    await room.until('agente', /^Tuve que dejar de seguir un mensaje: SMS Desk tiene una clave nueva/);
    await room.trackedMessages.checked(idIn(waiting), new Date(BEFORE));
    const [lost] = await room.until('agent', /^I had to stop following/, /^I had to stop following/);
    expect(lost?.ts).toBe(waiting?.ts);
    expect(lost?.text).toContain('Look the number up again with /sms-status');
    await room.whenOver();
    expect((await room.waitFor(changed, 'waiting')).text).toContain('OK, I’ll DM you');
    await room.until('agent', /^I had/, /^I had/, /^Following/);
    expect(changed.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('does not start when Slack refuses the direct message, and stores nothing', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    room.slack.failNext('chat.postMessage', { error: 'messages_tab_disabled' });
    const said = await room.waitFor(desk, 'waiting');
    expect(said.text).toMatch(/the app’s Messages tab is off[\s\S]*Ask whoever runs SMS Desk/);
    expect(said.text).not.toContain('DM you');
    await room.whenOver();
    expect(room.directTo('agent')).toEqual([]);
    // Once that is fixed, it can be requested again.
    expect((await room.waitFor(desk, 'waiting')).text).toContain('OK, I’ll DM you');
  });

  test('starts later when Slack first asks for a pause', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    room.slack.failNext('chat.postMessage', { retryAfterSeconds: 1 });
    expect((await room.waitFor(desk, 'waiting')).text).toContain('Slack hasn’t accepted my DM yet');
    room.moveTo('2026-11-18T20:34:10Z');
    await room.until('agent', /^Following/);
    expect((await room.waitFor(desk, 'waiting')).text).toContain('I’m already following it');
  });

  test('starts with one direct message when Slack accepted it without an answer', async () => {
    const room = await createTrackingDesk(database(), BEFORE, {
      slackNow: () => new Date(),
      timings: { slackPostTimeoutMs: 1_000 },
    });
    const desk = await room.startBot();
    // Slack carries it out but gives no answer.
    injectFaults(room.slack, { seed: 1, landsWithinMs: 1, methods: { 'chat.postMessage': { silent: 1 } } });
    expect((await room.waitFor(desk, 'waiting')).text).toContain('Slack hasn’t accepted my DM yet');
    const [first] = await room.until('agent', /^Following/);
    await desk.stop();
    injectFaults(room.slack);
    // The state of a minute later.
    const aMinuteAgo = sql<Date>`clock_timestamp() - interval '61 seconds'`;
    const { db } = database();
    await db.updateTable('posts').set({ attempted_at: aMinuteAgo, leased_until: aMinuteAgo }).execute();
    await room.startBot();
    room.moveTo(AFTER);
    const [last] = await room.until('agent', /^Delivered/, /^Delivered/);
    expect(last?.ts).toBe(first?.ts);
  });

  test('ends when no receipt can come any more, but only after a successful reading', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'stuck');
    await room.until('agent', /^Following the message of 18 Nov 20:17 to \+56 9 •••• •003/);
    await room.until('agent', /Checked/);
    room.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    room.moveTo('2026-11-21T20:18:00Z');
    await room.until('agent', /I’ll keep checking/);
    room.sandbox.setFaults({});
    room.moveTo('2026-11-22T01:00:00Z');
    await room.until('agent', /^No receipt came for the message of/, /^No receipt/);
  });

  test('leaves no number in stored rows, logs or message metadata', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    await room.waitFor(desk, 'waiting');
    await room.until('agent', /^Following/);
    const stored = [await room.storedRows()];
    await room.whenChecked();
    room.moveTo(AFTER);
    expect((await room.until('agent', /^Delivered/, /^Delivered/))[1]?.metadata?.event_payload).toEqual({
      key: expect.stringMatching(/^settled:[\da-f-]{36}$/),
    });
    stored.push(await room.storedRows(), JSON.stringify([desk.logLines, room.slack.messages()]));
    expect(stored[0]).toContain('sealed_message');
    for (const one of stored) expect(one).not.toContain(digits);
  });

  test('does not start for a person who already tracks fifty messages', async () => {
    const room = await createTrackingDesk(database(), BEFORE);
    const desk = await room.startBot();
    const far = new Date('2030-01-01T00:00:00Z');
    const other = {
      person: people.agent.id,
      query: 'x',
      sealedMessage: 'x',
      language: 'en',
      zone: 'UTC',
    } as const;
    for (let count = 0; count < 50; count += 1) {
      expect(await room.trackedMessages.add({ ...other, message: `${count}` }, far, 50)).toBe('new');
    }
    const { text } = await room.waitFor(desk, 'waiting');
    expect(text).toContain('I’m already following 50 messages for you.');
    expect(room.directTo('agent')).toEqual([]);
    await room.waitFor(desk, 'waiting', 'agente');
    await room.until('agente', /^Siguiendo/);
  });
});

test('the tracking button is shown only for pending messages, and not in shared answers', async () => {
  const room = await createTrackingDesk(embedded(), BEFORE);
  const desk = await room.startBot();
  expect(JSON.stringify((await desk.ask(numberOf('delivered'))).blocks)).not.toContain('status.settle');
  const { date, trx } = room.sandbox.newest(numberOf('waiting')) ?? {};
  const answer = await desk.ask(`${date} ${trx}`);
  await desk.press(answer, 'status.settle');
  await room.until('agent', /^Following the message of 18 Nov 20:30 to \+56 9 •••• •002\n/);
  await desk.press(answer, 'status.more share');
  const shared = room.slack.messages().find(({ text }) => text.includes('Shared by'));
  expect(actionIdsIn(shared?.blocks)).toEqual(['status.share.refresh']);
});
