/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** By the nearest rank; `percent` from 1 to 100. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? Number.NaN;
}

/** Runs things by turns, round after round, so that a busy minute of the machine falls on all of them. */
export async function byTurns<Name extends string, T>(
  rounds: number,
  things: Readonly<Record<Name, (round: number) => Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(things) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await things[name](round));
  }
  return results;
}

/** What a figure was meant to be, and what it came to. */
export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function targetTable(targets: readonly Target[]): string {
  return table(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ what, wanted, measured, isMet }) => [
      what,
      wanted,
      measured,
      isMet ? 'met' : '**not met**',
    ]),
  );
}

export function seconds(timeMs: number): string {
  return `${(timeMs / 1000).toFixed(2)} s`;
}

export function milliseconds(timeMs: number): string {
  return timeMs < 10 ? `${timeMs.toFixed(1)} ms` : `${Math.round(timeMs)} ms`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

export function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : Math.round(ratio)}×`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}
