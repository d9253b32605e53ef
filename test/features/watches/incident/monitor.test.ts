import { expect, test } from 'vitest';
import type { Observation } from '../../../../src/domain/detection/baseline.ts';
import type { Failing, Watching } from '../../../../src/domain/detection/incident.ts';
import type { FailureCode } from '../../../../src/domain/failure.ts';
import { monitorTraffic } from '../../../../src/features/watches/incident/monitor.ts';
import type { Watch } from '../../../../src/store/channels/watches.ts';
import { createBaselineReader } from '../../../../src/traffic/baseline.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { featureDeps, type SomeDeps } from '../../../support/feature-deps.ts';
import { at } from '../../../support/messages.ts';
import { trafficOf } from '../../../support/report-figures.ts';
import { steadyTraffic } from '../../../support/steady-traffic.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Time between two rounds of due work. */
const ROUND_MS = 30_000;

const watch: Watch = {
  id: 'one',
  number: 1,
  channel: 'C1',
  sensitivity: 'normal',
  zone: 'UTC',
  language: 'en',
  watcher: 'U1',
  state: 'active',
};

/** Stores in memory with one watch. `began` is called when a check finds a new incident. */
function createStores(began: () => unknown, first?: Watching, measured: Observation[] = []) {
  let stored = first;
  return {
    watches: { list: async () => [watch] },
    incidents: {
      watching: async (of) => (of === 'normal' ? stored : undefined),
      async saveCheck(_, version = 0, check, changes) {
        stored = { ...check, version: version + 1 };
        if (changes.some(({ kind }) => kind === 'began')) began();
        return true;
      },
      open: async () => [],
      endedSince: async () => [],
      move: async () => false,
    },
    incidentPosts: { of: async () => [] },
    observations: { save: async (some) => void measured.push(...some), near: async () => [] },
  } satisfies SomeDeps['stores'];
}

/** The result of a reading: figures, a time-out, a request to wait, or an error. */
type Outcome = 'read' | Extract<FailureCode, 'timed_out' | 'rate_limited'> | UpstreamError;

/** Monitors a platform on which every reading takes this long and ends this way. */
async function monitorFor(
  lastsMs: number,
  reading: { readonly takesMs: number; readonly ends: Outcome },
  {
    silenceMs = 2 * MINUTE_MS,
    retryAfterMs,
    failing,
  }: { readonly silenceMs?: number; readonly retryAfterMs?: number; readonly failing?: Failing } = {},
) {
  const startMs = Date.parse('2026-11-18T12:00:00Z');
  let nowMs = startMs;
  const checkedAt = new Date(startMs - HOUR_MS);
  const state = { lastReadMs: undefined, subjects: [] };
  const first = failing && { version: 1, state, checkedAt, tookMs: 0, failing };
  const readMinutes: number[] = [];
  const reported: number[] = [];
  const minutes = () => (nowMs - startMs) / MINUTE_MS;
  const groups = featureDeps({
    stores: createStores(() => reported.push(minutes()), first),
    traffic: {
      storedIfAvailable: async () => undefined,
      async figuresFor() {
        const at = new Date(nowMs);
        readMinutes.push(minutes());
        nowMs += reading.takesMs;
        if (reading.ends instanceof UpstreamError) throw reading.ends;
        if (reading.ends !== 'read')
          throw new UpstreamError(reading.ends, { operation: 'report', reason: 'no', retryAfterMs });
        const day = { day: '2026-11-18', readAt: at, tookMs: reading.takesMs, received: 0, unreadable: 0 };
        return trafficOf([], at, { days: [day] });
      },
    },
    settings: { silenceMs },
    runtime: { now: () => new Date(nowMs) },
  });
  const deps = { ...groups, baseline: { around: async () => ({ weeks: [], isReading: false, unread: 0 }) } };
  while (nowMs < startMs + lastsMs) {
    await monitorTraffic(deps, new AbortController().signal, () => nowMs);
    nowMs += ROUND_MS;
  }
  const busy = (readMinutes.length * reading.takesMs) / (nowMs - startMs);
  return { readMinutes, reportedAt: reported[0], busy };
}

const DAY_MS = 24 * HOUR_MS;

test.each([
  ['is read', 'read', [20_000, 62_000, 8 * MINUTE_MS]],
  ['fails', 'timed_out', [3 * MINUTE_MS, 8 * MINUTE_MS]],
  ['is put off', 'rate_limited', [3 * MINUTE_MS, 8 * MINUTE_MS]],
] as const)('readings use at most a twentieth of the time when a slow one %s', async (_, ends, lasting) => {
  for (const takesMs of lasting) {
    const { readMinutes, busy } = await monitorFor(DAY_MS, { takesMs, ends });
    expect(readMinutes.length).toBeGreaterThan(5);
    expect(busy).toBeLessThanOrEqual(0.05);
  }
});

test.each(['timed_out', 'rate_limited'] as const)(
  'a platform that refuses at once (%s) is read every five minutes',
  async (ends) => {
    const { readMinutes } = await monitorFor(HOUR_MS, { takesMs: 0, ends });
    expect(readMinutes).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
  },
);

test('an unreadable platform is reported at the second failed reading', async () => {
  expect((await monitorFor(HOUR_MS, { takesMs: 0, ends: 'timed_out' })).reportedAt).toBe(5);
  const { readMinutes, reportedAt } = await monitorFor(HOUR_MS, { takesMs: MINUTE_MS, ends: 'timed_out' });
  expect(readMinutes.slice(0, 4)).toEqual([0, 5, 10, 15]);
  expect(reportedAt).toBe(6);
});

test('an unreadable platform is reported within half an hour when the next reading is hours away', async () => {
  const { readMinutes, reportedAt } = await monitorFor(2 * HOUR_MS, {
    takesMs: 8 * MINUTE_MS,
    ends: 'timed_out',
  });
  expect(readMinutes).toEqual([0]);
  expect(reportedAt).toBeLessThan(30);
});

test('a longer permitted silence allows more readings within an hour', async () => {
  const patient = { silenceMs: 10 * MINUTE_MS };
  const { readMinutes } = await monitorFor(HOUR_MS, { takesMs: 4 * MINUTE_MS, ends: 'timed_out' }, patient);
  expect(readMinutes.length).toBeGreaterThan(6);
});

test('observations during an incident of few messages are marked, for its operator only', async () => {
  let now = at('12:30:00');
  const { traffic, breaks } = steadyTraffic(() => now, { perQuarter: 12 });
  breaks(at('12:35:00'), 'Entel');
  const started: Date[] = [];
  const measured: Observation[] = [];
  const stores = createStores(() => started.push(now), undefined, measured);
  const groups = featureDeps({ traffic, stores, runtime: { now: () => now } });
  const reader = createBaselineReader(groups);
  const baseline = { around: (moment: Date) => reader.around(moment, 60_000) };
  for (; now <= at('14:00:00'); now = new Date(now.getTime() + 5 * MINUTE_MS)) {
    await monitorTraffic({ ...groups, baseline }, new AbortController().signal);
  }
  const firstBad = measured.find(({ operator, inIncident }) => operator === 'Entel' && inIncident);
  expect(started[0]).toBeDefined();
  expect(firstBad?.at).toEqual(started[0]);
  expect(measured.filter(({ operator, inIncident }) => operator !== 'Entel' && inIncident)).toEqual([]);
});

const notSent = (operation: 'report' | 'info') =>
  new UpstreamError('timed_out', {
    operation,
    reason: 'not sent',
    openCircuit: {
      host: 'platform',
      state: 'open',
      since: new Date('2026-11-18T11:59:00Z'),
      probeEveryMs: 15_000,
    },
  });

test('a report that the open circuit blocks counts as a check without figures', async () => {
  const { readMinutes, reportedAt } = await monitorFor(HOUR_MS, { takesMs: 0, ends: notSent('report') });
  expect(readMinutes.slice(0, 4)).toEqual([0, 5, 10, 15]);
  expect(reportedAt).toBe(5);
});

test('a circuit opened by look-ups does not count as a check, and each round tries again', async () => {
  const { readMinutes, reportedAt } = await monitorFor(HOUR_MS, { takesMs: 0, ends: notSent('info') });
  expect(readMinutes.slice(0, 4)).toEqual([0, 0.5, 1, 1.5]);
  expect(reportedAt).toBeUndefined();
});

test.each([3_600_000, 86_400_000, 1_795_000_000_000, 1e23])(
  'a request to wait %d ms is limited to one hour',
  async (retryAfterMs) => {
    const { readMinutes } = await monitorFor(
      3 * HOUR_MS,
      { takesMs: 0, ends: 'rate_limited' },
      { retryAfterMs },
    );
    expect(readMinutes).toEqual([0, 60, 120]);
  },
);

test('a stored wait that ends years ahead is ignored', async () => {
  const since = new Date('2026-11-18T10:00:00Z');
  const stored = { since, because: 'rate_limited' } as const;
  const untilIn = (ms: number) => ({ failing: { ...stored, until: new Date(since.getTime() + ms) } });
  const reading = { takesMs: 0, ends: 'read' } as const;
  expect((await monitorFor(10 * MINUTE_MS, reading, untilIn(1_795_000_000_000))).readMinutes).toEqual([0, 5]);
  expect((await monitorFor(10 * MINUTE_MS, reading, untilIn(8.6e15))).readMinutes).toEqual([0, 5]);
  expect((await monitorFor(10 * MINUTE_MS, reading, untilIn(124 * MINUTE_MS))).readMinutes).toEqual([5]);
});
