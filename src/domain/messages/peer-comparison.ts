import { QUARTER_MS } from '../../runtime/durations.ts';
import { sizeOf } from '../counting/second-counts.ts';
import { deliveryCurve, shareWithin } from '../figures/delivered-within.ts';
import type { OperatorFigures } from '../figures/figures.ts';
import { countStatuses, sumOf, wilsonInterval } from '../figures/rates.ts';
import { NONE_SHARE } from '../figures/receipt-trust.ts';
import type { Message } from './message.ts';
import type { StatusVerdict, TracedMessage } from './status-verdict.ts';

/**
 * Result of the comparison of a problem message with other messages of its operator:
 * - `handset` the others arrive, and the operator has this message, so the handset is the likely cause
 * - `message` the others arrive, but this message reached the operator late or never
 * - `not_alone` too many of the others are late too
 */
type PeerSuggestion = 'handset' | 'message' | 'not_alone';

export interface PeerComparison {
  readonly operator: string;
  /** Number of compared messages, without known messages to the problem message's telephone number. */
  readonly count: number;
  readonly share: number;
  /** `undefined` if the share is neither clearly good nor clearly bad. */
  readonly suggests: PeerSuggestion | undefined;
}

interface FiguresByTime {
  between(start: Date, end: Date): readonly OperatorFigures[];
  readonly readAt: Date;
}

export interface AffectedMessage {
  readonly operator: string;
  readonly platformAt: Date;
  /** If true, the operator has the message, so the delay is at the operator or the handset. */
  readonly handedOver: boolean;
}

export const PEER_SECONDS = 300;
const FEWEST_PEERS = 50;
const FEWEST_SINCE = 20;
/** A share is good if its upper bound is at least `WELL` and its estimate at least `WELL_BY_CHANCE`. */
const WELL = 0.9;
const WELL_BY_CHANCE = 0.85;
const BAD = 0.8;

export function findAffectedMessage(
  traced: readonly TracedMessage[],
  verdict: StatusVerdict,
): AffectedMessage | undefined {
  const found = traced[affectedIndex(verdict)];
  const { operator, platformAt, operatorAt } = found?.message ?? {};
  if (operator === undefined || platformAt === undefined) return undefined;
  const handedOver =
    operatorAt !== undefined && !(verdict.kind === 'works' && verdict.last.delayedBy === 'platform');
  return { operator, platformAt, handedOver };
}

function affectedIndex(verdict: StatusVerdict): number {
  const { kind } = verdict;
  if (kind === 'works') {
    const { delayedBy, totalSeconds = 0 } = verdict.last;
    return delayedBy !== undefined && totalSeconds > PEER_SECONDS ? 0 : -1;
  }
  if (kind === 'waiting') return verdict.problemsBefore > 0 ? 1 : -1;
  return kind === 'stuck' || kind === 'failed' || kind === 'no_receipt' ? 0 : -1;
}

type ComparedSpan = { readonly start: Date; readonly end: Date };

export function hourAround({ platformAt }: AffectedMessage): ComparedSpan {
  const middle = Math.round(platformAt.getTime() / QUARTER_MS) * QUARTER_MS;
  return { start: new Date(middle - 2 * QUARTER_MS), end: new Date(middle + 2 * QUARTER_MS) };
}

/** Compares with the hour's messages and with those since the affected one: older ones may hide an outage. */
export function compareWithPeers(
  affected: AffectedMessage,
  own: readonly Message[],
  figures: FiguresByTime,
): PeerComparison | undefined {
  const { operator, platformAt, handedOver } = affected;
  const { start, end } = hourAround(affected);
  const quarterStart = new Date(Math.floor(platformAt.getTime() / QUARTER_MS) * QUARTER_MS);
  if (figures.readAt.getTime() < platformAt.getTime() + PEER_SECONDS * 1_000) return undefined;
  if (!hasReceipts(operator, own, figures.between(start, end))) return undefined;
  const peersFrom = (from: Date) => peersIn({ start: from, end }, operator, own, figures);
  const [hour, since] = [peersFrom(start), peersFrom(quarterStart)];
  if (!hour || !since || hour.followed < FEWEST_PEERS || since.followed < FEWEST_SINCE) return undefined;

  const worse = since.atMost < hour.atMost ? since : hour;
  const compared = ({ count, share }: PeerShares, suggests: PeerComparison['suggests']) => {
    return { operator, count, share, suggests };
  };
  if (worse.atMost < BAD) return compared(worse, 'not_alone');
  if (isWell(hour) && isWell(since)) return compared(hour, handedOver ? 'handset' : 'message');
  return hour.isOpen || since.isOpen ? undefined : compared(hour, undefined);
}

const isWell = ({ share, atMost }: PeerShares) => share >= WELL_BY_CHANCE && atMost >= WELL;

function hasReceipts(operator: string, own: readonly Message[], around: readonly OperatorFigures[]): boolean {
  if (own.some((message) => message.operator === operator && message.status === 'delivered')) return true;
  const theirs = around.filter((one) => one.operator === operator);
  const submitted = sumOf(theirs, ({ figures }) => figures.submitted);
  const statuses = theirs.map(({ figures }) => countStatuses(figures));
  const final = sumOf(statuses, ({ delivered, failed }) => delivered + failed);
  return final >= NONE_SHARE * submitted;
}

interface PeerShares {
  readonly count: number;
  /** Share of messages delivered in time; if `isOpen`, the real share may be higher. */
  readonly share: number;
  /** True if too many messages are too young for an exact share. */
  readonly isOpen: boolean;
  /** Upper bound of the share delivered in time, by the two-sided 95 % Wilson interval. */
  readonly atMost: number;
  /** Number of messages that are old enough to judge, or have a final status. */
  readonly followed: number;
}

function peersIn(
  { start, end }: ComparedSpan,
  operator: string,
  own: readonly Message[],
  { between, readAt }: FiguresByTime,
): PeerShares | undefined {
  const parts = between(start, end)
    .filter((one) => one.operator === operator)
    .map(({ figures }) => figures);
  const submitted = sumOf(parts, (figures) => figures.submitted);
  const [within] = shareWithin(parts, [PEER_SECONDS]);
  const curve = deliveryCurve(parts, PEER_SECONDS);
  if (!within || !curve) return undefined;
  const reached = within.share ?? curve.shares.at(-1) ?? 0;
  const young = within.share === undefined ? 1 - within.followed : 0;
  // Deliveries without a usable time are left out: they count as neither fast nor slow.
  const untimed = sumOf(parts, (part) => countStatuses(part).delivered - sizeOf(part.total.latencies));

  const ours = own.filter(
    ({ operator: route, platformAt }) =>
      route === operator && platformAt && platformAt >= start && platformAt < end && platformAt <= readAt,
  );
  const count = submitted - untimed - ours.length;
  if (count <= 0) return undefined;
  const quick = ours.filter((message) => isQuick(message, readAt)).length;
  const shareOf = (of: number) => Math.min(1, Math.max(0, (of * submitted - quick) / count));
  const followed = Math.max(0, within.followed * submitted - untimed - ours.length);
  return {
    count,
    share: shareOf(reached),
    isOpen: young > 0,
    atMost: wilsonInterval(shareOf(reached + young) * followed, followed).high,
    followed,
  };
}

function isQuick({ status, platformAt, handsetAt }: Message, readAt: Date): boolean {
  if (status !== 'delivered' || !platformAt || !handsetAt || handsetAt > readAt) return false;
  return handsetAt.getTime() - platformAt.getTime() <= PEER_SECONDS * 1_000;
}
