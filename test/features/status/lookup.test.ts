import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HeldFigures } from '../../../src/traffic/types.ts';
import { aDesk, people } from '../../support/desk.ts';
import { aTraffic, days } from '../../support/read-through.ts';
import { type Batch, trafficOf } from '../../support/report-figures.ts';
import { anUpstreamOf, aSandbox, numberOf, settingsFor } from '../../support/sandbox.ts';
import { anEntry, json, servePlatform } from '../../support/server.ts';
import { aDirectory, aName, suiteDatabase } from '../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const readAt = new Date('2026-11-18T20:30:00Z');
const figuresFor = () => Promise.reject(new Error('nobody asks for a report'));
const COMPARED = /arrived within|llegó en/;

/** WOM's messages of the day up to the reading, of which so many do not arrive. */
function wom(count: number, lost: number, word = 'enroute'): HeldFigures {
  const day = { from: '2026-11-18T00:00:00Z', hours: 20.5, operator: 'WOM' };
  const batches: Batch[] = [
    { ...day, count: count - lost },
    { ...day, count: lost, word, legs: [2] },
  ];
  return { ...trafficOf(batches, readAt), readAt };
}

async function aComparing(figures: HeldFigures | undefined) {
  const { sandbox, url, now } = await aSandbox({ perDay: 50 });
  const held = async () => figures;
  const desk = await aDesk(url, {
    env: settingsFor(sandbox, url),
    overrides: { now, report: { traffic: { figuresFor, held } } },
  });
  return { desk, sandbox };
}

describe('just this customer?', () => {
  test('where the operator’s others fare well, it is probably the handset; in both languages', async () => {
    const { desk, sandbox } = await aComparing(wom(9_600, 96));
    const { text } = await desk.ask(numberOf('stuck'));
    expect(text).toMatch(
      /^Stuck at WOM since 20:17; probably the handset\n[\s\S]*^\d+ other messages at WOM around that time: 9\d\.\d% arrived within 5 min\.$/m,
    );
    expect(text).toContain('Have the customer check that the phone is on and has signal.');
    expect(text).not.toContain('the team that deals with operators');
    expect(sandbox.calls.report).toBe(1);
    expect((await desk.ask(numberOf('stuck'), people.agente)).text).toMatch(
      /probablemente es el teléfono\n[\s\S]*^Otros \d+ mensajes de WOM a esa hora: el 9\d,\d.?% llegó en 5 min o menos\.$/m,
    );
  });

  test('where they fare badly, it is not, and on-call is where to look', async () => {
    const { desk } = await aComparing(wom(9_600, 4_800));
    const { text } = await desk.ask(numberOf('stuck'));
    expect(text).toMatch(
      /; the operator has trouble\n[\s\S]*Do: Run \/sms-check\.\n\d+ other .*: [45]\d\.\d% arrived within 5 min\.$/m,
    );
    expect(text).not.toContain('probably');
  });

  test('none is none, and no share of nought', async () => {
    const { desk } = await aComparing(wom(9_600, 9_600, 'undeliverable'));
    expect((await desk.ask(numberOf('stuck'))).text).toMatch(
      /^\d+ other messages at WOM around that time: none arrived within 5 min\.$/m,
    );
    expect((await desk.ask(numberOf('stuck'), people.agente)).text).toMatch(
      /^Otros \d+ mensajes de WOM a esa hora: ninguno llegó en 5 min o menos\.$/m,
    );
  });

  test('is said in the channel, too, where the answer is shared', async () => {
    const { desk } = await aComparing(wom(9_600, 96));
    await desk.press(await desk.ask(numberOf('stuck')), 'status.more share');
    const shared = desk.slack.messages().find(({ visibleTo }) => visibleTo === undefined);
    expect(shared?.text).toContain('probably the handset');
  });

  test.each([
    ['all is well', 'delivered', wom(9_600, 96)],
    ['the operator is another', 'no-hand-over', wom(9_600, 96)],
    ['too few are known', 'stuck', wom(900, 0)],
    ['nothing is held', 'stuck', undefined],
  ] as const)('is left open where %s', async (_, story, figures) => {
    const { desk } = await aComparing(figures);
    const { text } = await desk.ask(numberOf(story));
    expect(text).toContain('Say: ');
    expect(text).not.toMatch(COMPARED);
  });

  test('comes from what was read for something else, and reads nothing', async () => {
    const credentials = { email: `${aName()}@example.com` };
    const platform = await aSandbox({ perDay: 6_000, credentials });
    const { sandbox, url, now } = platform;
    const upstream = anUpstreamOf(platform, { timeoutMs: 60_000 });
    const { figuresFor: read } = aTraffic({ database: database(), account: upstream.account, upstream, now });
    await read({ period: days('2026-11-18') });
    const before = sandbox.calls.report;
    const desk = await aDesk(url, {
      env: settingsFor(sandbox, url),
      overrides: { now, database: database() },
    });
    expect((await desk.ask(numberOf('no-hand-over'))).text).toMatch(
      /; only this message\n[\s\S]*^\d+ other messages at Entel around that time: 9\d\.\d% arrived within 5 min\.$/m,
    );
    expect(sandbox.calls.report).toBe(before + 1);
  });
});

test('a look-up opens no database to compare with', async () => {
  const directory = aDirectory();
  const { sandbox, url, now } = await aSandbox();
  const desk = await aDesk(url, {
    env: { ...settingsFor(sandbox, url), DATA_DIR: directory },
    overrides: { now },
  });
  expect((await desk.ask(numberOf('stuck'))).text).toContain('Stuck at WOM');
  // It is held from the start on.
  expect(readdirSync(directory)).not.toContain('postgres');
});

test.each([
  ['are never told', () => new Promise<never>(() => {})],
  ['cannot be told', () => Promise.reject(new Error('away'))],
])('an answer does not wait for figures that %s', async (_, held) => {
  const data = [anEntry({ status: 'sent_failed' })];
  const platform = await servePlatform({ report: ({ response }) => json(response, { data, total: 1 }) });
  const desk = await aDesk(platform.url, {
    overrides: {
      now: () => new Date('2026-11-21T12:00:00Z'),
      report: { traffic: { figuresFor, held } },
      timings: { peersWithinMs: 50 },
    },
  });
  const { text } = await desk.ask('912345678 2026-11-18');
  expect(text).toMatch(/^Failed /);
  expect(text).not.toMatch(COMPARED);
});
