import { isSameSubject } from '../../domain/detection/evidence.ts';
import { type Change, FEWEST_COMPARED, notableChanges } from '../../domain/figures/changes.ts';
import { type OperatorFigures, OTHER_NAME } from '../../domain/figures/figures.ts';
import {
  type FailureWord,
  type OperatorsWithoutReceipts,
  submittedOf,
} from '../../domain/figures/period-figures.ts';
import { countStatuses, type Rates } from '../../domain/figures/rates.ts';

/** Delivery rates from 0 to 1: `from` in the earlier weeks, `to` on the reported day. */
interface RateChange {
  readonly from: number;
  readonly to: number;
}

interface LateReceiptsFacts extends Pick<AttentionFacts, 'now' | 'before'> {
  readonly worst: OperatorRateChange | undefined;
  /** Changes in the first half of the day, which late receipts cannot explain. */
  readonly older: readonly Change[];
}

type IsOwn = (one: OperatorFigures) => boolean;

/** If delivered ÷ final falls by this share of the delivery rate's fall, late receipts are not the cause. */
const EXPLAINED_SHARE = 0.5;
/** An operator falls alone if its rate falls by more than this multiple of the fall of all others. */
const ALONE_FACTOR = 2;

/**
 * Returns delivered ÷ final if late receipts may be why the delivery rate is lower, otherwise `undefined`.
 * Late receipts affect only the newest messages, and those of all operators: they do not explain a lower
 * rate among final messages, at a single operator, or in the first half of the day.
 */
function ofFinalIfLate(change: Change, facts: LateReceiptsFacts): RateChange | undefined {
  const { subject } = change;
  const isOwn: IsOwn = ({ operator }) => subject.of === 'all' || subject.operator === operator;
  const ofFinal = rateChangeOf('final', isOwn, facts);
  const isExplained = ofFinal.from - ofFinal.to >= EXPLAINED_SHARE * (change.from - change.to);
  const hasFallenBefore = facts.older.some(
    (one) => one.kind === 'delivery_rate' && one.to < one.from && isSameSubject(one.subject, subject),
  );
  const suspect = subject.of === 'all' ? facts.worst : subject;
  const isAlone = suspect !== undefined && fallsAlone(suspect.operator, facts);
  return isExplained || hasFallenBefore || isAlone ? undefined : ofFinal;
}

function fallsAlone(operator: string | undefined, facts: LateReceiptsFacts): boolean {
  const isOne: IsOwn = (one) => one.operator === operator;
  const others = facts.now.filter((one) => !isOne(one));
  if (submittedOf(others) < FEWEST_COMPARED) return false;
  const fallOf = (isOwn: IsOwn) => {
    const { from, to } = rateChangeOf('submitted', isOwn, facts);
    return Math.max(0, from - to);
  };
  return fallOf(isOne) > ALONE_FACTOR * fallOf((one) => !isOne(one));
}

function rateChangeOf(of: Denominator, isOwn: IsOwn, { before, now }: LateReceiptsFacts): RateChange {
  return { from: rateOf(before.filter(isOwn), of), to: rateOf(now.filter(isOwn), of) };
}

/**
 * The most important fact about a day. `short`: the figures are incomplete; `waiting`: late receipts may be
 * why the rate is lower; `silent` and `failures`: used only if there is no earlier week to compare with.
 */
export type Attention =
  | { readonly kind: 'short' | 'without_receipts' | 'nothing' }
  | { readonly kind: 'empty' | 'few'; readonly usual: number | undefined }
  | {
      readonly kind: 'change';
      readonly change: Change;
      readonly worst?: OperatorRateChange | undefined;
      readonly isReconstructed: boolean;
    }
  | { readonly kind: 'waiting'; readonly change: Change; readonly ofFinal: RateChange }
  | { readonly kind: 'failures'; readonly word: string; readonly share: number };

interface OperatorRateChange extends RateChange {
  readonly operator: string | undefined;
}

interface AttentionFacts {
  readonly now: readonly OperatorFigures[];
  readonly before: readonly OperatorFigures[];
  readonly weeks: number;
  /** Figures of the first half of the day, which late receipts do not affect. */
  readonly older: { readonly now: readonly OperatorFigures[]; readonly before: readonly OperatorFigures[] };
  /** True if no earlier week is reconstructed, so that failures can be compared. */
  readonly isObserved: boolean;
  readonly totals: Rates;
  readonly failures: readonly FailureWord[];
  readonly withoutReceipts: OperatorsWithoutReceipts | undefined;
  readonly isShort: boolean;
}

/** A failure word of at least this share of all messages is mentioned even without earlier weeks. */
const MANY_FAILURES = 0.02;

export function attentionOf(facts: AttentionFacts): Attention {
  const { now, before, weeks, isObserved, totals, isShort } = facts;
  if (isShort) return { kind: 'short' };
  const usual = weeks === 0 ? undefined : submittedOf(before) / weeks;
  if (totals.submitted === 0) return { kind: 'empty', usual };
  const changes = weeks === 0 ? [] : notableChanges(before, now, { times: weeks, hasFailures: isObserved });
  const worst = worstOf(before, now);
  const waiting = isObserved ? [] : waitingAmong(changes, facts, worst);
  const certain = changes.filter((one) => waiting.every(({ change }) => change !== one));
  const change = RANKS.map((isOne) => certain.find(isOne)).find((one) => one !== undefined);
  if (change) {
    const isReconstructed = !isObserved && change.kind === 'delivery_rate';
    return { kind: 'change', change, worst: isRateOfAll(change) ? worst : undefined, isReconstructed };
  }
  const [late] = waiting;
  if (late) return late;
  if (totals.submitted < FEWEST_COMPARED) return { kind: 'few', usual };
  return weeks === 0 ? withoutComparison(facts) : { kind: 'nothing' };
}

function waitingAmong(
  changes: readonly Change[],
  { now, before, weeks, older }: AttentionFacts,
  worst: OperatorRateChange | undefined,
): Extract<Attention, { kind: 'waiting' }>[] {
  const fallen = changes.filter((one) => one.kind === 'delivery_rate' && isWorse(one));
  if (fallen.length === 0) return [];
  const facts = { now, before, worst, older: notableChanges(older.before, older.now, { times: weeks }) };
  return fallen
    .toSorted((a, b) => Number(isOfAll(b)) - Number(isOfAll(a)))
    .flatMap((change) => {
      const ofFinal = ofFinalIfLate(change, facts);
      return ofFinal ? [{ kind: 'waiting', change, ofFinal }] : [];
    });
}

function withoutComparison({ withoutReceipts, failures: [first], totals }: AttentionFacts): Attention {
  if (withoutReceipts) return { kind: 'without_receipts' };
  const share = (first?.count ?? 0) / totals.submitted;
  return first && share >= MANY_FAILURES
    ? { kind: 'failures', word: first.word, share }
    : { kind: 'nothing' };
}

const isOfAll = ({ subject }: Change) => subject.of === 'all';
const isWorse = ({ kind, from, to }: Change) => (kind === 'delivery_rate' ? to < from : to > from);
const isRateOfAll = (change: Change) => change.kind === 'delivery_rate' && isOfAll(change);

const RANKS: readonly ((change: Change) => boolean)[] = [
  (change) => isRateOfAll(change) && isWorse(change),
  (change) => change.kind === 'delivery_rate' && isWorse(change),
  (change) => change.kind === 'latency' && isOfAll(change) && isWorse(change),
  (change) => change.kind === 'latency' && isWorse(change),
  (change) => change.kind === 'volume' && isOfAll(change),
  (change) => change.kind === 'volume',
  (change) => change.kind === 'failures' && isWorse(change),
];

/** The operator with at least half of the messages that were not delivered because rates fell. */
function worstOf(
  before: readonly OperatorFigures[],
  now: readonly OperatorFigures[],
): OperatorRateChange | undefined {
  const then = Map.groupBy(before, ({ operator }) => operator);
  const falls = [...Map.groupBy(now, ({ operator }) => operator)].flatMap(([operator, own]) => {
    const past = then.get(operator) ?? [];
    if (operator === OTHER_NAME) return [];
    if (submittedOf(past) < FEWEST_COMPARED || submittedOf(own) < FEWEST_COMPARED) return [];
    const [from, to] = [rateOf(past), rateOf(own)];
    return [{ operator, from, to, lost: Math.max(0, from - to) * submittedOf(own) }];
  });
  const [worst] = falls.sort((a, b) => b.lost - a.lost);
  const lost = falls.reduce((sum, fall) => sum + fall.lost, 0);
  return worst && worst.lost >= lost / 2 && falls.length > 1 ? worst : undefined;
}

type Denominator = 'submitted' | 'final';

function rateOf(own: readonly OperatorFigures[], of: Denominator = 'submitted'): number {
  let [delivered, whole] = [0, 0];
  for (const { figures } of own) {
    const counts = countStatuses(figures);
    delivered += counts.delivered;
    whole += of === 'submitted' ? figures.submitted : counts.delivered + counts.failed;
  }
  return whole === 0 ? 0 : delivered / whole;
}
