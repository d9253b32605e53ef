import { beforeAll, expect, test } from 'vitest';
import { people, startDesk } from '../../../support/desk.ts';
import {
  abandonedCopyOf,
  createRunDesk,
  NOWHERE,
  now,
  type RunDeskOptions,
} from '../../../support/run-desk.ts';
import { suiteDatabase } from '../../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

/** Long: the speed of this machine is not under test. */
const soon = { timeout: 50_000 };

const createRehearsalDesk = (who: RunDeskOptions['who'] = people.agent, text = 'rehearse 1') =>
  createRunDesk({ command: '/sms-check', text, who });

test('a long rehearsal shows its progress in the message that becomes the answer', async () => {
  const { desk, slack, traffic, ask, shows, states } = await createRehearsalDesk();
  await ask();
  const first = await shows('Rehearsal of alerts · ');
  expect(first.text).toMatch(/ 0 of \d+ days · 0 messages read$/);
  traffic.reportProgress(1, 3, 12_345);
  expect(await shows('12,345 messages read')).toMatchObject({ ts: first.ts });
  traffic.release();
  await desk.requestsFinished();
  expect(await shows('No messages on these days.')).toMatchObject({ ts: first.ts });
  expect(slack.messages()).toHaveLength(2);
  expect(states()).toEqual(['done']);
});

test('a rehearsal is cancelled on any replica, and restarted by its button', async () => {
  const { desk, slack, traffic, report, ask, direct, shows, cancel, states } = await createRehearsalDesk();
  await ask();
  const first = await shows('messages read');
  const replica = await startDesk(NOWHERE, { slack, overrides: { now, report } });
  await cancel(first);
  await replica.requestsFinished();
  slack.connect(desk.url);
  await desk.requestsFinished();
  const ended = await shows('Cancelled.\nAsk again whenever you like.');
  expect(ended).toMatchObject({ ts: first.ts });
  expect(ended.text).toMatch(/^Rehearsal of alerts · 17.–.18 Nov\n/);
  expect(JSON.stringify(ended.blocks)).not.toContain('long.cancel');
  expect(traffic.isStopped()).toBe(true);
  expect(states()).toEqual(['cancelled']);

  await slack.click({ person: people.agent.id, message: ended, actionId: 'check.rehearse' });
  const restarted = () =>
    slack
      .messages({ channel: direct })
      .find(({ text, ts }) => ts > ended.ts && text.includes('messages read'));
  await slack.until(restarted);
  traffic.release();
  await desk.requestsFinished();
  expect(states()).toEqual(['cancelled', 'done']);
  expect((await shows('Cancelled.')).ts).toBe(first.ts);
});

test('a rehearsal of another person cannot be cancelled', async () => {
  const { desk, slack, runs, traffic, ask, shows, cancel, states } = await createRehearsalDesk();
  await ask();
  const first = await shows('messages read');
  const [id = '', row] = [...runs.rows][0] ?? [];
  const said = () => slack.messages().at(-1)?.text;
  if (row) runs.rows.set(id, { ...row, userId: people.agente.id });
  await cancel(first);
  await slack.until(() => said()?.includes('button'));
  expect(states()).toEqual(['running']);
  traffic.release();
  await desk.requestsFinished();
});

test('a rehearsal of a killed bot is marked as interrupted by another bot', async () => {
  const { desk, slack, runs, traffic, report, ask, shows } = await createRehearsalDesk(
    people.agente,
    'ensayar 1',
  );
  await ask();
  const first = await shows('mensajes leídos');
  await expect.poll(() => [...runs.rows.values()][0]?.message, soon).toBeDefined();
  const left = abandonedCopyOf(runs);
  await startDesk(NOWHERE, {
    slack,
    overrides: {
      ...{ doesDueWork: true, now, database: database(), report: { ...report, runs: left } },
      timings: { jobSuperviseMs: 1_000 },
    },
  });
  const ended = await shows('SMS Desk se reinició antes de que el ensayo estuviera listo.');
  expect(ended).toMatchObject({ ts: first.ts });
  expect(ended.text).toMatch(/^Ensayo de avisos · /);
  expect(JSON.stringify(ended.blocks)).toContain('Ensayar de nuevo');
  await expect.poll(() => [...left.rows.values()].map(({ state }) => state), soon).toEqual(['failed']);
  traffic.release();
  await desk.requestsFinished();
});
