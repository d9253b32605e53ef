/** What waits for a place. */
export interface Visit {
  /** Whose it is: places go to owners in turn. */
  readonly owner: string;
  /** The least goes first. */
  readonly rank: number;
  /** Such visits together never have the last place. */
  readonly leavesOne: boolean;
}

interface Waiting extends Visit {
  /** The owner's first is of the round under way, the next one of the round after it. */
  readonly round: number;
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * A few places, and who waits for them. A free one goes to the owner with the fewest; among equals to the least rank,
 * then by rounds, in which every owner has one turn, then to who came first. So nobody has a second place while somebody
 * else could use it, and a hundred visits of one owner are one visit to all others.
 */
export function createFairQueue(places: number) {
  const waiting: Waiting[] = [];
  let round = 0;
  const lastRounds = new Map<string, number>();
  const inside: Visit[] = [];

  const isFreeFor = ({ leavesOne }: Visit) =>
    inside.length < places && (!leavesOne || inside.filter((one) => one.leavesOne).length < places - 1);
  const placesOf = (owner: string) => inside.filter((one) => one.owner === owner).length;
  const isBefore = (one: Waiting, other: Waiting) =>
    (placesOf(one.owner) - placesOf(other.owner) || one.rank - other.rank || one.round - other.round) < 0;

  function next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const visit of waiting) {
      if (isFreeFor(visit) && (!first || isBefore(visit, first))) first = visit;
    }
    return first;
  }

  function admit(): void {
    for (let visit = next(); visit; visit = next()) {
      waiting.splice(waiting.indexOf(visit), 1);
      round = Math.max(round, visit.round);
      // Who had their last turn before this round has one in it in any case.
      for (const [owner, last] of lastRounds) if (last < round) lastRounds.delete(owner);
      inside.push(visit);
      visit.enter();
    }
  }

  return {
    isFreeFor,
    size: () => waiting.length,
    /** Resolves once there is a place, with what gives it back; rejects where all who wait are refused. */
    async enter(visit: Visit): Promise<() => void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const own = Math.max(round, (lastRounds.get(visit.owner) ?? -1) + 1);
      lastRounds.set(visit.owner, own);
      const entering = { ...visit, round: own, enter: resolve, refuse: reject };
      waiting.push(entering);
      admit();
      await promise;
      return () => {
        inside.splice(inside.indexOf(entering), 1);
        admit();
      };
    },
    /** Sends all away who wait. */
    refuse(reason: Error): void {
      for (const { refuse } of waiting.splice(0)) refuse(reason);
      lastRounds.clear();
    },
  };
}
