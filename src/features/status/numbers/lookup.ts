import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { type Period, resolvePeriod } from '../../../domain/time/period.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { NumbersRequest } from '../input.ts';
import type { StatusContext } from '../locales/index.ts';
import { type LookupProblem, lookUpNumber, type StatusModel } from '../lookup.ts';
import { type LookupOutcome, lookUpEach } from '../lookup-each.ts';
import { noteRecent } from '../sealed-request.ts';

export type NumberOutcome = { readonly msisdn: Msisdn } & LookupOutcome<StatusModel>;

export interface NumbersModel {
  readonly request: NumbersRequest;
  readonly period: Period;
  readonly outcomes: readonly NumberOutcome[];
  readonly now: Date;
}

type LookupDeps = Pick<FeatureDeps, 'platform' | 'traffic' | 'settings' | 'runtime' | 'stores'>;

/** Looks numbers up one after the other. @throws UpstreamError where none of them could be looked up */
export async function lookUpNumbers(
  request: NumbersRequest,
  requester: Pick<StatusContext, 'user' | 'now'>,
  deps: LookupDeps,
): Promise<NumbersModel | LookupProblem> {
  const { msisdns, ...asked } = request;
  const period = resolvePeriod(asked.spec, requester.user.timeZone, requester.now);
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
