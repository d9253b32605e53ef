import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTally } from '../../../src/domain/counting/tally.ts';
import { countsOf, type OperatorCounts } from '../../../src/domain/detection/counts.ts';
import {
  type Cusums,
  cusumThreshold,
  evidenceAboveThreshold,
  updateCusums,
} from '../../../src/domain/detection/cusum.ts';
import { detect } from '../../../src/domain/detection/detect.ts';
import {
  EMPTY_WATCH_STATE,
  updateWatchState,
  type WatchState,
} from '../../../src/domain/detection/lifecycle.ts';
import type { Samples } from '../../../src/domain/detection/sample.ts';
import type { ChangeSubject } from '../../../src/domain/figures/changes.ts';
import { countsWith, usualWith } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const START = at('12:00:00').getTime();
const QUARTER = 900_000;

/** Counts of one check for one operator: messages since the last check, and how many of them wait or failed. */
interface Step {
  readonly submitted: number;
  readonly waiting: number;
  readonly failed: number;
  readonly minutes: number;
  /** The platform cannot be read: the next check sees the messages of this time. */
  readonly isAway?: boolean;
}

/** The events of an operator with few messages, from quarter hours that grow with each check. */
function eventsOf(steps: readonly Step[], between: (state: WatchState) => WatchState = (state) => state) {
  let state: WatchState = EMPTY_WATCH_STATE;
  let ms = START;
  let quarters: OperatorCounts['quarters'] = [];
  return steps.flatMap(({ submitted, waiting, failed, minutes, isAway }) => {
    ms += minutes * 60_000;
    const start = (Math.floor(ms / QUARTER) * QUARTER) / 1000;
    const none = { start, submitted: 0, failed: 0, handedOver: 0, slow: 0, late: 0 };
    const own = quarters?.find((one) => one.start === start) ?? none;
    const grown = {
      ...own,
      submitted: own.submitted + submitted,
      failed: own.failed + failed,
      handedOver: own.handedOver + submitted - failed,
    };
    quarters = [
      ...(quarters ?? []).filter((one) => one.start !== start && one.start * 1000 > ms - 3_600_000),
      grown,
    ];
    const counts = countsWith({ recent: submitted, waiting: { of: submitted, hits: waiting } });
    const readAt = new Date(ms);
    const input = {
      readAt,
      counts: [{ operator: 'VTR', counts, quarters }],
      baselines: [{ operator: 'VTR', baseline: usualWith({ lowestRecent: 6 }) }],
    };
    const check = detect(isAway ? undefined : input, {
      at: readAt,
      platform: { login: true, report: !isAway },
      before: state.accumulated,
    });
    const followed = updateWatchState(state, check);
    state = between(followed.state);
    return followed.events
      .filter(({ subject }) => subject.of === 'operator')
      .map(({ kind, verdict, detection }) => {
        const evidence = detection?.findings.find((one) => one.evidence)?.evidence;
        return { minutes: (ms - START) / 60_000, kind, verdict, ...(evidence ? { evidence } : {}) };
      });
  });
}

const down: Step = { submitted: 2, waiting: 2, failed: 0, minutes: 5 };
const well: Step = { submitted: 2, waiting: 0, failed: 0, minutes: 5 };
const anyStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(30), fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 20 }))
  .map(([submitted, waiting, failed, minutes]) => ({
    submitted,
    waiting: Math.min(waiting, submitted),
    failed: Math.min(failed, submitted - Math.min(waiting, submitted)),
    minutes,
  }));
const repeat = (step: Step, times: number) => Array.from({ length: times }, () => step);

describe('accumulated evidence', () => {
  test('detects an outage and its end when no window has enough messages', () => {
    const [began, ended, ...more] = eventsOf([...repeat(well, 6), ...repeat(down, 8), ...repeat(well, 30)]);
    expect(began).toMatchObject({
      kind: 'began',
      verdict: 'down',
      evidence: { sinceMs: START + 28 * 60_000 },
    });
    expect(began?.minutes).toBeLessThanOrEqual(60);
    expect(began?.evidence?.hits).toBe(began?.evidence?.of);
    expect(began?.evidence?.perYear).toBeLessThanOrEqual(0.2);
    expect(ended).toMatchObject({ kind: 'ended' });
    expect(ended?.minutes).toBeLessThanOrEqual(70 + 120);
    expect(more).toEqual([]);
  });

  test.each([
    ['nothing but good messages', repeat(well, 200)],
    ['every tenth that waits', repeat({ submitted: 10, waiting: 1, failed: 0, minutes: 5 }, 200)],
    [
      'one look with hundreds that wait',
      [well, { submitted: 400, waiting: 400, failed: 0, minutes: 5 }, ...repeat(well, 5)],
    ],
  ])('finds nothing in %s', (_, steps) => {
    expect(eventsOf(steps)).toEqual([]);
  });

  test('reports an operator as silent when no more messages are sent to it', () => {
    const silent = { submitted: 0, waiting: 0, failed: 0, minutes: 5 };
    const busy = { submitted: 2, waiting: 0, failed: 0, minutes: 5 };
    const events = eventsOf([...repeat(busy, 4), ...repeat(silent, 60)]);
    expect(events[0]).toMatchObject({ kind: 'began', verdict: 'silent' });
    expect(events[0]?.evidence?.hits).toBe(0);
  });

  test('is the same with and without a restart', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        expect(eventsOf(steps, (state) => JSON.parse(JSON.stringify(state)))).toEqual(eventsOf(steps));
      }),
    );
  });

  test('does not count the same figures twice', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const twice = steps.flatMap((step) => [step, { submitted: 0, waiting: 0, failed: 0, minutes: 0 }]);
        expect(eventsOf(twice)).toEqual(eventsOf(steps));
      }),
    );
  });

  test('continues after the platform was unreachable', () => {
    const away: Step = { ...down, isAway: true };
    const [began, ...more] = eventsOf([
      ...repeat(well, 6),
      ...repeat(down, 3),
      away,
      away,
      ...repeat(down, 4),
    ]);
    expect(began).toMatchObject({ kind: 'began', verdict: 'down' });
    expect(began?.evidence?.sinceMs).toBe(START + 28 * 60_000);
    expect(more).toEqual([]);
  });

  test('continues after a missed check, but not after more than an hour without checks', () => {
    const gap = (minutes: number) => eventsOf([...repeat(down, 3), { ...down, minutes }, down, down]);
    expect(gap(15)).toHaveLength(1);
    expect(gap(120)).toHaveLength(0);
  });
});

const anyMessage = fc.record({
  secondsAgo: fc.nat(3600),
  handedOver: fc.option(fc.nat(300), { nil: undefined }),
  received: fc.option(fc.nat(600), { nil: undefined }),
  word: fc.constantFrom('delivered', 'sent_failed', 'sent'),
  operator: fc.constantFrom('VTR', 'Entel'),
});

type Message = typeof anyMessage extends fc.Arbitrary<infer One> ? One : never;

test('a check does not depend on the order of its messages', () => {
  const baselines = ['VTR', 'Entel'].map((operator) => ({
    operator,
    baseline: usualWith({ lowestRecent: 6 }),
  }));
  const checkOf = (messages: readonly Message[]) => {
    const readAt = new Date(START);
    const read = START / 1000;
    const tally = createTally(readAt);
    for (const { secondsAgo, handedOver = Number.NaN, received = Number.NaN, word, operator } of messages) {
      const platformAt = read - secondsAgo;
      const operatorAt = platformAt + handedOver;
      tally.add(operator, word, { platformAt, operatorAt, handsetAt: platformAt + received });
    }
    const input = { readAt, counts: countsOf([...tally.cells()], readAt), baselines };
    const { detections, accumulated } = detect(input, {
      at: readAt,
      platform: { login: true, report: true },
    });
    const named = <T extends { subject: ChangeSubject }>(list: readonly T[] = []) =>
      new Map(list.map((one) => [JSON.stringify(one.subject), one]));
    return { detections: named(detections), subjects: named(accumulated?.subjects) };
  };
  fc.assert(
    fc.property(
      fc
        .array(anyMessage, { maxLength: 120 })
        .chain((messages) =>
          fc.tuple(
            fc.constant(messages),
            fc.shuffledSubarray(messages, { minLength: messages.length, maxLength: messages.length }),
          ),
        ),
      ([messages, shuffled]) => {
        expect(checkOf(shuffled)).toEqual(checkOf(messages));
      },
    ),
  );
});

const sampleOf = (of: number, hits: number): Samples => {
  const one = { of, hits, usualHits: 0.05 * of };
  return { waiting: one, slow_hand_over: one, failures: one };
};
const add = (before: Cusums, samples: Samples) =>
  updateCusums(before, samples, { sensitivity: 'normal', reconstructedShare: 0 }, () => START);
const anySample = fc.tuple(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true })).map(([of, share]) => {
  return [of, Math.floor(of * share)] as const;
});

describe('updateCusums', () => {
  test('is never lower with one more bad message', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 20 }), fc.nat(19), (samples, place) => {
        const worse = samples.map(([of, hits], index) =>
          sampleOf(of, index === place ? Math.min(of, hits + 1) : hits),
        );
        const before = samples.reduce<Cusums>((sum, [of, hits]) => add(sum, sampleOf(of, hits)), {});
        const after = worse.reduce<Cusums>((sum, one) => add(sum, one), {});
        for (const [name, { sum }] of Object.entries(before)) {
          expect(after[name as keyof Cusums]?.sum ?? 0).toBeGreaterThanOrEqual(sum - 1e-9);
        }
      }),
    );
  });

  test('needs a second sample, however many messages the first one has', () => {
    const once = add({}, sampleOf(100_000, 100_000));
    expect(evidenceAboveThreshold(once, 'normal').size).toBe(0);
    expect(evidenceAboveThreshold(add(once, sampleOf(100_000, 100_000)), 'normal').size).toBe(3);
  });

  test('has a higher threshold at a lower sensitivity', () => {
    expect(cusumThreshold('low')).toBeGreaterThan(cusumThreshold('normal'));
    expect(cusumThreshold('normal')).toBeGreaterThan(cusumThreshold('high'));
  });
});
