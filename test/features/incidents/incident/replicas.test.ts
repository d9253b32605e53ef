import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { aShift, soon } from '../../../support/incidents-desk.ts';
import { injectFaults } from '../../../support/slack-weather.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';

// It takes two starts and many checks.

describe.each(databases)('an incident and two bots on one database, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('is one message with its history once, whichever of them checks, is pressed or stops', async () => {
    const shift = await aShift(database());
    await shift.watch();
    const first = await shift.aBot();
    // The embedded database is one connection, on which two must not make the tables of durable work at once.
    await shift.checkAt('15:01:00');
    const second = await shift.aBot();
    await shift.breakDown('Entel');
    const [root] = shift.roots();
    if (!root) throw new Error('no message');
    await Promise.all([first, second].map((desk) => desk.press(root, 'incident.acknowledge', people.agent)));
    await shift.brought();
    await first.stop();
    await shift.checkAt('15:17:30');
    const { id } = await shift.theIncident();
    await shift.incidents.act(id, { kind: 'snoozed', by: people.agente }, shift.now());
    await shift.recoverFrom('15:20:00');
    expect(shift.roots().map(({ ts }) => ts)).toEqual([root.ts]);
    expect(shift.roots()[0]?.text).toMatch(/^Entel: recovered/);
    expect(shift.replies().map(({ text }) => text.slice(0, 30))).toEqual([
      'ana has it.',
      expect.stringMatching(/^bea snoozed it until it/),
      expect.stringMatching(/^Recovered 15:\d\d, after/),
    ]);
  });

  test('is posted once where Slack took the message and did not say so, and by the one that is left', async () => {
    const shift = await aShift(database(), {
      slackNow: () => new Date(),
      timings: { slackPostMs: 1_000 },
    });
    await shift.watch();
    const first = await shift.aBot();
    await shift.checkAt('15:01:00');
    // Carried out all the same, and no answer is given.
    injectFaults(shift.slack, { seed: 1, landsWithinMs: 1, methods: { 'chat.postMessage': { silent: 1 } } });
    shift.steady.breaks(new Date('2026-11-18T15:02:00Z'), 'Entel');
    shift.moveTo('15:06:30');
    await expect.poll(async () => (await shift.incidents.watching('normal'))?.version, soon).toBe(2);
    shift.moveTo('15:12:00');
    await shift.slack.until(() => shift.roots().length === 1, { description: 'a message without an answer' });
    const { id } = await shift.theIncident();
    await first.stop();
    injectFaults(shift.slack);
    await shift.incidents.act(id, { kind: 'acknowledged', by: people.agent }, shift.now());
    // As it is a minute later.
    const aMinuteAgo = sql<Date>`clock_timestamp() - interval '61 seconds'`;
    const { db } = database();
    await db.updateTable('posts').set({ attempted_at: aMinuteAgo, leased_until: aMinuteAgo }).execute();
    await shift.aBot();
    shift.moveTo('15:13:00');
    await expect.poll(() => shift.replies().map(({ text }) => text), soon).toEqual(['ana has it.']);
    await shift.brought();
    expect(shift.roots()).toHaveLength(1);
    expect(shift.roots()[0]?.text).toContain('ana has it');
  });
});
