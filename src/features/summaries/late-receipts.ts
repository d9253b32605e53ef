import {
  type Change,
  countStatuses,
  FEWEST_COMPARED,
  type OperatorFigures,
} from '../../domain/statistics.ts';

/** A rate's fall, both from 0 to 1. */
export interface Fall {
  readonly from: number;
  readonly to: number;
}

export interface LateReceiptsFacts {
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
export function ofFinalIfLate(change: Change, facts: LateReceiptsFacts): Fall | undefined {
  const { whose } = change;
  const isOwn: IsOwn = ({ operator }) => whose.of === 'all' || whose.operator === operator;
  const ofFinal = fallOf('final', isOwn, facts);
  const isAccountedFor = ofFinal.from - ofFinal.to >= ACCOUNTS_FOR * (change.from - change.to);
  const hasFallenBefore = facts.older.some(
    (one) => one.kind === 'delivery_rate' && one.to < one.from && isSame(one.whose, whose),
  );
  const suspect = whose.of === 'all' ? facts.worst : whose;
  const isAlone = suspect !== undefined && fallsAlone(suspect.operator, facts);
  return isAccountedFor || hasFallenBefore || isAlone ? undefined : ofFinal;
}

function fallsAlone(operator: string | undefined, facts: LateReceiptsFacts): boolean {
  const isOne: IsOwn = (one) => one.operator === operator;
  const others = facts.now.filter((one) => !isOne(one));
  if (others.reduce((sum, { figures }) => sum + figures.submitted, 0) < FEWEST_COMPARED) return false;
  const [own, rest] = [isOne, (one: OperatorFigures) => !isOne(one)].map((isOwn) => {
    const { from, to } = fallOf('submitted', isOwn, facts);
    return Math.max(0, from - to);
  });
  return (own ?? 0) > ALONE * (rest ?? 0);
}

function fallOf(of: 'submitted' | 'final', isOwn: IsOwn, { before, now }: LateReceiptsFacts): Fall {
  const rateOf = (all: readonly OperatorFigures[]) => {
    let [delivered, whole] = [0, 0];
    for (const { figures } of all.filter(isOwn)) {
      const counts = countStatuses(figures);
      delivered += counts.delivered;
      whole += of === 'submitted' ? figures.submitted : counts.delivered + counts.failed;
    }
    return whole === 0 ? 0 : delivered / whole;
  };
  return { from: rateOf(before), to: rateOf(now) };
}

function isSame(one: Change['whose'], other: Change['whose']): boolean {
  if (one.of === 'all' || other.of === 'all') return one.of === other.of;
  return one.operator === other.operator;
}
