import { type Day, localDay, type PeriodProblem, resolvePeriod } from '../../domain/period.ts';
import { type Traced, traceAll } from '../../domain/verdict.ts';
import type { SentMessage, Upstream } from '../../upstream/index.ts';
import type { MessageRequest } from './input.ts';

/** Everything an answer says of one message. */
export interface MessageModel {
  readonly request: MessageRequest;
  /** The day it was looked for; `undefined` for a look-up by identifier. */
  readonly day: Day | undefined;
  /** `undefined`: the platform does not know it. */
  readonly found: { readonly traced: Traced; readonly others: SentMessage['others'] } | undefined;
  readonly now: Date;
}

export interface FindMessageDeps {
  readonly upstream: Pick<Upstream, 'message' | 'sms'>;
  readonly settleHours: number;
  readonly now: () => Date;
}

/**
 * Asks the platform for one message. A day is a day in the asker's zone.
 * @returns what is wrong with the day, or `not_set_up` where identifiers cannot be looked up
 * @throws UpstreamError
 */
export async function findMessage(
  request: MessageRequest,
  zone: string,
  { upstream, settleHours, now: clock }: FindMessageDeps,
): Promise<MessageModel | PeriodProblem | { readonly problem: 'not_set_up' }> {
  const toModel = (sent: SentMessage | undefined, day?: Day): MessageModel => {
    const now = clock();
    const [traced] = sent ? traceAll([sent.message], { now, settleHours }) : [];
    return { request, day, now, found: sent && traced ? { traced, others: sent.others } : undefined };
  };
  if (request.by === 'id') {
    return upstream.sms ? toModel(await upstream.sms(request.id)) : { problem: 'not_set_up' };
  }
  const period = resolvePeriod(request.day, zone, clock());
  if ('problem' in period) return period;
  const day = localDay(period.start, zone);
  return toModel(await upstream.message({ day, reference: request.reference }), day);
}
