import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { createShiftDesk, soon } from '../../../support/incidents-desk.ts';
import { injectFaults } from '../../../support/slack-weather.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';

describe.each(databases)('an incident with two bots on one database, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('has one message and one history, whichever bot checks, is pressed or stops', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    const first = await shift.startBot();
    // The embedded database has one connection: two bots must not create the job tables at once.
    await shift.checkAt('15:01:00');
    const second = await shift.startBot();
    await shift.breakDown('Entel');
    const root = shift.root();
    await Promise.all([first, second].map((desk) => desk.press(root, 'incident.acknowledge', people.agent)));
    await shift.brought();
    await first.stop();
    await shift.checkAt('15:17:30');
    const { id } = await shift.onlyIncident();
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

  test('is posted once when Slack accepted it without an answer and one bot stopped', async () => {
    const shift = await createShiftDesk(database(), {
      slackNow: () => new Date(),
      timings: { slackPostTimeoutMs: 1_000 },
    });
    await shift.watch();
    const first = await shift.startBot();
    await shift.checkAt('15:01:00');
    // Slack carries it out but gives no answer.
    injectFaults(shift.slack, { seed: 1, landsWithinMs: 1, methods: { 'chat.postMessage': { silent: 1 } } });
    shift.steady.breaks(new Date('2026-11-18T15:02:00Z'), 'Entel');
    shift.moveTo('15:06:30');
    await expect.poll(async () => (await shift.incidents.watching('normal'))?.version, soon).toBe(2);
    shift.moveTo('15:12:00');
    await shift.slack.until(() => shift.roots().length === 1, { description: 'a message without an answer' });
    const { id } = await shift.onlyIncident();
    await first.stop();
    injectFaults(shift.slack);
    await shift.incidents.act(id, { kind: 'acknowledged', by: people.agent }, shift.now());
    // The state of a minute later.
    const aMinuteAgo = sql<Date>`clock_timestamp() - interval '61 seconds'`;
    const { db } = database();
    await db.updateTable('posts').set({ attempted_at: aMinuteAgo, leased_until: aMinuteAgo }).execute();
    await shift.startBot();
    shift.moveTo('15:13:00');
    await expect.poll(() => shift.replies().map(({ text }) => text), soon).toEqual(['ana has it.']);
    await shift.brought();
    expect(shift.roots()).toHaveLength(1);
    expect(shift.roots()[0]?.text).toContain('ana has it');
  });
});
