import { createFaultTraffic, type FaultTraffic } from './fault-traffic.ts';
import type { Fault } from './faults.ts';
import { createTold, type Told } from './oracle.ts';
import { createOurs, type Spell } from './ours.ts';
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
  /** Days before the first check, from which what is usual can be reconstructed. */
  readonly historyDays: number;
  /** Whether the days without faults, but not like others, come after them. */
  readonly hasCalmDays: boolean;
}

export interface Run {
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Parallel to `faults`. */
  readonly traffic: readonly FaultTraffic[];
  /** By rule, in the order of time. */
  readonly alarms: Readonly<Record<string, readonly Alarm[]>>;
  /** Ours, from beginning to end. */
  readonly spells: readonly Spell[];
  readonly told: Told;
  readonly messages: number;
}

/** A reading sees the whole day; older quarter hours change no rule's mind. */
const SEEN_SECONDS = 5 * QUARTER;
/** Reconstructed twice an hour: what is usual is a mean over an hour. */
const CHECKS_PER_REBUILD = 6;
/** Wednesday, 2 September 2026, midnight of the recipients. */
const START = Date.UTC(2026, 8, 2) / 1000 - LOCAL_OFFSET;

/** So many days of traffic with faults, seen by every rule at the same checks. */
export function runSeed(options: RunOptions): Run {
  const { seed, historyDays, perDay } = options;
  const faults = faultsOf(options);
  const platform = createPlatform({ seed, perDay, faults, start: START - historyDays * DAY });
  // Not on the minute: checks of a real deployment are not either.
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
  const told = createTold(faults, START + phase, checks);
  for (let index = 0; index < checks; index++) {
    const at = START + phase + index * CADENCE;
    const batches = platform.upTo(at);
    const isDown = faults.some(({ kind, start, end }) => kind === 'platform_down' && at >= start && at < end);
    const cells = isDown ? undefined : reader.read(at, batches);
    for (const { watcher, alarms } of watchers) alarms.push(...watcher.check(cells, at));
    told.check(index, isDown ? undefined : batches);
  }
  return {
    seed,
    faults,
    traffic: faults.map(platform.trafficOf),
    alarms: Object.fromEntries(watchers.map(({ watcher, alarms }) => [watcher.name, alarms])),
    spells: ours.spells(),
    told: told.told(),
    messages: platform.messages(),
  };
}

function faultsOf({ seed, days, hasCalmDays }: RunOptions): Fault[] {
  const calm = hasCalmDays ? planCalm(seed, START + days * DAY) : [];
  return [...planFaults(seed, START, days), ...calm];
}

export function daysOf({ days, hasCalmDays }: Pick<RunOptions, 'days' | 'hasCalmDays'>): number {
  return days + (hasCalmDays ? CALM_DAYS : 0);
}

/** The traffic as time goes on, as far as a check looks back. */
function createPlatform({
  start,
  ...options
}: {
  readonly seed: number;
  readonly perDay: number;
  readonly faults: readonly Fault[];
  readonly start: number;
}) {
  const nextQuarter = createTraffic(options);
  const traffic = createFaultTraffic(options.faults, options.perDay);
  let recent: Batch[] = [];
  let made = start;
  let messages = 0;
  return {
    upTo(at: number): readonly Batch[] {
      for (; made <= at; made += QUARTER) {
        const batches = nextQuarter(made);
        recent = [...recent.filter((batch) => batch.start > at - SEEN_SECONDS), ...batches];
        messages += batches.reduce((sum, { size }) => sum + size, 0);
        traffic.add(made, batches);
      }
      return recent;
    },
    trafficOf: traffic.of,
    messages: () => messages,
  };
}
