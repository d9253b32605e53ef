import { sumOf } from '../figures/rates.ts';
import { sumAffected } from './affected.ts';
import type { Check } from './detect.ts';
import type { Evidence } from './evidence.ts';
import { byExcess, type Finding } from './findings.ts';
import type { IncidentEvidence, IncidentSpan, SpanEvidence } from './incident.ts';
import { worstOf } from './verdict.ts';

/** An incident recovers after this many checks in a row without a finding. */
const BETTER_CHECKS = 2;

type CheckedSpan = IncidentSpan & { readonly latest: SpanEvidence };

/** Sums up the spans of an incident. */
export function summarizeSpans(
  before: IncidentEvidence | undefined,
  spans: readonly IncidentSpan[],
  check: Check,
): IncidentEvidence {
  const open = spans.filter((one): one is CheckedSpan => one.to === undefined && one.latest !== undefined);
  const seen = open.filter(({ latest }) => latest.unseenSince === undefined);
  const bad = seen.filter(({ latest }) => latest.findings.length > 0);
  const better = bad.length > 0 ? 0 : (before?.better ?? 0) + (seen.length > 0 ? 1 : 0);
  const now = bad.length > 0 ? evidenceOfSpans(bad, check) : undefined;
  const worst = worseOf(before?.worst, now);
  const withoutReceipts = namesWithoutReceipts(before, check);
  return {
    ...(now ?? lastEvidence(before, { check, isShown: open.length > 0 && better < BETTER_CHECKS })),
    spans,
    verdict: now && worstOf(bad.map(({ latest }) => latest.verdict ?? 'normal')),
    better,
    wellSince:
      seen.length > 0 && seen.length === open.length
        ? latestOf(seen.map((one) => one.latest.wellSince))
        : undefined,
    unseenSince: seen.length === 0 ? earliestOf(open.map(({ latest }) => latest.unseenSince)) : undefined,
    isFirstSeen: spans[0]?.isFirstSeen,
    affected: spans.some((one) => one.affected) ? sumAffected(spans) : undefined,
    ...(worst ? { worst } : {}),
    ...(withoutReceipts.length > 0 ? { withoutReceipts } : {}),
  };
}

/** Until it recovers, an incident shows the findings of its last bad check. */
function lastEvidence(
  before: IncidentEvidence | undefined,
  { check: { readAt, platform }, isShown }: { readonly check: Check; readonly isShown: boolean },
): Evidence {
  if (!before || !isShown)
    return { readAt, findings: [], operators: [], platform, baseline: before?.baseline };
  const { findings, owner, baseline, operators } = before;
  return { readAt: before.readAt, findings, owner, baseline, operators, platform };
}

/** The total speaks for all if it is bad; else the findings of the bad operators are added up. */
function evidenceOfSpans(bad: readonly CheckedSpan[], { readAt, platform }: Check): Evidence {
  const total = bad.find(({ subject }) => subject.of === 'all');
  const parts = total ? [total] : bad;
  const owners = new Set(parts.map(({ latest }) => latest.owner));
  const [owner] = owners;
  return {
    readAt,
    platform,
    findings: addFindings(parts.map(({ latest }) => latest.findings)),
    owner: owners.size === 1 ? owner : undefined,
    baseline: parts[0]?.latest.baseline,
    operators: total
      ? []
      : bad.flatMap(({ subject }) => (subject.of === 'operator' ? [subject.operator ?? null] : [])),
  };
}

function addFindings(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const [only, ...others] = lists;
  if (only && others.length === 0) return only;
  return [...Map.groupBy(lists.flat(), ({ kind }) => kind).values()].map(addOneKind).sort(byExcess);
}

function addOneKind(findings: readonly Finding[]): Finding {
  const [first, ...others] = findings as readonly [Finding, ...Finding[]];
  if (others.length === 0) return first;
  const of = sumOf(findings, (one) => one.of);
  const share = sumOf(findings, (one) => one.share * one.of) / of;
  const usual = sumOf(findings, (one) => one.usual * one.of) / of;
  const { kind } = first;
  const basis = findings.find((one) => one.basis === 'reconstructed')?.basis ?? first.basis;
  return { kind, basis, of, share, usual, isOfMost: findings.every(({ isOfMost }) => isOfMost) };
}

/** Collects operators without receipts; none is removed, as a later check may have too little traffic. */
function namesWithoutReceipts(
  before: IncidentEvidence | undefined,
  { detections }: Check,
): (string | null)[] {
  const silent = detections.flatMap(({ subject, sendsReceipts }) =>
    subject.of === 'operator' && !sendsReceipts ? [subject.operator ?? null] : [],
  );
  return [...new Set([...(before?.withoutReceipts ?? []), ...silent])];
}

function worseOf(before: Evidence | undefined, now: Evidence | undefined): Evidence | undefined {
  if (!now || !before) return now ?? before;
  const broader = breadthOf(now) - breadthOf(before);
  return broader < 0 || (broader === 0 && excessOf(before) > excessOf(now)) ? before : now;
}

/** Number of bad operators: what is seen at one says nothing about several together. */
export function breadthOf({ operators }: Evidence): number {
  return operators.length === 0 ? Number.MAX_SAFE_INTEGER : operators.length;
}

function excessOf({ findings }: Evidence): number {
  return Math.max(0, ...findings.map(({ share, usual }) => Math.abs(share - usual)));
}

function latestOf(times: readonly (Date | undefined)[]): Date | undefined {
  return times.some((one) => one === undefined) ? undefined : new Date(Math.max(...times.map(Number)));
}

function earliestOf(times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.flatMap((one) => one?.getTime() ?? []);
  return known.length > 0 ? new Date(Math.min(...known)) : undefined;
}
