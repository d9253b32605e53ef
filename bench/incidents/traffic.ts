import { createDraw, type Draw, hash, logUniform } from '../../tools/sandbox/traffic/draw.ts';
import { type Operator, operators } from '../../tools/sandbox/traffic/operators.ts';
import { disturb } from './disturb.ts';
import type { Fault, FaultKind } from './faults.ts';

/** The messages of one quarter hour and operator; times are Unix seconds. */
export interface Batch {
  readonly start: number;
  readonly operator: Operator;
  /** Places that are used; the arrays may be longer. */
  readonly size: number;
  readonly platformAt: Float64Array;
  /** As they are carried, `NaN` where there is none; and from when on the platform knows them. */
  readonly operatorAt: Float64Array;
  readonly operatorKnownAt: Float64Array;
  readonly receiptAt: Float64Array;
  readonly receiptKnownAt: Float64Array;
  /** Index into `WORDS`: what the receipt says. */
  readonly word: Uint8Array;
  /** 1 where a fault was laid over what would have become of the message (`disturb`). */
  readonly disturbed: Uint8Array;
  /** Some of its times may be off. */
  readonly isClockOff: boolean;
}

export const WORDS = ['delivered', 'sent_failed', 'undeliverable'] as const;
export { operators };

export const QUARTER = 900;
export const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;
/** Recipients live three hours behind UTC, but in `summer_time`. */
export const LOCAL_OFFSET = -3 * HOUR;

/** Weight of each local hour: quiet nights, busy office hours, as the simulated platform has it. */
const HOUR_WEIGHTS = [
  5, 3, 2, 2, 2, 4, 12, 30, 62, 92, 100, 98, 90, 78, 82, 92, 96, 94, 88, 70, 52, 38, 22, 11,
];
const WHOLE_WEIGHT = HOUR_WEIGHTS.reduce((sum, weight) => sum + weight, 0);
/** Sunday first. */
const WEEKDAY_WEIGHTS = [0.65, 1, 1.02, 1.05, 1.05, 1.1, 0.8];
/** How far a day's volume, and an operator's quarter hour of it, stray (standard deviation of the logarithm). */
const DAY_DEVIATION = 0.1;
const QUARTER_DEVIATION = 0.15;
/** How far an operator's share of slow and of failed messages wanders in the course of hours. */
const WANDER = 0.25;
const WANDER_QUARTERS = 12;

/** Normal numbers drawn beforehand (Box–Muller): tens of millions of messages need two each. */
const NORMALS = Float64Array.from({ length: 65_536 }, drawNormal(createDraw(0x5eed)));

function drawNormal(draw: Draw): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

export interface TrafficOptions {
  readonly seed: number;
  readonly perDay: number;
  readonly faults: readonly Fault[];
}

/** Makes the quarter hours one after the other; each is to be asked for once, in order. */
export function createTraffic({ seed, perDay, faults }: TrafficOptions): (quarterStart: number) => Batch[] {
  const wanders = operators.map((_, index) => ({
    slow: createWander(createDraw(seed, index, 1)),
    failing: createWander(createDraw(seed, index, 2)),
  }));
  return (start) =>
    operators.map((operator, index) => {
      const wander = { slow: wanders[index]?.slow() ?? 1, failing: wanders[index]?.failing() ?? 1 };
      const draw = createDraw(seed, start / QUARTER, index, 3);
      const near = faults.filter(
        (fault) => fault.start < start + QUARTER + DAY / 4 && fault.end > start - DAY / 4,
      );
      const local = localTime(start, near);
      const size = poisson(
        draw,
        usualSize(local, operator, perDay) * strayed(seed, local, draw) * volumeFactor(near, start, operator),
      );
      const own = near.filter((fault) => isOf(fault, operator));
      const batch = makeBatch(operator, start, size, { draw, near: own, wander });
      // By numbers of its own: whatever it does to some messages, the others stay what they are.
      return disturb(batch, own, createDraw(seed, start / QUARTER, index, 5));
    });
}

/** A factor that wanders around one: a first-order autoregression of the logarithm. */
export function createWander(draw: Draw): () => number {
  const keep = Math.exp(-1 / WANDER_QUARTERS);
  let state = WANDER * normal(draw);
  return () => {
    state = keep * state + Math.sqrt(1 - keep ** 2) * WANDER * normal(draw);
    return Math.exp(state);
  };
}

/** What an operator has in the quarter hour that begins then, by the hour and the weekday of the recipients. */
export function usualSize(localStart: number, operator: Operator, perDay: number): number {
  const day = Math.floor(localStart / DAY);
  const hour = Math.floor((localStart - day * DAY) / HOUR);
  // 1970-01-01 was a Thursday.
  const weekday = WEEKDAY_WEIGHTS[(day + 4) % 7] ?? 1;
  const weight = (HOUR_WEIGHTS[hour] ?? 0) / WHOLE_WEIGHT / 4;
  return perDay * operator.share * weight * weekday;
}

/** And how far it strays from that. */
export function strayed(seed: number, localStart: number, draw: Draw): number {
  const day = Math.floor(localStart / DAY);
  const ofDay = Math.exp(DAY_DEVIATION * normal(createDraw(hash(seed, day), 4)));
  return ofDay * Math.exp(QUARTER_DEVIATION * normal(draw));
}

/** What the recipients' clocks show. */
function localTime(at: number, faults: readonly Fault[]): number {
  const summer = faults.find(({ kind, start, end }) => kind === 'summer_time' && at >= start && at < end);
  return at + LOCAL_OFFSET + (summer?.offset ?? 0);
}

const VOLUMES: Partial<Record<FaultKind, number>> = { low_night: 0.2, holiday: 1 / 3, burst: 8 };

function volumeFactor(faults: readonly Fault[], start: number, operator: Operator): number {
  return faults.reduce((factor, fault) => {
    const isOn = start + QUARTER > fault.start && start < fault.end && isOf(fault, operator);
    return isOn ? factor * (VOLUMES[fault.kind] ?? 1) : factor;
  }, 1);
}

interface Circumstances {
  readonly draw: Draw;
  readonly near: readonly Fault[];
  readonly wander: { readonly slow: number; readonly failing: number };
}

function makeBatch(operator: Operator, start: number, drawn: number, circumstances: Circumstances): Batch {
  const { draw, near } = circumstances;
  const column = () => new Float64Array(drawn);
  const batch = {
    start,
    operator,
    size: drawn,
    platformAt: column(),
    operatorAt: column(),
    operatorKnownAt: column(),
    receiptAt: column(),
    receiptKnownAt: column(),
    word: new Uint8Array(drawn),
    disturbed: new Uint8Array(drawn),
    isClockOff: near.some(({ kind }) => kind === 'clock_off'),
  };
  let size = 0;
  for (let turn = 0; turn < drawn; turn++) {
    const handedIn = handInTime(start + Math.floor(draw() * QUARTER), near, draw);
    if (handedIn === undefined) continue;
    fill(batch, size, handedIn, circumstances);
    size += 1;
  }
  return { ...batch, size };
}

/** When a message is handed in that would be at that time; `undefined` where it is not at all. */
function handInTime(at: number, faults: readonly Fault[], draw: Draw): number | undefined {
  for (const fault of faults) {
    if (at < fault.start || at >= fault.end) continue;
    if (fault.kind === 'silence') return undefined;
    // Senders try again: half of what could not be handed in comes within five minutes after.
    if (fault.kind === 'platform_down')
      return draw() < 0.5 ? undefined : fault.end + Math.floor(draw() * 5 * MINUTE);
  }
  return at;
}

function fill(
  batch: Batch & { size: number },
  at: number,
  handedIn: number,
  { draw, near, wander }: Circumstances,
): void {
  const { operator } = batch;
  const fault = (kind: Fault['kind'], time: number) =>
    near.find((one) => one.kind === kind && time >= one.start && time < one.end);
  batch.platformAt[at] = handedIn;
  batch.operatorAt[at] = Number.NaN;
  batch.operatorKnownAt[at] = Number.POSITIVE_INFINITY;
  batch.receiptAt[at] = Number.NaN;
  batch.receiptKnownAt[at] = Number.POSITIVE_INFINITY;
  if (draw() < 0.0005) return;

  const isBusy = fault('burst', handedIn) !== undefined;
  const handOver =
    draw() < 0.01
      ? logUniform(draw, 20, 7 * MINUTE)
      : logNormal(draw, operator.handOverSeconds * (isBusy ? 3 : 1), 0.5);
  let handedOver = handedIn + Math.max(1, Math.round(handOver));
  const broken = fault('link_down', handedOver);
  if (broken) handedOver = broken.end + 1 + Math.floor(draw() * 3 * MINUTE);
  const clock = fault('clock_off', handedOver)?.offset ?? 0;
  batch.operatorAt[at] = handedOver + clock;
  batch.operatorKnownAt[at] = handedOver + 1;
  if (draw() >= operator.receiptCoverage) return;

  const failing = operator.failureRate * wander.failing + (fault('failures', handedIn) ? 0.05 : 0);
  if (draw() < failing) {
    const isLate = draw() < 0.2;
    const after = isLate ? logUniform(draw, 5, 5 * MINUTE) : logUniform(draw, 1, 20);
    const failed = handedOver + Math.max(1, Math.round(after));
    batch.word[at] = isLate ? 2 : 1;
    if (isLate) batch.receiptAt[at] = failed + clock;
    batch.receiptKnownAt[at] = failed + travelSeconds(draw);
    return;
  }
  // At night handsets are off.
  const hour = Math.floor((localTime(handedIn, near) % DAY) / HOUR);
  const slow = 0.05 * wander.slow * (hour < 7 ? 1.6 : 1) * (isBusy ? 1.5 : 1);
  const flight =
    draw() < slow ? logUniform(draw, 30, 3 * HOUR) : logNormal(draw, operator.deliverySeconds, 0.6);
  let delivered = handedOver + Math.max(1, Math.round(flight));
  const down = fault('operator_down', delivered);
  if (down) delivered = down.end + 1 + Math.floor(draw() * 3 * MINUTE);
  batch.receiptAt[at] = delivered + clock;
  const held = fault('late_receipts', delivered) ? 10 * MINUTE : 0;
  const known = delivered + held + travelSeconds(draw);
  // A small part of the receipts stays somewhere for hours, and then comes at once.
  const caught = fault('catching_up', known);
  batch.receiptKnownAt[at] = caught && draw() < 0.03 ? caught.end : known;
}

/** From the time a receipt carries to its arrival at the platform, as the simulated platform has it. */
function travelSeconds(draw: Draw): number {
  const kind = draw();
  if (kind < 0.95) return 2 + Math.floor(draw() * 3);
  return Math.ceil(kind < 0.99 ? logUniform(draw, 20, 15 * MINUTE) : logUniform(draw, HOUR, 8 * HOUR));
}

function isOf(fault: Fault, operator: Operator): boolean {
  return fault.operator === undefined || fault.operator === operator.name;
}

function normal(draw: Draw): number {
  return NORMALS[Math.floor(draw() * NORMALS.length)] ?? 0;
}

/** As the simulated platform draws it, by its median and the standard deviation of its logarithm. */
function logNormal(draw: Draw, median: number, deviation: number): number {
  return median * Math.exp(deviation * normal(draw));
}

/** By Knuth's method for small means, by the normal distribution for others. */
export function poisson(draw: Draw, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(draw)));
  const limit = Math.exp(-mean);
  let product = draw();
  let count = 0;
  while (product > limit) {
    product *= draw();
    count += 1;
  }
  return count;
}
