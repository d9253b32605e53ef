import { describe, expect, test } from 'vitest';
import { type PeriodSpec, resolvePeriod } from '../../../src/domain/time/period.ts';
import { startReading } from '../../../src/features/report/aggregate.ts';
import { MAX_REPORT_DAYS, type ReportRequest } from '../../../src/features/report/input.ts';
import type { Traffic, TrafficFigures } from '../../../src/traffic/types.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { createPlainUpstream, createReadThrough } from '../../support/read-through.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';
import { numberOf, runningSandbox } from '../../support/sandbox.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const receiptHours = 72;
const evening = new Date('2026-11-18T20:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function readingOf(
  traffic: Pick<Traffic, 'figuresFor' | 'asOf'>,
  now: Date,
  spec: PeriodSpec = { kind: 'today' },
  changes: Partial<ReportRequest> = {},
) {
  const request = { spec, sender: undefined, msisdn: undefined, compareWith: 'before', ...changes } as const;
  const period = resolvePeriod(spec, 'UTC', now, { maxDays: MAX_REPORT_DAYS });
  if ('problem' in period) throw new Error(period.problem);
  const deps = featureDeps({ traffic, settings: { receiptHours } });
  return startReading(request, period, deps, { user: { id: 'U1' }, now });
}

const reportOf = (...asked: Parameters<typeof readingOf>) => readingOf(...asked).model;

describe.each(databases)('a report compared with the days before, %s', (_name, url) => {
  const database = suiteDatabase(url);

  async function createPlatformReports() {
    const platform = await runningSandbox({
      at: new Date(evening.getTime() - DAY_MS).toISOString(),
      bounds: 'exclusive_end',
      perDay: 4_000,
      loginTokenSeconds: 1e9,
    });
    const { now, clock, sandbox } = platform;
    const upstream = createPlainUpstream(platform);
    const traffic = createReadThrough({ database: database(), account: uniqueName(), upstream, now });
    const reading = (...asked: [PeriodSpec?, Partial<ReportRequest>?]) => readingOf(traffic, now(), ...asked);
    return {
      clock,
      sandbox,
      reading,
      report: (...asked: Parameters<typeof reading>) => reading(...asked).model,
    };
  }

  test('shows no drop from late receipts when the day before was read at the same age', async () => {
    const { clock, sandbox, report } = await createPlatformReports();
    sandbox.setFaults({ lateReceiptsSeconds: 3 * 3_600 });
    await report();
    clock.now = evening;
    const { totals, comparison } = await report();
    expect(totals.deliveryRate).toBeLessThan(0.9);
    expect(comparison).toMatchObject({ basis: 'observed', change: undefined });
    expect(Math.abs(comparison?.points ?? Number.NaN)).toBeLessThan(2);
    expect(Math.abs(comparison?.finalPoints ?? Number.NaN)).toBeLessThan(2);
    expect(Math.abs((comparison?.totals.deliveryRate ?? 1) - (totals.deliveryRate ?? 0))).toBeLessThan(0.02);
  });

  test('reconstructs a day before that was read later, and leaves out its failures', async () => {
    const { clock, sandbox, report } = await createPlatformReports();
    clock.now = evening;
    const { totals, comparison } = await report();
    expect(comparison).toMatchObject({ basis: 'reconstructed', finalPoints: undefined });
    expect(comparison?.points).toBeDefined();
    // The last messages of that evening were still pending, as those of today are.
    expect(comparison?.totals.pending).toBeGreaterThan(0);
    expect(Math.abs((comparison?.totals.submitted ?? 0) / totals.submitted - 1)).toBeLessThan(0.2);
    const asked = sandbox.calls.report;
    expect((await report()).comparison).toEqual(comparison);
    expect(sandbox.calls.report).toBe(asked);
  });

  test('reconstructs the days before for one number from a single request', async () => {
    const { clock, sandbox, reading } = await createPlatformReports();
    clock.now = evening;
    const msisdn = numberOf('delivered').replaceAll(/\D/g, '');
    const asked = sandbox.calls.report;
    const { model, progress } = reading({ kind: 'last_days', days: 2 }, { msisdn });
    const { comparison } = await model;
    expect(comparison).toMatchObject({ basis: 'reconstructed' });
    expect(progress()).toMatchObject({ daysDone: 4, days: 4 });
    expect(sandbox.calls.report - asked).toBe(2);
  });
});

describe('the figures requested as of an earlier moment', () => {
  const requestedAt = new Date('2026-11-18T20:00:00Z');
  const readAt = (day: string, at: string) => ({ day, readAt: new Date(at), received: 1, unreadable: 0 });

  function trafficWith(figures: TrafficFigures, batches: readonly MessageGroup[]) {
    const asked: { from: string; to: string; moments: (string | undefined)[] }[] = [];
    const traffic: Pick<Traffic, 'figuresFor' | 'asOf'> = {
      figuresFor: async () => figures,
      asOf: async ({ period: { firstDay, lastDay } }, moment, { momentOf } = {}) => {
        const moments = [firstDay, lastDay].map((day) => momentOf?.(day)?.toISOString());
        asked.push({ from: firstDay, to: lastDay, moments });
        return { ...trafficOf(batches, moment), basis: 'observed' };
      },
    };
    return { asked, traffic };
  }

  test('cover the incomplete days, each at the age of the day it is compared with', async () => {
    const days = [
      readAt('2026-11-14', '2026-11-18T02:00:00Z'),
      readAt('2026-11-17', '2026-11-18T15:00:00Z'),
      readAt('2026-11-18', '2026-11-18T19:50:00Z'),
    ];
    const asOf = new Date('2026-11-18T15:00:00Z');
    const countedTo = new Date('2026-11-18T19:50:00Z');
    const now: MessageGroup[] = [
      { from: '2026-11-01T00:00:00Z', hours: 18 * 24, count: 1_800, operator: 'Entel' },
    ];
    const then: MessageGroup[] = [
      { from: '2026-11-08T00:00:00Z', hours: 4 * 24, count: 800, operator: 'Entel' },
    ];
    const { asked, traffic } = trafficWith(trafficOf(now, requestedAt, { days, asOf, countedTo }), then);
    const { comparison } = await reportOf(traffic, requestedAt, { kind: 'last_days', days: 7 });
    expect(asked).toEqual([
      { from: '2026-11-08', to: '2026-11-11', moments: [undefined, '2026-11-11T19:50:00.000Z'] },
    ]);
    // A hundred a day on the complete days, and twice as many on the others.
    expect(comparison?.totals.submitted).toBeGreaterThan(3 * 100 + 3 * 200);
    expect(comparison?.totals.submitted).toBeLessThan(3 * 100 + 4 * 200);
  });

  test('are none when both periods are complete', async () => {
    const usual: MessageGroup[] = [
      { from: '2026-11-01T00:00:00Z', hours: 240, count: 1_000, operator: 'Entel' },
    ];
    const { asked, traffic } = trafficWith(trafficOf(usual, requestedAt), []);
    const spec = { kind: 'day', day: '2026-11-08' } as const;
    const { comparison } = await reportOf(traffic, requestedAt, spec);
    expect(asked).toEqual([]);
    expect(comparison).toMatchObject({ basis: undefined, totals: { submitted: 100 } });
  });
});
