import { createDraw } from '../../tools/sandbox/traffic/draw.ts';
import type { FaultKind, InjectedFault } from './faults.ts';
import { DAY } from './traffic.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Faults of one day that belong together. */
export interface Scenario {
  readonly name: string;
  readonly faults: readonly InjectedFault[];
}

interface Part {
  readonly kind: FaultKind;
  readonly from?: number;
  readonly minutes: number;
  /** Index into the shuffled operators; absent for all operators. */
  readonly operator?: number;
}

const waves = Array.from({ length: 6 }, (_, wave) => wave * 30);

const SCENARIOS: Readonly<Record<string, readonly Part[]>> = {
  'all of an operator’s messages fail': [{ kind: 'all_failing', minutes: 60, operator: 0 }],
  '40 % of an operator’s messages fail': [{ kind: 'part_failing', minutes: 60, operator: 0 }],
  '5 points more fail': [{ kind: 'one_word', minutes: 90, operator: 0 }],
  'three outages that overlap': [
    { kind: 'night_down', minutes: 60, operator: 0 },
    { kind: 'night_down', from: 20, minutes: 60, operator: 1 },
    { kind: 'night_down', from: 40, minutes: 40, operator: 2 },
  ],
  'two operators down': [
    { kind: 'two_down', minutes: 30, operator: 0 },
    { kind: 'two_down', minutes: 30, operator: 1 },
  ],
  'ten bad minutes in every thirty, six times': waves.map((from) => ({
    kind: 'night_down',
    from,
    minutes: 10,
    operator: 0,
  })),
  'one down, another fails': [
    { kind: 'night_down', minutes: 40, operator: 0 },
    { kind: 'all_failing', minutes: 40, operator: 1 },
  ],
  'one sender fails everywhere': [{ kind: 'sender_failing', minutes: 90 }],
  'an operator down': [{ kind: 'night_down', minutes: 45, operator: 0 }],
  'a third late': [{ kind: 'third_late', minutes: 60, operator: 0 }],
  'a growing delay': [{ kind: 'growing_delay', minutes: 120, operator: 0 }],
  'a steady twentyfold delay': [{ kind: 'twentyfold', minutes: 120, operator: 0 }],
  'receipts come 10 minutes later': [{ kind: 'late_receipts', minutes: 30, operator: 0 }],
  'silence of an operator': [{ kind: 'silence', minutes: 60, operator: 0 }],
  'silence of all': [{ kind: 'silence', minutes: 45 }],
};

export const SAID_DAYS = Object.keys(SCENARIOS).length + 1;

const NAMES = ['Entel', 'Movistar', 'Claro', 'WOM'];

/** One scenario a day, at a random time between 9:00 and 17:00. `start` is a local midnight. */
export function planScenarios(seed: number, start: number): Scenario[] {
  const draw = createDraw(seed, 0xfd);
  return Object.entries(SCENARIOS).map(([name, parts], day) => {
    const first = Math.floor(draw() * NAMES.length);
    const at = start + day * DAY + Math.floor((9 + draw() * 8) * 60) * MINUTE;
    const operatorOf = (index: number) => NAMES[(first + index) % NAMES.length] ?? NAMES[0];
    return {
      name,
      faults: parts.map(({ kind, from = 0, minutes, operator }) => ({
        kind,
        start: at + from * MINUTE,
        end: at + (from + minutes) * MINUTE,
        ...(operator === undefined ? {} : { operator: operatorOf(operator) }),
      })),
    };
  });
}

/** The time in which a scenario may be spoken of. */
export function spanOf({ faults }: Scenario): { readonly start: number; readonly end: number } {
  return {
    start: Math.min(...faults.map(({ start }) => start)),
    end: Math.max(...faults.map(({ end }) => end)) + 4 * HOUR,
  };
}
