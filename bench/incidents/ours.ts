import type { Cell } from '../../src/domain/figures/figures.ts';
import { BASELINE_WEEKS, baselinesFor, type Observation } from '../../src/domain/incidents/baseline.ts';
import { countsOf } from '../../src/domain/incidents/counts.ts';
import { type Check, detect, observationsOf } from '../../src/domain/incidents/detect.ts';
import type { Finding, Sensitivity } from '../../src/domain/incidents/findings.ts';
import { follow, NOTHING_WATCHED, type WatchEvent } from '../../src/domain/incidents/lifecycle.ts';
import { HALF_HOUR_MS } from '../../src/runtime/durations.ts';
import { type Alarm, CADENCE, type Watcher } from './rules.ts';
import { DAY } from './traffic.ts';

/** The detection at its default. */
export const OURS = 'SMS Desk';

const SENSITIVITIES: readonly Sensitivity[] = ['normal', 'low', 'high'];
const WEEK_CHECKS = (7 * DAY) / CADENCE;
const NEAR_CHECKS = HALF_HOUR_MS / 1000 / CADENCE;

/** An incident of ours at the default, from the check that it began with to the one that it was over with. */
export interface Spell {
  /** `undefined` is all of them together. */
  readonly operator: string | undefined;
  readonly began: number;
  /** Left out of one that goes on. */
  readonly over?: number;
  /** It was seen to work again. */
  readonly isCleared: boolean;
}

export interface Ours {
  /** At each sensitivity, the default first; to be asked at every check, all of them. */
  readonly watchers: readonly Watcher[];
  /** So far, the first to begin first. */
  spells(): readonly Spell[];
  /** Before the first check: what a past one would have seen; `undefined` where it is not worth the time. */
  remember(cells: readonly Cell[] | undefined, at: number): void;
}

/** The bot's detection, with all that a store would keep for it. */
export function createOurs(): Ours {
  const past: (readonly Observation[])[] = [];
  const [first, ...others] = SENSITIVITIES.map((sensitivity) => createJudge(sensitivity));
  if (!first) throw new Error('there is no sensitivity');
  let sight: Parameters<typeof detect>[0];
  let spells: readonly Spell[] = [];
  return {
    spells: () => spells,
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
          spells = events.reduce((known, event) => spellsAfter(known, event, at), spells);
          return alarmsOf(events, at);
        },
      },
      // The others see the same, and keep nothing: what is usual is one thing.
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
  let state = NOTHING_WATCHED;
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
      const followed = follow(state, check);
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
    const said = [`${kind} ${verdict}`, ...(detection?.findings ?? []).map(findingText)].join('; ');
    return [{ at, operator, about: verdict === 'clock_off' ? 'clock' : 'delivery', said }];
  });
}

function findingText({ kind, share, of, usual, evidence }: Finding): string {
  const sure = evidence ? ` (evidence since ${new Date(evidence.sinceMs).toISOString()})` : '';
  return `${kind} ${(100 * share).toFixed(1)} % of ${Math.round(of)}, usually ${(100 * usual).toFixed(1)} %${sure}`;
}

function spellsAfter(spells: readonly Spell[], { kind, subject }: WatchEvent, at: number): readonly Spell[] {
  if (subject.of === 'platform' || kind === 'worsened') return spells;
  const operator = subject.of === 'operator' ? subject.operator : undefined;
  if (kind === 'began') return [...spells, { operator, began: at, isCleared: false }];
  const isIt = (one: Spell) => one.operator === operator && one.over === undefined;
  return spells.map((one) => (isIt(one) ? { ...one, over: at, isCleared: kind === 'ended' } : one));
}

/** What a store would give: half an hour around this time of the last weeks. */
function sameHour(past: readonly (readonly Observation[])[]): Observation[] {
  return Array.from({ length: BASELINE_WEEKS }, (_, week) => {
    const then = past.length - (week + 1) * WEEK_CHECKS;
    return past.slice(Math.max(0, then - NEAR_CHECKS), Math.max(0, then + NEAR_CHECKS + 1)).flat();
  }).flat();
}
