import type { ChangeSubject } from '../figures/changes.ts';
import { wilsonInterval } from '../figures/rates.ts';
import { type Accumulation, isOfNow, keptOf, type SubjectAccumulation } from './accumulation.ts';
import type { Owner } from './attribution.ts';
import type { Baseline } from './baseline.ts';
import { type Counts, NO_COUNTS, type QuarterCounts, waitingSince } from './counts.ts';
import { addUp, type Cusums, sureOf, type TestedKind } from './cusum.ts';
import {
  type Accumulated,
  type Compared,
  type Finding,
  type FindingKind,
  findAll,
  isJudged,
  isNear,
  isStillSilent,
  isWell,
  type Sensitivity,
} from './findings.ts';
import type { Days } from './level.ts';
import type { Look, Looks } from './look.ts';
import type { IncidentVerdict } from './verdict.ts';

export interface Detection {
  readonly subject: ChangeSubject;
  readonly verdict: Exclude<IncidentVerdict, 'platform_unreachable'>;
  /** The worst first, also those that the verdict does not mention. */
  readonly findings: readonly Finding[];
  /** `undefined` where none wait, or it is unknown. */
  readonly owner: Owner | undefined;
  /** Most undelivered messages have failed. */
  readonly isFailing: boolean;
  readonly isWell: boolean;
  /** The check has no new messages. */
  readonly isUnchanged?: true;
  readonly counts: Counts;
  /** Expected for the sizes of `counts`; empty without a baseline. */
  readonly usual: Counts;
  readonly baseline: Pick<Baseline, 'weeks' | 'basis'> | undefined;
  /** False: judged by hand-over, failures and silence. */
  readonly sendsReceipts: boolean;
}

export interface Judged {
  readonly subject: ChangeSubject;
  readonly counts: Counts;
  readonly quarters?: readonly QuarterCounts[] | undefined;
  readonly days?: Days | undefined;
  readonly compared: Compared | undefined;
  readonly looks: Looks;
  readonly hasReceipts: boolean;
}

export interface Reading {
  readonly readAt: Date;
  readonly before: Accumulation | undefined;
  readonly sensitivity: Sensitivity;
}

export interface Judgement {
  readonly detection: Detection;
  readonly kept: SubjectAccumulation;
}

export function judge(one: Judged, reading: Reading): Judgement {
  const { subject, compared, counts, quarters, hasReceipts } = one;
  const was = keptOf(reading.before, subject);
  if (!compared) {
    const unknown = { findings: [], owner: undefined, isFailing: false, isWell: false };
    const verdict = 'too_little_traffic';
    const baseline = undefined;
    const usual = NO_COUNTS;
    return {
      detection: { subject, verdict, ...unknown, counts, usual, baseline, sendsReceipts: hasReceipts },
      kept: { whose: subject, cusums: {}, quarters, days: one.days },
    };
  }
  const { findings, isUnchanged, isTold, isWell, kept } = judgeCompared({ ...one, compared }, was, reading);
  const isFailing = doesFail(findings, compared);
  return {
    detection: {
      subject,
      verdict: verdictOf(findings, isTold),
      findings,
      owner: ownerOf(findings, isFailing),
      isFailing,
      isWell,
      ...(isUnchanged ? { isUnchanged } : {}),
      counts,
      usual: compared.usual,
      baseline: { weeks: compared.weeks, basis: compared.basis },
      sendsReceipts: hasReceipts,
    },
    kept,
  };
}

function judgeCompared(
  { subject, quarters, days, compared, looks }: Judged & { readonly compared: Compared },
  was: SubjectAccumulation | undefined,
  { readAt, before, sensitivity }: Reading,
) {
  const readMs = readAt.getTime();
  const since = (kind: TestedKind) =>
    kind === 'waiting' ? waitingSince(readAt).getTime() : (before?.readMs ?? readMs);
  const cusums = addUp(was?.cusums ?? {}, looks, { sensitivity, rebuilt: compared.rebuilt }, since);
  const course = { compared, looks, cusums, wasHeld: was?.isHeld ?? false };
  const isRecovered = isWellNow(course, sensitivity);
  const wellSinceMs = was?.wellSinceMs ?? (was?.isOpen && isRecovered ? readMs : undefined);
  const found = findAll(compared, sensitivity).filter(({ kind }) => isOfNow(kind, readAt, wellSinceMs));
  const sure = sureOf(cusums, sensitivity);
  const isTold = isJudged(compared) || (was?.isOpen === true && isRecovered);
  return {
    findings: withEvidence(found, sure, compared),
    isUnchanged:
      found.length === 0 && sure.size > 0 && [...sure.keys()].every((kind) => (looks[kind]?.of ?? 0) === 0),
    isTold,
    isWell: isTold && isRecovered,
    kept: {
      whose: subject,
      cusums,
      quarters,
      days,
      isHeld: isHeld(course, sensitivity),
      wellSinceMs,
      isOpen: was?.isOpen,
    },
  };
}

/** z-score above which most messages are bad: the one-sided 95 % quantile. */
const MOST_Z = 1.64;

function withEvidence(
  found: readonly Finding[],
  sure: ReadonlyMap<TestedKind, Accumulated>,
  { basis }: Compared,
): readonly Finding[] {
  const of = (kind: FindingKind) => [...sure].find(([own]) => own === kind)?.[1];
  const more = [...sure].flatMap(([kind, evidence]): Finding[] => {
    if (found.some((one) => one.kind === kind)) return [];
    const { of, hits, usualHits } = evidence;
    const isOfMost = kind === 'silence' || wilsonInterval(hits, of, MOST_Z).low > 0.5;
    return [{ kind, share: hits / of, of, usual: usualHits / of, basis, isOfMost, evidence }];
  });
  const known = found.map((one) => {
    const evidence = of(one.kind);
    return evidence ? { ...one, evidence } : one;
  });
  return [...known, ...more].sort((a, b) => b.share - b.usual - (a.share - a.usual));
}

interface Course {
  readonly compared: Compared;
  readonly looks: Looks;
  readonly cusums: Cusums;
  /** At the previous check: late messages may be from the time before. */
  readonly wasHeld: boolean;
}

const HELD = ['waiting', 'slow_hand_over'] as const;

function isHeld({ compared, looks }: Omit<Course, 'wasHeld'>, sensitivity: Sensitivity): boolean {
  return HELD.some((kind) => !isNear(kind, looks[kind], compared, sensitivity));
}

/** By new messages since the last check, else by the windows. */
function isWellNow({ compared, looks, cusums, wasHeld }: Course, sensitivity: Sensitivity): boolean {
  const { waiting, slow_hand_over: kept, failures, resolved_late, handed_over_late } = looks;
  if (!kept) return isWell(compared, sensitivity);
  const is = (kind: FindingKind, look: Look | undefined) => isNear(kind, look, compared, sensitivity);
  const { clockOff } = compared.now;
  return (
    (waiting?.of ?? 0) + kept.of > 0 &&
    sureOf(cusums, sensitivity).size === 0 &&
    !isStillSilent(compared) &&
    is('clock_off', { ...clockOff, usualHits: compared.usual.clockOff.hits }) &&
    !isHeld({ compared, looks, cusums }, sensitivity) &&
    is('failures', failures) &&
    (wasHeld || (is('late', resolved_late) && is('slow_hand_over', handed_over_late)))
  );
}

const OF_DELIVERY: readonly FindingKind[] = ['waiting', 'late', 'slow_hand_over', 'failures'];

function verdictOf(findings: readonly Finding[], isJudged: boolean): Detection['verdict'] {
  const ofDelivery = findings.filter(({ kind }) => OF_DELIVERY.includes(kind));
  if (ofDelivery.some(({ isOfMost }) => isOfMost)) return 'down';
  if (ofDelivery.length > 0) return 'degraded';
  if (findings.some(({ kind }) => kind === 'silence')) return 'silent';
  if (findings.some(({ kind }) => kind === 'clock_off')) return 'clock_off';
  return isJudged ? 'normal' : 'too_little_traffic';
}

/** Without comparable failures, the failed part of the late messages decides. */
function doesFail(findings: readonly Finding[], { now: { late } }: Compared): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('slow_hand_over') || kinds.has('waiting')) return false;
  return kinds.has('failures') || (kinds.has('late') && (late.failed ?? 0) >= late.hits / 2);
}

/** A slow hand-over is the platform's, and its messages wait too. The cause of failures is unknown. */
function ownerOf(findings: readonly Finding[], isFailing: boolean): 'platform' | 'operator' | undefined {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('slow_hand_over')) return 'platform';
  return kinds.has('waiting') || (kinds.has('late') && !isFailing) ? 'operator' : undefined;
}
