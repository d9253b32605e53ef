import type { Act } from '../../domain/audit.ts';
import type { Msisdn } from '../../domain/messages/msisdn.ts';
import { type Period, resolvePeriod } from '../../domain/time/period.ts';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { MAX_LOOKUP_DAYS, type NumbersRequest } from './input.ts';
import type { StatusContext } from './locales/index.ts';
import {
  type LookupProblem,
  lookUpFor,
  lookUpNumber,
  type MessageModel,
  noteRecent,
  type StatusModel,
  type StatusQuery,
} from './lookup.ts';

/** `late`: it did not begin in time. */
type LookupOutcome<Model> =
  | { readonly model: Model }
  | { readonly failed: unknown }
  | { readonly late: true };

interface Runtime {
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** After this no further look-up begins: a person waits for the answer. */
const BEGUN_WITHIN_MS = MINUTE_MS;

/** One after the other, to spare the platform; each fails by itself. @throws the first failure where all failed */
async function lookUpEach<Asked, Model>(
  asked: readonly Asked[],
  look: (one: Asked) => Promise<Model>,
  { log, stopping }: Runtime,
): Promise<LookupOutcome<Model>[]> {
  const startedMs = performance.now();
  const outcomes: LookupOutcome<Model>[] = [];
  for (const one of asked) {
    if (performance.now() - startedMs > BEGUN_WITHIN_MS) {
      outcomes.push({ late: true });
      continue;
    }
    try {
      outcomes.push({ model: await look(one) });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error }, 'one of several could not be looked up');
      outcomes.push({ failed: error });
    }
  }
  const [first] = outcomes;
  if (first && 'failed' in first && !outcomes.some((outcome) => 'model' in outcome)) throw first.failed;
  return outcomes;
}

type NumberOutcome = { readonly msisdn: Msisdn } & LookupOutcome<StatusModel>;

export interface NumbersModel {
  readonly request: NumbersRequest;
  readonly period: Period;
  readonly outcomes: readonly NumberOutcome[];
  readonly now: Date;
}

type EachDeps = Pick<FeatureDeps, 'platform' | 'traffic' | 'settings' | 'runtime' | 'stores'>;

export async function lookUpNumbers(
  request: NumbersRequest,
  requester: Pick<StatusContext, 'user' | 'now'>,
  deps: EachDeps,
): Promise<NumbersModel | LookupProblem> {
  const { msisdns, ...asked } = request;
  const period = resolvePeriod(asked.spec, requester.user.timeZone, requester.now, {
    maxDays: MAX_LOOKUP_DAYS,
  });
  if ('problem' in period) return { ...period, kept: request };
  const look = async (msisdn: Msisdn) => {
    const query = { kind: 'number', request: { msisdn, ...asked }, page: 0 } as const;
    void noteRecent(query, requester, deps);
    const model = await lookUpNumber(query, requester, deps);
    if ('problem' in model) throw new Error('a period that was good is not any more');
    return model;
  };
  const outcomes = await lookUpEach(msisdns, look, deps.runtime);
  const named = outcomes.map((outcome, at) => ({ msisdn: msisdns[at] ?? '', ...outcome }));
  return { request, period, outcomes: named, now: deps.runtime.now() };
}

export type NamedOutcome = { readonly query: StatusQuery } & NamedLookup;

export type NamedLookup = LookupOutcome<StatusModel | MessageModel | LookupProblem>;

export interface NamedModel {
  readonly outcomes: readonly NamedOutcome[];
  readonly now: Date;
}

export async function lookUpNamed(
  act: Act,
  queries: readonly StatusQuery[],
  context: StatusContext,
  deps: FeatureDeps,
): Promise<NamedModel> {
  const { runtime } = deps;
  const outcomes = await lookUpEach(queries, (query) => lookUpFor(act, query, context, deps), runtime);
  const paired = outcomes.flatMap((outcome, at) => {
    const query = queries[at];
    return query ? [{ query, ...outcome }] : [];
  });
  return { outcomes: paired, now: runtime.now() };
}
