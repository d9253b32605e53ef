import { readFileSync } from 'node:fs';
import { times } from './measure.ts';

/** A ratio that can be compared between runs and machines: our code in relation to a peer measured in turn. */
export interface Ratio {
  /** Name in `expected.json`, such as `status, embedded`. */
  readonly name: string;
  readonly value: number;
}

interface Expected {
  readonly ratio: number;
  readonly better: 'higher' | 'lower';
}

/** A ratio that is worse than the recorded one by more than this share of it is a failure. */
const TOLERANCE = 1 / 3;

const expected: Readonly<Record<string, Expected>> = JSON.parse(
  readFileSync(new URL('expected.json', import.meta.url), 'utf8'),
);

/** @returns a line such as `bench: status, embedded 0.41× (recorded 0.43×)`, and whether the ratio is good enough */
export function compareRatio({ name, value }: Ratio, all = expected) {
  const recorded = all[name];
  if (!recorded)
    return { line: `bench: ${name} ${times(value)}: not recorded in bench/expected.json`, isGood: false };
  const { ratio, better } = recorded;
  const worst = better === 'higher' ? ratio * (1 - TOLERANCE) : ratio * (1 + TOLERANCE);
  const isGood = better === 'higher' ? value >= worst : value <= worst;
  const verdict = isGood
    ? ''
    : `: worse by more than a third; if it is on purpose, change bench/expected.json`;
  return { line: `bench: ${name} ${times(value)} (recorded ${times(ratio)})${verdict}`, isGood };
}
