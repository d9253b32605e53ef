import type { Cell } from '../../src/domain/figures/figures.ts';

/** Seconds between two checks. */
export const CADENCE = 300;

/** An alarm of a rule; `operator` left out is one about everyone. */
export interface Alarm {
  readonly at: number;
  readonly operator?: string | undefined;
  /** Not that messages do not arrive, but that the platform cannot be read, or a clock is off. */
  readonly about: 'delivery' | 'platform' | 'clock';
  /** What it was raised on, for whoever looks into it. */
  readonly said?: string;
}

/** A rule at work. */
export interface Watcher {
  readonly name: string;
  /** The alarms that begin with this reading, which holds the last hour and more; `undefined` is one that failed. */
  check(cells: readonly Cell[] | undefined, at: number): readonly Alarm[];
}

/** What a rule says of everyone together (`undefined`) or of one operator: bad or not; nothing where it cannot tell. */
type Opinions = ReadonlyMap<string | undefined, boolean | undefined>;

export interface Rule {
  readonly name: string;
  /** Bad checks in a row until it alarms, and good ones until it is over. */
  readonly toAlarm: number;
  readonly toEnd: number;
  readonly opinions: (cells: readonly Cell[], at: number) => Opinions;
}

/** So many failed readings are an alarm with every rule. */
const UNREACHED_TO_ALARM = 2;

/** Counts a rule's checks for each operator. What it cannot tell breaks no row. */
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

/** Takes one check after the other; true where an alarm begins. */
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
