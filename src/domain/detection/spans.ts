import { MINUTE_MS } from '../../runtime/durations.ts';
import { baselineSharesOf, type SpanInput } from './affected.ts';
import { detectionOf, type Evidence, evidenceOf, isAccumulated } from './evidence.ts';
import type { Finding } from './findings.ts';
import type { IncidentSpan, SpanEvidence } from './incident.ts';
import { type LastFindings, lastProblemAt } from './lifecycle.ts';
import type { IncidentVerdict } from './verdict.ts';

/** If more time than this lies between two checks, the time when the problem ended is uncertain. */
const SOON_MS = 10 * MINUTE_MS;

/** If a check cannot judge the subject, its last findings stay. */
export function updateSpan(
  span: IncidentSpan,
  { check, failing }: SpanInput,
  verdict: IncidentVerdict = span.verdict,
): IncidentSpan {
  const { subject, latest: before } = span;
  const own = detectionOf(check, subject);
  if (before && !own) {
    const unseenSince = before.unseenSince ?? failing?.since ?? check.at;
    return { ...span, latest: { ...before, platform: check.platform, unseenSince } };
  }
  const now = evidenceOf(check, subject);
  const lastFound = lastFoundAfter(before, now);
  const isBad = now.findings.length > 0;
  return {
    ...span,
    verdict,
    ...(own && isBad ? { usual: baselineSharesOf(own) } : {}),
    kinds: [...new Set([...(span.kinds ?? []), ...now.findings.map(({ kind }) => kind)])],
    latest: {
      ...now,
      verdict: own?.verdict,
      wellSince: own?.isWell ? (before?.wellSince ?? check.at) : undefined,
      lastFound,
      overSince: overSince(before, now, lastFound),
    },
  };
}

/** Ends a span at the first good check, or at its last problem if that is known to be earlier. */
export function endSpan({ latest, ...span }: IncidentSpan, at: Date): IncidentSpan {
  const { wellSince, overSince, unseenSince } = latest ?? {};
  const to = unseenSince ?? (wellSince && overSince && overSince < wellSince ? overSince : wellSince) ?? at;
  return { ...span, to: to < span.from ? span.from : to };
}

function lastFoundAfter(before: SpanEvidence | undefined, { readAt, findings }: Evidence): LastFindings {
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
  before: SpanEvidence | undefined,
  { readAt, findings }: Evidence,
  lastFound: LastFindings,
): Date | undefined {
  if (!before || findings.length > 0) return undefined;
  const last = lastProblemAt(lastFound);
  if (before.overSince || !last || !before.readAt || !readAt) return before.overSince;
  return readAt.getTime() - before.readAt.getTime() <= SOON_MS ? last : readAt;
}
