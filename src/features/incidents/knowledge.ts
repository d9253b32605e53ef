import { type Evidence, isSame } from '../../domain/evidence.ts';
import type { FailureCode } from '../../domain/failure.ts';
import {
  type Check,
  type Judgement,
  type LastFound,
  lastTroubleAt,
  type Watched,
} from '../../domain/incident.ts';
import type { Affected, IncidentEvidence, QuarterCount } from '../../store/incident-evidence.ts';
import type { Failing } from '../../store/incidents.ts';
import { addAffected, countedSince } from './affected.ts';

/** A check, as far as it concerns an incident. */
export interface Seen {
  readonly check: Check;
  readonly whose: Watched;
  /** When the incident began. */
  readonly beganAt: Date;
  readonly now: Evidence;
  /** Messages beyond the usual; left out where they cannot be counted. */
  readonly count?: CountQuarters | undefined;
  /** Where the platform was not asked, because it is not to be. */
  readonly failing?: Failing | undefined;
  /** Why the platform could not be read, where it was asked, now or the last time it could be. */
  readonly failure?: FailureCode | undefined;
}

/** Those of an incident’s subject from then on, or of the operators that are named. */
export type CountQuarters = (
  whose: Watched,
  from: Date,
  named: readonly (string | null)[],
) => readonly QuarterCount[];

/** Between checks further apart it cannot be told when something was over. */
const SOON_MS = 10 * 60_000;

/**
 * What is known of an incident after a check. One that cannot tell, for want of a platform or of traffic, leaves what
 * the last one found that could, and the worst that was found stays to the end.
 */
export function knownAfter(before: IncidentEvidence | undefined, seen: Seen): IncidentEvidence {
  const { check, whose, now, failing, failure } = seen;
  if (whose.of === 'platform') {
    const known = { ...now, wellSince: wellSince(before, now.platform.report, check.at) };
    if (now.platform.report) return known;
    if (failure !== undefined) return { ...known, failure };
    return failing ? { ...known, refusal: failing.because } : known;
  }
  const own = judgementOf(check, whose);
  if (before && !own) {
    return {
      ...before,
      platform: now.platform,
      unseenSince: before.unseenSince ?? failing?.since ?? check.at,
    };
  }
  const affected = affectedAfter(before, seen);
  const lastFound = foundAfter(before?.lastFound, now);
  const worst = worseOf(before?.worst ?? before, now);
  const silent = withoutReceipts(before, check);
  return {
    ...now,
    verdict: own?.verdict,
    wellSince: wellSince(before, own?.isWell ?? false, check.at),
    lastFound,
    overSince: overSince(before, now, lastFound),
    isFirstSeen: before?.isFirstSeen,
    affected,
    ...(whose.of === 'all' ? { judged: check.judgements.filter(isOperatorSeen).length } : {}),
    ...(worst ? { worst } : {}),
    ...(silent.length > 0 ? { withoutReceipts: silent } : {}),
  };
}

/** What a check has told once stays: an hour with little traffic does not tell it. */
function withoutReceipts(before: IncidentEvidence | undefined, { judgements }: Check): (string | null)[] {
  const told = judgements.flatMap(({ whose, sendsReceipts }) =>
    whose.of === 'operator' && !sendsReceipts ? [whose.operator ?? null] : [],
  );
  return [...new Set([...(before?.withoutReceipts ?? []), ...told])];
}

/** What a check says of someone; `undefined` where it cannot tell. */
export function judgementOf({ readAt, judgements }: Check, whose: Watched): Judgement | undefined {
  const own = judgements.find((one) => isSame(one.whose, whose));
  return readAt !== undefined && own && own.verdict !== 'too_little_traffic' ? own : undefined;
}

function isOperatorSeen({ whose, verdict }: Judgement): boolean {
  return whose.of === 'operator' && verdict !== 'too_little_traffic';
}

function wellSince(before: IncidentEvidence | undefined, isWell: boolean, at: Date): Date | undefined {
  return isWell ? (before?.wellSince ?? at) : undefined;
}

function foundAfter(before: LastFound | undefined, { readAt, findings }: Evidence): LastFound {
  return { ...before, ...Object.fromEntries(findings.map(({ kind }) => [kind, readAt])) };
}

/**
 * The first check that finds nothing tells that it is over, and those before it up to when it was not: a check looks back
 * for some minutes, or an hour.
 */
function overSince(
  before: IncidentEvidence | undefined,
  { readAt, findings }: Evidence,
  lastFound: LastFound,
): Date | undefined {
  if (!before || findings.length > 0) return undefined;
  const last = lastTroubleAt(lastFound);
  if (before.overSince || !last || !before.readAt || !readAt) return before.overSince;
  return readAt.getTime() - before.readAt.getTime() <= SOON_MS ? last : readAt;
}

/**
 * Counted is what was handed in while something was unusual: up to a check that finds nothing from the last one that
 * did, and nothing after that.
 */
function affectedAfter(
  before: IncidentEvidence | undefined,
  { check, whose, beganAt, now, count }: Seen,
): Affected | undefined {
  const wasBad = before !== undefined && before.findings.length > 0;
  if (!count || (now.findings.length === 0 && !wasBad)) return before?.affected;
  const named = [...new Set([...now.operators, ...(wasBad ? before.operators : [])])];
  const first = before ? ((wasBad ? before.readAt : undefined) ?? check.at) : beganAt;
  return addAffected(before?.affected, count(whose, countedSince(first, check.at), named), check.at);
}

/** Of two findings the one that is further from usual; the later one where they are alike. */
function worseOf(before: IncidentEvidence | undefined, now: Evidence): Evidence | undefined {
  const worse = before && excessOf(before) > excessOf(now) ? before : now;
  if (worse.findings.length === 0) return undefined;
  const { readAt, findings, owner, baseline, operators, platform } = worse;
  return { readAt, findings, owner, baseline, operators, platform };
}

function excessOf({ findings }: Evidence): number {
  return Math.max(0, ...findings.map(({ share, usual }) => Math.abs(share - usual)));
}
