import { type Proportion, shareOf, sumOf, wilsonInterval } from '../figures/rates.ts';
import type { Basis } from '../figures/same-age.ts';
import type { Baseline } from './baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type ShareName } from './counts.ts';
import { type Level, NO_LEVEL } from './level.ts';
import { baselineShareOf, type Look } from './look.ts';

/** On fewer messages than these no usual share rests. */
const FEWEST_USUAL = 50;
/** An operator of whose messages so many usually wait sends no receipts; the rest are mistakes. */
const NO_RECEIPTS_SHARE = 0.95;

const SHARES: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed', 'clockOff'];

/** Counts beside what they would be as usual, in the same sizes; both are empty where nothing can be compared. */
export interface Compared {
  readonly now: Counts;
  readonly usual: Counts;
  /** What is usual of each, from 0 to 1; left out what cannot be compared. */
  readonly shares: Readonly<Partial<Record<ShareName, number>>>;
  readonly leastRecent: number;
  readonly weeks: number;
  /** From 0 to 1: how many of the weeks are reconstructed. */
  readonly rebuilt: number;
  readonly basis: Basis;
}

/** Whether an operator is one that sends no receipts, as far as its usual hour tells. */
export function sendsReceipts({ counts: { waiting } }: Baseline): boolean {
  return waiting.of < FEWEST_USUAL || waiting.hits / waiting.of < NO_RECEIPTS_SHARE;
}

/** What can be compared. Of an operator that sends no receipts, its hand-over, failures and silence. */
export function compareWith(now: Counts, baseline: Baseline, level: Level = NO_LEVEL): Compared {
  const { counts, basis, weeks, rebuiltWeeks, leastRecent } = baseline;
  const left = new Set<ShareName>(SHARES.filter((name) => counts[name].of < FEWEST_USUAL));
  if (!sendsReceipts(baseline)) {
    left.add('waiting');
    left.add('late');
  }
  const each = (of: <Name extends ShareName>(name: Name) => Counts[Name]): Omit<Counts, 'recent'> => {
    const part = <Name extends ShareName>(name: Name) => (left.has(name) ? NO_COUNTS[name] : of(name));
    return {
      waiting: part('waiting'),
      late: part('late'),
      slowHandOver: part('slowHandOver'),
      failed: part('failed'),
      clockOff: part('clockOff'),
    };
  };
  const shareUsual = (name: ShareName): number =>
    Math.max(shareOf(counts[name]) ?? 0, name === 'clockOff' ? 0 : level[name]);
  const usual = (name: ShareName): Proportion => ({
    of: now[name].of,
    hits: now[name].of * shareUsual(name),
  });
  // Where an hour of the weeks has too few messages to tell, what two days had will do for what adds up.
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

/** All operators together: what is usual follows from which of them carry the traffic now. */
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

export const SENSITIVITIES: readonly Sensitivity[] = ['low', 'normal', 'high'];

/**
 * What is not as usual.
 * - `waiting` messages 2 to 7 minutes old have no receipt yet
 * - `late` messages were not delivered within 2 minutes, whether they came later or failed
 * - `slow_hand_over` messages were not handed to the operator within 30 s
 * - `failures` messages of the last hour failed
 * - `clock_off` their ways were measured by a clock that is off
 * - `silence` hardly any were handed in: `share` is of what the poorest of the last weeks had at this hour
 */
export type FindingKind = 'waiting' | 'late' | 'slow_hand_over' | 'failures' | 'clock_off' | 'silence';

export interface Finding {
  readonly kind: FindingKind;
  /** From 0 to 1, of `of` messages. */
  readonly share: number;
  readonly of: number;
  /** The share at this hour of the week. */
  readonly usual: number;
  readonly basis: Basis;
  /** The finding is certainly true of most messages; a slow hand-over: the operator has not got most of them at all. */
  readonly isOfMost: boolean;
  /** Where what has come since things were last well is more than chance brings: an incident begins with it at once. */
  readonly evidence?: Accumulated;
}

/** What has come since things were last well, check by check, each message once. */
export interface Accumulated {
  readonly sinceMs: number;
  /** How many of them are bad; of silence, how many there are, and `of` is what the poorest week would have had. */
  readonly hits: number;
  readonly of: number;
  /** How many would be bad as usual; of silence, `of`. */
  readonly usualHits: number;
  /** So much of it comes by chance so many times a year at an operator, at most. */
  readonly perYear: number;
}

/** How many alarms a year evidence that adds up may cost at an operator that is well. */
export const FALSE_ALARMS_PER_YEAR: Readonly<Record<Sensitivity, number>> = {
  low: 0.05,
  normal: 0.2,
  high: 12,
};

/**
 * How many a year are to be expected at an operator that is well, in all: with those of the fixed window, as the benchmark
 * measures them. What people are told.
 */
export const EXPECTED_FALSE_ALARMS: Readonly<Record<Sensitivity, number>> = {
  low: 0.1,
  normal: 0.5,
  high: 12,
};

interface Limits {
  /** One-sided z of Wilson's lower bound. */
  readonly z: number;
  /** Points above the usual share, from 0 to 1. */
  readonly margin: number;
  /** The margin of the failing share in points, and at least this part of the usual failing share. */
  readonly failedMargin: number;
  readonly failedPart: number;
}

/**
 * A margin is what shares differ by anyway between alike hours, so that no amount of messages makes a trifle an
 * incident. A tenth more that is late is a bad hour. Of failures there are few, but they come in lists of dead
 * numbers: a share of some points may double for an afternoon, and is an incident at two and a half times.
 *
 * Beyond z, chance alone takes one check in 740 at 3, in 100 at 2.33, in 30,000 at 4; the margin makes that rare
 * among the tens of thousands of checks of a month.
 */
const LIMITS: Readonly<Record<Sensitivity, Limits>> = {
  low: { z: 4, margin: 0.2, failedMargin: 0.05, failedPart: 2.5 },
  normal: { z: 3, margin: 0.1, failedMargin: 0.03, failedPart: 1.5 },
  high: { z: 2.33, margin: 0.06, failedMargin: 0.02, failedPart: 1 },
};
/** What a reconstruction may be too good by, each week in its part: receipts that had not reached the platform yet. */
const RECONSTRUCTED_MARGIN = 0.05;
/** A clock is right for all messages or for none; a few crossed times are no clock. */
const CLOCK_MARGIN = 0.2;
/** A share is well again within this part of its margin above usual: less than it takes to be called bad. */
const WELL_PART = 0.5;
/**
 * And so much of that may be chance: of a share that has come back to there, one check in ten is no good one. By the share
 * alone it would be every other, and of three in a row, where there are few messages, an hour would go by. An outage that
 * goes on is far above that: of 10 messages 3 that wait are too many.
 */
const WELL_Z = 1.28;

/** On fewer messages than these in a quarter of an hour no share is judged. */
export const FEWEST_JUDGED = 50;
/**
 * Nor is a share of fewer than these, however many there are in all: a window may hold two of sixty. Of traffic that is
 * just enough, five minutes hold 17; of failures there is an hour; and a few crossed times are no clock.
 */
const FEWEST_OF: Readonly<Record<ShareName, number>> = {
  waiting: 10,
  late: 10,
  slowHandOver: 10,
  failed: 50,
  clockOff: 20,
};
/** Silence is less than this part of what the poorest of at least so many weeks had, and is over at the second. */
const SILENCE_PART = 0.02;
const SILENCE_OVER_PART = 0.05;
const FEWEST_SILENT_WEEKS = 2;

/** Without any of these nothing is known of how messages fare. */
const OF_DELIVERY: readonly ShareName[] = ['waiting', 'late', 'slowHandOver'];

const KINDS: readonly (readonly [FindingKind, ShareName])[] = [
  ['waiting', 'waiting'],
  ['late', 'late'],
  ['slow_hand_over', 'slowHandOver'],
  ['failures', 'failed'],
  ['clock_off', 'clockOff'],
];

/** What is certainly worse than usual, the worst first. */
export function findAll(compared: Compared, sensitivity: Sensitivity): Finding[] {
  const { z } = LIMITS[sensitivity];
  const findings = pairs(compared, sensitivity).flatMap(({ kind, name, now, usual, margin }): Finding[] => {
    const { of, hits } = now;
    if (!isEnough(name, now) || wilsonInterval(hits, of, z).low <= usual + margin) return [];
    // What is handed over late still arrives.
    const certain = kind === 'slow_hand_over' ? (compared.now.slowHandOver.missing ?? 0) : hits;
    const isOfMost = wilsonInterval(certain, of, z).low > 0.5;
    return [{ kind, share: hits / of, of, usual, basis: compared.basis, isOfMost }];
  });
  return [...findings, ...findSilence(compared)].sort((a, b) => b.share - b.usual - (a.share - a.usual));
}

/** Whether all is so near to usual that an incident may end. */
export function isWell(compared: Compared, sensitivity: Sensitivity): boolean {
  return (
    isJudged(compared) &&
    !isStillSilent(compared) &&
    pairs(compared, sensitivity).every(({ now, usual, margin }) => {
      return wilsonInterval(now.hits, now.of, WELL_Z).low <= usual + WELL_PART * margin;
    })
  );
}

/** Whether these are so near to usual that an incident of that kind may end; none are. */
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

/** There are enough messages, and enough at this hour of the weeks before to know what is usual of their delivery. */
export function isJudged({ now }: Compared): boolean {
  return now.recent >= FEWEST_JUDGED && OF_DELIVERY.some((name) => isEnough(name, now[name]));
}

/** A share of fewer is a matter of luck. */
export function isEnough(name: ShareName, { of }: Pick<Proportion, 'of'>): boolean {
  return of >= FEWEST_OF[name];
}

/** Each share that can be compared, with what is usual of it and how much more it may be. */
function pairs(compared: Compared, sensitivity: Sensitivity) {
  if (compared.now.recent < FEWEST_JUDGED) return [];
  return KINDS.map(([kind, name]) => {
    const usual = shareOf(compared.usual[name]) ?? 0;
    const margin = marginOf(kind, usual, compared.rebuilt, sensitivity);
    return { kind, name, now: compared.now[name], usual, margin };
  });
}

/** How far above usual a share may be. */
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
