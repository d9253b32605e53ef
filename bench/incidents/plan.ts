import { createDraw, type Draw } from '../../tools/sandbox/traffic/draw.ts';
import { operators } from '../../tools/sandbox/traffic/operators.ts';
import type { Fault, FaultKind } from './faults.ts';

const MINUTE = 60;
const HOUR = 3600;
/** Each has eleven hours of its own, which come at every time of the day in turn, so that no two things go on at once. */
const SLOT = 11 * HOUR;
const DAY = 24 * HOUR;

interface Kind {
  readonly kind: FaultKind;
  readonly minutes: number;
  /** In every 60 days. */
  readonly times: number;
  readonly isEverywhere?: true;
  /** It begins at midnight, or as many minutes after it as are drawn from these. */
  readonly atNight?: { readonly from: number; readonly to: number };
}

const MIDNIGHT = { from: 0, to: 0 };

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
  { kind: 'low_night', minutes: 360, times: 8, isEverywhere: true, atNight: MIDNIGHT },
  { kind: 'catching_up', minutes: 240, times: 8 },
];

/** Into the hours that those above leave free, by numbers of their own: nothing above moves. */
const ADDED: readonly Kind[] = [
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

/** Faults at random times of so many days, which begin at a local midnight. */
export function planFaults(seed: number, start: number, days: number): Fault[] {
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
  /** Those that are free; what is placed takes its own away. */
  readonly slots: number[];
  readonly start: number;
  readonly days: number;
}

function place(plan: readonly Kind[], draw: Draw, { slots, start, days }: Time): Fault[] {
  const untilMidnight = (slot: number) => (start + DAY * days - slot) % DAY;
  // Nights first: they fit into some of the slots only.
  return plan
    .toSorted((a, b) => Number(b.atNight !== undefined) - Number(a.atNight !== undefined))
    .flatMap((kind) => Array.from({ length: Math.round((kind.times * days) / 60) }, () => kind))
    .flatMap((kind): Fault[] => {
      const at = slots.findIndex((slot) => !kind.atNight || untilMidnight(slot) <= SLOT / 2);
      const [slot] = at === -1 ? [] : slots.splice(at, 1);
      if (slot === undefined) return [];
      const begin =
        slot + (kind.atNight ? untilMidnight(slot) + within(draw, kind.atNight) : anywhere(draw, kind));
      const fault = { kind: kind.kind, start: begin, end: begin + kind.minutes * MINUTE };
      const whose = kind.isEverywhere ? [undefined] : someOperators(draw, kind.kind);
      const clock = kind.kind === 'clock_off' ? { offset: (draw() < 0.5 ? -2 : 2) * HOUR } : {};
      return whose.map((operator) => ({ ...fault, operator, ...clock }));
    });
}

function within(draw: Draw, { from, to }: { readonly from: number; readonly to: number }): number {
  return to === 0 ? 0 : Math.floor((from + draw() * (to - from)) * MINUTE);
}

function anywhere(draw: Draw, { minutes }: Kind): number {
  return Math.floor(draw() * (SLOT - Math.max(minutes * MINUTE, 2 * HOUR)));
}

/** What only receipts can show does not happen to an operator that sends none: nobody could know. */
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

/** Long enough for four weeks of summer time, and a week after it. */
export const CALM_DAYS = 38;
const SUMMER = { from: 3, to: 31 };

/** Days without faults to be found, but not like others; they begin at a local midnight. */
export function planCalm(seed: number, start: number): Fault[] {
  const draw = createDraw(seed, 0xfc);
  const day = (number: number) => start + number * DAY;
  const [failing, slow] = someOperators(draw, 'two_down');
  const begun = () => day(9) + Math.floor(draw() * 2 * DAY);
  // In summer the recipients' midnight is an hour earlier.
  const holiday = day(12 + Math.floor(draw() * 14)) - HOUR;
  return [
    { kind: 'summer_time', start: day(SUMMER.from), end: day(SUMMER.to), offset: HOUR },
    { kind: 'new_failures', start: begun(), end: day(CALM_DAYS), operator: failing },
    { kind: 'new_slowness', start: begun(), end: day(CALM_DAYS), operator: slow },
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
