import { describe, expect, test } from 'vitest';
import { aimsOf } from '../../bench/incidents/aims.ts';
import { clearingOf } from '../../bench/incidents/clearing.ts';
import { type FaultTraffic, NO_TRAFFIC } from '../../bench/incidents/fault-traffic.ts';
import type { FaultKind, InjectedFault } from '../../bench/incidents/faults.ts';
import { poissonInterval, withPoissonInterval } from '../../bench/incidents/interval.ts';
import { createOracle, foundByOracle } from '../../bench/incidents/oracle.ts';
import { type Alarm, CADENCE } from '../../bench/incidents/rules.ts';
import { scoreOf } from '../../bench/incidents/score.ts';
import { type Batch, createTraffic, DAY, operators } from '../../bench/incidents/traffic.ts';

const MINUTE = 60;
const HOUR = 3600;

function createFault(kind: FaultKind, minutes = 60, start = 0): InjectedFault {
  return { kind, start, end: start + minutes * MINUTE, operator: 'Entel' };
}

function createAlarm(at: number, about: Alarm['about'] = 'delivery'): Alarm {
  return { at, about, operator: 'Entel' };
}

function scored(fault: InjectedFault, alarms: readonly Alarm[], traffic: Partial<FaultTraffic> = {}) {
  const run = { faults: [fault], traffic: [{ ...NO_TRAFFIC, ...traffic }], alarms: { one: alarms } };
  return scoreOf(run).one ?? { results: [], falseAlarms: [] };
}

describe('the interval of a count', () => {
  test.each([
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [4, 1.09, 10.242],
    [10, 4.795, 18.39],
    [100, 81.364, 121.627],
  ])('is the exact Poisson interval: %d', (count, low, high) => {
    const interval = poissonInterval(count);
    expect(interval.low).toBeCloseTo(low, 2);
    expect(interval.high).toBeCloseTo(high, 2);
  });

  test('is written after the count, also for thousands', () => {
    expect(withPoissonInterval(4)).toBe('4 (1.1–10.2)');
    expect(withPoissonInterval(5063)).toBe('5,063 (4,924–5,204)');
  });
});

describe('an alarm', () => {
  test('for a new level is right for three days', () => {
    const level = createFault('new_failures', 7 * 24 * 60);
    const alarms = [HOUR, 3 * DAY, 3 * DAY + CADENCE, 6 * DAY].map((at) => createAlarm(at));
    expect(scored(level, alarms).falseAlarms.map(({ at }) => at)).toEqual([3 * DAY + CADENCE, 6 * DAY]);
    expect(scored(level, alarms).results[0]?.delay).toBe(HOUR);
  });

  test.each(['holiday', 'summer_time', 'low_night'] as const)('is false when nothing fails: %s', (kind) => {
    expect(scored(createFault(kind), [createAlarm(HOUR / 2)]).falseAlarms).toHaveLength(1);
  });

  test.each(['flapping', 'third_late', 'sender_late', 'one_word', 'two_down'] as const)(
    'is right during a fault and for 15 minutes after it: %s',
    (kind) => {
      const alarms = [HOUR / 2, HOUR + 900, HOUR + 901].map((at) => createAlarm(at));
      expect(scored(createFault(kind), alarms).falseAlarms.map(({ at }) => at)).toEqual([HOUR + 901]);
    },
  );
});

describe('the targets for a fault', () => {
  const resultsOf = (fault: InjectedFault, traffic: Partial<FaultTraffic>, delayMinutes: number) => {
    const aims = aimsOf(scored(fault, [createAlarm(delayMinutes * MINUTE)], traffic).results);
    return Object.entries(aims).flatMap(([name, { of, isGood }]) =>
      of.map((one) => `${name} ${isGood(one) ? 'well' : 'missed'}`),
    );
  };

  test.each([
    ['operator_down', 20, { first: 50 }, 15, ['due well']],
    ['two_down', 20, { first: 50 }, 16, ['due missed']],
    ['two_down', 20, { first: 49 }, 16, []],
    ['night_down', 75, { halfHour: 10 }, 45, ['faint well']],
    ['night_down', 75, { halfHour: 19 }, 46, ['faint missed']],
    ['night_down', 75, { halfHour: 20 }, 46, []],
    ['operator_down', 20, { halfHour: 10 }, 20, []],
    ['silence', 60, { usualQuarter: 30 }, 15, ['silence well']],
    ['silence', 60, { usualQuarter: 29 }, 15, []],
    // The first delayed message is due after 5 and 2 minutes.
    ['third_late', 60, { halfHour: 100, hitAt: 5 * MINUTE }, 27, ['third well']],
    ['third_late', 60, { halfHour: 100, hitAt: 5 * MINUTE }, 28, ['third missed']],
    ['third_late', 60, { halfHour: 99 }, 28, []],
    ['failures', 90, { halfHour: 300 }, 61, ['failures well', 'steadyFailures missed']],
    ['one_word', 90, { halfHour: 300 }, 60, ['failures well', 'steadyFailures well']],
    ['failures', 90, { halfHour: 299 }, 60, []],
  ] as const)('%s of %d minutes with %o, found after %d', (kind, minutes, traffic, delay, expected) => {
    expect(resultsOf(createFault(kind, minutes), traffic, delay)).toEqual(expected);
  });

  test('count a flapping outage as one', () => {
    const fault = createFault('flapping');
    const { results } = scored(fault, [createAlarm(600)]);
    const incident = (startedAt: number, endedAt: number) => ({
      operator: 'Entel',
      startedAt,
      endedAt,
      isCleared: true,
    });
    const again = (second: number) =>
      clearingOf([{ incidents: [incident(600, 1200), incident(second, second + 600)] }], [results]).again;
    expect(again(1800)).toEqual([fault]);
    expect(again(2 * HOUR + 1)).toEqual([]);
  });
});

describe('the reference test that knows both failure rates', () => {
  const [entel] = operators;

  /** The reference test's scores of Entel, one check after the other from 0 on. */
  function runWith(scores: readonly number[], faults: readonly InjectedFault[] = []) {
    return { faults, oracle: { firstAt: 0, scores: new Map([['Entel', Float64Array.from(scores)]]) } };
  }

  test('sums the log-likelihood ratios of messages, and never falls below zero', () => {
    const start = Date.UTC(2026, 8, 2, 15) / 1000;
    const nextQuarter = createTraffic({ seed: 1, perDay: 50_000, faults: [] });
    const generated = nextQuarter(start).find(({ operator }) => operator === entel) as Batch;
    const batch = {
      ...generated,
      size: 10,
      platformAt: new Float64Array(10).fill(start + 60),
      receiptKnownAt: new Float64Array(10).fill(start + 70),
      word: Uint8Array.from([1, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
    };
    const test = createOracle([], start, 3);
    // Too young, of the right age, and too old.
    for (const index of [0, 1, 2]) test.check(index, [batch]);
    const usual = entel.failureRate * entel.receiptCoverage;
    const risen = (entel.failureRate + 0.05) * entel.receiptCoverage;
    const score = 2 * Math.log(risen / usual) + 8 * Math.log((1 - risen) / (1 - usual));
    const scores = [...(test.scores().scores.get('Entel') ?? [])];
    expect(scores[0]).toBe(0);
    expect(scores[1]).toBeCloseTo(score, 9);
    expect(scores[2]).toBeCloseTo(score, 9);

    const well = createOracle([], start, 2);
    for (const index of [0, 1]) well.check(index, [{ ...batch, word: new Uint8Array(10) }]);
    expect([...(well.scores().scores.get('Entel') ?? [])]).toEqual([0, 0]);
  });

  test('starts again after the end of a fault', () => {
    const start = Date.UTC(2026, 8, 2, 15) / 1000;
    const nextQuarter = createTraffic({ seed: 1, perDay: 50_000, faults: [] });
    const failing = nextQuarter(start).map((batch) => ({ ...batch, word: batch.word.fill(1) }));
    const last = (firstAt: number, checks: number, faults: readonly InjectedFault[]) => {
      const test = createOracle(faults, firstAt, checks);
      for (let index = 0; index < checks; index++) test.check(index, failing);
      return test.scores().scores.get('Entel')?.[checks - 1] ?? 0;
    };
    const alone = last(start + 600, 1, []);
    expect(alone).toBeGreaterThan(0);
    expect(last(start + 300, 2, [])).toBeGreaterThan(alone);
    // A quarter of an hour after its end is between the two checks.
    expect(last(start + 300, 2, [createFault('failures', 1, start - 500)])).toBe(alone);
  });

  test('finds a fault with a score of at least the maximum of quiet traffic', () => {
    const fault = createFault('failures', 10, 4 * CADENCE);
    const quiet = [1, 3, 2, 0];
    const found = (during: number, falseAlarms: readonly Alarm[] = []) =>
      foundByOracle([runWith([...quiet, during, 0, 5, 0, 2], [fault])], falseAlarms).has(fault);
    // The 5 is within 15 minutes after the fault, so it does not count as quiet.
    expect(found(3)).toBe(true);
    expect(found(4)).toBe(true);
  });

  test('may raise as many false alarms as ours', () => {
    const fault = createFault('failures', 5, 6 * CADENCE);
    const scores = [0, 9, 0, 6, 0, 0, 7, 0, 0, 0, 0, 0, 4, 0];
    const found = (falseAlarms: readonly Alarm[]) =>
      foundByOracle([runWith(scores, [fault])], falseAlarms).has(fault);
    expect(found([])).toBe(false);
    expect(found([createAlarm(1)])).toBe(true);
    expect(found([{ ...createAlarm(1), operator: 'Claro' }])).toBe(false);
    expect(found([{ at: 1, about: 'delivery' }])).toBe(true);
    expect(found([createAlarm(1, 'clock')])).toBe(false);
  });
});
