import type { Cell } from '../../src/domain/figures/figures.ts';

/** Seconds between two checks. */
export const CADENCE = 300;

/** An alarm of a rule, about all operators if `operator` is missing. */
export interface Alarm {
  readonly at: number;
  readonly operator?: string | undefined;
  /** `platform`: it cannot be read; `clock`: an operator's clock is off. */
  readonly about: 'delivery' | 'platform' | 'clock';
  /** The evidence, for `--list`. */
  readonly evidence?: string;
}

/** A running rule. */
export interface Watcher {
  readonly name: string;
  /** The alarms that begin at this check. `cells` covers at least the last hour; `undefined` is a failed read. */
  check(cells: readonly Cell[] | undefined, at: number): readonly Alarm[];
}

/** By operator, or `undefined` for all together: bad or not, or `undefined` if the rule cannot tell. */
type Opinions = ReadonlyMap<string | undefined, boolean | undefined>;

export interface Rule {
  readonly name: string;
  /** Consecutive bad checks that raise an alarm, and consecutive good checks that end it. */
  readonly toAlarm: number;
  readonly toEnd: number;
  readonly opinions: (cells: readonly Cell[], at: number) => Opinions;
}

/** Consecutive failed reads that raise an alarm, for every rule. */
const UNREACHED_TO_ALARM = 2;

/** Counts consecutive checks per operator. An undecided check does not break a streak. */
export function watch({ name, toAlarm, toEnd, opinions }: Rule): Watcher {
  const platform = createStreak(UNREACHED_TO_ALARM, toEnd);
  const streaks = new Map<string | undefined, ReturnType<typeof createStreak>>();
  return {
    name,
    check(cells, at) {
      const alarms: Alarm[] = platform(cells === undefined) ? [{ at, about: 'platform' }] : [];
      for (const [operator, isBad] of cells ? opinions(cells, at) : []) {
        const streak = streaks.get(operator) ?? createStreak(toAlarm, toEnd);
        streaks.set(operator, streak);
        if (isBad !== undefined && streak(isBad)) alarms.push({ at, about: 'delivery', operator });
      }
      return alarms;
    },
  };
}

/** Call once per check; returns true where an alarm begins. */
function createStreak(toAlarm: number, toEnd: number): (isBad: boolean) => boolean {
  let bad = 0;
  let good = 0;
  let isOpen = false;
  return (isBad) => {
    bad = isBad ? bad + 1 : 0;
    good = isBad ? 0 : good + 1;
    const begins = !isOpen && bad >= toAlarm;
    isOpen = isOpen ? good < toEnd : begins;
    return begins;
  };
}
