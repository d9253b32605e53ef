import type { Act } from '../../domain/audit.ts';
import { type Period, resolvePeriod } from '../../domain/time/period.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Deps } from '../dependencies.ts';
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
  readonly results: readonly NamedResult[];
  readonly now: Date;
}

export type NamedResult = { readonly query: StatusQuery } & (
  | { readonly model: LookupModel | LookupProblem }
  | { readonly failed: unknown }
  | { readonly late: true }
);

/** After this time no further look-up is started, because a person waits for the answer. */
const START_WITHIN_MS = MINUTE_MS;

/**
 * Makes one look-up after the other, to spare the platform. Each counts toward the limits of use.
 * @throws the first failure if all fail
 */
async function lookUpEach<Query extends StatusQuery>(
  queries: readonly Query[],
  lookUp: (query: Query) => Promise<LookupModel | LookupProblem>,
  { countFurther }: Pick<StatusContext, 'countFurther'>,
  { now, log, stopping }: Deps['runtime'],
): Promise<NamedModel> {
  await countFurther(queries.length - 1);
  const startedMs = performance.now();
  const results: NamedResult[] = [];
  for (const query of queries) {
    if (performance.now() - startedMs > START_WITHIN_MS) {
      results.push({ query, late: true });
      continue;
    }
    try {
      results.push({ query, model: await lookUp(query) });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error }, 'one of several could not be looked up');
      results.push({ query, failed: error });
    }
  }
  const [first] = results;
  if (first && 'failed' in first && !results.some((result) => 'model' in result)) throw first.failed;
  return { results, now: now() };
}

export interface NumbersModel extends NamedModel {
  readonly request: NumbersRequest;
  readonly period: Period;
}

export async function lookUpNumbers(
  request: NumbersRequest,
  requester: Pick<StatusContext, 'user' | 'now' | 'countFurther'>,
  deps: Deps,
): Promise<NumbersModel | LookupProblem> {
  const { msisdns, ...criteria } = request;
  const { user, now } = requester;
  const period = resolvePeriod(criteria.spec, user.timeZone, now, { maxDays: MAX_LOOKUP_DAYS });
  if ('problem' in period) return { ...period, understood: request };
  const queries = msisdns.map((msisdn) => {
    return { kind: 'number', request: { msisdn, ...criteria }, page: 0 } as const;
  });
  const lookUp = (query: (typeof queries)[number]) => {
    void noteRecent(query, requester, deps);
    return lookUpNumber(query, requester, deps);
  };
  return { request, period, ...(await lookUpEach(queries, lookUp, requester, deps.runtime)) };
}

export function lookUpNamed(
  act: Act,
  queries: readonly StatusQuery[],
  context: StatusContext,
  deps: Deps,
): Promise<NamedModel> {
  return lookUpEach(queries, (query) => lookUpFor(act, query, context, deps), context, deps.runtime);
}
