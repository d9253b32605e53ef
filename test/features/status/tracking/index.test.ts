import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { numberOf } from '../../../support/sandbox.ts';
import { injectFaults } from '../../../support/slack-weather.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';
import { aTrackingDesk } from '../../../support/tracking-desk.ts';
import { actionIdsIn } from '../../../support/views.ts';

// What is waited for is looked at by a clock that runs.

/**
 * The newest message of the number that waits was sent at 20:30; its receipt comes at 20:40:20. It may be asked for up
 * to half a minute later for the second look to be in the same minute.
 */
const BEFORE = '2026-11-18T20:33:00Z';
const AFTER = '2026-11-18T20:41:00Z';
const embedded = suiteDatabase(undefined);
beforeAll(() => embedded().open());
const idIn = (message?: { readonly blocks: readonly unknown[] }) =>
  /"value":"([\da-f-]{36})"/.exec(JSON.stringify(message?.blocks))?.[1] ?? '';
const digits = numberOf('waiting').replaceAll(/\D/g, '').slice(-8);

describe.each(databases)('telling when a message settles, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('a direct message says so at once, is kept current, and one more tells the end', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    const ephemeral = await room.waitFor(desk, 'waiting');
    expect(ephemeral).toMatchObject({ visibleTo: people.agent.id });
    expect(ephemeral.text).toBe('OK, I’ll DM you when it’s delivered or fails.');
    const [first] = await room.until(
      'agent',
      /^Following the message of 18 Nov 20:30 to \+56 9 •••• •002\n[\s\S]*Looked/,
    );
    expect(first?.text).toMatch(/Movistar +20:30[\s\S]*no receipt yet/);
    expect(first?.text).toMatch(/Looked 20:33:\d\d, next 20:33:\d\d · I’ll stop looking on 21 Nov at 20:30/);

    expect(first && ephemeral.ts > first.ts).toBe(true);

    room.moveTo('2026-11-18T20:33:55Z');
    const [second] = await room.until('agent', /Looked 20:33:5\d, next 20:34/);
    expect(second?.ts).toBe(first?.ts);
    room.moveTo(AFTER);
    const [last, news] = await room.until('agent', /^Delivered in /, /^Delivered in /);
    expect(last?.ts).toBe(first?.ts);
    expect(last?.text).toMatch(/Say: “Your phone confirmed our message[\s\S]*Handset +20:30:09/);
    expect(last?.text).not.toContain('next');
    expect(news?.text).toMatch(
      /^Delivered in 9 s: the message of 18 Nov 20:30 to \+56 9 •••• •002\nSay: “Your phone confirmed/,
    );
    await room.isOver();
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('in Spanish, in the asker’s zone; a failure is told as one', async () => {
    const room = await aTrackingDesk(database(), '2026-11-18T22:02:21Z');
    const desk = await room.aBot();
    expect((await room.waitFor(desk, 'failed', 'agente')).text).toContain('Listo, te aviso');
    await room.until('agente', /^Siguiendo el mensaje del 18.nov 19:02 a \+56 9 •••• •001\n/);
    room.moveTo('2026-11-18T22:03:20Z');
    const [, news] = await room.until('agente', /^Falló /, /^Falló /);
    expect(news?.text).toMatch(
      /^Falló el mensaje del 18.nov 19:02 a \+56 9 •••• •001 \(el operador no pudo entregarlo\)\nDile: /,
    );
  });

  test('asked for twice it is waited for once; by two people, with one look', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    await room.until('agent', /^Following/);
    expect((await room.waitFor(desk, 'waiting')).text).toContain('I’m already following it');
    await room.waitFor(desk, 'waiting', 'agente');
    await room.until('agente', /^Siguiendo/);
    // What is in hand as the clock moves on would be taken up once more.
    await room.isLookedAt();
    const { report } = room.sandbox.calls;
    room.moveTo(AFTER);
    await room.until('agent', /^Delivered/, /^Delivered/);
    await room.until('agente', /^Entregado/, /^Entregado/);
    expect(room.sandbox.calls.report).toBe(report + 1);
  });

  test('is stopped by a button, and nothing more is said', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    const [message] = await room.until('agent', /^Following/);
    if (!message) throw new Error('nothing was said');
    await desk.press(message, 'status.settle.stop');
    await room.until('agent', /^Stopped following the message of 18 Nov 20:30 to \+56 9 •••• •002\.$/);
    await room.isOver();
    // Another is told of its end: whoever waits has been looked for.
    await room.waitFor(desk, 'waiting', 'agente');
    await room.until('agente', /^Siguiendo/);
    // What is in hand as the clock moves on would be looked at half a minute later.
    await room.isLookedAt();
    room.moveTo(AFTER);
    await room.until('agente', /^Entregado/, /^Entregado/);
    expect(room.directTo('agent')).toHaveLength(1);
  });

  test('of a message that has settled meanwhile the first check tells', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    const answer = await desk.ask(`${numberOf('waiting')} today`);
    room.moveTo(AFTER);
    await desk.press(answer, 'status.settle');
    await room.until('agent', /^Delivered in 9 s: the message of/, /^Delivered in 9 s: the message of/);
    await room.isOver();
  });

  test('that is over already is said to whoever stops it late', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    const [message] = await room.until('agent', /^Following/);
    if (!message) throw new Error('nothing was said');
    expect(await room.trackedMessages.end(idIn(message))).toBe(true);
    await desk.press(message, 'status.settle.stop');
    expect(room.slack.messages().map(({ text }) => text)).toContain('That’s already over.');
  });

  test('goes on while the platform is away, and says so', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    await room.until('agent', /Looked /);
    room.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    room.moveTo(AFTER);
    const [away] = await room.until(
      'agent',
      /I couldn’t get an answer from the SMS platform\. I’ll keep looking\./,
    );
    expect(away?.text).toContain('Following the message of 18 Nov 20:30 to +56 9 •••• •002');
    room.sandbox.setFaults({});
    room.moveTo('2026-11-18T20:45:00Z');
    await room.until('agent', /^Delivered/, /^Delivered/);
  });

  test('outlives the bot, and is told once by two that come after it', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    const [before] = await room.until('agent', /^Following/);
    await desk.stop();
    room.moveTo(AFTER);
    const bots = await Promise.all([room.aBot(), room.aBot()]);
    const [after] = await room.until('agent', /^Delivered/, /^Delivered/);
    expect(after?.ts).toBe(before?.ts);
    await room.isOver();
    expect(room.directTo('agent')).toHaveLength(2);
    expect(bots.flatMap(({ logLines }) => logLines).filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('that was sealed with another key says so, is stopped by its button too, and can be asked for again', async () => {
    const room = await aTrackingDesk(database(), BEFORE, { timings: { trackingEveryMs: 500 } });
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    const [waiting] = await room.until('agent', /^Following/);
    await room.waitFor(desk, 'waiting', 'agente');
    const [other] = await room.until('agente', /^Siguiendo/);
    await desk.stop();
    if (!other) throw new Error('nothing was said');
    // One look tells of both: neither is made before the button is pressed.
    for (const one of [waiting, other])
      await room.trackedMessages.looked(idIn(one), new Date('2030-01-01T00:00:00Z'));
    const changed = await room.aBot({ SECRET_KEY: Buffer.alloc(32, 9).toString('base64') });
    await changed.press(other, 'status.settle.stop', people.agente);
    await room.until('agente', /^Tuve que dejar de seguir un mensaje: SMS Desk tiene una clave nueva/);
    await room.trackedMessages.looked(idIn(waiting), new Date(BEFORE));
    const [lost] = await room.until('agent', /^I had to stop following/, /^I had to stop following/);
    expect(lost?.ts).toBe(waiting?.ts);
    expect(lost?.text).toContain('Look the number up again with /sms-status');
    await room.isOver();
    expect((await room.waitFor(changed, 'waiting')).text).toContain('OK, I’ll DM you');
    await room.until('agent', /^I had/, /^I had/, /^Following/);
    expect(changed.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('is not promised where Slack takes no direct message, and nothing is kept', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    room.slack.failNext('chat.postMessage', { error: 'messages_tab_disabled' });
    const said = await room.waitFor(desk, 'waiting');
    expect(said.text).toMatch(/the app’s Messages tab is off[\s\S]*Ask whoever runs SMS Desk/);
    expect(said.text).not.toContain('DM you');
    await room.isOver();
    expect(room.directTo('agent')).toEqual([]);
    // Once that is mended, it can be asked for again.
    expect((await room.waitFor(desk, 'waiting')).text).toContain('OK, I’ll DM you');
  });

  test('is promised later where Slack asks for a pause first', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    room.slack.failNext('chat.postMessage', { retryAfterSeconds: 1 });
    expect((await room.waitFor(desk, 'waiting')).text).toContain('Slack hasn’t taken my DM yet');
    room.moveTo('2026-11-18T20:34:10Z');
    await room.until('agent', /^Following/);
    expect((await room.waitFor(desk, 'waiting')).text).toContain('I’m already following it');
  });

  test('is begun with one direct message where Slack took it and did not say so', async () => {
    const room = await aTrackingDesk(database(), BEFORE, {
      slackNow: () => new Date(),
      timings: { slackPostMs: 1_000 },
    });
    const desk = await room.aBot();
    // Carried out all the same, and no answer is given.
    injectFaults(room.slack, { seed: 1, landsWithinMs: 1, methods: { 'chat.postMessage': { silent: 1 } } });
    expect((await room.waitFor(desk, 'waiting')).text).toContain('Slack hasn’t taken my DM yet');
    const [first] = await room.until('agent', /^Following/);
    await desk.stop();
    injectFaults(room.slack);
    // As it is a minute later.
    const aMinuteAgo = sql<Date>`clock_timestamp() - interval '61 seconds'`;
    const { db } = database();
    await db.updateTable('posts').set({ attempted_at: aMinuteAgo, leased_until: aMinuteAgo }).execute();
    await room.aBot();
    room.moveTo(AFTER);
    const [last] = await room.until('agent', /^Delivered/, /^Delivered/);
    expect(last?.ts).toBe(first?.ts);
  });

  test('ends when no receipt will come any more; not before the platform could be read', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'stuck');
    await room.until('agent', /^Following the message of 18 Nov 20:17 to \+56 9 •••• •003/);
    await room.until('agent', /Looked/);
    room.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    room.moveTo('2026-11-21T20:18:00Z');
    await room.until('agent', /I’ll keep looking/);
    room.sandbox.setFaults({});
    room.moveTo('2026-11-22T01:00:00Z');
    await room.until('agent', /^No receipt came for the message of/, /^No receipt/);
  });

  test('what is kept, logged or hung on a message names no number', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    await room.waitFor(desk, 'waiting');
    await room.until('agent', /^Following/);
    const kept = [await room.kept()];
    await room.isLookedAt();
    room.moveTo(AFTER);
    const said = await room.until('agent', /^Delivered/, /^Delivered/);
    expect(said[1]?.metadata?.event_payload).toEqual({
      key: expect.stringMatching(/^settled:[\da-f-]{36}$/),
    });
    kept.push(await room.kept(), JSON.stringify([desk.logLines, room.slack.messages()]));
    expect(kept[0]).toContain('sealed_message');
    for (const one of kept) expect(one).not.toContain(digits);
  });

  test('is not begun for a person who waits for fifty messages', async () => {
    const room = await aTrackingDesk(database(), BEFORE);
    const desk = await room.aBot();
    const far = new Date('2030-01-01T00:00:00Z');
    const other = {
      person: people.agent.id,
      look: 'x',
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

test('the button is there for messages on their way alone, and not where an answer is shared', async () => {
  const room = await aTrackingDesk(embedded(), BEFORE);
  const desk = await room.aBot();
  expect(JSON.stringify((await desk.ask(numberOf('delivered'))).blocks)).not.toContain('status.settle');
  const { date, trx } = room.sandbox.newest(numberOf('waiting')) ?? {};
  const answer = await desk.ask(`${date} ${trx}`);
  await desk.press(answer, 'status.settle');
  await room.until('agent', /^Following the message of 18 Nov 20:30 to \+56 9 •••• •002\n/);
  await desk.press(answer, 'status.more share');
  const shared = room.slack.messages().find(({ text }) => text.includes('Shared by'));
  expect(actionIdsIn(shared?.blocks)).toEqual(['status.share.refresh']);
});
