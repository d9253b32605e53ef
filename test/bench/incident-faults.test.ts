import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { FaultKind, InjectedFault } from '../../bench/incidents/faults.ts';
import { planCalm, planFaults } from '../../bench/incidents/plan.ts';
import { type Batch, createTraffic, DAY, operators, QUARTER } from '../../bench/incidents/traffic.ts';

const START = Date.UTC(2026, 8, 2, 3) / 1000;
const NOON = START + DAY / 2;
const HOUR = 3600;
const MINUTE = 60;
const COLUMNS = [
  'platformAt',
  'operatorAt',
  'operatorKnownAt',
  'receiptAt',
  'receiptKnownAt',
  'word',
] as const;
const FIRST_KINDS: readonly FaultKind[] = [
  'operator_down',
  'link_down',
  'late_receipts',
  'failures',
  'silence',
  'platform_down',
  'clock_off',
  'burst',
  'low_night',
  'catching_up',
];

/** The messages of this number of days, by quarter hour. */
function batchesOf(
  faults: readonly InjectedFault[],
  days: number,
  options = { seed: 7, perDay: 100_000 },
): Batch[] {
  const nextQuarter = createTraffic({ ...options, faults });
  return Array.from({ length: (days * DAY) / QUARTER }, (_, index) =>
    nextQuarter(START + index * QUARTER),
  ).flat();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The messages of a day, each with its state with and without the fault. */
function pairsOf(fault: InjectedFault) {
  const without = batchesOf([], 1);
  return batchesOf([fault], 1).flatMap((batch, index) =>
    Array.from({ length: batch.size }, (_, at) => ({
      isOwn: batch.operator.name === fault.operator,
      handedIn: batch.platformAt[at] ?? Number.NaN,
      ...messageOf(batch, at),
      before: messageOf(without[index] as Batch, at),
    })),
  );
}

function messageOf({ word, receiptAt, receiptKnownAt, disturbed }: Batch, at: number) {
  const time = (column: Float64Array) => column[at] ?? Number.NaN;
  return {
    word: word[at],
    receiptAt: time(receiptAt),
    knownAt: time(receiptKnownAt),
    isDisturbed: disturbed[at] !== 0,
  };
}

type Pair = ReturnType<typeof pairsOf>[number];

const laterBy = ({ receiptAt, before }: Pair) => receiptAt - before.receiptAt;
const entel = (kind: FaultKind, minutes: number): InjectedFault => ({
  kind,
  start: NOON,
  end: NOON + minutes * MINUTE,
  operator: 'Entel',
});

/** The messages that the fault changed, and their share of those that it could change. */
function changedBy(fault: InjectedFault) {
  const pairs = pairsOf(fault);
  const changed = pairs.filter(({ isDisturbed }) => isDisturbed);
  const own = pairs.filter(
    ({ isOwn, handedIn, before }) =>
      isOwn && handedIn >= fault.start && handedIn < fault.end && before.word === 0 && before.receiptAt > 0,
  );
  // One assertion for all, because there are a hundred thousand.
  const isLeft = ({ isOwn, isDisturbed, before, word, receiptAt, knownAt }: Pair) =>
    isDisturbed
      ? isOwn
      : word === before.word && Object.is(receiptAt, before.receiptAt) && knownAt === before.knownAt;
  expect(pairs.filter((one) => !isLeft(one))).toEqual([]);
  return { changed, share: changed.length / own.length };
}

describe('the plan', () => {
  // Figures of different versions can be compared only while these are the same.
  test.each([
    [1, '07f77882ce83d943', 'e1fa3869e4f319bd'],
    [2, '9edba5e0f2615b4f', 'ac4e052e4604ae00'],
    [3, 'f3a80f9669a5807a', 'a379d9a99f968c54'],
  ])('keeps the faults that were planned first, and their traffic: seed %d', (seed, ofPlan, ofTraffic) => {
    const first = planFaults(seed, START, 60).filter(({ kind }) => FIRST_KINDS.includes(kind));
    expect(first).toHaveLength(90);
    expect(digest(JSON.stringify(first))).toBe(ofPlan);
    const hash = createHash('sha256');
    for (const batch of batchesOf(first, 60, { seed, perDay: 20_000 })) {
      for (const column of COLUMNS.map((name) => batch[name])) {
        hash.update(new Uint8Array(column.buffer, 0, batch.size * column.BYTES_PER_ELEMENT));
      }
    }
    expect(hash.digest('hex').slice(0, 16)).toBe(ofTraffic);
  });

  test('leaves all other messages unchanged when it adds kinds of faults', () => {
    const faults = planFaults(1, START, 60);
    const first = faults.filter(({ kind }) => FIRST_KINDS.includes(kind));
    const before = batchesOf(first, 60, { seed: 1, perDay: 5000 });
    const after = batchesOf(faults, 60, { seed: 1, perDay: 5000 });
    const places = after.flatMap((batch, index) =>
      Array.from({ length: batch.size }, (_, at) => ({ batch, old: before[index] as Batch, at })),
    );
    const disturbed = places.filter(({ batch, at }) => batch.disturbed[at] === 1);
    const changed = places.filter(({ batch, old, at }) =>
      COLUMNS.some((name) => !Object.is(batch[name][at], old[name][at])),
    );
    expect(after.map(({ size }) => size)).toEqual(before.map(({ size }) => size));
    expect(disturbed.length).toBeGreaterThan(100);
    expect(changed.filter(({ batch, at }) => batch.disturbed[at] === 0)).toEqual([]);
  });

  test('adds every kind, night faults at night, and pairs with two operators', () => {
    const added = planFaults(1, START, 60).filter(({ kind }) => !FIRST_KINDS.includes(kind));
    const times = Object.fromEntries(
      [...Map.groupBy(added, ({ kind }) => kind)].map(([kind, own]) => [kind, own.length]),
    );
    expect(times).toEqual({
      night_down: 8,
      third_late: 8,
      growing_delay: 4,
      flapping: 4,
      two_down: 8,
      sender_failing: 4,
      sender_late: 4,
      one_word: 4,
    });
    for (const { start, operator } of added.filter(({ kind }) => kind === 'night_down')) {
      expect(operator).toBe('VTR');
      expect(((start - START) % DAY) / HOUR).toSatisfy((hour: number) => hour >= 1 && hour < 4);
    }
    const pairs = Map.groupBy(
      added.filter(({ kind }) => kind === 'two_down'),
      ({ start }) => start,
    );
    for (const both of pairs.values()) expect(new Set(both.map(({ operator }) => operator)).size).toBe(2);
  });

  test('has calm days with summer time, a holiday and two permanent levels', () => {
    const calm = planCalm(1, START);
    const find = (kind: FaultKind) => calm.find((one) => one.kind === kind) as InjectedFault;
    expect(find('summer_time').end - find('summer_time').start).toBe(28 * DAY);
    expect(find('holiday').end - find('holiday').start).toBe(DAY);
    expect(find('new_failures').operator).not.toBe(find('new_slowness').operator);
    for (const kind of ['new_failures', 'new_slowness'] as const) {
      expect(find(kind).end - find(kind).start).toBeGreaterThan(21 * DAY);
    }
    expect(planCalm(2, START)).not.toEqual(calm);
  });
});

describe('a fault', () => {
  test('delays a third of the messages by 10 to 40 minutes', () => {
    const { changed, share } = changedBy(entel('third_late', 60));
    expect(share).toBeCloseTo(1 / 3, 1);
    for (const one of changed) {
      expect(laterBy(one)).toBeGreaterThanOrEqual(10 * MINUTE);
      expect(laterBy(one)).toBeLessThanOrEqual(40 * MINUTE);
      expect(one.knownAt - one.before.knownAt).toBe(laterBy(one));
    }
  });

  test('increases the delay over two hours', () => {
    const fault = entel('growing_delay', 120);
    const { changed, share } = changedBy(fault);
    expect(share).toBe(1);
    for (const one of changed) {
      const passed = (one.handedIn - fault.start) / (120 * MINUTE);
      expect(laterBy(one)).toBeCloseTo(20 * MINUTE * passed, -1);
    }
  });

  test('flaps: nothing is delivered in every second five minutes', () => {
    const { changed } = changedBy(entel('flapping', 60));
    expect(changed.length).toBeGreaterThan(500);
    const turnOf = (time: number) => Math.floor((time - NOON) / (5 * MINUTE));
    for (const { before, receiptAt } of changed) {
      expect(turnOf(before.receiptAt) % 2).toBe(0);
      expect(turnOf(receiptAt)).toBe(turnOf(before.receiptAt) + 1);
    }
  });

  test.each(['night_down', 'two_down'] as const)('delivers nothing until its end: %s', (kind) => {
    const fault = entel(kind, 75);
    const delivered = pairsOf(fault).filter(({ isOwn, word, receiptAt }) => {
      return isOwn && word === 0 && receiptAt >= fault.start && receiptAt < fault.end;
    });
    expect(delivered).toEqual([]);
    expect(changedBy(fault).changed.length).toBeGreaterThan(1000);
  });

  test('delays one sender, a fifth of the messages', () => {
    const { changed, share } = changedBy(entel('sender_late', 90));
    expect(share).toBeCloseTo(0.2, 1);
    for (const one of changed) expect(laterBy(one)).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  test.each([
    ['sender_failing', 0.2, 1],
    ['one_word', 0.05, 2],
    ['new_failures', 0.05, 1],
  ] as const)('makes messages fail with one status word: %s', (kind, part, word) => {
    const { changed, share } = changedBy(entel(kind, 120));
    expect(Math.abs(share - part)).toBeLessThan(0.015);
    for (const one of changed) {
      expect(one.word).toBe(word);
      expect(Number.isNaN(one.receiptAt)).toBe(word === 1);
      expect(one.knownAt).toBeGreaterThan(one.handedIn);
      expect(one.knownAt).toBeLessThanOrEqual(one.before.knownAt);
    }
  });

  test('may be a permanent level: 15 % are slower', () => {
    const { changed, share } = changedBy(entel('new_slowness', 240));
    expect(Math.abs(share - 0.15)).toBeLessThan(0.02);
    for (const one of changed) {
      expect(laterBy(one)).toBeGreaterThanOrEqual(3 * MINUTE);
      expect(laterBy(one)).toBeLessThanOrEqual(30 * MINUTE);
    }
  });

  test('reduces the traffic of all operators to a third on a holiday', () => {
    const sizes = (faults: readonly InjectedFault[]) =>
      operators.map(({ name }) =>
        batchesOf(faults, 1)
          .filter(({ operator }) => operator.name === name)
          .reduce((sum, { size }) => sum + size, 0),
      );
    const usual = sizes([]);
    for (const [index, size] of sizes([{ kind: 'holiday', start: START, end: START + DAY }]).entries()) {
      expect(Math.abs(size / (usual[index] ?? 0) - 1 / 3)).toBeLessThan(0.03);
    }
  });

  test('starts the day an hour earlier in summer time, and not afterwards', () => {
    const summer: InjectedFault = { kind: 'summer_time', start: START, end: START + DAY, offset: HOUR };
    const between = (faults: readonly InjectedFault[], from: number) =>
      batchesOf(faults, 2)
        .filter(({ start }) => start >= START + from && start < START + from + HOUR)
        .reduce((sum, { size }) => sum + size, 0);
    // From five o'clock on, traffic triples in an hour.
    const ratio = between([summer], 5 * HOUR) / between([], 5 * HOUR);
    expect(ratio).toBeGreaterThan(2);
    expect(ratio).toBeLessThan(4);
    expect(between([summer], DAY + 12 * HOUR)).toBe(between([], DAY + 12 * HOUR));
  });
});
