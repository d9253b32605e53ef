import { type Proportion, shareOf, sumOf, wilsonInterval } from '../figures/rates.ts';
import type { Basis } from '../figures/same-age.ts';
import type { Baseline } from './baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type ShareName } from './counts.ts';
import { type Level, NO_LEVEL } from './level.ts';
import { baselineShareOf, type Look } from './look.ts';

const FEWEST_USUAL = 50;
/** Usual share without a receipt at an operator that sends none; the rest are errors. */
const NO_RECEIPTS_SHARE = 0.95;

const SHARES: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed', 'clockOff'];

/** Empty where nothing can be compared. */
export interface Compared {
  readonly now: Counts;
  readonly usual: Counts;
  readonly shares: Readonly<Partial<Record<ShareName, number>>>;
  readonly leastRecent: number;
  readonly weeks: number;
  /** Reconstructed part of the weeks, from 0 to 1. */
  readonly rebuilt: number;
  readonly basis: Basis;
}

export function sendsReceipts({ counts: { waiting } }: Baseline): boolean {
  return waiting.of < FEWEST_USUAL || waiting.hits / waiting.of < NO_RECEIPTS_SHARE;
}

/** Of an operator without receipts, only hand-over, failures and silence are compared. */
export function compareWith(now: Counts, baseline: Baseline, level: Level = NO_LEVEL): Compared {
  const { counts, basis, weeks, rebuiltWeeks, leastRecent } = baseline;
  const receipts: readonly ShareName[] = sendsReceipts(baseline) ? [] : ['waiting', 'late'];
  const left = new Set([...SHARES.filter((name) => counts[name].of < FEWEST_USUAL), ...receipts]);
  const each = (of: (name: ShareName) => Proportion) =>
    Object.fromEntries(SHARES.map((name) => [name, left.has(name) ? NO_COUNTS[name] : of(name)])) as Omit<
      Counts,
      'recent'
    >;
  const shareUsual = (name: ShareName): number =>
    Math.max(shareOf(counts[name]) ?? 0, name === 'clockOff' ? 0 : level[name]);
  const usual = (name: ShareName): Proportion => ({
    of: now[name].of,
    hits: now[name].of * shareUsual(name),
  });
  // With too few messages at this hour of the weeks, the sequential test uses the level of two days.
  const ofDays = (name: ShareName) =>
    name !== 'clockOff' && level[name] > 0 && counts[name].of < FEWEST_USUAL;
  const known = SHARES.filter((name) => !left.has(name) || ofDays(name));
  return {
    now: { recent: now.recent, ...each((name) => now[name]) },
    shares: Object.fromEntries(known.map((name) => [name, shareUsual(name)])),
    usual: addCounts([{ recent: leastRecent, ...each(usual) }]),
    leastRecent,
    weeks,
    rebuilt: rebuiltWeeks / weeks,
    basis,
  };
}

/** The current traffic of each operator weights its usual values. */
export function addCompared(list: readonly Compared[]): Compared {
  return {
    now: addCounts(list.map(({ now }) => now)),
    usual: addCounts(list.map(({ usual }) => usual)),
    shares: {},
    leastRecent: sumOf(list, ({ leastRecent }) => leastRecent),
    weeks: Math.max(...list.map(({ weeks }) => weeks)),
    rebuilt: Math.max(...list.map(({ rebuilt }) => rebuilt)),
    basis: list.some(({ basis }) => basis === 'reconstructed') ? 'reconstructed' : 'observed',
  };
}

export type Sensitivity = 'low' | 'normal' | 'high';
type BySensitivity<T> = Readonly<Record<Sensitivity, T>>;

export const SENSITIVITIES: readonly Sensitivity[] = ['low', 'normal', 'high'];

/**
 * - `waiting` messages 2 to 7 minutes old have no receipt yet
 * - `late` messages were not delivered within 2 minutes: late or failed
 * - `slow_hand_over` messages were not handed to the operator within 30 s
 * - `failures` messages of the last hour failed
 * - `clock_off` latencies were measured by a wrong clock
 * - `silence` almost no messages: `share` is the part of the poorest past week at this hour
 */
export type FindingKind = 'waiting' | 'late' | 'slow_hand_over' | 'failures' | 'clock_off' | 'silence';

export interface Finding {
  readonly kind: FindingKind;
  /** From 0 to 1, of `of` messages. */
  readonly share: number;
  readonly of: number;
  readonly usual: number;
  readonly basis: Basis;
  /** Certain for most messages; for a slow hand-over: most are not handed over at all. */
  readonly isOfMost: boolean;
  /** Present above the threshold: an incident begins at once. */
  readonly evidence?: Accumulated;
}

/** Evidence since the last good state; each message counts once. */
export interface Accumulated {
  readonly sinceMs: number;
  /** Bad messages; for silence, all messages, and `of` is the count of the poorest week. */
  readonly hits: number;
  readonly of: number;
  /** For silence, `of`. */
  readonly usualHits: number;
  /** Upper limit of how often a year chance causes this at one operator. */
  readonly perYear: number;
}

/** False alarms a year by the sequential test at an operator without trouble. */
export const FALSE_ALARMS_PER_YEAR: BySensitivity<number> = { low: 0.05, normal: 0.2, high: 12 };

/** False alarms a year of both tests, measured by the benchmark. Shown to people. */
export const EXPECTED_FALSE_ALARMS: BySensitivity<number> = { low: 0.1, normal: 0.5, high: 12 };

interface Limits {
  /** One-sided z of Wilson’s lower bound. */
  readonly z: number;
  readonly margin: number;
  /** For failures: margin, and multiple of the usual share, which a list of dead numbers may double. */
  readonly failedMargin: number;
  readonly failedPart: number;
}

/** Margins are normal differences. z: chance exceeds 2.33, 3 and 4 in one check of 100, 740 and 30,000. */
const LIMITS: BySensitivity<Limits> = {
  low: { z: 4, margin: 0.2, failedMargin: 0.05, failedPart: 2.5 },
  normal: { z: 3, margin: 0.1, failedMargin: 0.03, failedPart: 1.5 },
  high: { z: 2.33, margin: 0.06, failedMargin: 0.02, failedPart: 1 },
};
/** A reconstruction may be too good by this: it lacks receipts that came late. */
const RECONSTRUCTED_MARGIN = 0.05;
/** A clock is right for all messages or for none. */
const CLOCK_MARGIN = 0.2;
const WELL_PART = 0.5;
/** z-score of the lower bound of a recovered share: chance fails one check in ten, not every second one. */
const WELL_Z = 1.28;

export const FEWEST_JUDGED = 50;
/** Fewest messages in the window of each share; a few crossed times do not prove a wrong clock. */
const FEWEST_OF: Readonly<Record<ShareName, number>> = {
  waiting: 10,
  late: 10,
  slowHandOver: 10,
  failed: 50,
  clockOff: 20,
};
/** Silence is at most this part of the poorest week, and ends at the second value. */
const SILENCE_PART = 0.02;
const SILENCE_OVER_PART = 0.05;
const FEWEST_SILENT_WEEKS = 2;

const OF_DELIVERY: readonly ShareName[] = ['waiting', 'late', 'slowHandOver'];

const KINDS: readonly (readonly [FindingKind, ShareName])[] = [
  ['waiting', 'waiting'],
  ['late', 'late'],
  ['slow_hand_over', 'slowHandOver'],
  ['failures', 'failed'],
  ['clock_off', 'clockOff'],
];

export function findAll(compared: Compared, sensitivity: Sensitivity): Finding[] {
  const { z } = LIMITS[sensitivity];
  const findings = pairs(compared, sensitivity).flatMap(({ kind, name, now, usual, margin }): Finding[] => {
    const { of, hits } = now;
    if (!isEnough(name, now) || wilsonInterval(hits, of, z).low <= usual + margin) return [];
    // A late hand-over still delivers.
    const certain = kind === 'slow_hand_over' ? (compared.now.slowHandOver.missing ?? 0) : hits;
    const isOfMost = wilsonInterval(certain, of, z).low > 0.5;
    return [{ kind, share: hits / of, of, usual, basis: compared.basis, isOfMost }];
  });
  return [...findings, ...findSilence(compared)].sort((a, b) => b.share - b.usual - (a.share - a.usual));
}

export function isWell(compared: Compared, sensitivity: Sensitivity): boolean {
  return (
    isJudged(compared) &&
    !isStillSilent(compared) &&
    pairs(compared, sensitivity).every(({ now, usual, margin }) => {
      return wilsonInterval(now.hits, now.of, WELL_Z).low <= usual + WELL_PART * margin;
    })
  );
}

export function isNear(
  kind: FindingKind,
  look: Look | undefined,
  { rebuilt }: Pick<Compared, 'rebuilt'>,
  sensitivity: Sensitivity,
): boolean {
  if (!look || look.of === 0) return true;
  const usual = baselineShareOf(look);
  const high = usual + WELL_PART * marginOf(kind, usual, rebuilt, sensitivity);
  return wilsonInterval(look.hits, look.of, WELL_Z).low <= high;
}

export function isStillSilent(compared: Compared): boolean {
  return isSilent(compared, SILENCE_OVER_PART);
}

export function isJudged({ now }: Compared): boolean {
  return now.recent >= FEWEST_JUDGED && OF_DELIVERY.some((name) => isEnough(name, now[name]));
}

export function isEnough(name: ShareName, { of }: Pick<Proportion, 'of'>): boolean {
  return of >= FEWEST_OF[name];
}

function pairs(compared: Compared, sensitivity: Sensitivity) {
  if (compared.now.recent < FEWEST_JUDGED) return [];
  return KINDS.map(([kind, name]) => {
    const usual = shareOf(compared.usual[name]) ?? 0;
    const margin = marginOf(kind, usual, compared.rebuilt, sensitivity);
    return { kind, name, now: compared.now[name], usual, margin };
  });
}

export function marginOf(
  kind: FindingKind,
  usual: number,
  rebuilt: number,
  sensitivity: Sensitivity,
): number {
  const { margin, failedMargin, failedPart } = LIMITS[sensitivity];
  if (kind === 'clock_off') return CLOCK_MARGIN;
  if (kind === 'failures') return Math.max(failedMargin, failedPart * usual);
  return margin + rebuilt * RECONSTRUCTED_MARGIN;
}

function findSilence(compared: Compared): Finding[] {
  if (!isSilent(compared, SILENCE_PART)) return [];
  const { now, leastRecent, basis } = compared;
  return [
    { kind: 'silence', share: now.recent / leastRecent, of: leastRecent, usual: 1, basis, isOfMost: true },
  ];
}

function isSilent({ now, leastRecent, weeks }: Compared, part: number): boolean {
  const isBusyHour = leastRecent >= FEWEST_JUDGED && weeks >= FEWEST_SILENT_WEEKS;
  return isBusyHour && now.recent <= part * leastRecent;
}
