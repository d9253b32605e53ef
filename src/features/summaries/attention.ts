import { type Change, FEWEST_COMPARED, notableChanges } from '../../domain/figures/changes.ts';
import { type OperatorFigures, OTHER_NAME } from '../../domain/figures/figures.ts';
import { type FailureWord, type SilentOperators, submittedOf } from '../../domain/figures/period-figures.ts';
import { countStatuses, type Rates } from '../../domain/figures/rates.ts';
import { isSameSubject } from '../../domain/incidents/evidence.ts';

/** A delivery rate before and now, both from 0 to 1. */
interface RateChange {
  readonly from: number;
  readonly to: number;
}

interface LateReceiptsFacts {
  /** Of the day, and of all weeks that are compared with. */
  readonly now: readonly OperatorFigures[];
  readonly before: readonly OperatorFigures[];
  /** The operator that makes up most of the fall of all; `undefined` is an unknown route. */
  readonly worst: { readonly operator: string | undefined } | undefined;
  /** What is notable in the first half of the day. */
  readonly older: readonly Change[];
}

type IsOwn = (one: OperatorFigures) => boolean;

/** From this part of a fall on, delivered ÷ final accounts for it. */
const ACCOUNTS_FOR = 0.5;
/** An operator falls alone where it falls so many times as much as the others together. */
const ALONE = 2;

/**
 * Delivered ÷ final, where receipts that are late may be all there is to a fallen delivery rate; otherwise
 * `undefined`. To be asked where earlier weeks are reconstructed: the time a receipt carries does not tell when it
 * came, so they look as if none had been late. Late receipts leave the youngest messages of all operators waiting,
 * so it is something else where final receipts tell of it, where one operator falls alone, or where the first half
 * of the day has fallen too.
 */
function ofFinalIfLate(change: Change, facts: LateReceiptsFacts): RateChange | undefined {
  const { subject } = change;
  const isOwn: IsOwn = ({ operator }) => subject.of === 'all' || subject.operator === operator;
  const ofFinal = rateChangeOf('final', isOwn, facts);
  const isAccountedFor = ofFinal.from - ofFinal.to >= ACCOUNTS_FOR * (change.from - change.to);
  const hasFallenBefore = facts.older.some(
    (one) => one.kind === 'delivery_rate' && one.to < one.from && isSameSubject(one.subject, subject),
  );
  const suspect = subject.of === 'all' ? facts.worst : subject;
  const isAlone = suspect !== undefined && fallsAlone(suspect.operator, facts);
  return isAccountedFor || hasFallenBefore || isAlone ? undefined : ofFinal;
}

function fallsAlone(operator: string | undefined, facts: LateReceiptsFacts): boolean {
  const isOne: IsOwn = (one) => one.operator === operator;
  const others = facts.now.filter((one) => !isOne(one));
  if (submittedOf(others) < FEWEST_COMPARED) return false;
  const [own, rest] = [isOne, (one: OperatorFigures) => !isOne(one)].map((isOwn) => {
    const { from, to } = rateChangeOf('submitted', isOwn, facts);
    return Math.max(0, from - to);
  });
  return (own ?? 0) > ALONE * (rest ?? 0);
}

function rateChangeOf(of: Whole, isOwn: IsOwn, { before, now }: LateReceiptsFacts): RateChange {
  return { from: rateOf(before.filter(isOwn), of), to: rateOf(now.filter(isOwn), of) };
}

/**
 * The one thing of a day that matters most. `usual` figures are those of the earlier weeks.
 * - `short` the platform did not send all there is
 * - `empty` no messages; `few`: too few for any rate
 * - `change` worse than usual, or more or less traffic; `worst` is the operator that makes up most of a fallen rate
 * - `waiting` fewer are delivered than in reconstructed weeks, which may be for late receipts alone
 * - `silent` operators sent no receipt at all; only told of where nothing is compared
 * - `failures` a failing word that many messages have; likewise
 * - `nothing`
 */
export type Attention =
  | { readonly kind: 'short' | 'silent' | 'nothing' }
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
  /** `undefined` is an unknown route. */
  readonly operator: string | undefined;
}

interface AttentionFacts {
  readonly now: readonly OperatorFigures[];
  /** Of all weeks that are compared with, `weeks` in number. */
  readonly before: readonly OperatorFigures[];
  readonly weeks: number;
  /** Both for the first half of the day. */
  readonly older: { readonly now: readonly OperatorFigures[]; readonly before: readonly OperatorFigures[] };
  /** None of them is reconstructed, so that failures can be compared. */
  readonly isObserved: boolean;
  readonly totals: Rates;
  readonly failures: readonly FailureWord[];
  readonly silent: SilentOperators | undefined;
  readonly isShort: boolean;
}

/** Of all messages, for a failing word to be told of without anything to compare it with. */
const MANY_FAILURES = 0.02;

/** What there is to say first of a day, by rank: whether figures can be trusted, delivery, delays, traffic, failures. */
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
  return weeks === 0 ? uncompared(facts) : { kind: 'nothing' };
}

/** Fallen rates which receipts that are late may be all there is to, those of all operators first. */
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

function uncompared({ silent, failures: [first], totals }: AttentionFacts): Attention {
  if (silent) return { kind: 'silent' };
  const share = (first?.count ?? 0) / totals.submitted;
  return first && share >= MANY_FAILURES
    ? { kind: 'failures', word: first.word, share }
    : { kind: 'nothing' };
}

const isOfAll = ({ subject }: Change) => subject.of === 'all';
const isWorse = ({ kind, from, to }: Change) => (kind === 'delivery_rate' ? to < from : to > from);
const isRateOfAll = (change: Change) => change.kind === 'delivery_rate' && isOfAll(change);

/** A change of an earlier rank goes first, however surprising another is. */
const RANKS: readonly ((change: Change) => boolean)[] = [
  (change) => isRateOfAll(change) && isWorse(change),
  (change) => change.kind === 'delivery_rate' && isWorse(change),
  (change) => change.kind === 'latency' && isOfAll(change) && isWorse(change),
  (change) => change.kind === 'latency' && isWorse(change),
  (change) => change.kind === 'volume' && isOfAll(change),
  (change) => change.kind === 'volume',
  (change) => change.kind === 'failures' && isWorse(change),
];

/** The operator that lost most messages against its usual rate, where it is half of all that were lost or more. */
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

/** What delivered messages are a share of: all of them, or those with a final receipt. */
type Whole = 'submitted' | 'final';

function rateOf(own: readonly OperatorFigures[], of: Whole = 'submitted'): number {
  let [delivered, whole] = [0, 0];
  for (const { figures } of own) {
    const counts = countStatuses(figures);
    delivered += counts.delivered;
    whole += of === 'submitted' ? figures.submitted : counts.delivered + counts.failed;
  }
  return whole === 0 ? 0 : delivered / whole;
}
