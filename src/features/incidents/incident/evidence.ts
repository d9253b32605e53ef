import type { FailureCode } from '../../../domain/failure.ts';
import type { OperatorFigures } from '../../../domain/figures/figures.ts';
import { submittedOf } from '../../../domain/figures/period-figures.ts';
import { shareOf, sumOf } from '../../../domain/figures/rates.ts';
import type { Check } from '../../../domain/incidents/detect.ts';
import { countAffected, type Evidence, isSameSubject } from '../../../domain/incidents/evidence.ts';
import type { Finding } from '../../../domain/incidents/findings.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import { type LastFindings, lastProblemAt } from '../../../domain/incidents/lifecycle.ts';
import type { IncidentSubject } from '../../../domain/incidents/subject.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '../../../runtime/durations.ts';
import type { Affected, Failing, IncidentEvidence, QuarterCount } from '../../../store/incidents/incident.ts';
import type { StoredFigures } from '../../../traffic/types.ts';
import { quarterOf } from '../../../traffic/window.ts';
import { isAccumulated, operatorFilter } from '../model.ts';

export interface CheckFacts {
  readonly count?: CountQuarters | undefined;
  readonly failing?: Failing | undefined;
  readonly failure?: FailureCode | undefined;
}

export interface EvidenceInput extends CheckFacts {
  readonly check: Check;
  readonly subject: IncidentSubject;
  readonly beganAt: Date;
  readonly now: Evidence;
}

type CountQuarters = (
  subject: IncidentSubject,
  from: Date,
  named: readonly (string | null)[],
) => readonly QuarterCount[];

/** A check counts messages up to this age, so affected messages are counted from this long before onset. */
const OLDEST_COUNTED_MS = 7 * MINUTE_MS;
const COUNTED_BACK_MS = DAY_MS;
const OPEN_MS = HOUR_MS;
/** If more time than this lies between two checks, the time when the problem ended is uncertain. */
const SOON_MS = 10 * MINUTE_MS;

/** If a check cannot judge the subject, the last findings stay; the worst stay until the incident ends. */
export function updateEvidence(before: IncidentEvidence | undefined, input: EvidenceInput): IncidentEvidence {
  const { check, subject, now, failing, failure } = input;
  if (subject.of === 'platform') {
    const known = { ...now, wellSince: wellSince(before, now.platform.report, check.at) };
    if (now.platform.report) return known;
    if (failure !== undefined) return { ...known, failure };
    return failing ? { ...known, refusal: failing.because } : known;
  }
  const own = detectionOf(check, subject);
  if (before && !own) {
    const unseenSince = before.unseenSince ?? failing?.since ?? check.at;
    return { ...before, platform: now.platform, unseenSince };
  }
  const lastFound = lastFoundAfter(before, now);
  const worst = worseOf(before?.worst ?? before, now);
  const silent = withoutReceipts(before, check);
  const judged = check.detections.filter((one) => {
    return one.subject.of === 'operator' && one.verdict !== 'too_little_traffic';
  });
  return {
    ...now,
    verdict: own?.verdict,
    wellSince: wellSince(before, own?.isWell ?? false, check.at),
    lastFound,
    overSince: overSince(before, now, lastFound),
    isFirstSeen: before?.isFirstSeen,
    affected: affectedAfter(before, input),
    ...(subject.of === 'all' ? { judged: judged.length } : {}),
    ...(worst ? { worst } : {}),
    ...(silent.length > 0 ? { withoutReceipts: silent } : {}),
  };
}

/** Collects operators without receipts; none is removed, as a later check may have too little traffic. */
function withoutReceipts(before: IncidentEvidence | undefined, { detections }: Check): (string | null)[] {
  const silent = detections.flatMap(({ subject, sendsReceipts }) =>
    subject.of === 'operator' && !sendsReceipts ? [subject.operator ?? null] : [],
  );
  return [...new Set([...(before?.withoutReceipts ?? []), ...silent])];
}

export function detectionOf({ readAt, detections }: Check, subject: IncidentSubject): Detection | undefined {
  const own = detections.find((one) => isSameSubject(one.subject, subject));
  return readAt !== undefined && own && own.verdict !== 'too_little_traffic' ? own : undefined;
}

function wellSince(before: IncidentEvidence | undefined, isWell: boolean, at: Date): Date | undefined {
  return isWell ? (before?.wellSince ?? at) : undefined;
}

function lastFoundAfter(before: IncidentEvidence | undefined, { readAt, findings }: Evidence): LastFindings {
  const found = findings.filter((one) => isNewlyFound(one, before?.findings));
  return { ...before?.lastFound, ...Object.fromEntries(found.map(({ kind }) => [kind, readAt])) };
}

/** True for a new finding; evidence over hours is new only if it has grown, but silence always is. */
function isNewlyFound(finding: Finding, before: readonly Finding[] = []): boolean {
  if (finding.kind === 'silence' || !isAccumulated(finding)) return true;
  const known = before.find(({ kind }) => kind === finding.kind)?.evidence;
  return known?.sinceMs !== finding.evidence.sinceMs || finding.evidence.hits > known.hits;
}

/** When the problem ended: when it was last found, or the first good check if checks were far apart. */
function overSince(
  before: IncidentEvidence | undefined,
  { readAt, findings }: Evidence,
  lastFound: LastFindings,
): Date | undefined {
  if (!before || findings.length > 0) return undefined;
  const last = lastProblemAt(lastFound);
  if (before.overSince || !last || !before.readAt || !readAt) return before.overSince;
  return readAt.getTime() - before.readAt.getTime() <= SOON_MS ? last : readAt;
}

function affectedAfter(
  before: IncidentEvidence | undefined,
  { check, subject, beganAt, now, count }: EvidenceInput,
): Affected | undefined {
  const wasBad = before !== undefined && before.findings.length > 0;
  if (!count || (now.findings.length === 0 && !wasBad)) return before?.affected;
  const named = [...new Set([...now.operators, ...(wasBad ? before.operators : [])])];
  const first = before ? ((wasBad ? before.readAt : undefined) ?? check.at) : beganAt;
  return addAffected(before?.affected, count(subject, countedSince(first, check.at), named), check.at);
}

function worseOf(before: IncidentEvidence | undefined, now: Evidence): Evidence | undefined {
  const worse = before && excessOf(before) > excessOf(now) ? before : now;
  if (worse.findings.length === 0) return undefined;
  const { readAt, findings, owner, baseline, operators, platform } = worse;
  return { readAt, findings, owner, baseline, operators, platform };
}

function excessOf({ findings }: Evidence): number {
  return Math.max(0, ...findings.map(({ share, usual }) => Math.abs(share - usual)));
}

/** Start of counting affected messages; a full quarter hour, because traffic is stored by quarter hours. */
export function countedSince(beganAt: Date, at: Date): Date {
  const from = Math.max(beganAt.getTime() - OLDEST_COUNTED_MS, at.getTime() - COUNTED_BACK_MS);
  return quarterOf(new Date(from));
}

export function countQuarters(
  subject: IncidentSubject,
  from: Date,
  { check, stored, named }: CountInput & { readonly named: readonly (string | null)[] },
): QuarterCount[] {
  if (subject.of === 'platform') return [];
  const isMeant = operatorFilter(subject, named);
  const quarters: QuarterCount[] = [];
  for (let ms = quarterOf(from).getTime(); ms < check.at.getTime(); ms += QUARTER_MS) {
    const start = new Date(ms);
    const parts = stored
      .between(start, new Date(ms + QUARTER_MS))
      .filter(({ operator }) => isMeant(operator));
    const byOperator = [...Map.groupBy(parts, ({ operator }) => operator)];
    const count = sumOf(byOperator, ([operator, own]) => beyondUsual(own, operator, check));
    quarters.push({ start, count });
  }
  return quarters;
}

interface CountInput {
  readonly check: Check;
  readonly stored: Pick<StoredFigures, 'between'>;
}

/** Keeps the highest count of each quarter hour, so that the number of affected messages never falls. */
export function addAffected(
  before: Affected | undefined,
  counted: readonly QuarterCount[],
  at: Date,
): Affected {
  const known = new Map((before?.quarters ?? []).map(({ start, count }) => [start.getTime(), count]));
  const closedCount = (before?.count ?? 0) - sumOf([...known.values()], (count) => count);
  for (const { start, count } of counted) {
    const ms = start.getTime();
    known.set(ms, Math.max(count, known.get(ms) ?? 0));
  }
  const quarters = [...known].map(([ms, count]) => ({ start: new Date(ms), count }));
  const isOpen = ({ start }: QuarterCount) => start.getTime() >= quarterOf(at).getTime() - OPEN_MS;
  return {
    count: closedCount + sumOf([...known.values()], (count) => count),
    quarters: quarters.filter(isOpen),
  };
}

function beyondUsual(
  parts: readonly OperatorFigures[],
  operator: string | undefined,
  { detections }: Check,
): number {
  const own = detections.find(({ subject }) => subject.of === 'operator' && subject.operator === operator);
  const hasReceipts = own?.sendsReceipts ?? true;
  const usual = (own && shareOf(hasReceipts ? own.usual.late : own.usual.failed)) ?? 0;
  return Math.max(0, countAffected(parts, hasReceipts) - usual * submittedOf(parts));
}
