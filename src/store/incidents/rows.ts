import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Accumulation } from '../../domain/detection/accumulation.ts';
import { sumCounts } from '../../domain/detection/affected.ts';
import { CUSUM_NAMES } from '../../domain/detection/cusum.ts';
import type { Actor, LifeEvent } from '../../domain/detection/events.ts';
import type {
  Failing,
  Incident,
  IncidentEvidence,
  IncidentSpan,
  Watching,
} from '../../domain/detection/incident.ts';
import type { WatchState } from '../../domain/detection/lifecycle.ts';
import type { IncidentSubject } from '../../domain/detection/subject.ts';
import type { IncidentVerdict } from '../../domain/detection/verdict.ts';
import { failureCodes } from '../../domain/failure.ts';
import { sensitivity } from '../channels/watches.ts';
import type { Schema } from '../schema.ts';

export type IncidentRow = Selectable<Schema['incidents']>;
type EventRow = Selectable<Schema['incident_events']>;

export function incidentOf(row: IncidentRow): Omit<Incident, 'events'> {
  return {
    id: row.id,
    sensitivity: sensitivity.parse(row.sensitivity),
    subject: subjectIn(row.whose),
    verdict: verdict.parse(row.verdict),
    beganAt: row.began_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    revision: row.revision,
    evidence: evidenceIn(row),
  };
}

export function eventOf({ number, kind, at, verdict: named, person, name, until }: EventRow): LifeEvent {
  const base = { number, at };
  const by: Actor | undefined = person === null ? undefined : { id: person, name: name ?? person };
  switch (kind) {
    case 'began':
    case 'worsened':
    case 'widened':
    case 'relapsed':
    case 'resumed':
      return { ...base, kind, verdict: verdict.parse(named) };
    case 'ended':
    case 'lost_sight':
    case 'unchecked':
    case 'unwatched':
      return { ...base, kind };
    case 'woken':
      return { ...base, kind, by };
    case 'acknowledged':
    case 'resolved':
      if (by) return { ...base, kind, by };
      break;
    case 'snoozed':
      if (by) return { ...base, kind, by, until: until ?? undefined };
      break;
  }
  throw new Error(`an event of an incident that cannot be read: ${kind}`);
}

const verdict: z.ZodType<IncidentVerdict> = z.enum([
  'normal',
  'degraded',
  'down',
  'silent',
  'clock_off',
  'too_little_traffic',
  'platform_unreachable',
]);

const OPERATOR = 'operator ';

function subjectIn(key: string): IncidentSubject {
  if (key === 'all' || key === 'platform') return { of: key };
  return { of: 'operator', operator: key.slice(OPERATOR.length) || undefined };
}

const watchedTraffic = z.union([
  z.object({ of: z.literal('all') }),
  z
    .object({ of: z.literal('operator'), operator: z.string().optional() })
    .transform(({ of, operator }) => ({ of, operator })),
]);

const watched = z.union([watchedTraffic, z.object({ of: z.literal('platform') })]);

const time = z.iso.datetime().transform((text) => new Date(text));

const timeMs = z.number().refine((ms) => !Number.isNaN(new Date(ms).getTime()));

const failing: z.ZodType<Failing> = z.object({ since: time, because: z.enum(failureCodes), until: time });

const count = z.number().nonnegative();
const proportion = z.object({ of: count, hits: count });

const accumulated = proportion.extend({ sinceMs: timeMs, usualHits: count });

const levels = <T>(one: z.ZodType<T>) =>
  z.object({ waiting: one, late: one, slowHandOver: one, failed: one });

const quarter = z.object({
  ...{ start: z.number(), submitted: count, failed: count },
  ...{ handedOver: count, slow: count, late: count },
});

const accumulation: z.ZodType<Accumulation> = z.object({
  readMs: timeMs,
  subjects: z.array(
    z
      .object({
        whose: watchedTraffic,
        cusums: z.partialRecord(z.enum(CUSUM_NAMES), accumulated.extend({ sum: count })),
        quarters: z.array(quarter).optional(),
        days: z
          .object({ sinceMs: timeMs, sums: levels(proportion), whole: z.array(levels(count)) })
          .optional(),
        isHeld: z.boolean().optional(),
        isOpen: z.boolean().optional(),
        wellSinceMs: timeMs.optional(),
      })
      .transform(({ whose: subject, isHeld: hasBacklog, ...one }) => ({
        subject,
        ...one,
        ...(hasBacklog === undefined ? {} : { hasBacklog }),
      })),
  ),
});

const watchState = z.object({
  // Older versions of the bot stored an invalid time if the platform asked for a very long wait.
  failing: failing.optional().catch(undefined),
  lastReadMs: timeMs.optional(),
  lastAtMs: timeMs.optional(),
  good: z.object({ readMs: timeMs, keys: z.array(z.string()) }).optional(),
  subjects: z.array(
    z
      .object({
        whose: watched,
        last: verdict,
        bad: z.number(),
        well: z.number(),
        unseen: z.number(),
        sinceMs: timeMs,
        goodMs: timeMs.optional(),
        relapses: z.number().optional(),
        open: verdict.optional(),
      })
      .transform(({ whose: subject, ...one }) => ({ subject, ...one })),
  ),
  // If the stored evidence cannot be read, its accumulation starts again from zero.
  accumulated: accumulation.optional().catch(undefined),
});

/** In stored JSON, `subject` and `hasBacklog` have their older names `whose` and `isHeld`. */
export function watchedText({ state, failing }: Pick<Watching, 'state' | 'failing'>): string {
  const { subjects, accumulated, ...rest } = state;
  const stored = accumulated && {
    ...accumulated,
    subjects: accumulated.subjects.map(({ subject: whose, hasBacklog: isHeld, ...one }) => ({
      whose,
      ...one,
      isHeld,
    })),
  };
  const watchedSubjects = subjects.map(({ subject: whose, ...one }) => ({ whose, ...one }));
  return JSON.stringify({ ...rest, subjects: watchedSubjects, accumulated: stored, failing });
}

export function watchedIn(row: Selectable<Schema['watch_states']>): Omit<Watching, 'version'> {
  const { failing, accumulated, ...rest } = watchState.parse(JSON.parse(row.state));
  const state: WatchState = {
    ...rest,
    lastReadMs: rest.lastReadMs,
    ...(accumulated ? { accumulated } : {}),
  };
  return { state, checkedAt: row.checked_at, tookMs: row.took_ms, ...(failing ? { failing } : {}) };
}

const operatorName = z.string().nullable();

const kind = z.enum(['waiting', 'late', 'slow_hand_over', 'failures', 'clock_off', 'silence']);

const found = z.object({
  readAt: time.optional(),
  findings: z.array(
    z.object({
      kind,
      share: z.number(),
      of: z.number(),
      usual: z.number(),
      basis: z.enum(['observed', 'reconstructed']),
      isOfMost: z.boolean(),
      expected: z.object({ low: z.number(), high: z.number() }).exactOptional(),
      evidence: accumulated.extend({ perYear: count }).exactOptional(),
    }),
  ),
  owner: z.enum(['platform', 'link', 'operator', 'shared']).optional(),
  baseline: z.object({ weeks: z.number(), basis: z.enum(['observed', 'reconstructed']) }).optional(),
  operators: z.array(operatorName),
  platform: z.object({ login: z.boolean(), report: z.boolean() }),
});

/** Older versions stored only the number of late and failed messages together, and one number of missing ones. */
const affectedCounts = z
  .object({
    count: z.number(),
    failed: z.number().default(0),
    missing: z.number().default(0),
    mostMissing: z.number().optional(),
  })
  .transform(({ mostMissing, ...rest }) => ({ ...rest, mostMissing: mostMissing ?? rest.missing }));

const affectedQuarter = affectedCounts.and(z.object({ start: time }));

const affected = affectedCounts.and(z.object({ quarters: z.array(affectedQuarter).default([]) }));

const spanEvidence = found.extend({
  verdict: verdict.optional(),
  wellSince: time.optional(),
  lastFound: z.partialRecord(kind, time).optional(),
  overSince: time.optional(),
  unseenSince: time.optional(),
});

const span = z
  .object({
    whose: watchedTraffic,
    verdict,
    from: time,
    isFirstSeen: z.boolean().optional(),
    to: time.optional(),
    isLost: z.boolean().optional(),
    isEverywhere: z.boolean().optional(),
    affected: affected.optional(),
    kinds: z.array(kind).optional(),
    usual: z.object({ late: z.number(), failed: z.number() }).optional(),
    latest: spanEvidence.optional(),
  })
  .transform(({ whose: subject, ...rest }): IncidentSpan => ({ subject, ...rest }));

const evidence = spanEvidence.extend({
  spans: z.array(span).optional(),
  better: z.number().optional(),
  worst: found.optional(),
  isFirstSeen: z.boolean().optional(),
  affected: affected.optional(),
  judged: z.number().optional(),
  withoutReceipts: z.array(operatorName).optional(),
  refusal: z.enum(failureCodes).optional(),
  failure: z.enum(failureCodes).optional(),
  correctedAt: time.optional(),
});

export function evidenceToText({ spans, ...evidence }: IncidentEvidence): string {
  return JSON.stringify({
    ...evidence,
    spans: spans.map(({ subject: whose, ...rest }) => ({ whose, ...rest })),
  });
}

function evidenceIn(row: IncidentRow): IncidentEvidence {
  const { spans, judged, lastFound, overSince, affected, ...rest } = evidence.parse(JSON.parse(row.evidence));
  return {
    ...rest,
    ...(affected ? { affected: sumCounts([affected]) } : {}),
    spans: spans ?? spansOfOlder(row, { ...rest, judged, lastFound, overSince, affected }),
  };
}

/** Older versions stored one incident for each operator, or one for all with the names of the bad ones. */
function spansOfOlder(row: IncidentRow, before: z.output<typeof evidence>): IncidentSpan[] {
  const subject = subjectIn(row.whose);
  if (subject.of === 'platform') return [];
  const { operators, worst, judged = Number.POSITIVE_INFINITY, affected, isFirstSeen } = before;
  const { wellSince, overSince, unseenSince } = before;
  const over = unseenSince ?? (overSince && wellSince && overSince < wellSince ? overSince : wellSince);
  const own = {
    verdict: verdict.parse(row.verdict),
    from: row.began_at,
    isFirstSeen,
    kinds: [...new Set([...before.findings, ...(worst?.findings ?? [])].map(({ kind }) => kind))],
    ...(row.ended_at ? { to: over ?? row.ended_at } : {}),
  };
  const latest = row.ended_at ? {} : { latest: spanEvidence.parse(JSON.parse(row.evidence)) };
  if (subject.of === 'operator') return [{ ...own, ...latest, subject, affected }];
  const named = operators.length > 0 ? operators : (worst?.operators ?? []);
  if (named.length === 0 || named.length >= judged)
    return [{ ...own, ...latest, subject, affected, isEverywhere: true }];
  // The messages were counted together.
  return named.map((operator, index) => ({
    ...own,
    subject: { of: 'operator', operator: operator ?? undefined },
    ...(index === 0 ? { affected } : {}),
  }));
}
