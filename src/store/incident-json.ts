import { z } from 'zod';
import { failureCodes } from '../domain/failure.ts';
import type { Verdict, Watched, WatchState } from '../domain/incident.ts';
import type { IncidentEvidence } from './incident-evidence.ts';
import type { Failing, Watching } from './incidents.ts';

/** What of an incident is kept as text. JSON leaves out what is `undefined`, such as the unknown route. */
export const verdict: z.ZodType<Verdict> = z.enum([
  'normal',
  'degraded',
  'down',
  'silent',
  'clock_off',
  'too_little_traffic',
  'platform_unreachable',
]);

const OPERATOR = 'operator ';

export function whoseKey(whose: Watched): string {
  return whose.of === 'operator' ? `${OPERATOR}${whose.operator ?? ''}` : whose.of;
}

export function whoseIn(key: string): Watched {
  if (key === 'all' || key === 'platform') return { of: key };
  return { of: 'operator', operator: key.slice(OPERATOR.length) || undefined };
}

const watched = z.union([
  z.object({ of: z.enum(['all', 'platform']) }),
  z
    .object({ of: z.literal('operator'), operator: z.string().optional() })
    .transform(({ of, operator }) => ({ of, operator })),
]);

const time = z.iso.datetime().transform((text) => new Date(text));

const failing: z.ZodType<Failing> = z.object({ since: time, because: z.enum(failureCodes), until: time });

const watchState = z.object({
  failing: failing.optional(),
  lastReadMs: z.number().optional(),
  lastAtMs: z.number().optional(),
  subjects: z.array(
    z.object({
      whose: watched,
      last: verdict,
      bad: z.number(),
      well: z.number(),
      unseen: z.number(),
      sinceMs: z.number(),
      open: verdict.optional(),
    }),
  ),
});

/** As it is kept: what is remembered of those that are not well, and that the platform is not to be asked. */
export function watchedText({ state, failing }: Pick<Watching, 'state' | 'failing'>): string {
  return JSON.stringify({ ...state, failing });
}

export function watchedIn(text: string): Pick<Watching, 'state' | 'failing'> {
  const { failing, lastReadMs, lastAtMs, subjects } = watchState.parse(JSON.parse(text));
  const state: WatchState = { lastReadMs, lastAtMs, subjects };
  return failing ? { state, failing } : { state };
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
    }),
  ),
  owner: z.enum(['platform', 'link', 'operator', 'shared']).optional(),
  baseline: z.object({ weeks: z.number(), basis: z.enum(['observed', 'reconstructed']) }).optional(),
  operators: z.array(operatorName),
  platform: z.object({ login: z.boolean(), report: z.boolean() }),
});

const affected = z.object({
  count: z.number(),
  quarters: z.array(z.object({ start: time, count: z.number() })).default([]),
});

const evidence = found.extend({
  worst: found.optional(),
  verdict: verdict.optional(),
  wellSince: time.optional(),
  lastFound: z.partialRecord(kind, time).optional(),
  overSince: time.optional(),
  isFirstSeen: z.boolean().optional(),
  affected: affected.optional(),
  judged: z.number().optional(),
  withoutReceipts: z.array(operatorName).optional(),
  apart: z
    .object({
      since: time,
      checks: z.number(),
      bad: z.array(z.object({ operator: operatorName, since: time, checks: z.number() })),
    })
    .optional(),
  unseenSince: time.optional(),
  refusal: z.enum(failureCodes).optional(),
  failure: z.enum(failureCodes).optional(),
});

export function evidenceIn(text: string): IncidentEvidence {
  return evidence.parse(JSON.parse(text));
}
