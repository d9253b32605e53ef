import type { ChangeSubject } from '../figures/changes.ts';
import type { Proportion } from '../figures/rates.ts';
import type { Counts } from './counts.ts';
import type { Finding } from './findings.ts';
import type { IncidentVerdict } from './verdict.ts';

/**
 * Likely cause of trouble, as far as visible from outside:
 * - `platform` it does not hand over messages of several operators, or there is no other operator to compare with
 * - `link` only one operator gets no messages: it accepts none, or the connection is broken
 * - `operator` it has the messages; operator and handset cannot be separated
 * - `shared` several operators have the messages and send no receipts as usual: more likely the platform
 */
export type Owner = 'platform' | 'link' | 'operator' | 'shared';

interface Attributable {
  readonly subject: ChangeSubject;
  readonly verdict: IncidentVerdict;
  readonly owner: Owner | undefined;
  readonly sendsReceipts: boolean;
  readonly isWell: boolean;
  readonly counts: Counts;
  readonly usual: Counts;
}

/** Most are handed over without a receipt: whether messages or only receipts are late is not known yet. */
export function mayBeLate({
  owner,
  findings,
}: Partial<Pick<Attributable, 'owner'>> & { findings: readonly Finding[] }): boolean {
  const lackReceipts = findings.some(({ kind, share }) => kind === 'waiting' && share > 0.5);
  return lackReceipts && (owner === 'operator' || owner === 'shared');
}

/** Fewer messages than for a verdict suffice to compare operators. */
const FEWEST = 10;
const UNTOLD: IncidentVerdict = 'too_little_traffic';

/** A common problem has more often one cause than several. */
export function attribute<One extends Attributable>(detections: readonly One[]): One[] {
  const operators = detections.filter(({ subject }) => subject.of === 'operator');
  const kept = operators.filter(isKept);
  const isLink = kept.length === 1 && operators.some((one) => !kept.includes(one) && isHandedOver(one));
  const confirming = operators.filter(({ sendsReceipts, usual }) => sendsReceipts && usual.waiting.of > 0);
  const waiting = confirming.filter(isWaiting);
  const isShared = waiting.length > 1 && confirming.every((one) => waiting.includes(one) || !isWell(one));
  return detections.map((detection) => {
    const { owner } = detection;
    if (owner === 'platform' && isLink) return { ...detection, owner: 'link' };
    return owner === 'operator' && isShared ? { ...detection, owner: 'shared' } : detection;
  });
}

function isKept({ owner, verdict, counts: { slowHandOver } }: Attributable): boolean {
  return owner === 'platform' || (verdict === UNTOLD && isMost(slowHandOver));
}

function isHandedOver({ counts: { slowHandOver } }: Attributable): boolean {
  return slowHandOver.of >= FEWEST && !isMost(slowHandOver);
}

function isWaiting({ owner, verdict, counts: { waiting } }: Attributable): boolean {
  return owner === 'operator' || (verdict === UNTOLD && isMost(waiting));
}

function isWell({ isWell: isToldWell, verdict, counts: { waiting } }: Attributable): boolean {
  return verdict === UNTOLD ? waiting.of >= FEWEST && !isMost(waiting) : isToldWell;
}

function isMost({ of, hits }: Proportion): boolean {
  return of >= FEWEST && hits > of / 2;
}
