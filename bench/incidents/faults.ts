import { createDraw, type Draw } from '../../src/sandbox/traffic/draw.ts';
import { operators } from '../../src/sandbox/traffic/operators.ts';

/**
 * - `operator_down` it takes messages and delivers none until the end
 * - `link_down` it takes none until the end
 * - `late_receipts` its receipts reach the platform 10 minutes later than usual
 * - `failures` 5 points more of its messages fail
 * - `silence` nobody sends it anything
 * - `platform_down` the platform cannot be read, and takes no messages
 * - `clock_off` its clock is two hours off
 * - `burst` eight times the traffic, a slower hand-over and more handsets that are off
 * - `low_night` a fifth of the traffic
 * - `catching_up` 3 % of the receipts stay away for hours, and then come all at once
 */
export type FaultKind =
  | 'operator_down'
  | 'link_down'
  | 'late_receipts'
  | 'failures'
  | 'silence'
  | 'platform_down'
  | 'clock_off'
  | 'burst'
  | 'low_night'
  | 'catching_up';

/** Something that goes on from `start` up to, not including, `end`, Unix seconds. */
export interface Fault {
  readonly kind: FaultKind;
  readonly start: number;
  readonly end: number;
  /** `undefined` is all of them. */
  readonly operator?: string | undefined;
  /** Of a clock, seconds. */
  readonly offset?: number;
}

/** Nothing is delivered: to be found. */
export const OUTAGES: readonly FaultKind[] = ['operator_down', 'link_down'];
/** An alarm is right for these. */
export const REAL: readonly FaultKind[] = [
  ...OUTAGES,
  'late_receipts',
  'failures',
  'silence',
  'platform_down',
];

const MINUTE = 60;
const HOUR = 3600;
/** No two things go on at once: each has eleven hours of its own, which come at every time of the day in turn. */
const SLOT = 11 * HOUR;
const DAY = 24 * HOUR;

interface Kind {
  readonly kind: FaultKind;
  readonly minutes: number;
  /** In every 60 days. */
  readonly times: number;
  readonly isEverywhere?: true;
}

const PLAN: readonly Kind[] = [
  { kind: 'operator_down', minutes: 15, times: 6 },
  { kind: 'operator_down', minutes: 20, times: 12 },
  { kind: 'operator_down', minutes: 45, times: 4 },
  { kind: 'link_down', minutes: 15, times: 4 },
  { kind: 'link_down', minutes: 20, times: 8 },
  { kind: 'late_receipts', minutes: 30, times: 8 },
  { kind: 'failures', minutes: 90, times: 8 },
  { kind: 'silence', minutes: 60, times: 4 },
  { kind: 'platform_down', minutes: 20, times: 4, isEverywhere: true },
  { kind: 'clock_off', minutes: 240, times: 6 },
  { kind: 'burst', minutes: 20, times: 10, isEverywhere: true },
  { kind: 'low_night', minutes: 360, times: 8, isEverywhere: true },
  { kind: 'catching_up', minutes: 240, times: 8 },
];

/** Faults at random times of so many days, which begin at a local midnight. */
export function planFaults(seed: number, start: number, days: number): Fault[] {
  const draw = createDraw(seed, 0xfa);
  const slots = shuffled(
    draw,
    Array.from({ length: Math.floor((days * DAY) / SLOT) }, (_, index) => start + index * SLOT),
  );
  const isNight = ({ kind }: Kind) => kind === 'low_night';
  const untilMidnight = (slot: number) => (start + DAY * days - slot) % DAY;
  // Nights first: they fit into some of the slots only.
  return PLAN.toSorted((a, b) => Number(isNight(b)) - Number(isNight(a)))
    .flatMap((kind) => Array.from({ length: Math.round((kind.times * days) / 60) }, () => kind))
    .flatMap((kind): Fault[] => {
      const at = slots.findIndex((slot) => !isNight(kind) || untilMidnight(slot) <= SLOT / 2);
      const [slot] = at === -1 ? [] : slots.splice(at, 1);
      if (slot === undefined) return [];
      const length = kind.minutes * MINUTE;
      const latest = SLOT - Math.max(length, 2 * HOUR);
      const begin = slot + (isNight(kind) ? untilMidnight(slot) : Math.floor(draw() * latest));
      return [
        {
          kind: kind.kind,
          start: begin,
          end: begin + length,
          operator: kind.isEverywhere ? undefined : anOperator(draw, kind.kind),
          ...(kind.kind === 'clock_off' ? { offset: (draw() < 0.5 ? -2 : 2) * HOUR } : {}),
        },
      ];
    })
    .sort((a, b) => a.start - b.start);
}

/** What only receipts can show does not happen to an operator that sends none: nobody could know. */
function anOperator(draw: Draw, kind: FaultKind): string {
  const needsReceipts = ['operator_down', 'late_receipts', 'failures', 'catching_up'].includes(kind);
  const able = operators.filter(({ receiptCoverage }) => receiptCoverage > 0 || !needsReceipts);
  return able[Math.floor(draw() * able.length)]?.name ?? operators[0].name;
}

function shuffled<T>(draw: Draw, items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
