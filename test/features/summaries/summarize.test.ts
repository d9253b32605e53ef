import { describe, expect, test } from 'vitest';
import { mergeFigures } from '../../../src/domain/figures/figures.ts';
import { countStatuses } from '../../../src/domain/figures/rates.ts';
import { readSummary } from '../../../src/features/summaries/summarize.ts';
import type { Traffic } from '../../../src/traffic/types.ts';
import { UpstreamError } from '../../../src/upstream/index.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { createPlainUpstream, createReadThrough, days } from '../../support/read-through.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { runningSandbox } from '../../support/sandbox.ts';
import { suiteDatabase, uniqueName } from '../../support/store.ts';
import { modelOf, morning, zone } from '../../support/summaries.ts';

const HOUR_MS = 3_600_000;
const receiptHours = 72;
const tuesday = { day: '2026-11-17', zone };

describe('a summary of the platform', () => {
  const database = suiteDatabase(undefined);

  async function createPlatformSummaries(options: Parameters<typeof runningSandbox>[0] = {}) {
    const platform = await runningSandbox({
      at: morning.toISOString(),
      bounds: 'exclusive_end',
      perDay: 100,
      loginTokenSeconds: 1e9,
      ...options,
    });
    const { now, clock, sandbox } = platform;
    const traffic = createReadThrough({
      database: database(),
      account: uniqueName(),
      upstream: createPlainUpstream(platform),
      now,
    });
    const deps = featureDeps({ traffic, settings: { receiptHours }, runtime: { now } });
    const read = (question = tuesday) => readSummary(question, deps);
    const readsOf = async (work: () => Promise<unknown>) => {
      const before = sandbox.calls.report;
      await work();
      return sandbox.calls.report - before;
    };
    return { clock, sandbox, traffic, read, readsOf };
  }

  test('has the figures of the day in the channel’s zone', async () => {
    const { traffic, read } = await createPlatformSummaries();
    const { totals, asOf, question, weeks } = await read();
    const period = days(tuesday.day, tuesday.day, zone);
    const figures = await traffic.figuresFor({ period });
    const whole = mergeFigures(figures.between(period.start, period.end).map((one) => one.figures));
    expect(totals.submitted).toBe(whole.submitted);
    expect(totals.delivered).toBe(countStatuses(whole).delivered);
    expect(totals).toMatchObject({ isProvisional: true });
    expect([asOf, question]).toEqual([morning, tuesday]);
    expect(weeks.map((week) => [week.day, week.state, week.basis])).toEqual([
      ['2026-11-10', 'compared', 'reconstructed'],
      ['2026-11-03', 'compared', 'reconstructed'],
      ['2026-10-27', 'compared', 'reconstructed'],
      ['2026-10-20', 'compared', 'reconstructed'],
    ]);
  });

  test('reads each platform day once, and later only days that may have changed', async () => {
    const { clock, read, readsOf } = await createPlatformSummaries();
    // Each of the five days needs two days of the platform.
    expect(await readsOf(read)).toBe(10);
    expect(await readsOf(read)).toBe(0);
    clock.now = new Date(morning.getTime() + 24 * HOUR_MS);
    expect(await readsOf(read)).toBe(2);
    clock.now = new Date(morning.getTime() + 7 * 24 * HOUR_MS);
    // The day itself once more after it is complete, and a new one.
    expect(await readsOf(read)).toBe(2);
    expect(await readsOf(() => read({ ...tuesday, day: '2026-11-24' }))).toBe(2);
  });

  test('compares a week that was summarised before as it was observed then', async () => {
    const { clock, read } = await createPlatformSummaries();
    await read();
    clock.now = new Date(morning.getTime() + 7 * 24 * HOUR_MS);
    const { weeks, baseline } = await read({ ...tuesday, day: '2026-11-24' });
    expect(weeks.map(({ basis }) => basis)).toEqual([
      'observed',
      'reconstructed',
      'reconstructed',
      'reconstructed',
    ]);
    expect(baseline?.deliveryRate).toBeGreaterThan(0.9);
  });

  test('is final once no receipt can come, but not from figures read before', async () => {
    const { clock, read } = await createPlatformSummaries();
    const completeAt = new Date(days(tuesday.day, tuesday.day, zone).end.getTime() + receiptHours * HOUR_MS);
    clock.now = new Date(completeAt.getTime() - 60_000);
    expect((await read()).totals.isProvisional).toBe(true);
    clock.now = completeAt;
    const model = await read();
    expect(model.totals.isProvisional).toBe(false);
    expect(model.totals.pending).toBe(0);
  });

  test('reports an operator that is down first', async () => {
    const { sandbox, read } = await createPlatformSummaries({ perDay: 1_000 });
    expect((await read()).attention.kind).toBe('nothing');
    const { sandbox: other, read: readOther } = await createPlatformSummaries({ perDay: 1_000 });
    other.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-17T12:00:00Z' } });
    const { attention } = await readOther();
    expect(attention).toMatchObject({
      kind: 'change',
      change: { kind: 'delivery_rate', subject: { of: 'all' } },
      worst: { operator: 'Entel' },
    });
    expect(sandbox.calls.report).toBe(other.calls.report);
  });

  test('reports an outage, but not receipts that are always half a day late', async () => {
    const late = { lateReceiptsSeconds: 12 * 3_600 };
    const { sandbox, read } = await createPlatformSummaries({ perDay: 1_000 });
    sandbox.setFaults(late);
    expect((await read()).attention.kind).toBe('waiting');
    const { sandbox: other, read: readOther } = await createPlatformSummaries({ perDay: 1_000 });
    const operatorDown = { operator: 'Movistar', since: '2026-11-17T18:00:00Z' };
    other.setFaults({ ...late, operatorDown });
    expect((await readOther()).attention).toMatchObject({ kind: 'change', isReconstructed: true });
  });

  test('does not use a reading from before the end of the day', async () => {
    const { clock, traffic, read } = await createPlatformSummaries({ at: '2026-11-18T02:46:00Z' });
    const period = days(tuesday.day, tuesday.day, zone);
    const { countedTo } = await traffic.figuresFor({ period });
    clock.now = period.end;
    expect(countedTo?.getTime()).toBeLessThan(period.end.getTime());
    expect((await read()).asOf).toEqual(period.end);
  });

  test('fails when the platform cannot be read, instead of showing an empty day', async () => {
    const { sandbox, read } = await createPlatformSummaries();
    sandbox.setFaults({ serverErrors: {} });
    await expect(read()).rejects.toBeInstanceOf(UpstreamError);
  });
});

describe('weeks that are not compared with', () => {
  const period = days(tuesday.day, tuesday.day, zone);
  const dayOf = (from: Date) =>
    trafficOf([{ from: from.toISOString(), hours: 24, count: 200, operator: 'Entel' }], morning);
  const deps = (asOf: Traffic['asOf']) =>
    featureDeps({
      traffic: { figuresFor: async () => dayOf(period.start), asOf },
      settings: { receiptHours },
      runtime: { now: () => morning },
    });

  test('are those that cannot be read, lack messages or had none', async () => {
    const model = await readSummary(
      tuesday,
      deps(async (query, moment) => {
        const { firstDay, start } = query.period;
        // Nine hours after the end of the day, as for the day itself.
        expect(moment.getTime() - query.period.end.getTime()).toBe(9 * HOUR_MS);
        const figures = { ...dayOf(start), basis: 'observed' } as const;
        if (firstDay === '2026-11-10')
          throw new UpstreamError('timed_out', { operation: 'report', reason: 'no answer' });
        if (firstDay === '2026-11-03') return { ...figures, daysMissing: true };
        return firstDay === '2026-10-27' ? { ...figures, between: () => [] } : figures;
      }),
    );
    expect(model.weeks.map(({ state }) => state)).toEqual(['unreadable', 'short', 'empty', 'compared']);
    expect(model.baseline).toMatchObject({ submitted: 200, points: 0 });
  });

  test('do not hide a programming error, which is thrown', async () => {
    const mistaken = deps(async () => {
      throw new TypeError('a mistake');
    });
    await expect(readSummary(tuesday, mistaken)).rejects.toThrow('a mistake');
  });
});

describe('days on which the clocks change', () => {
  test.each([
    ['2026-09-06', '2026-09-07T12:00:00Z', 23, 12],
    ['2026-04-04', '2026-04-05T13:00:00Z', 25, 12],
  ])('%s', (day, readAt, hours, buckets) => {
    const dayOf = (from: string) => [{ from, hours: 23, count: 460, operator: 'Entel' }];
    const model = modelOf({ day, readAt: new Date(readAt), messages: dayOf, weeks: [dayOf, dayOf] });
    expect((model.period.end.getTime() - model.period.start.getTime()) / HOUR_MS).toBe(hours);
    expect(model.buckets).toHaveLength(buckets);
    expect(model.buckets.every(({ usual }) => usual !== undefined)).toBe(true);
    expect(model.buckets.reduce((sum, { rates }) => sum + rates.submitted, 0)).toBe(460);
  });
});
