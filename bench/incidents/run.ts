import { type Fault, planFaults } from './faults.ts';
import { createOurs, type Spell } from './ours.ts';
import { createRivals } from './rivals.ts';
import { type Alarm, CADENCE, watch } from './rules.ts';
import { type Batch, createTraffic, DAY, LOCAL_OFFSET, QUARTER } from './traffic.ts';
import { createReader, rebuildAt } from './view.ts';

export interface RunOptions {
  readonly seed: number;
  readonly days: number;
  readonly perDay: number;
  /** Days before the first check, from which what is usual can be reconstructed. */
  readonly historyDays: number;
}

export interface Run {
  readonly faults: readonly Fault[];
  /** Messages handed in to the fault's operator in its first ten minutes; parallel to `faults`. */
  readonly traffic: readonly number[];
  /** By rule, in the order of time. */
  readonly alarms: Readonly<Record<string, readonly Alarm[]>>;
  /** Ours, from beginning to end. */
  readonly spells: readonly Spell[];
  readonly messages: number;
}

/** In which a fault's operator must have enough traffic. */
const FIRST_SECONDS = 600;
/** A reading sees the whole day; older quarter hours change no rule's mind. */
const SEEN_SECONDS = 5 * QUARTER;
/** Reconstructed twice an hour: what is usual is a mean over an hour. */
const CHECKS_PER_REBUILD = 6;
/** Wednesday, 2 September 2026, midnight of the recipients. */
const START = Date.UTC(2026, 8, 2) / 1000 - LOCAL_OFFSET;

/** So many days of traffic with faults, seen by every rule at the same checks. */
export function runSeed({ seed, days, perDay, historyDays }: RunOptions): Run {
  const faults = planFaults(seed, START, days);
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
  for (let index = 0; index < (days * DAY) / CADENCE; index++) {
    const at = START + phase + index * CADENCE;
    const batches = platform.upTo(at);
    const isDown = faults.some(({ kind, start, end }) => kind === 'platform_down' && at >= start && at < end);
    const cells = isDown ? undefined : reader.read(at, batches);
    for (const { watcher, alarms } of watchers) alarms.push(...watcher.check(cells, at));
  }
  return {
    faults,
    traffic: faults.map((fault) => platform.handedInFirst(fault)),
    alarms: Object.fromEntries(watchers.map(({ watcher, alarms }) => [watcher.name, alarms])),
    spells: ours.spells(),
    messages: platform.messages(),
  };
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
  const first = new Map<Fault, number>();
  let recent: Batch[] = [];
  let made = start;
  let messages = 0;
  return {
    upTo(at: number): readonly Batch[] {
      for (; made <= at; made += QUARTER) {
        const batches = nextQuarter(made);
        recent = [...recent.filter((batch) => batch.start > at - SEEN_SECONDS), ...batches];
        messages += batches.reduce((sum, { size }) => sum + size, 0);
        for (const fault of options.faults) {
          if (fault.start >= made + QUARTER || fault.start + FIRST_SECONDS <= made) continue;
          first.set(fault, (first.get(fault) ?? 0) + countFirst(fault, batches));
        }
      }
      return recent;
    },
    handedInFirst: (fault: Fault) => first.get(fault) ?? 0,
    messages: () => messages,
  };
}

function countFirst({ start, operator }: Fault, batches: readonly Batch[]): number {
  return batches
    .filter((batch) => batch.operator.name === operator)
    .reduce((sum, { platformAt, size }) => {
      const own = platformAt.subarray(0, size).filter((at) => at >= start && at < start + FIRST_SECONDS);
      return sum + own.length;
    }, 0);
}
