import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoredFigures } from '../../../src/traffic/types.ts';
import { people, startDesk } from '../../support/desk.ts';
import { createReadThrough, days } from '../../support/read-through.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';
import { numberOf, openUpstreamOf, runningSandbox, settingsFor } from '../../support/sandbox.ts';
import { json, platformEntry, servePlatform } from '../../support/server.ts';
import { suiteDatabase, temporaryDirectory, uniqueName } from '../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const readAt = new Date('2026-11-18T20:30:00Z');
const figuresFor = () => Promise.reject(new Error('nobody asks for a report'));
const COMPARED = /arrived within|llegó en/;

/** WOM's messages of the day up to the reading; `lost` of them do not arrive. */
function wom(count: number, lost: number, word = 'enroute'): StoredFigures {
  const day = { from: '2026-11-18T00:00:00Z', hours: 20.5, operator: 'WOM' };
  const batches: MessageGroup[] = [
    { ...day, count: count - lost },
    { ...day, count: lost, word, legs: [2] },
  ];
  return { ...trafficOf(batches, readAt), readAt };
}

async function createComparingDesk(figures: StoredFigures | undefined) {
  const { sandbox, url, now } = await runningSandbox({ perDay: 50 });
  const storedFigures = async () => figures;
  const desk = await startDesk(url, {
    env: settingsFor(sandbox, url),
    overrides: { now, report: { traffic: { figuresFor, storedIfOpen: storedFigures } } },
  });
  return { desk, sandbox };
}

describe('the comparison with other messages of the operator', () => {
  test('suggests the handset when other messages arrive, in both languages', async () => {
    const { desk, sandbox } = await createComparingDesk(wom(9_600, 96));
    const { text } = await desk.ask(numberOf('stuck'));
    expect(text).toMatch(
      /^The last 6 are stuck, since .*; probably the handset\n[\s\S]*^\d+ other messages at WOM around that time: 9\d\.\d% arrived within 5 min\.$/m,
    );
    expect(text).toContain('Have the customer check that the phone is on and has signal.');
    expect(text).not.toContain('the operator team');
    expect(sandbox.calls.report).toBe(1);
    expect((await desk.ask(numberOf('stuck'), people.agente)).text).toMatch(
      /probablemente es el aparato\n[\s\S]*^Otros \d+ mensajes de WOM a esa hora: el 9\d,\d.?% llegó en menos de 5 min\.$/m,
    );
  });

  test('suggests a check when other messages do not arrive either', async () => {
    const { desk } = await createComparingDesk(wom(9_600, 4_800));
    const { text } = await desk.ask(numberOf('stuck'));
    expect(text).toMatch(
      /; not only this customer\n[\s\S]*Do: Run \/sms-check\.\n\d+ other .*: [45]\d\.\d% arrived within 5 min\.$/m,
    );
    expect(text).not.toContain('probably');
  });

  test('says “none” instead of a rate of 0%', async () => {
    const { desk } = await createComparingDesk(wom(9_600, 9_600, 'undeliverable'));
    expect((await desk.ask(numberOf('stuck'))).text).toMatch(
      /^\d+ other messages at WOM around that time: none arrived within 5 min\.$/m,
    );
    expect((await desk.ask(numberOf('stuck'), people.agente)).text).toMatch(
      /^Otros \d+ mensajes de WOM a esa hora: ninguno llegó en menos de 5 min\.$/m,
    );
  });

  test('is shown in the channel too when the answer is shared', async () => {
    const { desk } = await createComparingDesk(wom(9_600, 96));
    await desk.press(await desk.ask(numberOf('stuck')), 'status.more share');
    const shared = desk.slack.messages().find(({ visibleTo }) => visibleTo === undefined);
    expect(shared?.text).toContain('probably the handset');
  });

  test.each([
    ['all is well', 'delivered', wom(9_600, 96)],
    ['the operator is another', 'no-hand-over', wom(9_600, 96)],
    ['too few are known', 'stuck', wom(900, 0)],
    ['nothing is stored', 'stuck', undefined],
  ] as const)('is left out when %s', async (_, story, figures) => {
    const { desk } = await createComparingDesk(figures);
    const { text } = await desk.ask(numberOf(story));
    expect(text).toContain('Say: ');
    expect(text).not.toMatch(COMPARED);
  });

  test('uses figures that were read before, without another request', async () => {
    const credentials = { email: `${uniqueName()}@example.com` };
    const platform = await runningSandbox({ perDay: 6_000, credentials });
    const { sandbox, url, now } = platform;
    const upstream = openUpstreamOf(platform, { timeoutMs: 60_000 });
    const { figuresFor: read } = createReadThrough({
      database: database(),
      account: upstream.account,
      upstream,
      now,
    });
    await read({ period: days('2026-11-18') });
    const before = sandbox.calls.report;
    const desk = await startDesk(url, {
      env: settingsFor(sandbox, url),
      overrides: { now, database: database() },
    });
    expect((await desk.ask(numberOf('no-hand-over'))).text).toMatch(
      /^The last 6 are stuck at the platform, since [^;]*\n[\s\S]*^\d+ other messages at Entel around that time: 9\d\.\d% arrived within 5 min\.$/m,
    );
    expect(sandbox.calls.report).toBe(before + 1);
  });
});

test('a look-up opens no database for the comparison', async () => {
  const directory = temporaryDirectory();
  const { sandbox, url, now } = await runningSandbox();
  const desk = await startDesk(url, {
    env: { ...settingsFor(sandbox, url), DATA_DIR: directory },
    overrides: { now },
  });
  expect((await desk.ask(numberOf('stuck'))).text).toContain('are stuck, since');
  // The bot locks the directory from its start.
  expect(readdirSync(directory)).not.toContain('postgres');
});

test.each([
  ['never arrive', () => new Promise<never>(() => {})],
  ['cannot be read', () => Promise.reject(new Error('away'))],
])('an answer does not wait for figures that %s', async (_, storedFigures) => {
  const data = [platformEntry({ status: 'sent_failed' })];
  const platform = await servePlatform({ report: ({ response }) => json(response, { data, total: 1 }) });
  const desk = await startDesk(platform.url, {
    overrides: {
      now: () => new Date('2026-11-21T12:00:00Z'),
      report: { traffic: { figuresFor, storedIfOpen: storedFigures } },
      timings: { peersTimeoutMs: 50 },
    },
  });
  const { text } = await desk.ask('912345678 2026-11-18');
  expect(text).toMatch(/^Failed /);
  expect(text).not.toMatch(COMPARED);
});
