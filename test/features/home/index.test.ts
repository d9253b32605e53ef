import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Overrides } from '../../../src/app/overrides.ts';
import type { Traffic } from '../../../src/traffic/types.ts';
import { channels, people, startDesk } from '../../support/desk.ts';
import { blockText } from '../../support/home-text.ts';
import { servePlatform } from '../../support/server.ts';
import { steadyTraffic } from '../../support/steady-traffic.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

/** A Wednesday, at noon in UTC: nine in the morning in Santiago. */
const NOW = new Date('2026-11-18T12:00:00Z');
const NUMBER = '+56 9 1234 5678';

interface HomeDeskOptions {
  readonly stored?: Pick<Traffic, 'stored' | 'readTimes'>;
  readonly env?: Record<string, string>;
  readonly overrides?: Overrides;
}

describe.each(databases)('Home, %s', (_, url) => {
  const database = suiteDatabase(url);

  async function createHomeDesk({ stored, env = {}, overrides = {} }: HomeDeskOptions = {}) {
    const platform = await servePlatform();
    await database().open();
    const steady = steadyTraffic(() => NOW);
    const traffic = { ...steady.traffic, ...stored };
    const settings = { SMS_EMAIL: `${uniqueName()}@example.com`, ...env };
    const startBot = (slack?: Awaited<ReturnType<typeof startDesk>>['slack']) =>
      startDesk(platform.url, {
        env: settings,
        ...(slack ? { slack } : {}),
        overrides: { ...overrides, now: () => NOW, database: database(), report: { traffic } },
      });
    return { ...(await startBot()), startBot, steady };
  }

  test('shows the current state by operator and the age of its figures, without a platform request', async () => {
    const desk = await createHomeDesk();
    desk.steady.breaks(new Date('2026-11-18T11:00:00Z'), 'Movistar');
    const text = blockText(await desk.openHome());
    expect(text).toContain('at Movistar');
    expect(text).toMatch(/Figures of .*just read/);
    expect(text).toMatch(/Entel · normal · [\d,]+ messages/);
    expect(text).toMatch(/today [\d–]+( · [\d–]+)*%\nusual/);
    expect(desk.steady.state.readings).toBe(0);
  });

  test('runs a check while the number field is empty, though the field is not marked optional', async () => {
    const desk = await createHomeDesk();
    const home = await desk.openHome();
    expect(home.blocks.find(({ type }) => type === 'input')).toMatchObject({ optional: false });
    await desk.actHome('home.check');
    expect(JSON.stringify(desk.slack.modal(people.agent.id)?.blocks)).toContain('SMS works as usual');
  });

  test('uses the language and time zone of the person who opens it', async () => {
    const desk = await createHomeDesk();
    const text = blockText(await desk.openHome(people.agente));
    expect(text).toContain('Los SMS funcionan con normalidad');
    expect(text).toContain('America/Santiago (como en Slack)');
  });

  test('shows only the refusal to people without access, and records it in the audit', async () => {
    const desk = await createHomeDesk();
    for (const who of ['outsider', 'stranger', 'guest', 'leaver'] as const) {
      const home = await desk.openHome(people[who]);
      expect(home.blocks.length).toBeLessThanOrEqual(2);
      expect(blockText(home)).not.toMatch(/Figures|Entel|home\./);
      const entry = { act: 'asked', surface: 'home', outcome: 'refused', person: people[who].id };
      expect(desk.audited.at(-1)).toMatchObject(entry);
    }
    expect(desk.audited).toHaveLength(4);
  });

  test('looks up a number in a modal and lists it masked until the list is cleared', async () => {
    const desk = await createHomeDesk();
    await desk.openHome();
    expect(desk.audited).toEqual([]);
    await desk.actHome('home.number', NUMBER);
    expect(JSON.stringify(desk.slack.modal(people.agent.id)?.blocks)).toContain('Delivered 10:32');
    expect(desk.audited).toEqual([
      expect.objectContaining({ act: 'looked_up', surface: 'home.number', outcome: 'answered' }),
    ]);
    const shown = await expect
      .poll(async () => JSON.stringify((await desk.openHome()).blocks))
      .toContain('home.recent.1')
      .then(async () => desk.openHome());
    expect(blockText(shown)).toContain('+56 9 •••• •678');
    expect(blockText(shown)).toMatch(/Today \d\d:\d\d · .*: Delivered 18 Nov 10:32/);
    expect(JSON.stringify(shown.blocks)).not.toContain('12345678');
    expect(blockText(await desk.openHome(people.agente))).not.toContain('+56 9');
    await desk.actHome('home.recent.1');
    expect(JSON.stringify(desk.slack.modal(people.agent.id)?.blocks)).toContain('Delivered 10:32');
    // A row that was copied to another person does not open.
    await sql`insert into ${sql.table('recent_lookups')} select 'copied', account, ${people.agente.id}, subject,
      sealed_lookup, at, expires_at from ${sql.table('recent_lookups')}`.execute(database().db);
    expect(blockText(await desk.openHome(people.agente))).not.toContain('+56 9');
    const forgotten = await desk.actHome('home.forget');
    expect(blockText(forgotten)).toContain('Done, I cleared your look-ups.');
    expect(blockText(forgotten)).not.toContain('+56 9 ••••');
  });

  test('opens no modal when Refresh is pressed', async () => {
    const desk = await createHomeDesk();
    await desk.openHome();
    await desk.actHome('home.refresh');
    expect(desk.slack.modal(people.agent.id)).toBeUndefined();
  });

  test('replaces the waiting line in the modal once Home is refreshed', async () => {
    const desk = await createHomeDesk({ overrides: { timings: { workingAfterMs: 0, peopleTtlMs: 0 } } });
    await desk.openHome();
    desk.slack.failNext('users.info', { delayMs: 50 });
    await desk.actHome('home.refresh');
    const modal = JSON.stringify(desk.slack.modal(people.agent.id)?.blocks);
    expect(modal).toContain('Done.');
    expect(modal).not.toContain('One moment');
  });

  test('applies a chosen language and zone everywhere, and returns to Slack’s on request', async () => {
    const desk = await createHomeDesk();
    await desk.openHome();
    await desk.actHome('home.preferences');
    await desk.submit({ language: 'es', zone: 'Europe/Madrid' });
    const home = await desk.openHome();
    expect(blockText(home)).toContain('Español (elegido aquí) · horas de Europe/Madrid (elegido aquí)');
    expect((await desk.ask('help')).text).toContain('mensajes');
    await desk.actHome('home.preferences');
    await desk.submit({ language: 'slack', zone: 'slack' });
    expect(blockText(await desk.openHome())).toContain('English (as in Slack) · times in UTC (as in Slack)');
  });

  test.each([
    [people.agent, 'Reading the figures…', 'No figures yet'],
    [people.agente, 'Leyendo los datos…', 'Todavía no hay datos'],
  ])('shows what is known while figures are read, and then completes itself', async (person, ...texts) => {
    const [reading, complete] = texts;
    const held = Promise.withResolvers<void>();
    const readTimes = () => held.promise.then(() => []);
    const stored = { readTimes, stored: async () => undefined };
    const desk = await createHomeDesk({ stored, overrides: { timings: { homeInterimAfterMs: 500 } } });
    await desk.ask(NUMBER, person);
    const opening = desk.openHome(person);
    const shown = () => JSON.stringify(desk.slack.home(person.id)?.blocks ?? []);
    await expect.poll(shown).toContain(reading);
    expect(shown()).toContain('home.recent.1');
    expect(shown()).toContain('home.look_up');
    held.resolve();
    const text = blockText(await opening);
    expect(text).toContain(complete);
    expect(text).not.toContain(reading);
  });

  test('sends the chart by direct message', async () => {
    const desk = await createHomeDesk();
    await desk.openHome();
    await desk.actHome('home.chart');
    const sent = desk.slack.messages({ person: people.agent.id }).at(-1);
    expect(sent?.channel).toBe(channels.direct.id);
    expect(JSON.stringify(sent?.blocks)).toContain('data_visualization');
    expect(JSON.stringify(desk.slack.modal(people.agent.id)?.blocks)).toContain('direct messages');
  });

  test('counts charts against the usage limit, and says so when it is reached', async () => {
    const usageLimits = {
      person: { burst: 1, perMinute: 0.01 },
      workspace: { burst: 1_000, perMinute: 300 },
    };
    const desk = await createHomeDesk({ overrides: { usageLimits } });
    await desk.openHome();
    await desk.actHome('home.chart');
    await desk.actHome('home.chart');
    const sent = desk.slack.messages({ person: people.agent.id });
    expect(sent.filter(({ blocks }) => JSON.stringify(blocks).includes('data_visualization'))).toHaveLength(
      1,
    );
    expect(JSON.stringify(desk.slack.modal(people.agent.id)?.blocks)).toContain(
      'asked a lot in a short time',
    );
    expect(blockText(await desk.actHome('home.refresh'))).toContain('SMS works as usual');
  });

  test('counts only operators with receipts in the chart of all operators', async () => {
    const desk = await createHomeDesk();
    desk.steady.breaks(new Date(0), 'Movistar');
    await desk.openHome();
    await desk.actHome('home.chart');
    const [all] = desk.slack.messages({ person: people.agent.id }).at(-1)?.blocks ?? [];
    expect(JSON.stringify(all)).toMatch(
      /"name":"today","data":\[(\{"label":"[\d:]+","value":(100|99\.\d+)\},?)+\]/,
    );
  });

  test('lists a look-up that was made just before a stop', async () => {
    const desk = await createHomeDesk({ overrides: { timings: { recentLookupsEveryMs: 600_000 } } });
    await desk.openHome();
    await desk.ask(NUMBER);
    await desk.stop();
    const other = await desk.startBot();
    expect(JSON.stringify((await other.openHome()).blocks)).toContain('home.recent.1');
  });

  test('shows the same on two replicas', async () => {
    const desk = await createHomeDesk();
    const one = blockText(await desk.openHome());
    const other = await desk.startBot(desk.slack);
    expect(blockText(await other.openHome())).toBe(one);
  });

  test('shows a past day with the figures that another replica has read since', async () => {
    const [before, after] = [steadyTraffic(() => NOW), steadyTraffic(() => NOW)];
    after.breaks(new Date(0), 'Entel');
    let past = before;
    const desk = await createHomeDesk({
      stored: {
        stored: (time, moment) => (moment ? past : before).traffic.stored(time, moment),
        readTimes: (time) => past.traffic.readTimes(time),
      },
    });
    const first = blockText(await desk.openHome());
    past = after;
    await database().run(`delete from "${database().schema}".readings where false`);
    const updated = blockText(await desk.openHome());
    expect(updated).not.toBe(first);
    const other = await desk.startBot(desk.slack);
    expect(blockText(await other.openHome())).toBe(updated);
  });

  test('shows no figures but offers Refresh when the database does not answer', async () => {
    const desk = await createHomeDesk();
    const { run, schema } = database();
    await run(`alter table "${schema}".incidents rename to away`);
    try {
      const home = await desk.openHome();
      expect(JSON.stringify(home.blocks)).toContain('home.refresh');
      expect(blockText(home)).not.toContain('Figures');
    } finally {
      await run(`alter table "${schema}".away rename to incidents`);
    }
    expect(blockText(await desk.actHome('home.refresh'))).toContain('SMS works as usual');
  });
});
