import type { ChangeSubject } from '../figures/changes.ts';
import type { Proportion } from '../figures/rates.ts';
import type { Counts } from './counts.ts';
import type { Finding } from './findings.ts';
import type { IncidentVerdict } from './verdict.ts';

/**
 * Likely cause of a failure, as far as visible from outside:
 * - `platform` several operators get no messages from the platform, or there is only one operator
 * - `link` only one operator gets no messages: the operator accepts none, or the connection is broken
 * - `operator` the operator has the messages; its part and the handset's cannot be told apart
 * - `shared` several operators have the messages but send too few receipts: more likely the platform's fault
 */
export type Attribution = 'platform' | 'link' | 'operator' | 'shared';

interface Attributable {
  readonly subject: ChangeSubject;
  readonly verdict: IncidentVerdict;
  readonly owner: Attribution | undefined;
  readonly sendsReceipts: boolean;
  readonly isWell: boolean;
  readonly counts: Counts;
  readonly usual: Counts;
}

/** True if most messages wait for a receipt: the messages may be late, or only their receipts. */
export function mayBeLate({
  owner,
  findings,
}: Partial<Pick<Attributable, 'owner'>> & { findings: readonly Finding[] }): boolean {
  const lackReceipts = findings.some(({ kind, share }) => kind === 'waiting' && share > 0.5);
  return lackReceipts && (owner === 'operator' || owner === 'shared');
}

/** Fewest messages of an operator for a comparison with others; a verdict requires more. */
const MIN_MESSAGES = 10;
const UNDECIDED: IncidentVerdict = 'too_little_traffic';

/** Assumes one common cause if several operators have the same failure. */
export function attribute<One extends Attributable>(detections: readonly One[]): One[] {
  const operators = detections.filter(({ subject }) => subject.of === 'operator');
  const stopped = operators.filter(isNotHandedOver);
  const isLink = stopped.length === 1 && operators.some((one) => !stopped.includes(one) && isHandedOver(one));
  const withReceipts = operators.filter(({ sendsReceipts, usual }) => sendsReceipts && usual.waiting.of > 0);
  const waiting = withReceipts.filter(isWaiting);
  const isShared = waiting.length > 1 && withReceipts.every((one) => waiting.includes(one) || !isWell(one));
  return detections.map((detection) => {
    const { owner } = detection;
    if (owner === 'platform' && isLink) return { ...detection, owner: 'link' };
    return owner === 'operator' && isShared ? { ...detection, owner: 'shared' } : detection;
  });
}

function isNotHandedOver({ owner, verdict, counts: { slowHandOver } }: Attributable): boolean {
  return owner === 'platform' || (verdict === UNDECIDED && isMost(slowHandOver));
}

function isHandedOver({ counts: { slowHandOver } }: Attributable): boolean {
  return slowHandOver.of >= MIN_MESSAGES && !isMost(slowHandOver);
}

function isWaiting({ owner, verdict, counts: { waiting } }: Attributable): boolean {
  return owner === 'operator' || (verdict === UNDECIDED && isMost(waiting));
}

function isWell({ isWell: isReportedWell, verdict, counts: { waiting } }: Attributable): boolean {
  return verdict === UNDECIDED ? waiting.of >= MIN_MESSAGES && !isMost(waiting) : isReportedWell;
}

function isMost({ of, hits }: Proportion): boolean {
  return of >= MIN_MESSAGES && hits > of / 2;
}
