import type { Context } from './context.ts';

/** Things that were measured in turn. */
interface Turns<Name extends string, T> {
  /** What each came to, round by round: fewer where it was left out. */
  readonly results: Readonly<Record<Name, readonly T[]>>;
  /** What was repeated and what was left out, in sentences. */
  readonly notes: readonly string[];
}

/** A failure that would come again: the round is not repeated. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

/** After so many failures in one round a thing is left out. */
const TRIES = 3;

/**
 * Does things in turn, round after round, so that a busy minute of the machine falls on all of them; every other round
 * the other way around, so that none always comes after the same. Where one fails, the whole round is repeated; what
 * fails again and again is left out, and the others go on.
 */
export async function inTurn<Name extends string, T>(
  what: string,
  rounds: number,
  things: Readonly<Record<Name, () => Promise<T>>>,
  say: Context['say'],
): Promise<Turns<Name, T>> {
  const names = new Set(Object.keys(things) as Name[]);
  const results = Object.fromEntries([...names].map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  const notes: string[] = [];

  async function oneRound(round: number): Promise<{ found: [Name, T][] } | { failed: Name; error: unknown }> {
    const found: [Name, T][] = [];
    for (const name of round % 2 === 1 ? [...names] : [...names].reverse()) {
      say(`${what}: ${name}, ${round} of ${rounds}`);
      try {
        found.push([name, await things[name]()]);
      } catch (error) {
        return { failed: name, error };
      }
    }
    return { found };
  }

  for (let round = 1; round <= rounds; round += 1) {
    const failures = new Map<Name, number>();
    for (let outcome = await oneRound(round); ; outcome = await oneRound(round)) {
      if ('found' in outcome) {
        for (const [name, result] of outcome.found) results[name].push(result);
        break;
      }
      const { failed, error } = outcome;
      failures.set(failed, (failures.get(failed) ?? 0) + 1);
      const isOver = error instanceof Impossible || failures.get(failed) === TRIES;
      if (isOver) names.delete(failed);
      const consequence = isOver ? `left out from round ${round} on` : `round ${round} was repeated`;
      notes.push(`${what}, ${failed}: ${consequence}. ${error instanceof Error ? error.message : error}`);
      say(notes.at(-1) ?? '');
    }
  }
  return { results, notes };
}
