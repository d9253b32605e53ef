import { resolvePeriod } from './period.ts';
import {
  type DateClock,
  type PeriodChoice,
  type PeriodReading,
  periodChoice,
  readPeriod,
} from './period-phrase.ts';
import { isPeriodWord, plainWords } from './period-words.ts';

export interface FoundPeriods {
  readonly rest: string;
  readonly specs: readonly PeriodReading[];
  /** What the only period may mean, too. */
  readonly choice?: PeriodChoice | undefined;
}

const MOST_PERIODS = 3;
/** Most attempts to read a period, because a text of period words has thousands of parts that may be one. */
const MOST_TRIES = 80;

/** Finds the periods in a text, the longest phrases first; periods with the same times count as one. */
export function findPeriods(text: string, clock: DateClock): FoundPeriods {
  const specs: PeriodReading[] = [];
  const texts: string[] = [];
  const tries = { left: MOST_TRIES };
  let found = findPeriod(text, clock, tries);
  while (found.spec !== undefined && specs.length < MOST_PERIODS) {
    const { spec, phrase } = found;
    texts.push(phrase);
    if (!specs.some((known) => isSamePeriod(known, spec, clock))) specs.unshift(spec);
    found = findPeriod(found.rest, clock, tries);
  }
  const [spec] = specs;
  const isOne = spec !== undefined && !('problem' in spec) && texts.length === 1;
  return { rest: found.rest, specs, choice: isOne ? periodChoice(texts[0] ?? '', spec, clock) : undefined };
}

/** Only periods up to this length are compared, because the dates of far longer ones cannot be computed. */
const LONGEST_DAYS = 10_000;

export function isSamePeriod(one: PeriodReading, other: PeriodReading, { now, zone }: DateClock): boolean {
  if ('problem' in one || 'problem' in other) return false;
  const [first, second] = [one, other].map((spec) =>
    resolvePeriod(spec, zone, now, { maxDays: LONGEST_DAYS }),
  );
  if (!first || !second || 'problem' in first || 'problem' in second) return false;
  return +first.start === +second.start && +first.end === +second.end;
}

const LONGEST_WORDS = 14;
const MOST_WORDS = 80;

/** Finds the period with the most words; of equally long ones, the last. Digits alone are no period. */
export function findPeriod(text: string, clock: DateClock, tries = { left: MOST_TRIES }) {
  const whole = text.trim();
  const words = [...whole.matchAll(/\S+/g)].slice(0, MOST_WORDS);
  const known = words.map(([word]) => plainWords(word).split(' ').every(isPeriodWordOrNothing));
  for (let length = Math.min(LONGEST_WORDS, words.length); length > 0; length -= 1) {
    for (let first = words.length - length; first >= 0; first -= 1) {
      if (!known.slice(first, first + length).every(Boolean)) continue;
      const [start, last] = [words[first], words[first + length - 1]];
      if (!start || !last) continue;
      if (tries.left === 0) return { rest: whole, before: whole, after: '' };
      tries.left -= 1;
      const end = last.index + last[0].length;
      const spec = readPeriod(whole.slice(start.index, end), clock);
      if (spec === undefined) continue;
      const before = whole.slice(0, start.index).trim();
      const after = whole.slice(end).trim();
      const phrase = whole.slice(start.index, end);
      return { rest: `${before} ${after}`.trim(), before, after, spec, phrase };
    }
  }
  return { rest: whole, before: whole, after: '' };
}

function isPeriodWordOrNothing(word: string): boolean {
  return word === '' || isPeriodWord(word);
}
