import { createFaultTraffic, type FaultTraffic } from './fault-traffic.ts';
import type { InjectedFault } from './faults.ts';
import { createOracle, type OracleScores } from './oracle.ts';
import { createOurs, type OurIncident } from './ours.ts';
import { CALM_DAYS, planCalm, planFaults } from './plan.ts';
import { createRivals } from './rivals.ts';
import { type Alarm, CADENCE, watch } from './rules.ts';
import { type Batch, createTraffic, DAY, LOCAL_OFFSET, QUARTER } from './traffic.ts';
import { createReader, rebuildAt } from './view.ts';

export interface RunOptions {
  readonly seed: number;
  /** With faults. */
  readonly days: number;
  readonly perDay: number;
  /** Days before the first check, for the reconstructed baseline. */
  readonly historyDays: number;
  /** Append the days of `planCalm`. */
  readonly hasCalmDays: boolean;
}

export interface SeedRun {
  readonly seed: number;
  readonly faults: readonly InjectedFault[];
  /** Parallel to `faults`. */
  readonly traffic: readonly FaultTraffic[];
  /** By rule, in order of time. */
  readonly alarms: Readonly<Record<string, readonly Alarm[]>>;
  /** The incidents of our detection. */
  readonly incidents: readonly OurIncident[];
  readonly oracle: OracleScores;
  readonly messages: number;
}

/** A read covers the whole day, but no rule uses older quarter hours. */
const SEEN_SECONDS = 5 * QUARTER;
/** Reconstructed twice an hour: the baseline is a mean over an hour. */
const CHECKS_PER_REBUILD = 6;
/** Wednesday, 2 September 2026, local midnight. */
const START = Date.UTC(2026, 8, 2) / 1000 - LOCAL_OFFSET;

/** Generates traffic with faults, and runs every rule at the same checks. */
export function runSeed(options: RunOptions): SeedRun {
  const { seed, historyDays, perDay } = options;
  const faults = faultsOf(options);
  const platform = createPlatform({ seed, perDay, faults, start: START - historyDays * DAY });
  // Checks do not fall on full minutes, as in a real deployment.
  const phase = (seed * 97) % CADENCE;

  const ours = createOurs();
  for (let index = 0; index < (historyDays * DAY) / CADENCE; index++) {
    const at = START - historyDays * DAY + phase + index * CADENCE;
    const batches = platform.upTo(at);
    ours.remember(index % CHECKS_PER_REBUILD === 0 ? rebuildAt(at, batches) : undefined, at);
  }

  const reader = createReader();
  const watchers = [...ours.watchers, ...createRivals().map(watch)].map((watcher) => ({
    watcher,
    alarms: [] as Alarm[],
  }));
  const checks = (daysOf(options) * DAY) / CADENCE;
  const oracle = createOracle(faults, START + phase, checks);
  for (let index = 0; index < checks; index++) {
    const at = START + phase + index * CADENCE;
    const batches = platform.upTo(at);
    const isDown = faults.some(({ kind, start, end }) => kind === 'platform_down' && at >= start && at < end);
    const cells = isDown ? undefined : reader.read(at, batches);
    for (const { watcher, alarms } of watchers) alarms.push(...watcher.check(cells, at));
    oracle.check(index, isDown ? undefined : batches);
  }
  return {
    seed,
    faults,
    traffic: faults.map(platform.trafficOf),
    alarms: Object.fromEntries(watchers.map(({ watcher, alarms }) => [watcher.name, alarms])),
    incidents: ours.incidents(),
    oracle: oracle.scores(),
    messages: platform.messages(),
  };
}

function faultsOf({ seed, days, hasCalmDays }: RunOptions): InjectedFault[] {
  const calm = hasCalmDays ? planCalm(seed, START + days * DAY) : [];
  return [...planFaults(seed, START, days), ...calm];
}

export function daysOf({ days, hasCalmDays }: Pick<RunOptions, 'days' | 'hasCalmDays'>): number {
  return days + (hasCalmDays ? CALM_DAYS : 0);
}

/** Generates the traffic step by step and retains as much as a check needs. */
function createPlatform({
  start,
  ...options
}: {
  readonly seed: number;
  readonly perDay: number;
  readonly faults: readonly InjectedFault[];
  readonly start: number;
}) {
  const nextQuarter = createTraffic(options);
  const traffic = createFaultTraffic(options.faults, options.perDay);
  let recent: Batch[] = [];
  let generatedUntil = start;
  let messages = 0;
  return {
    upTo(at: number): readonly Batch[] {
      for (; generatedUntil <= at; generatedUntil += QUARTER) {
        const batches = nextQuarter(generatedUntil);
        recent = [...recent.filter((batch) => batch.start > at - SEEN_SECONDS), ...batches];
        messages += batches.reduce((sum, { size }) => sum + size, 0);
        traffic.add(generatedUntil, batches);
      }
      return recent;
    },
    trafficOf: traffic.of,
    messages: () => messages,
  };
}
