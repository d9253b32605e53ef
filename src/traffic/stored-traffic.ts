import { LAST_HOURS_MS } from '../domain/detection/accumulation.ts';
import { BASELINE_WEEKS, type BlindSpot, baselinesFor, blindSpotsOf } from '../domain/detection/baseline.ts';
import { countsOf } from '../domain/detection/counts.ts';
import type { Check } from '../domain/detection/detect.ts';
import { type OperatorFigures, OTHER_NAME } from '../domain/figures/figures.ts';
import { countStatuses, shareOf, sumOf } from '../domain/figures/rates.ts';
import { type Bucket, bucketsFor } from '../domain/time/buckets.ts';
import { localDay, startOfDayIn } from '../domain/time/wall-clock.ts';
import { DAY_MS, HALF_HOUR_MS, HOUR_MS, QUARTER_MS, WEEK_MS } from '../runtime/durations.ts';
import { runCooperatively } from '../runtime/yielding.ts';
import type { Observations } from '../store/figures/observations.ts';
import type { Incidents } from '../store/incidents/incidents.ts';
import { checkOverLastHours, readAccumulation } from './accumulated-check.ts';
import { operatorsWithoutReceipts } from './operators-without-receipts.ts';
import type { StoredFigures, TimeSpan, Traffic } from './types.ts';
import { COUNTED_MS, cellsOf, observedAround, type PastWeek, quarterOf, windowsOf } from './window.ts';

export interface StoredTraffic {
  readonly readAt: Date;
  readonly check: Check;
  /** The day of `readAt` up to that time, divided into steps of two hours. */
  readonly steps: readonly Bucket[];
  /** Sum of the operators that send receipts: deliveries at the other operators are unknown. */
  readonly all: StepShares;
  readonly operators: readonly OperatorSteps[];
}

export interface StepShares {
  readonly submitted: number;
  /** Delivered ÷ submitted in each step, from 0 to 1; `undefined` for a step without messages. */
  readonly shares: readonly (number | undefined)[];
  /** Shares of the same steps in the last four weeks, counted when those messages were equally old. */
  readonly usual: readonly (number | undefined)[];
}

export interface OperatorSteps extends StepShares {
  readonly operator: string | undefined;
  readonly sendsReceipts: boolean;
}

interface StoredTrafficOptions {
  readonly traffic: Pick<Traffic, 'stored' | 'readTimes'>;
  readonly observations: Pick<Observations, 'near' | 'firstSince'>;
  readonly incidents: Pick<Incidents, 'watching'>;
  readonly platformZone: string;
  readonly receiptHours: number;
}

/** The returned function caches its result until one of its days is read again or a new day begins. */
export function createStoredTraffic(options: StoredTrafficOptions) {
  const { traffic, platformZone } = options;
  type Latest = { readonly version: string; readonly found: Promise<StoredTraffic | undefined> };
  const latest = new Map<string, Latest>();
  return async (now: Date, zone: string): Promise<StoredTraffic | undefined> => {
    const start = new Date(now.getTime() - OLDEST_DAY_MS);
    const readTimes = await traffic.readTimes({ start, end: new Date(now.getTime() + 1) });
    const version = JSON.stringify([localDay(now, zone), localDay(now, platformZone), readTimes]);
    const known = latest.get(zone);
    if (known?.version === version) return known.found;
    const found = readNewest(options, now, zone).then(
      (newest) => newest && composeTraffic(newest, zone, options),
    );
    latest.set(zone, { version, found });
    found.catch(() => latest.delete(zone));
    return found;
  };
}

/** What checks cannot find yet. Reads only the database; without a stored check, the first one is expected now. */
export async function readBlindSpots(
  {
    traffic,
    observations,
    platformZone,
  }: Pick<StoredTrafficOptions, 'traffic' | 'observations' | 'platformZone'>,
  now: Date,
): Promise<BlindSpot[]> {
  const weeksAgo = (weeks: number) => new Date(now.getTime() - weeks * WEEK_MS);
  const days = await traffic.readTimes({ start: weeksAgo(BASELINE_WEEKS), end: new Date(now.getTime() + 1) });
  const hasChecks = (await observations.near(now)).length > 0;
  const firstCheck = hasChecks ? undefined : ((await observations.firstSince(weeksAgo(1))) ?? now);
  return blindSpotsOf(localDay(now, platformZone), days, firstCheck && localDay(firstCheck, platformZone));
}

/** How far back figures are needed: four weeks of baseline, and 3 days of margin for time zones. */
const OLDEST_DAY_MS = BASELINE_WEEKS * WEEK_MS + 3 * DAY_MS;

const BACK_MS = LAST_HOURS_MS + COUNTED_MS;

/** Tries three time ranges, because after midnight the new day or the day before may not be stored yet. */
async function readNewest(
  { traffic, platformZone }: StoredTrafficOptions,
  now: Date,
  zone: string,
): Promise<StoredFigures | undefined> {
  const end = new Date(now.getTime() + 1);
  const [today, own] = [platformZone, zone].map((one) => startOfDayIn(localDay(now, one), one));
  if (!today || !own) return undefined;
  const early = new Date(Math.min(own.getTime(), today.getTime() - BACK_MS));
  const before = new Date(today.getTime() - DAY_MS);
  for (const [start, until] of [
    [early, end],
    [today, end],
    [before, today],
  ] as const) {
    const stored = start < until ? await traffic.stored({ start, end: until }) : undefined;
    if (stored) return stored;
  }
  return undefined;
}

async function composeTraffic(
  newest: StoredFigures,
  zone: string,
  options: StoredTrafficOptions,
): Promise<StoredTraffic> {
  const readAt = newest.days.reduce((last, one) => (one.readAt > last ? one.readAt : last), newest.readAt);
  const day = localDay(readAt, zone);
  const steps = bucketsFor({ firstDay: day, lastDay: day, zone }).filter(({ start }) => start < readAt);
  const dayStart = steps[0]?.start ?? readAt;
  const { check, weeks } = await checkOf(newest, readAt, dayStart, options);
  // Computed once for all operators, because each call of `between` unpacks a part of the day.
  const ofSteps = steps.map(({ start, end }) => newest.between(start, end));
  const ofStepsThen = steps.map(({ start, end }) =>
    weeks.flatMap(({ figures, back }) => {
      const then = shifted({ start, end: end < readAt ? end : readAt }, back);
      return figures.between(then.start, then.end);
    }),
  );
  const sharesOf = (isOwn: (one: OperatorFigures) => boolean): StepShares => {
    const now = ofSteps.map((all) => count(all.filter(isOwn)));
    const then = ofStepsThen.map((all) => count(all.filter(isOwn)));
    return { submitted: sumOf(now, ({ of }) => of), shares: now.map(shareOf), usual: then.map(shareOf) };
  };
  const names = new Set(newest.between(dayStart, readAt).map(({ operator }) => operator));
  names.delete(OTHER_NAME);
  const withoutReceipts = await withoutReceiptsAmong(names, check, readAt, options);
  const operators = [...names]
    .map((operator) => ({
      operator,
      sendsReceipts: !withoutReceipts.has(operator),
      ...sharesOf((one) => one.operator === operator),
    }))
    .sort((a, b) => b.submitted - a.submitted);
  const all = sharesOf(({ operator }) => !withoutReceipts.has(operator));
  return { readAt, check, steps, all, operators };
}

async function withoutReceiptsAmong(
  names: ReadonlySet<string | undefined>,
  { detections }: Check,
  readAt: Date,
  { traffic, receiptHours, platformZone: zone }: StoredTrafficOptions,
): Promise<ReadonlySet<string | undefined>> {
  const known = detections.flatMap(({ subject, sendsReceipts }) =>
    subject.of === 'operator' && !sendsReceipts ? [subject.operator] : [],
  );
  const named = [...names].filter((name) => name !== undefined);
  const confirmed = await operatorsWithoutReceipts(named, (time) => traffic.stored(time), {
    now: readAt,
    receiptHours,
    zone,
  });
  return new Set([...known, ...confirmed]);
}

async function checkOf(newest: StoredFigures, readAt: Date, dayStart: Date, options: StoredTrafficOptions) {
  const weeks: { readonly back: number; readonly figures: StoredFigures }[] = [];
  const past: PastWeek[] = [];
  for (let back = 1; back <= BASELINE_WEEKS; back += 1) {
    const first = Math.min(dayStart.getTime(), readAt.getTime() - BACK_MS);
    const span = shifted({ start: new Date(first), end: readAt }, back);
    const figures = await options.traffic.stored(span, span.end);
    if (figures) weeks.push({ back, figures });
    const later = new Date(quarterOf(span.end).getTime() + QUARTER_MS + HALF_HOUR_MS);
    const around = { start: quarterOf(new Date(later.getTime() - BACK_MS - COUNTED_MS)), end: later };
    const baseline = await options.traffic.stored(around, later);
    if (baseline) past.push({ back, readAt: later, cells: cellsOf(baseline, around.start, later) });
  }
  const hours = Array.from({ length: LAST_HOURS_MS / HOUR_MS + 1 }, (_, index) => index * HOUR_MS);
  const near = (ms: number) => options.observations.near(new Date(readAt.getTime() - ms));
  const observed = (await Promise.all(hours.map(near))).flat();
  const rebuilt = await runCooperatively(observedAround(past, readAt));
  const recent = { start: new Date(readAt.getTime() - BACK_MS), end: readAt };
  const cells = cellsOf(newest, new Date(readAt.getTime() - COUNTED_MS), readAt);
  const check = await checkOverLastHours({
    input: {
      readAt,
      counts: countsOf(cells, readAt),
      baselines: baselinesFor([...observed, ...rebuilt], readAt),
    },
    at: readAt,
    platform: { login: true, report: true },
    windows: windowsOf(newest, recent, options.platformZone),
    weeks: past,
    observed,
    stored: await readAccumulation(options.incidents),
  });
  return { check, weeks };
}

function shifted({ start, end }: TimeSpan, weeksBack: number): TimeSpan {
  const back = (at: Date) => new Date(at.getTime() - weeksBack * WEEK_MS);
  return { start: back(start), end: back(end) };
}

function count(own: readonly OperatorFigures[]) {
  return {
    of: sumOf(own, ({ figures }) => figures.submitted),
    hits: sumOf(own, ({ figures }) => countStatuses(figures).delivered),
  };
}
