import { BASELINE_WEEKS, baselinesFor, type Observation } from '../../src/domain/detection/baseline.ts';
import { countsOf } from '../../src/domain/detection/counts.ts';
import { type Check, detect, observationsOf } from '../../src/domain/detection/detect.ts';
import type { Finding, Sensitivity } from '../../src/domain/detection/findings.ts';
import {
  EMPTY_WATCH_STATE,
  updateWatchState,
  type WatchEvent,
} from '../../src/domain/detection/lifecycle.ts';
import type { Cell } from '../../src/domain/figures/figures.ts';
import { HALF_HOUR_MS } from '../../src/runtime/durations.ts';
import { type Alarm, CADENCE, type Watcher } from './rules.ts';
import { DAY } from './traffic.ts';

/** The detection at its default sensitivity. */
export const OURS = 'SMS Desk';

const SENSITIVITIES: readonly Sensitivity[] = ['normal', 'low', 'high'];
const WEEK_CHECKS = (7 * DAY) / CADENCE;
const NEAR_CHECKS = HALF_HOUR_MS / 1000 / CADENCE;

/** An incident of our detection at its default, from the check that opened it to the check that closed it. */
export interface OurIncident {
  /** `undefined` means all operators together. */
  readonly operator: string | undefined;
  readonly startedAt: number;
  /** Missing while the incident is open. */
  readonly endedAt?: number;
  /** Closed because traffic recovered. */
  readonly isCleared: boolean;
}

export interface Ours {
  /** One per sensitivity, the default first. Call all of them at every check. */
  readonly watchers: readonly Watcher[];
  /** So far, ordered by start. */
  incidents(): readonly OurIncident[];
  /** Before the first check: what a past check would have seen; `undefined` skips it to save time. */
  remember(cells: readonly Cell[] | undefined, at: number): void;
}

/** The bot's detection with an in-memory store of observations. */
export function createOurs(): Ours {
  const past: (readonly Observation[])[] = [];
  const [first, ...others] = SENSITIVITIES.map((sensitivity) => createJudge(sensitivity));
  if (!first) throw new Error('there is no sensitivity');
  let sight: Parameters<typeof detect>[0];
  let incidents: readonly OurIncident[] = [];
  return {
    incidents: () => incidents,
    watchers: [
      {
        name: first.name,
        check(cells, at) {
          const readAt = new Date(at * 1000);
          sight = cells && {
            readAt,
            counts: countsOf(cells, readAt),
            baselines: baselinesFor(sameHour(past), readAt),
          };
          const { check, events } = first.judge(sight, at);
          past.push(observationsOf(check));
          incidents = events.reduce((known, event) => incidentsAfter(known, event, at), incidents);
          return alarmsOf(events, at);
        },
      },
      // The others use the same input and store nothing, because the baseline is the same.
      ...others.map(({ name, judge }) => ({
        name,
        check: (_: unknown, at: number) => alarmsOf(judge(sight, at).events, at),
      })),
    ],
    remember(cells, at) {
      const moment = new Date(at * 1000);
      const counts = cells ? countsOf(cells, moment) : [];
      past.push(
        counts.map(({ operator, counts }) => ({ operator, counts, at: moment, basis: 'reconstructed' })),
      );
    },
  };
}

function createJudge(sensitivity: Sensitivity) {
  let state = EMPTY_WATCH_STATE;
  return {
    name: sensitivity === 'normal' ? OURS : `${OURS}, sensitivity ${sensitivity}`,
    judge(sight: Parameters<typeof detect>[0], at: number): { check: Check; events: readonly WatchEvent[] } {
      const isReached = sight !== undefined;
      const check = detect(sight, {
        at: new Date(at * 1000),
        platform: { login: isReached, report: isReached },
        sensitivity,
        before: state.accumulated,
      });
      const followed = updateWatchState(state, check);
      state = followed.state;
      return { check, events: followed.events };
    },
  };
}

function alarmsOf(events: readonly WatchEvent[], at: number): Alarm[] {
  return events.flatMap(({ kind, subject, verdict, detection }): Alarm[] => {
    if (kind !== 'began' && kind !== 'worsened') return [];
    const operator = subject.of === 'operator' ? subject.operator : undefined;
    if (verdict === 'platform_unreachable') return [{ at, about: 'platform' }];
    const evidence = [`${kind} ${verdict}`, ...(detection?.findings ?? []).map(findingText)].join('; ');
    return [{ at, operator, about: verdict === 'clock_off' ? 'clock' : 'delivery', evidence }];
  });
}

function findingText({ kind, share, of, usual, evidence }: Finding): string {
  const since = evidence ? ` (evidence since ${new Date(evidence.sinceMs).toISOString()})` : '';
  return `${kind} ${(100 * share).toFixed(1)} % of ${Math.round(of)}, usually ${(100 * usual).toFixed(1)} %${since}`;
}

function incidentsAfter(
  incidents: readonly OurIncident[],
  { kind, subject }: WatchEvent,
  at: number,
): readonly OurIncident[] {
  if (subject.of === 'platform' || kind === 'worsened') return incidents;
  const operator = subject.of === 'operator' ? subject.operator : undefined;
  if (kind === 'began') return [...incidents, { operator, startedAt: at, isCleared: false }];
  const isSame = (one: OurIncident) => one.operator === operator && one.endedAt === undefined;
  return incidents.map((one) => (isSame(one) ? { ...one, endedAt: at, isCleared: kind === 'ended' } : one));
}

/** The stored observations within half an hour of this time in the last weeks. */
function sameHour(past: readonly (readonly Observation[])[]): Observation[] {
  return Array.from({ length: BASELINE_WEEKS }, (_, week) => {
    const then = past.length - (week + 1) * WEEK_CHECKS;
    return past.slice(Math.max(0, then - NEAR_CHECKS), Math.max(0, then + NEAR_CHECKS + 1)).flat();
  }).flat();
}
