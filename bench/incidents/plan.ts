import { createDraw, type Draw } from '../../tools/sandbox/traffic/draw.ts';
import { operators } from '../../tools/sandbox/traffic/operators.ts';
import type { FaultKind, InjectedFault } from './faults.ts';

const MINUTE = 60;
const HOUR = 3600;
/** One fault per eleven-hour slot, so that faults do not overlap. The slots rotate through all times of day. */
const SLOT = 11 * HOUR;
const DAY = 24 * HOUR;

interface FaultPlan {
  readonly kind: FaultKind;
  readonly minutes: number;
  /** Per 60 days. */
  readonly times: number;
  readonly isEverywhere?: true;
  /** It begins a random number of minutes after midnight, within these bounds. */
  readonly atNight?: { readonly from: number; readonly to: number };
}

const MIDNIGHT = { from: 0, to: 0 };

const PLAN: readonly FaultPlan[] = [
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
  { kind: 'low_night', minutes: 360, times: 8, isEverywhere: true, atNight: MIDNIGHT },
  { kind: 'catching_up', minutes: 240, times: 8 },
];

/** Added to the free slots, from a separate random sequence: the faults above stay where they are. */
const ADDED: readonly FaultPlan[] = [
  { kind: 'night_down', minutes: 75, times: 8, atNight: { from: 60, to: 240 } },
  { kind: 'third_late', minutes: 60, times: 8 },
  { kind: 'growing_delay', minutes: 120, times: 4 },
  { kind: 'flapping', minutes: 60, times: 4 },
  { kind: 'two_down', minutes: 20, times: 4 },
  { kind: 'sender_failing', minutes: 90, times: 4 },
  { kind: 'sender_late', minutes: 90, times: 4 },
  { kind: 'one_word', minutes: 90, times: 4 },
];

const NEEDS_RECEIPTS: readonly FaultKind[] = [
  'operator_down',
  'late_receipts',
  'failures',
  'catching_up',
  ...ADDED.map(({ kind }) => kind),
];

/** Faults at random times. `start` is a local midnight. */
export function planFaults(seed: number, start: number, days: number): InjectedFault[] {
  const draw = createDraw(seed, 0xfa);
  const slots = shuffled(
    draw,
    Array.from({ length: Math.floor((days * DAY) / SLOT) }, (_, index) => start + index * SLOT),
  );
  const time = { slots, start, days };
  return [...place(PLAN, draw, time), ...place(ADDED, createDraw(seed, 0xfb), time)].sort(
    (a, b) => a.start - b.start,
  );
}

interface Time {
  /** Free slots; placing a fault removes its slot. */
  readonly slots: number[];
  readonly start: number;
  readonly days: number;
}

function place(plan: readonly FaultPlan[], draw: Draw, { slots, start, days }: Time): InjectedFault[] {
  const untilMidnight = (slot: number) => (start + DAY * days - slot) % DAY;
  // Night faults first: they fit only some of the slots.
  return plan
    .toSorted((a, b) => Number(b.atNight !== undefined) - Number(a.atNight !== undefined))
    .flatMap((kind) => Array.from({ length: Math.round((kind.times * days) / 60) }, () => kind))
    .flatMap((kind): InjectedFault[] => {
      const at = slots.findIndex((slot) => !kind.atNight || untilMidnight(slot) <= SLOT / 2);
      const [slot] = at === -1 ? [] : slots.splice(at, 1);
      if (slot === undefined) return [];
      const begin =
        slot + (kind.atNight ? untilMidnight(slot) + within(draw, kind.atNight) : anywhere(draw, kind));
      const fault = { kind: kind.kind, start: begin, end: begin + kind.minutes * MINUTE };
      const affected = kind.isEverywhere ? [undefined] : someOperators(draw, kind.kind);
      const clock = kind.kind === 'clock_off' ? { offset: (draw() < 0.5 ? -2 : 2) * HOUR } : {};
      return affected.map((operator) => ({ ...fault, operator, ...clock }));
    });
}

function within(draw: Draw, { from, to }: { readonly from: number; readonly to: number }): number {
  return to === 0 ? 0 : Math.floor((from + draw() * (to - from)) * MINUTE);
}

function anywhere(draw: Draw, { minutes }: FaultPlan): number {
  return Math.floor(draw() * (SLOT - Math.max(minutes * MINUTE, 2 * HOUR)));
}

/** Faults that only receipts can show are not planned for operators without receipts. */
function someOperators(draw: Draw, kind: FaultKind): string[] {
  const able = operators.filter(
    ({ receiptCoverage }) => receiptCoverage > 0 || !NEEDS_RECEIPTS.includes(kind),
  );
  if (kind === 'night_down')
    return able
      .toSorted((a, b) => a.share - b.share)
      .slice(0, 1)
      .map(({ name }) => name);
  if (kind === 'two_down')
    return shuffled(draw, [...able])
      .slice(0, 2)
      .map(({ name }) => name);
  return [able[Math.floor(draw() * able.length)]?.name ?? operators[0].name];
}

/** Four weeks of summer time, three days before and a week after. */
export const CALM_DAYS = 38;
const SUMMER = { from: 3, to: 31 };

/** Unusual days without outages. `start` is a local midnight. */
export function planCalm(seed: number, start: number): InjectedFault[] {
  const draw = createDraw(seed, 0xfc);
  const day = (number: number) => start + number * DAY;
  const [failing, slow] = someOperators(draw, 'two_down');
  const changeStart = () => day(9) + Math.floor(draw() * 2 * DAY);
  // In summer the recipients' midnight is an hour earlier.
  const holiday = day(12 + Math.floor(draw() * 14)) - HOUR;
  return [
    { kind: 'summer_time', start: day(SUMMER.from), end: day(SUMMER.to), offset: HOUR },
    { kind: 'new_failures', start: changeStart(), end: day(CALM_DAYS), operator: failing },
    { kind: 'new_slowness', start: changeStart(), end: day(CALM_DAYS), operator: slow },
    { kind: 'holiday', start: holiday, end: holiday + DAY },
  ];
}

function shuffled<T>(draw: Draw, items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
