import type { FailureCode } from '../../../domain/failure.ts';
import type { OperatorFigures } from '../../../domain/figures/figures.ts';
import { submittedOf } from '../../../domain/figures/period-figures.ts';
import { type Proportion, shareOf, sumOf } from '../../../domain/figures/rates.ts';
import { measure } from '../../../domain/incidents/counts.ts';
import type { Check } from '../../../domain/incidents/detect.ts';
import { countAffected, type Evidence, isSameSubject } from '../../../domain/incidents/evidence.ts';
import type { Finding } from '../../../domain/incidents/findings.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import { type LastFindings, lastProblemAt } from '../../../domain/incidents/lifecycle.ts';
import type { IncidentSubject } from '../../../domain/incidents/subject.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '../../../runtime/durations.ts';
import type {
  Affected,
  AffectedCounts,
  Failing,
  IncidentEvidence,
  QuarterCount,
} from '../../../store/incidents/incident.ts';
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
  const isBad = now.findings.length > 0;
  const until = isBad ? check.at : before?.overSince;
  if (!count || (!isBad && before === undefined)) return before?.affected;
  const named = [...now.operators, ...(before?.operators ?? []), ...(before?.worst?.operators ?? [])];
  // Receipts come late, so all open quarter hours are counted again, but none after the end of the problem.
  const from = countedSince(before ? openSince(beganAt, check.at) : beganAt, check.at);
  const counted = count(subject, from, [...new Set(named)]);
  const during = until === undefined ? counted : counted.filter(({ start }) => start <= until);
  return addAffected(before?.affected, during, check.at);
}

function openSince(beganAt: Date, at: Date): Date {
  return new Date(Math.max(beganAt.getTime(), at.getTime() - OPEN_MS));
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
  const silence = detectionOf(check, subject)?.findings.find(({ kind }) => kind === 'silence');
  const quarters: QuarterCount[] = [];
  for (let ms = quarterOf(from).getTime(); ms < check.at.getTime(); ms += QUARTER_MS) {
    const start = new Date(ms);
    const parts = stored
      .between(start, new Date(ms + QUARTER_MS))
      .filter(({ operator }) => isMeant(operator));
    const byOperator = [...Map.groupBy(parts, ({ operator }) => operator)];
    const counts = byOperator.map(([operator, own]) => beyondUsual(own, operator, check));
    const elapsed = Math.min(1, (check.at.getTime() - ms) / QUARTER_MS);
    const missing = silence ? Math.max(0, silence.of * elapsed - submittedOf(parts)) : 0;
    quarters.push({
      start,
      count: sumOf(counts, ({ late, failed }) => late + failed),
      failed: sumOf(counts, ({ failed }) => failed),
      missing,
    });
  }
  return quarters;
}

interface CountInput {
  readonly check: Check;
  readonly stored: Pick<StoredFigures, 'between'>;
}

/** Replaces the counts of quarter hours that were counted again, and keeps all others. */
export function addAffected(
  before: Affected | undefined,
  counted: readonly QuarterCount[],
  at: Date,
): Affected {
  const known = new Map((before?.quarters ?? []).map((quarter) => [quarter.start.getTime(), quarter]));
  const replaced = [...known.values()];
  for (const quarter of counted) {
    const ms = quarter.start.getTime();
    // Only a check that finds the silence counts what is missing, and no later one brings it back.
    known.set(ms, { ...quarter, missing: Math.max(quarter.missing, known.get(ms)?.missing ?? 0) });
  }
  const quarters = [...known.values()];
  const totalOf = (name: keyof AffectedCounts) =>
    (before?.[name] ?? 0) - sumOf(replaced, (one) => one[name]) + sumOf(quarters, (one) => one[name]);
  const isOpen = ({ start }: QuarterCount) => start.getTime() >= quarterOf(at).getTime() - OPEN_MS;
  return {
    count: totalOf('count'),
    failed: totalOf('failed'),
    missing: totalOf('missing'),
    quarters: quarters.filter(isOpen),
  };
}

function beyondUsual(
  parts: readonly OperatorFigures[],
  operator: string | undefined,
  { detections }: Check,
): { readonly late: number; readonly failed: number } {
  const own = detections.find(({ subject }) => subject.of === 'operator' && subject.operator === operator);
  const { late, failed } = countAffected(parts, own?.sendsReceipts ?? true);
  const all = submittedOf(parts);
  const beyond = (count: number, usual: Proportion | undefined) =>
    Math.max(0, count - ((usual && shareOf(usual)) ?? 0) * all);
  return {
    late: beyond(late, own && measure(own.usual, 'late')),
    failed: beyond(failed, own?.usual.failed),
  };
}
