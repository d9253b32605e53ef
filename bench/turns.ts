import type { Context } from './context.ts';

interface Turns<Name extends string, T> {
  /** Results by round; fewer for a thing that was left out. */
  readonly results: Readonly<Record<Name, readonly T[]>>;
  /** Sentences about repeated rounds and things that were left out. */
  readonly notes: readonly string[];
}

/** A permanent failure: the round is not repeated. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

/** Failures in one round after which a thing is left out. */
const TRIES = 3;

/**
 * Measures things in turn, round after round, so that a busy minute of the machine affects all of them. Every other
 * round is in reverse order. A failure repeats the round; a thing that keeps failing is left out.
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

  async function oneRound(
    round: number,
  ): Promise<{ results: [Name, T][] } | { failed: Name; error: unknown }> {
    const results: [Name, T][] = [];
    for (const name of round % 2 === 1 ? [...names] : [...names].reverse()) {
      say(`${what}: ${name}, ${round} of ${rounds}`);
      try {
        results.push([name, await things[name]()]);
      } catch (error) {
        return { failed: name, error };
      }
    }
    return { results };
  }

  for (let round = 1; round <= rounds; round += 1) {
    const failures = new Map<Name, number>();
    for (let attempt = await oneRound(round); ; attempt = await oneRound(round)) {
      if ('results' in attempt) {
        for (const [name, result] of attempt.results) results[name].push(result);
        break;
      }
      const { failed, error } = attempt;
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
