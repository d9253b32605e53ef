import { describe, expect, test } from 'vitest';
import { aDesk, people } from '../../support/desk.ts';
import { blockText } from '../../support/home-text.ts';
import { aRelayedDatabase } from '../../support/relay.ts';
import { servePlatform } from '../../support/server.ts';
import { steadyTraffic } from '../../support/steady-traffic.ts';
import { aName, databases, databaseUrl, suiteDatabase } from '../../support/store.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

const languages = [
  [people.agent, 'I can’t reach SMS Desk’s database right now', 'SMS works as usual'],
  [people.agente, 'Ahora no puedo conectar con la base de datos', 'Los SMS funcionan con normalidad'],
] as const;

type Given = Awaited<ReturnType<typeof aRelayedDatabase>>['database'];

async function aHome(database: Given) {
  await database.open();
  const platform = await servePlatform();
  return await aDesk(platform.url, {
    env: { SMS_EMAIL: `${aName()}@example.com` },
    overrides: {
      now: () => NOW,
      database,
      timings: { homeWithinMs: 200, sharedCountsWithinMs: 20 },
      report: steadyTraffic(() => NOW),
    },
  });
}

type Desk = Awaited<ReturnType<typeof aHome>>;

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

  /** The embedded one has one session: who has it for a transaction keeps all others waiting. */
  async function aHangingDatabase() {
    if (url) {
      const { database, relay } = await aRelayedDatabase();
      return { database, hang: async () => relay.swallow(), goOn: relay.open };
    }
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hang = async () => {
      void suite().together(async () => {
        begun.resolve();
        await ended.promise;
      });
      await begun.promise;
    };
    return { database: suite(), hang, goOn: ended.resolve };
  }

  test('says in time that the database is away, and is itself again at an opening after its return', async () => {
    const { database, hang, goOn } = await aHangingDatabase();
    const desk = await aHome(database);
    await expectBack(desk, languages[0]);
    await hang();
    for (const language of languages) await expectAway(desk, language);
    goOn();
    for (const language of languages) await expectBack(desk, language);
  });
});

test.skipIf(!databaseUrl)(
  'Home whose database is cut off says so, and is itself again after that',
  async () => {
    const { database, relay } = await aRelayedDatabase();
    const desk = await aHome(database);
    await expectBack(desk, languages[1]);
    relay.cut();
    for (const language of languages) await expectAway(desk, language);
    relay.open();
    for (const language of languages) await expectBack(desk, language);
  },
);
