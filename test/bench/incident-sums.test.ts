import { describe, expect, test } from 'vitest';
import { aimsOf } from '../../bench/incidents/aims.ts';
import { clearingOf } from '../../bench/incidents/clearing.ts';
import { type FaultTraffic, NO_TRAFFIC } from '../../bench/incidents/fault-traffic.ts';
import type { Fault, FaultKind } from '../../bench/incidents/faults.ts';
import { poissonInterval, withPoissonInterval } from '../../bench/incidents/interval.ts';
import { createTold, foundByTold } from '../../bench/incidents/oracle.ts';
import { type Alarm, CADENCE } from '../../bench/incidents/rules.ts';
import { scoreOf } from '../../bench/incidents/score.ts';
import { type Batch, createTraffic, DAY, operators } from '../../bench/incidents/traffic.ts';

const MINUTE = 60;
const HOUR = 3600;

function aFault(kind: FaultKind, minutes = 60, start = 0): Fault {
  return { kind, start, end: start + minutes * MINUTE, operator: 'Entel' };
}

function anAlarm(at: number, about: Alarm['about'] = 'delivery'): Alarm {
  return { at, about, operator: 'Entel' };
}

function scored(fault: Fault, alarms: readonly Alarm[], traffic: Partial<FaultTraffic> = {}) {
  const run = { faults: [fault], traffic: [{ ...NO_TRAFFIC, ...traffic }], alarms: { one: alarms } };
  return scoreOf(run).one ?? { found: [], falseAlarms: [] };
}

describe('the interval of a count', () => {
  test.each([
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [4, 1.09, 10.242],
    [10, 4.795, 18.39],
    [100, 81.364, 121.627],
  ])('is the exact one: %d', (count, low, high) => {
    const interval = poissonInterval(count);
    expect(interval.low).toBeCloseTo(low, 2);
    expect(interval.high).toBeCloseTo(high, 2);
  });

  test('is written after it, also where there are thousands', () => {
    expect(withPoissonInterval(4)).toBe('4 (1.1–10.2)');
    expect(withPoissonInterval(5063)).toBe('5,063 (4,924–5,204)');
  });
});

describe('an alarm', () => {
  test('of a new level is right for three days', () => {
    const level = aFault('new_failures', 7 * 24 * 60);
    const alarms = [HOUR, 3 * DAY, 3 * DAY + CADENCE, 6 * DAY].map((at) => anAlarm(at));
    expect(scored(level, alarms).falseAlarms.map(({ at }) => at)).toEqual([3 * DAY + CADENCE, 6 * DAY]);
    expect(scored(level, alarms).found[0]?.delay).toBe(HOUR);
  });

  test.each(['holiday', 'summer_time', 'low_night'] as const)('is false for what is none: %s', (kind) => {
    expect(scored(aFault(kind), [anAlarm(HOUR / 2)]).falseAlarms).toHaveLength(1);
  });

  test.each(['flapping', 'third_late', 'sender_late', 'one_word', 'two_down'] as const)(
    'is right for a fault, and a quarter of an hour after it: %s',
    (kind) => {
      const alarms = [HOUR / 2, HOUR + 900, HOUR + 901].map((at) => anAlarm(at));
      expect(scored(aFault(kind), alarms).falseAlarms.map(({ at }) => at)).toEqual([HOUR + 901]);
    },
  );
});

describe('what is to be made of a fault', () => {
  const told = (fault: Fault, traffic: Partial<FaultTraffic>, delayMinutes: number) => {
    const aims = aimsOf(scored(fault, [anAlarm(delayMinutes * MINUTE)], traffic).found);
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
    // The first one that is kept is due after 5 and 2 minutes.
    ['third_late', 60, { halfHour: 100, hitAt: 5 * MINUTE }, 27, ['third well']],
    ['third_late', 60, { halfHour: 100, hitAt: 5 * MINUTE }, 28, ['third missed']],
    ['third_late', 60, { halfHour: 99 }, 28, []],
    ['failures', 90, { halfHour: 300 }, 61, ['failures well', 'steadyFailures missed']],
    ['one_word', 90, { halfHour: 300 }, 60, ['failures well', 'steadyFailures well']],
    ['failures', 90, { halfHour: 299 }, 60, []],
  ] as const)('%s of %d minutes with %o, found after %d', (kind, minutes, traffic, delay, expected) => {
    expect(told(aFault(kind, minutes), traffic, delay)).toEqual(expected);
  });

  test('an outage that comes and goes is one', () => {
    const fault = aFault('flapping');
    const { found } = scored(fault, [anAlarm(600)]);
    const spell = (began: number, over: number) => ({ operator: 'Entel', began, over, isCleared: true });
    const again = (second: number) =>
      clearingOf([{ spells: [spell(600, 1200), spell(second, second + 600)] }], [found]).again;
    expect(again(1800)).toEqual([fault]);
    expect(again(2 * HOUR + 1)).toEqual([]);
  });
});

describe('the test that is told both shares', () => {
  const [entel] = operators;

  /** The told test's scores of Entel, one check after the other from 0 on. */
  function told(scores: readonly number[], faults: readonly Fault[] = []) {
    return { faults, told: { firstAt: 0, scores: new Map([['Entel', Float64Array.from(scores)]]) } };
  }

  test('adds up how much likelier each message is by the greater share, and never less than nought', () => {
    const start = Date.UTC(2026, 8, 2, 15) / 1000;
    const nextQuarter = createTraffic({ seed: 1, perDay: 50_000, faults: [] });
    const made = nextQuarter(start).find(({ operator }) => operator === entel) as Batch;
    const batch = {
      ...made,
      size: 10,
      platformAt: new Float64Array(10).fill(start + 60),
      receiptKnownAt: new Float64Array(10).fill(start + 70),
      word: Uint8Array.from([1, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
    };
    const test = createTold([], start, 3);
    // Too young, of the right age, and too old.
    for (const index of [0, 1, 2]) test.check(index, [batch]);
    const usual = entel.failureRate * entel.receiptCoverage;
    const risen = (entel.failureRate + 0.05) * entel.receiptCoverage;
    const score = 2 * Math.log(risen / usual) + 8 * Math.log((1 - risen) / (1 - usual));
    const scores = [...(test.told().scores.get('Entel') ?? [])];
    expect(scores[0]).toBe(0);
    expect(scores[1]).toBeCloseTo(score, 9);
    expect(scores[2]).toBeCloseTo(score, 9);

    const well = createTold([], start, 2);
    for (const index of [0, 1]) well.check(index, [{ ...batch, word: new Uint8Array(10) }]);
    expect([...(well.told().scores.get('Entel') ?? [])]).toEqual([0, 0]);
  });

  test('begins anew where a fault is over', () => {
    const start = Date.UTC(2026, 8, 2, 15) / 1000;
    const nextQuarter = createTraffic({ seed: 1, perDay: 50_000, faults: [] });
    const failing = nextQuarter(start).map((batch) => ({ ...batch, word: batch.word.fill(1) }));
    const last = (firstAt: number, checks: number, faults: readonly Fault[]) => {
      const test = createTold(faults, firstAt, checks);
      for (let index = 0; index < checks; index++) test.check(index, failing);
      return test.told().scores.get('Entel')?.[checks - 1] ?? 0;
    };
    const alone = last(start + 600, 1, []);
    expect(alone).toBeGreaterThan(0);
    expect(last(start + 300, 2, [])).toBeGreaterThan(alone);
    // A quarter of an hour after its end is between the two checks.
    expect(last(start + 300, 2, [aFault('failures', 1, start - 500)])).toBe(alone);
  });

  test('finds what is above all that quiet traffic came to, if ours raised no false alarm', () => {
    const fault = aFault('failures', 10, 4 * CADENCE);
    const quiet = [1, 3, 2, 0];
    const found = (during: number, falseAlarms: readonly Alarm[] = []) =>
      foundByTold([told([...quiet, during, 0, 5, 0, 2], [fault])], falseAlarms).has(fault);
    // The 5 came within a quarter of an hour after the fault, and is no quiet one.
    expect(found(3)).toBe(true);
    expect(found(4)).toBe(true);
  });

  test('may raise as many false alarms as ours', () => {
    const fault = aFault('failures', 5, 6 * CADENCE);
    const scores = [0, 9, 0, 6, 0, 0, 7, 0, 0, 0, 0, 0, 4, 0];
    const found = (falseAlarms: readonly Alarm[]) =>
      foundByTold([told(scores, [fault])], falseAlarms).has(fault);
    expect(found([])).toBe(false);
    expect(found([anAlarm(1)])).toBe(true);
    expect(found([{ ...anAlarm(1), operator: 'Claro' }])).toBe(false);
    expect(found([{ at: 1, about: 'delivery' }])).toBe(true);
    expect(found([anAlarm(1, 'clock')])).toBe(false);
  });
});
