import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { type Period, type PeriodProblem, resolvePeriod } from '../../../domain/time/period.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { NumbersRequest } from '../input.ts';
import type { StatusContext } from '../locales/index.ts';
import { lookUpNumber, type StatusModel } from '../lookup.ts';
import { noteRecent } from '../sealed-request.ts';

/** `late`: it was not begun in time. */
export type NumberOutcome = { readonly msisdn: Msisdn } & (
  | { readonly model: StatusModel }
  | { readonly failed: unknown }
  | { readonly late: true }
);

export interface NumbersModel {
  readonly request: NumbersRequest;
  readonly period: Period;
  readonly outcomes: readonly NumberOutcome[];
  readonly now: Date;
}

type LookupDeps = Pick<FeatureDeps, 'platform' | 'traffic' | 'settings' | 'runtime' | 'stores'>;

/** After this no other number is begun: somebody waits for the answer. */
const BEGUN_WITHIN_MS = MINUTE_MS;

/**
 * Looks numbers up one after the other, so that together they take no more of the platform than one; each fails by itself.
 * @throws UpstreamError where none of them could be looked up
 */
export async function lookUpNumbers(
  request: NumbersRequest,
  requester: Pick<StatusContext, 'user' | 'now'>,
  deps: LookupDeps,
): Promise<NumbersModel | PeriodProblem> {
  const { msisdns, ...asked } = request;
  const period = resolvePeriod(asked.spec, requester.user.timeZone, requester.now);
  if ('problem' in period) return period;
  const { now, log, stopping } = deps.runtime;
  const startedMs = performance.now();
  const outcomes: NumberOutcome[] = [];
  for (const msisdn of msisdns) {
    if (performance.now() - startedMs > BEGUN_WITHIN_MS) {
      outcomes.push({ msisdn, late: true });
      continue;
    }
    try {
      const query = { kind: 'number', request: { msisdn, ...asked }, page: 0 } as const;
      void noteRecent(query, requester, deps);
      const model = await lookUpNumber(query, requester, deps);
      if ('problem' in model) return model;
      outcomes.push({ msisdn, model });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error }, 'one of several numbers could not be looked up');
      outcomes.push({ msisdn, failed: error });
    }
  }
  const [first] = outcomes;
  if (first && 'failed' in first && !outcomes.some((outcome) => 'model' in outcome)) throw first.failed;
  return { request, period, outcomes, now: now() };
}
