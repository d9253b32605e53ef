import { expect, test } from 'vitest';
import type { FailureCode } from '../../../../src/domain/failure.ts';
import type { Observation } from '../../../../src/domain/incidents/baseline.ts';
import { createBaselineReader } from '../../../../src/features/incidents/check/baseline.ts';
import { monitorTraffic } from '../../../../src/features/incidents/incident/monitor.ts';
import type { Watch } from '../../../../src/store/channels/watches.ts';
import type { Failing, Watching } from '../../../../src/store/incidents/incident.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { at } from '../../../support/messages.ts';
import { trafficOf } from '../../../support/report-figures.ts';
import { steadyTraffic } from '../../../support/steady-traffic.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How often it is looked at what is due. */
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

/** What becomes of a reading: figures, none, or that the platform asks for patience. */
type Outcome = 'read' | Extract<FailureCode, 'timed_out' | 'rate_limited'> | UpstreamError;

/** Watches a platform of which every reading takes so long and ends so. */
async function watchFor(
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
  let kept: Watching | undefined = failing && {
    version: 1,
    state: { lastReadMs: undefined, subjects: [] },
    checkedAt,
    tookMs: 0,
    failing,
  };
  const looks: number[] = [];
  let toldAt: number | undefined;
  const minutes = () => (nowMs - startMs) / MINUTE_MS;
  const groups = featureDeps({
    stores: {
      watches: { list: async () => [watch] },
      incidents: {
        watching: async (of) => (of === 'normal' ? kept : undefined),
        async keep(_, version = 0, check, changes) {
          kept = { ...check, version: version + 1 };
          if (changes.some(({ kind }) => kind === 'began')) toldAt ??= minutes();
          return true;
        },
        open: async () => [],
        move: async () => false,
      },
      incidentPosts: { of: async () => [] },
      observations: { keep: async () => undefined, near: async () => [] },
    },
    traffic: {
      held: async () => undefined,
      async figuresFor() {
        const at = new Date(nowMs);
        looks.push(minutes());
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
  return { looks, toldAt, busy: (looks.length * reading.takesMs) / (nowMs - startMs) };
}

const DAY_MS = 24 * HOUR_MS;

test.each([
  ['is read', 'read', [20_000, 62_000, 8 * MINUTE_MS]],
  ['fails', 'timed_out', [3 * MINUTE_MS, 8 * MINUTE_MS]],
  ['is put off', 'rate_limited', [3 * MINUTE_MS, 8 * MINUTE_MS]],
] as const)(
  'the platform is kept busy for a twentieth of the time at most where what takes long %s',
  async (_, ends, lasting) => {
    for (const takesMs of lasting) {
      const { looks, busy } = await watchFor(DAY_MS, { takesMs, ends });
      expect(looks.length).toBeGreaterThan(5);
      expect(busy).toBeLessThanOrEqual(0.05);
    }
  },
);

test.each(['timed_out', 'rate_limited'] as const)(
  'a platform that refuses at once (%s) is looked at every five minutes',
  async (ends) => {
    const { looks } = await watchFor(HOUR_MS, { takesMs: 0, ends });
    expect(looks).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
  },
);

test('that it cannot be read is told with the second reading that fails', async () => {
  expect((await watchFor(HOUR_MS, { takesMs: 0, ends: 'timed_out' })).toldAt).toBe(5);
  const { looks, toldAt } = await watchFor(HOUR_MS, { takesMs: MINUTE_MS, ends: 'timed_out' });
  expect(looks.slice(0, 4)).toEqual([0, 5, 10, 15]);
  expect(toldAt).toBe(6);
});

test('and after a while where the next reading may not be for hours', async () => {
  const { looks, toldAt } = await watchFor(2 * HOUR_MS, { takesMs: 8 * MINUTE_MS, ends: 'timed_out' });
  expect(looks).toEqual([0]);
  expect(toldAt).toBeLessThan(30);
});

test('a platform that is waited for longer may say nothing for longer', async () => {
  const patient = { silenceMs: 10 * MINUTE_MS };
  const { looks } = await watchFor(HOUR_MS, { takesMs: 4 * MINUTE_MS, ends: 'timed_out' }, patient);
  expect(looks.length).toBeGreaterThan(6);
});

test('an hour of few messages that was an incident is no measure for others', async () => {
  let now = at('12:30:00');
  const { traffic, breaks } = steadyTraffic(() => now, { perQuarter: 12 });
  breaks(at('12:35:00'), 'Entel');
  let kept: Watching | undefined;
  let begunAt: Date | undefined;
  const measured: Observation[] = [];
  const groups = featureDeps({
    traffic,
    stores: {
      watches: { list: async () => [watch] },
      incidents: {
        watching: async (of) => (of === 'normal' ? kept : undefined),
        async keep(_, version = 0, check, changes) {
          kept = { ...check, version: version + 1 };
          if (changes.some(({ kind }) => kind === 'began')) begunAt ??= now;
          return true;
        },
        open: async () => [],
        move: async () => false,
      },
      incidentPosts: { of: async () => [] },
      observations: { keep: async (some) => void measured.push(...some), near: async () => [] },
    },
    runtime: { now: () => now },
  });
  const reader = createBaselineReader(groups);
  const baseline = { around: (moment: Date) => reader.around(moment, 60_000) };
  for (; now <= at('14:00:00'); now = new Date(now.getTime() + 5 * MINUTE_MS)) {
    await monitorTraffic({ ...groups, baseline }, new AbortController().signal);
  }
  const firstBad = measured.find(({ operator, inIncident }) => operator === 'Entel' && inIncident);
  expect(begunAt).toBeDefined();
  expect(firstBad?.at).toEqual(begunAt);
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

test('where reports have no answer, one that is not sent for that is a check that saw nothing', async () => {
  const { looks, toldAt } = await watchFor(HOUR_MS, { takesMs: 0, ends: notSent('report') });
  expect(looks.slice(0, 4)).toEqual([0, 5, 10, 15]);
  expect(toldAt).toBe(5);
});

test('where only look-ups have none, nothing follows for reports: the check is made as soon as one is sent', async () => {
  const { looks, toldAt } = await watchFor(HOUR_MS, { takesMs: 0, ends: notSent('info') });
  expect(looks.slice(0, 4)).toEqual([0, 0.5, 1, 1.5]);
  expect(toldAt).toBeUndefined();
});

test.each([3_600_000, 86_400_000, 1_795_000_000_000, 1e23])(
  'asked to wait for %d ms it waits for an hour',
  async (retryAfterMs) => {
    const { looks } = await watchFor(3 * HOUR_MS, { takesMs: 0, ends: 'rate_limited' }, { retryAfterMs });
    expect(looks).toEqual([0, 60, 120]);
  },
);

test('a wait that was stored and lies years ahead counts as none', async () => {
  const since = new Date('2026-11-18T10:00:00Z');
  const stored = { since, because: 'rate_limited' } as const;
  const untilIn = (ms: number) => ({ failing: { ...stored, until: new Date(since.getTime() + ms) } });
  const reading = { takesMs: 0, ends: 'read' } as const;
  expect((await watchFor(10 * MINUTE_MS, reading, untilIn(1_795_000_000_000))).looks).toEqual([0, 5]);
  expect((await watchFor(10 * MINUTE_MS, reading, untilIn(8.6e15))).looks).toEqual([0, 5]);
  expect((await watchFor(10 * MINUTE_MS, reading, untilIn(124 * MINUTE_MS))).looks).toEqual([5]);
});
