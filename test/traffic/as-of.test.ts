import { describe, expect, test } from 'vitest';
import { sizeOf } from '../../src/domain/counting/second-counts.ts';
import { type Figures, mergeFigures } from '../../src/domain/figures/figures.ts';
import { countStatuses } from '../../src/domain/figures/rates.ts';
import type { Period } from '../../src/domain/time/period.ts';
import type { TrafficFigures } from '../../src/traffic/types.ts';
import { aPlainUpstream, aTraffic, days } from '../support/read-through.ts';
import { aSandbox, numberOf } from '../support/sandbox.ts';
import { aName, databases, suiteDatabase } from '../support/store.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const day = days('2026-11-17');
const hoursAfter = (hours: number, { end }: Period = day) => new Date(end.getTime() + hours * HOUR_MS);

describe.each(databases)('traffic as of a moment, %s', (_name, url) => {
  const database = suiteDatabase(url);

  /** A platform, and replicas whose readings are their own. */
  async function aWorld(zone = 'UTC') {
    const platform = await aSandbox({
      bounds: 'exclusive_end',
      perDay: 2_000,
      loginTokenSeconds: 1e9,
      timeZone: zone,
    });
    const { clock, sandbox, now } = platform;
    const upstream = aPlainUpstream(platform, { reportTimeZone: zone });
    const aReplica = () => aTraffic({ database: database(), account: aName(), upstream, now, zone });
    return { clock, sandbox, aReplica, traffic: aReplica() };
  }

  /** What a reading of that very moment says. */
  async function truly({ clock, aReplica }: Awaited<ReturnType<typeof aWorld>>, moment: Date, period = day) {
    clock.now = moment;
    return wholeOf(await aReplica().figuresFor({ period }), period);
  }

  test('a day that was read about then is taken as it was', async () => {
    const { clock, sandbox, traffic } = await aWorld();
    clock.now = hoursAfter(9);
    const then = await traffic.figuresFor({ period: day });
    clock.now = hoursAfter(28 * 24);
    const asked = sandbox.calls.report;
    const figures = await traffic.asOf({ period: day }, new Date(hoursAfter(9).getTime() + 40 * MINUTE_MS));
    expect(figures.basis).toBe('observed');
    expect(wholeOf(figures)).toEqual(wholeOf(then));
    expect(sandbox.calls.report).toBe(asked);
    expect(figures.days.map(({ readAt }) => readAt)).toEqual([hoursAfter(9)]);
  });

  test('a day that was read later only is reckoned back, and read only where it never was', async () => {
    const world = await aWorld();
    const { clock, sandbox, traffic } = world;
    const moment = new Date('2026-11-17T20:00:00Z');
    const truth = await truly(world, moment);
    clock.now = hoursAfter(28 * 24);
    const asked = sandbox.calls.report;
    const [found] = (await traffic.asOf({ period: day }, moment)).between(day.start, day.end);
    for (let times = 0; times < 2; times += 1) {
      const figures = await traffic.asOf({ period: day }, moment);
      // It is not reckoned anew for who asks again.
      expect(figures.between(day.start, day.end)[0]).toBe(found);
      expect(figures.basis).toBe('reconstructed');
      expect(figures).toMatchObject({ asOf: moment, countedTo: moment });
      expectAlike(wholeOf(figures), truth);
    }
    expect(sandbox.calls.report - asked).toBe(1);
    // What they have become since is another thing.
    const upToThen = (await traffic.figuresFor({ period: day })).between(day.start, moment);
    const { delivered } = countStatuses(mergeFigures(upToThen.map((one) => one.figures)));
    const thatEvening = await traffic.asOf({ period: day }, moment);
    expect(delivered).toBeGreaterThan(countStatuses(wholeOf(thatEvening)).delivered);
  });

  test('an hour at the age of minutes, as a check has it', async () => {
    const world = await aWorld();
    const { clock, traffic } = world;
    const moment = new Date('2026-11-17T15:07:00Z');
    const truth = await truly(world, moment);
    clock.now = hoursAfter(14 * 24);
    const figures = await traffic.asOf({ period: day }, moment);
    expectAlike(wholeOf(figures), truth);
    const lastHour = (from: TrafficFigures) => from.between(new Date('2026-11-17T14:00:00Z'), day.end);
    expect(mergeFigures(lastHour(figures).map((one) => one.figures)).submitted).toBeGreaterThan(20);
    expect(figures.between(new Date('2026-11-17T15:15:00Z'), day.end)).toEqual([]);
    expect(figures.countedTo).toEqual(moment);
  });

  test('how near a reading has to be goes by the age of what it is about', async () => {
    const { clock, traffic } = await aWorld();
    const noon = new Date('2026-11-17T12:00:00Z');
    const hour = { ...day, start: new Date('2026-11-17T11:00:00Z'), end: noon };
    const basisAt = async (secondsAfter: number) =>
      (await traffic.asOf({ period: hour }, new Date(noon.getTime() + secondsAfter * 1000))).basis;
    clock.now = new Date('2026-11-17T12:05:00Z');
    await traffic.figuresFor({ period: day });
    clock.now = hoursAfter(80);
    await traffic.figuresFor({ period: day });
    // 35 minutes old in the middle: three and a half are near.
    expect(await basisAt(5 * 60)).toBe('observed');
    expect(await basisAt(2 * 60)).toBe('observed');
    expect(await basisAt(8 * 60)).toBe('observed');
    expect(await basisAt(0)).toBe('reconstructed');
    expect(await basisAt(10 * 60)).toBe('reconstructed');
    // Nothing changes after it has settled.
    expect(await basisAt(200 * 3_600)).toBe('observed');
  });

  test('a reading that was made before the last message is not taken for the whole', async () => {
    const world = await aWorld();
    const { clock, traffic } = world;
    const moment = new Date('2026-11-17T15:02:00Z');
    const hour = { ...day, start: new Date('2026-11-17T14:00:00Z'), end: new Date('2026-11-17T15:00:00Z') };
    clock.now = new Date('2026-11-17T14:59:00Z');
    await traffic.figuresFor({ period: day });
    const truth = await truly(world, moment, hour);
    clock.now = hoursAfter(80);
    const figures = await traffic.asOf({ period: hour }, moment);
    expect(figures.basis).toBe('reconstructed');
    expectAlike(wholeOf(figures, hour), truth);
  });

  test('a reading that lacks messages is passed over', async () => {
    const { clock, sandbox, traffic } = await aWorld();
    clock.now = hoursAfter(9);
    sandbox.setFaults({ wrongTotal: 500 });
    await traffic.figuresFor({ period: day });
    sandbox.setFaults({});
    clock.now = hoursAfter(80);
    const figures = await traffic.asOf({ period: day }, hoursAfter(9));
    expect(figures.basis).toBe('reconstructed');
    expect(figures.days.every(({ announced = 0, received }) => received >= announced)).toBe(true);
  });

  test('of days in another zone than the platform’s', async () => {
    const world = await aWorld('America/Santiago');
    const { clock, sandbox, traffic } = world;
    const period = days('2026-11-16', '2026-11-16', 'Asia/Kathmandu');
    const moment = hoursAfter(2, period);
    const truth = await truly(world, moment, period);
    clock.now = hoursAfter(28 * 24, period);
    const asked = sandbox.calls.report;
    const figures = await traffic.asOf({ period }, moment);
    expectAlike(wholeOf(figures, period), truth);
    expect(sandbox.calls.report - asked).toBe(2);
  });

  test('what is asked for anew is read anew, once for all who ask, unless it is settled', async () => {
    const { clock, sandbox, traffic } = await aWorld();
    clock.now = hoursAfter(71);
    await traffic.figuresFor({ period: day });
    clock.now = hoursAfter(73);
    const asked = sandbox.calls.report;
    await traffic.figuresFor({ period: day });
    expect(sandbox.calls.report - asked).toBe(0);
    const anew = await Promise.all(
      Array.from({ length: 5 }, () => traffic.figuresFor({ period: day }, { readSince: hoursAfter(72) })),
    );
    expect(sandbox.calls.report - asked).toBe(1);
    expect(anew.map(({ asOf }) => asOf)).toEqual(anew.map(() => hoursAfter(73)));
    clock.now = hoursAfter(90);
    await traffic.figuresFor({ period: day }, { readSince: hoursAfter(89) });
    expect(sandbox.calls.report - asked).toBe(1);
  });

  test('days of which each is wanted as of a moment of its own', async () => {
    const { clock, traffic } = await aWorld();
    const period = days('2026-11-16', '2026-11-17');
    const [first, second] = [hoursAfter(-4), hoursAfter(3)];
    for (const moment of [first, second]) {
      clock.now = moment;
      await traffic.figuresFor({ period: days(moment === first ? '2026-11-16' : '2026-11-17') });
    }
    clock.now = hoursAfter(28 * 24);
    const momentOf = (day: string) => (day === '2026-11-16' ? first : undefined);
    const figures = await traffic.asOf({ period }, second, { momentOf });
    expect(figures).toMatchObject({ basis: 'observed', asOf: first, countedTo: period.end });
    expect(figures.days.map(({ readAt }) => readAt)).toEqual([first, second]);
  });

  test('one number’s, reckoned back from a reading of now', async () => {
    const { clock, sandbox, traffic } = await aWorld();
    const msisdn = numberOf('delivered').replaceAll(/\D/g, '');
    const week = days('2026-11-11', '2026-11-17');
    clock.now = hoursAfter(28 * 24);
    const asked = sandbox.calls.report;
    const whole = wholeOf(await traffic.figuresFor({ period: week, msisdn }), week);
    const moment = new Date('2026-11-13T12:00:00Z');
    const figures = await traffic.asOf({ period: week, msisdn }, moment);
    expect(sandbox.calls.report - asked).toBe(2);
    expect(figures).toMatchObject({ basis: 'reconstructed', asOf: moment, countedTo: moment });
    const then = wholeOf(figures, week).submitted;
    expect(then).toBeLessThan(whole.submitted);
    expect(then).toBe(mergeFigures(figures.between(week.start, moment).map((one) => one.figures)).submitted);
  });

  test('a platform that cannot be read fails the question', async () => {
    const { clock, sandbox, traffic } = await aWorld();
    clock.now = hoursAfter(80);
    sandbox.setFaults({ serverErrors: {} });
    await expect(traffic.asOf({ period: day }, hoursAfter(9))).rejects.toMatchObject({ code: 'unavailable' });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(traffic.asOf({ period: day }, hoursAfter(9), { signal })).rejects.toThrow('gone');
  });
});

function wholeOf(figures: TrafficFigures, { start, end }: Period = day): Figures {
  return mergeFigures(figures.between(start, end).map((one) => one.figures));
}

/**
 * Alike but for where in a quarter hour a message was handed in, and for receipts that came to the platform some
 * seconds after the time they carry, which makes the past look a little better.
 */
function expectAlike(figures: Figures, truth: Figures): void {
  const tolerated = 3 + 0.005 * truth.submitted;
  const [found, expected] = [countStatuses(figures), countStatuses(truth)];
  expect(expected.delivered).toBeGreaterThan(100);
  for (const status of ['delivered', 'failed', 'pending', 'other'] as const) {
    expect(Math.abs(found[status] - expected[status])).toBeLessThanOrEqual(tolerated);
  }
  expect(found.delivered).toBeGreaterThanOrEqual(expected.delivered - 3);
  expect(Math.abs(figures.submitted - truth.submitted)).toBeLessThanOrEqual(3);
  const timed = ({ total }: Figures) => sizeOf(total.latencies);
  expect(Math.abs(timed(figures) - timed(truth))).toBeLessThanOrEqual(tolerated);
}
