import type { Act } from '../../domain/audit.ts';
import { type Period, resolvePeriod } from '../../domain/time/period.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { MAX_LOOKUP_DAYS, type NumbersRequest } from './input.ts';
import type { StatusContext } from './locales/index.ts';
import {
  type LookupModel,
  type LookupProblem,
  lookUpFor,
  lookUpNumber,
  noteRecent,
  type StatusQuery,
} from './lookup.ts';

export interface NamedModel {
  readonly outcomes: readonly NamedOutcome[];
  readonly now: Date;
}

/** `late`: it did not begin in time. */
export type NamedOutcome = { readonly query: StatusQuery } & (
  | { readonly model: LookupModel | LookupProblem }
  | { readonly failed: unknown }
  | { readonly late: true }
);

/** After this no further look-up begins: a person waits for the answer. */
const BEGUN_WITHIN_MS = MINUTE_MS;

/** One after the other, to spare the platform; each fails by itself. @throws the first failure where all failed */
async function lookUpEach<Query extends StatusQuery>(
  queries: readonly Query[],
  look: (query: Query) => Promise<LookupModel | LookupProblem>,
  { now, log, stopping }: FeatureDeps['runtime'],
): Promise<NamedModel> {
  const startedMs = performance.now();
  const outcomes: NamedOutcome[] = [];
  for (const query of queries) {
    if (performance.now() - startedMs > BEGUN_WITHIN_MS) {
      outcomes.push({ query, late: true });
      continue;
    }
    try {
      outcomes.push({ query, model: await look(query) });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error }, 'one of several could not be looked up');
      outcomes.push({ query, failed: error });
    }
  }
  const [first] = outcomes;
  if (first && 'failed' in first && !outcomes.some((outcome) => 'model' in outcome)) throw first.failed;
  return { outcomes, now: now() };
}

export interface NumbersModel extends NamedModel {
  readonly request: NumbersRequest;
  readonly period: Period;
}

export async function lookUpNumbers(
  request: NumbersRequest,
  requester: Pick<StatusContext, 'user' | 'now'>,
  deps: FeatureDeps,
): Promise<NumbersModel | LookupProblem> {
  const { msisdns, ...asked } = request;
  const { user, now } = requester;
  const period = resolvePeriod(asked.spec, user.timeZone, now, { maxDays: MAX_LOOKUP_DAYS });
  if ('problem' in period) return { ...period, kept: request };
  const queries = msisdns.map((msisdn) => {
    return { kind: 'number', request: { msisdn, ...asked }, page: 0 } as const;
  });
  const look = (query: (typeof queries)[number]) => {
    void noteRecent(query, requester, deps);
    return lookUpNumber(query, requester, deps);
  };
  return { request, period, ...(await lookUpEach(queries, look, deps.runtime)) };
}

export function lookUpNamed(
  act: Act,
  queries: readonly StatusQuery[],
  context: StatusContext,
  deps: FeatureDeps,
): Promise<NamedModel> {
  return lookUpEach(queries, (query) => lookUpFor(act, query, context, deps), deps.runtime);
}
