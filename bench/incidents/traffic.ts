import { createDraw, type Draw, hash, logUniform } from '../../tools/sandbox/traffic/draw.ts';
import { type Operator, operators } from '../../tools/sandbox/traffic/operators.ts';
import { disturb } from './disturb.ts';
import type { FaultKind, InjectedFault } from './faults.ts';

/** The messages of one quarter hour and operator; times are Unix seconds. */
export interface Batch {
  readonly start: number;
  readonly operator: Operator;
  /** Number of messages; the arrays may be longer. */
  readonly size: number;
  readonly platformAt: Float64Array;
  /** The times that messages carry (`NaN`: none), and when the platform knows them. */
  readonly operatorAt: Float64Array;
  readonly operatorKnownAt: Float64Array;
  readonly receiptAt: Float64Array;
  readonly receiptKnownAt: Float64Array;
  /** Index into `WORDS`: the status of the receipt. */
  readonly word: Uint8Array;
  /** 1 where a fault changed the message (`disturb`), 2 where that message was late anyway. */
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
/** Recipients are three hours behind UTC, except in `summer_time`. */
export const LOCAL_OFFSET = -3 * HOUR;

/** Weight of each local hour, as in the sandbox: quiet nights, busy office hours. */
const HOUR_WEIGHTS = [
  5, 3, 2, 2, 2, 4, 12, 30, 62, 92, 100, 98, 90, 78, 82, 92, 96, 94, 88, 70, 52, 38, 22, 11,
];
const WHOLE_WEIGHT = HOUR_WEIGHTS.reduce((sum, weight) => sum + weight, 0);
/** Sunday first. */
const WEEKDAY_WEIGHTS = [0.65, 1, 1.02, 1.05, 1.05, 1.1, 0.8];
/** Standard deviations of the logarithm of a day's volume, and of an operator's volume per quarter hour. */
const DAY_DEVIATION = 0.1;
const QUARTER_DEVIATION = 0.15;
/** Standard deviation of the logarithm of an operator's slow and failed shares, which drift over hours. */
const DRIFT_DEVIATION = 0.25;
const DRIFT_QUARTERS = 12;

/** Precomputed normal deviates (Box–Muller): tens of millions of messages need two each. */
const NORMALS = Float64Array.from({ length: 65_536 }, drawNormal(createDraw(0x5eed)));

function drawNormal(draw: Draw): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

export interface BatchTrafficOptions {
  readonly seed: number;
  readonly perDay: number;
  readonly faults: readonly InjectedFault[];
}

/** Generates quarter hours. Call once per quarter hour, in order. */
export function createTraffic({
  seed,
  perDay,
  faults,
}: BatchTrafficOptions): (quarterStart: number) => Batch[] {
  const drifts = operators.map((_, index) => ({
    slow: createDrift(createDraw(seed, index, 1)),
    failing: createDrift(createDraw(seed, index, 2)),
  }));
  return (start) =>
    operators.map((operator, index) => {
      const drift = { slow: drifts[index]?.slow() ?? 1, failing: drifts[index]?.failing() ?? 1 };
      const draw = createDraw(seed, start / QUARTER, index, 3);
      const near = faults.filter(
        (fault) => fault.start < start + QUARTER + DAY / 4 && fault.end > start - DAY / 4,
      );
      const local = localTime(start, near);
      const size = poisson(
        draw,
        usualSize(local, operator, perDay) *
          volumeNoise(seed, local, draw) *
          volumeFactor(near, start, operator),
      );
      const own = near.filter((fault) => isOf(fault, operator));
      const batch = makeBatch(operator, start, size, { draw, near: own, drift });
      // A separate random sequence: faults do not change the unaffected messages.
      return disturb(batch, own, createDraw(seed, start / QUARTER, index, 5));
    });
}

/** A factor that varies around one: a first-order autoregression of the logarithm. */
export function createDrift(draw: Draw): () => number {
  const keep = Math.exp(-1 / DRIFT_QUARTERS);
  let state = DRIFT_DEVIATION * normal(draw);
  return () => {
    state = keep * state + Math.sqrt(1 - keep ** 2) * DRIFT_DEVIATION * normal(draw);
    return Math.exp(state);
  };
}

/** Expected messages of an operator in a quarter hour, by local hour and weekday. */
export function usualSize(localStart: number, operator: Operator, perDay: number): number {
  const day = Math.floor(localStart / DAY);
  const hour = Math.floor((localStart - day * DAY) / HOUR);
  // 1970-01-01 was a Thursday.
  const weekday = WEEKDAY_WEIGHTS[(day + 4) % 7] ?? 1;
  const weight = (HOUR_WEIGHTS[hour] ?? 0) / WHOLE_WEIGHT / 4;
  return perDay * operator.share * weight * weekday;
}

/** Random factor for the volume of a quarter hour. */
export function volumeNoise(seed: number, localStart: number, draw: Draw): number {
  const day = Math.floor(localStart / DAY);
  const ofDay = Math.exp(DAY_DEVIATION * normal(createDraw(hash(seed, day), 4)));
  return ofDay * Math.exp(QUARTER_DEVIATION * normal(draw));
}

/** Local time of the recipients, summer time included. */
function localTime(at: number, faults: readonly InjectedFault[]): number {
  const summer = faults.find(({ kind, start, end }) => kind === 'summer_time' && at >= start && at < end);
  return at + LOCAL_OFFSET + (summer?.offset ?? 0);
}

const VOLUMES: Partial<Record<FaultKind, number>> = { low_night: 0.2, holiday: 1 / 3, burst: 8 };

function volumeFactor(faults: readonly InjectedFault[], start: number, operator: Operator): number {
  return faults.reduce((factor, fault) => {
    const isOn = start + QUARTER > fault.start && start < fault.end && isOf(fault, operator);
    return isOn ? factor * (VOLUMES[fault.kind] ?? 1) : factor;
  }, 1);
}

interface BatchConditions {
  readonly draw: Draw;
  readonly near: readonly InjectedFault[];
  readonly drift: { readonly slow: number; readonly failing: number };
}

function makeBatch(operator: Operator, start: number, drawn: number, circumstances: BatchConditions): Batch {
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

/** When a message planned for `at` is submitted; `undefined` if it is not submitted. */
function handInTime(at: number, faults: readonly InjectedFault[], draw: Draw): number | undefined {
  for (const fault of faults) {
    if (at < fault.start || at >= fault.end) continue;
    if (fault.kind === 'silence') return undefined;
    // Senders retry: half of the rejected messages come within five minutes after the outage.
    if (fault.kind === 'platform_down')
      return draw() < 0.5 ? undefined : fault.end + Math.floor(draw() * 5 * MINUTE);
  }
  return at;
}

function fill(
  batch: Batch & { size: number },
  at: number,
  handedIn: number,
  { draw, near, drift }: BatchConditions,
): void {
  const { operator } = batch;
  const fault = (kind: InjectedFault['kind'], time: number) =>
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

  const failing = operator.failureRate * drift.failing + (fault('failures', handedIn) ? 0.05 : 0);
  if (draw() < failing) {
    const isLate = draw() < 0.2;
    const after = isLate ? logUniform(draw, 5, 5 * MINUTE) : logUniform(draw, 1, 20);
    const failed = handedOver + Math.max(1, Math.round(after));
    batch.word[at] = isLate ? 2 : 1;
    if (isLate) batch.receiptAt[at] = failed + clock;
    batch.receiptKnownAt[at] = failed + travelSeconds(draw);
    return;
  }
  // More handsets are off at night.
  const hour = Math.floor((localTime(handedIn, near) % DAY) / HOUR);
  const slow = 0.05 * drift.slow * (hour < 7 ? 1.6 : 1) * (isBusy ? 1.5 : 1);
  const flight =
    draw() < slow ? logUniform(draw, 30, 3 * HOUR) : logNormal(draw, operator.deliverySeconds, 0.6);
  let delivered = handedOver + Math.max(1, Math.round(flight));
  const down = fault('operator_down', delivered);
  if (down) delivered = down.end + 1 + Math.floor(draw() * 3 * MINUTE);
  batch.receiptAt[at] = delivered + clock;
  const lateBy = fault('late_receipts', delivered) ? 10 * MINUTE : 0;
  const known = delivered + lateBy + travelSeconds(draw);
  // 3 % of the receipts are delayed until the end of the fault.
  const caught = fault('catching_up', known);
  batch.receiptKnownAt[at] = caught && draw() < 0.03 ? caught.end : known;
}

/** Seconds from the time in a receipt to its arrival at the platform, as in the sandbox. */
function travelSeconds(draw: Draw): number {
  const kind = draw();
  if (kind < 0.95) return 2 + Math.floor(draw() * 3);
  return Math.ceil(kind < 0.99 ? logUniform(draw, 20, 15 * MINUTE) : logUniform(draw, HOUR, 8 * HOUR));
}

function isOf(fault: InjectedFault, operator: Operator): boolean {
  return fault.operator === undefined || fault.operator === operator.name;
}

function normal(draw: Draw): number {
  return NORMALS[Math.floor(draw() * NORMALS.length)] ?? 0;
}

/** Log-normal deviate, as in the sandbox. `deviation`: standard deviation of the logarithm. */
function logNormal(draw: Draw, median: number, deviation: number): number {
  return median * Math.exp(deviation * normal(draw));
}

/** Poisson deviate: Knuth's method up to a mean of 50, else the normal approximation. */
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
