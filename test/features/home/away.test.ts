import { describe, expect, test } from 'vitest';
import type { Timings } from '../../../src/runtime/timings.ts';
import { people, startDesk } from '../../support/desk.ts';
import { blockText } from '../../support/home-text.ts';
import { startRelayedDatabase } from '../../support/relay.ts';
import { servePlatform } from '../../support/server.ts';
import { steadyTraffic } from '../../support/steady-traffic.ts';
import { databases, databaseUrl, suiteDatabase, uniqueName } from '../../support/store.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

const languages = [
  [people.agent, 'I can’t reach SMS Desk’s database right now', 'SMS works as usual'],
  [people.agente, 'Ahora no puedo conectar con la base de datos', 'Los SMS funcionan con normalidad'],
] as const;

type Given = Awaited<ReturnType<typeof startRelayedDatabase>>['database'];

async function createHomeDesk(database: Given, timings: Partial<Timings> = {}) {
  await database.open();
  const platform = await servePlatform();
  return await startDesk(platform.url, {
    env: { SMS_EMAIL: `${uniqueName()}@example.com` },
    overrides: {
      now: () => NOW,
      database,
      timings: { homeTimeoutMs: 200, sharedCountsTimeoutMs: 20, ...timings },
      report: steadyTraffic(() => NOW),
    },
  });
}

type Desk = Awaited<ReturnType<typeof createHomeDesk>>;

async function expectAway(desk: Desk, [person, sentence]: (typeof languages)[number]) {
  const home = await desk.openHome(person);
  expect(blockText(home)).toContain(sentence);
  expect(blockText(home)).not.toMatch(/No figures|no hay datos/);
  for (const action of ['home.refresh', 'home.number', 'home.look_up'])
    expect(JSON.stringify(home.blocks)).toContain(`"${action}"`);
}

async function expectBack(desk: Desk, [person, , sentence]: (typeof languages)[number]) {
  await expect.poll(async () => blockText(await desk.openHome(person))).toContain(sentence);
}

describe.each(databases)('Home while the database hangs, %s', (_, url) => {
  const suite = suiteDatabase(undefined);

  /** The embedded database has one session: a transaction in it blocks all others. */
  async function createHangingDatabase() {
    if (url) {
      const { database, relay } = await startRelayedDatabase();
      return { database, hang: async () => relay.swallow(), resume: relay.open };
    }
    const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hang = async () => {
      void suite().together(async () => {
        started.resolve();
        await ended.promise;
      });
      await started.promise;
    };
    return { database: suite(), hang, resume: ended.resolve };
  }

  test('says so within the time limit, and shows figures again once the database answers', async () => {
    const { database, hang, resume } = await createHangingDatabase();
    const desk = await createHomeDesk(database);
    await expectBack(desk, languages[0]);
    await hang();
    for (const language of languages) await expectAway(desk, language);
    resume();
    for (const language of languages) await expectBack(desk, language);
  });

  // What the relay swallows never arrives, so there the first tab ends with a failure.
  test.skipIf(url)(
    'shows the look-up field at once, and completes itself when the database answers',
    async () => {
      const { database, hang, resume } = await createHangingDatabase();
      const timings = { homeTimeoutMs: 10_000, homeInterimAfterMs: 20 };
      const desk = await createHomeDesk(database, timings);
      await hang();
      const opening = desk.openHome();
      const shown = () => JSON.stringify(desk.slack.home(people.agent.id)?.blocks ?? []);
      await expect.poll(shown).toContain('Reading the figures…');
      expect(shown()).toContain('home.look_up');
      resume();
      expect(blockText(await opening)).toContain('SMS works as usual');
    },
  );
});

test.skipIf(!databaseUrl)('Home reports a cut-off database, and shows figures after it returns', async () => {
  const { database, relay } = await startRelayedDatabase();
  const desk = await createHomeDesk(database);
  await expectBack(desk, languages[1]);
  relay.cut();
  for (const language of languages) await expectAway(desk, language);
  relay.open();
  for (const language of languages) await expectBack(desk, language);
});
