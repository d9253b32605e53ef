import { describe, expect, test } from 'vitest';
import { sizeOf } from '../../src/domain/counting/second-counts.ts';
import { type Figures, mergeFigures } from '../../src/domain/figures/figures.ts';
import { countStatuses } from '../../src/domain/figures/rates.ts';
import type { Period } from '../../src/domain/time/period.ts';
import type { TrafficFigures } from '../../src/traffic/types.ts';
import { createPlainUpstream, createReadThrough, days } from '../support/read-through.ts';
import { numberOf, runningSandbox } from '../support/sandbox.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const day = days('2026-11-17');
const hoursAfter = (hours: number, { end }: Period = day) => new Date(end.getTime() + hours * HOUR_MS);

describe.each(databases)('traffic as of a moment, %s', (_name, url) => {
  const database = suiteDatabase(url);

  /** A platform, and replicas with separate readings. */
  async function createPlatform(zone = 'UTC') {
    const platform = await runningSandbox({
      bounds: 'exclusive_end',
      perDay: 2_000,
      loginTokenSeconds: 1e9,
      timeZone: zone,
    });
    const { clock, sandbox, now } = platform;
    const upstream = createPlainUpstream(platform, { reportTimeZone: zone });
    const createReplica = () =>
      createReadThrough({ database: database(), account: uniqueName(), upstream, now, zone });
    return { clock, sandbox, createReplica, traffic: createReplica() };
  }

  /** The figures of a reading at exactly that moment. */
  async function readAtMoment(
    { clock, createReplica }: Awaited<ReturnType<typeof createPlatform>>,
    moment: Date,
    period = day,
  ) {
    clock.now = moment;
    return wholeOf(await createReplica().figuresFor({ period }), period);
  }

  test('uses a day that was read around that moment as it was', async () => {
    const { clock, sandbox, traffic } = await createPlatform();
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

  test('reconstructs a day that was read only later, and reads it if it never was', async () => {
    const environment = await createPlatform();
    const { clock, sandbox, traffic } = environment;
    const moment = new Date('2026-11-17T20:00:00Z');
    const truth = await readAtMoment(environment, moment);
    clock.now = hoursAfter(28 * 24);
    const asked = sandbox.calls.report;
    const [found] = (await traffic.asOf({ period: day }, moment)).between(day.start, day.end);
    for (let times = 0; times < 2; times += 1) {
      const figures = await traffic.asOf({ period: day }, moment);
      // The reconstruction is cached.
      expect(figures.between(day.start, day.end)[0]).toBe(found);
      expect(figures.basis).toBe('reconstructed');
      expect(figures).toMatchObject({ asOf: moment, countedTo: moment });
      expectAlike(wholeOf(figures), truth);
    }
    expect(sandbox.calls.report - asked).toBe(1);
    // The current figures of that time have more deliveries.
    const upToThen = (await traffic.figuresFor({ period: day })).between(day.start, moment);
    const { delivered } = countStatuses(mergeFigures(upToThen.map((one) => one.figures)));
    const thatEvening = await traffic.asOf({ period: day }, moment);
    expect(delivered).toBeGreaterThan(countStatuses(wholeOf(thatEvening)).delivered);
  });

  test('reconstructs an hour at the age of minutes, as a check needs it', async () => {
    const environment = await createPlatform();
    const { clock, traffic } = environment;
    const moment = new Date('2026-11-17T15:07:00Z');
    const truth = await readAtMoment(environment, moment);
    clock.now = hoursAfter(14 * 24);
    const figures = await traffic.asOf({ period: day }, moment);
    expectAlike(wholeOf(figures), truth);
    const lastHour = (from: TrafficFigures) => from.between(new Date('2026-11-17T14:00:00Z'), day.end);
    expect(mergeFigures(lastHour(figures).map((one) => one.figures)).submitted).toBeGreaterThan(20);
    expect(figures.between(new Date('2026-11-17T15:15:00Z'), day.end)).toEqual([]);
    expect(figures.countedTo).toEqual(moment);
  });

  test('needs a nearer reading for a younger period', async () => {
    const { clock, traffic } = await createPlatform();
    const noon = new Date('2026-11-17T12:00:00Z');
    const hour = { ...day, start: new Date('2026-11-17T11:00:00Z'), end: noon };
    const basisAt = async (secondsAfter: number) =>
      (await traffic.asOf({ period: hour }, new Date(noon.getTime() + secondsAfter * 1000))).basis;
    clock.now = new Date('2026-11-17T12:05:00Z');
    await traffic.figuresFor({ period: day });
    clock.now = hoursAfter(80);
    await traffic.figuresFor({ period: day });
    // The middle of the hour is 35 minutes old: readings within three and a half minutes are near.
    expect(await basisAt(5 * 60)).toBe('observed');
    expect(await basisAt(2 * 60)).toBe('observed');
    expect(await basisAt(8 * 60)).toBe('observed');
    expect(await basisAt(0)).toBe('reconstructed');
    expect(await basisAt(10 * 60)).toBe('reconstructed');
    // A complete day does not change.
    expect(await basisAt(200 * 3_600)).toBe('observed');
  });

  test('does not use a reading from before the last message', async () => {
    const environment = await createPlatform();
    const { clock, traffic } = environment;
    const moment = new Date('2026-11-17T15:02:00Z');
    const hour = { ...day, start: new Date('2026-11-17T14:00:00Z'), end: new Date('2026-11-17T15:00:00Z') };
    clock.now = new Date('2026-11-17T14:59:00Z');
    await traffic.figuresFor({ period: day });
    const truth = await readAtMoment(environment, moment, hour);
    clock.now = hoursAfter(80);
    const figures = await traffic.asOf({ period: hour }, moment);
    expect(figures.basis).toBe('reconstructed');
    expectAlike(wholeOf(figures, hour), truth);
  });

  test('skips a reading that lacks messages', async () => {
    const { clock, sandbox, traffic } = await createPlatform();
    clock.now = hoursAfter(9);
    sandbox.setFaults({ wrongTotal: 500 });
    await traffic.figuresFor({ period: day });
    sandbox.setFaults({});
    clock.now = hoursAfter(80);
    const figures = await traffic.asOf({ period: day }, hoursAfter(9));
    expect(figures.basis).toBe('reconstructed');
    expect(figures.days.every(({ announced = 0, received }) => received >= announced)).toBe(true);
  });

  test('reconstructs days in another zone than the platform’s', async () => {
    const environment = await createPlatform('America/Santiago');
    const { clock, sandbox, traffic } = environment;
    const period = days('2026-11-16', '2026-11-16', 'Asia/Kathmandu');
    const moment = hoursAfter(2, period);
    const truth = await readAtMoment(environment, moment, period);
    clock.now = hoursAfter(28 * 24, period);
    const asked = sandbox.calls.report;
    expectAlike(wholeOf(await traffic.asOf({ period }, moment), period), truth);
    expect(sandbox.calls.report - asked).toBe(2);
  });

  test('reads again on request, once for all callers, unless the day is complete', async () => {
    const { clock, sandbox, traffic } = await createPlatform();
    clock.now = hoursAfter(71);
    await traffic.figuresFor({ period: day });
    clock.now = hoursAfter(73);
    const asked = sandbox.calls.report;
    await traffic.figuresFor({ period: day });
    expect(sandbox.calls.report - asked).toBe(0);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => traffic.figuresFor({ period: day }, { readSince: hoursAfter(72) })),
    );
    expect(sandbox.calls.report - asked).toBe(1);
    expect(results.map(({ asOf }) => asOf)).toEqual(results.map(() => hoursAfter(73)));
    clock.now = hoursAfter(90);
    await traffic.figuresFor({ period: day }, { readSince: hoursAfter(89) });
    expect(sandbox.calls.report - asked).toBe(1);
  });

  test('uses a separate moment for each day', async () => {
    const { clock, traffic } = await createPlatform();
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

  test('reconstructs the traffic of one number from a current reading', async () => {
    const { clock, sandbox, traffic } = await createPlatform();
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

  test('fails when the platform cannot be read', async () => {
    const { clock, sandbox, traffic } = await createPlatform();
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
 * Expects nearly equal figures. They differ by where in a quarter hour a message was sent, and by receipts that reached
 * the platform some seconds after their own time, which makes the past appear slightly better.
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
