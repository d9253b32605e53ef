import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTally } from '../../../src/domain/counting/tally.ts';
import type { ChangeSubject } from '../../../src/domain/figures/changes.ts';
import { countsOf, type OperatorCounts } from '../../../src/domain/incidents/counts.ts';
import { addUp, type Cusums, sureOf, thresholdOf } from '../../../src/domain/incidents/cusum.ts';
import { detect } from '../../../src/domain/incidents/detect.ts';
import { follow, NOTHING_WATCHED, type WatchState } from '../../../src/domain/incidents/lifecycle.ts';
import type { Looks } from '../../../src/domain/incidents/look.ts';
import { countsWith, usualWith } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const START = at('12:00:00').getTime();
const QUARTER = 900_000;

/** What a check finds of one operator: how many were handed in since the last one, and how many of those wait or failed. */
interface Step {
  readonly submitted: number;
  readonly waiting: number;
  readonly failed: number;
  readonly minutes: number;
  /** The platform cannot be read: what is handed in meanwhile is seen at the next check. */
  readonly isAway?: boolean;
}

/** The checks of an operator with few messages, as a platform would tell them: quarter hours that grow. */
function eventsOf(steps: readonly Step[], between: (state: WatchState) => WatchState = (state) => state) {
  let state: WatchState = NOTHING_WATCHED;
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
      baselines: [{ operator: 'VTR', baseline: usualWith({ leastRecent: 6 }) }],
    };
    const check = detect(isAway ? undefined : input, {
      at: readAt,
      platform: { login: true, report: !isAway },
      before: state.accumulated,
    });
    const followed = follow(state, check);
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

describe('evidence that adds up', () => {
  test('finds an outage where no window holds enough messages, and its end', () => {
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

  test('says since when nobody sends anything', () => {
    const silent = { submitted: 0, waiting: 0, failed: 0, minutes: 5 };
    const busy = { submitted: 2, waiting: 0, failed: 0, minutes: 5 };
    const events = eventsOf([...repeat(busy, 4), ...repeat(silent, 60)]);
    expect(events[0]).toMatchObject({ kind: 'began', verdict: 'silent' });
    expect(events[0]?.evidence?.hits).toBe(0);
  });

  test('is the same after a restart as without', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const kept = eventsOf(steps, (state) => JSON.parse(JSON.stringify(state)));
        expect(kept).toEqual(eventsOf(steps));
      }),
    );
  });

  test('is not counted twice where figures are no newer', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const twice = steps.flatMap((step) => [step, { submitted: 0, waiting: 0, failed: 0, minutes: 0 }]);
        expect(eventsOf(twice)).toEqual(eventsOf(steps));
      }),
    );
  });

  test('goes on where the platform was away meanwhile', () => {
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

  test('goes on where a check is missed, and not after an hour without any', () => {
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

test('the order of messages within a check never matters', () => {
  const baselines = ['VTR', 'Entel'].map((operator) => ({
    operator,
    baseline: usualWith({ leastRecent: 6 }),
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
    const named = <T extends { subject?: ChangeSubject; whose?: ChangeSubject }>(list: readonly T[] = []) =>
      new Map(list.map((one) => [JSON.stringify(one.subject ?? one.whose), one]));
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

const look = (of: number, hits: number): Looks => {
  const one = { of, hits, usualHits: 0.05 * of };
  return { waiting: one, slow_hand_over: one, failures: one };
};
const add = (before: Cusums, looks: Looks) =>
  addUp(before, looks, { sensitivity: 'normal', rebuilt: 0 }, () => START);
const anyLook = fc.tuple(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true })).map(([of, share]) => {
  return [of, Math.floor(of * share)] as const;
});

describe('addUp', () => {
  test('is never less for one more message that is bad', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 20 }), fc.nat(19), (looks, place) => {
        const worse = looks.map(([of, hits], index) =>
          look(of, index === place ? Math.min(of, hits + 1) : hits),
        );
        const before = looks.reduce<Cusums>((sum, [of, hits]) => add(sum, look(of, hits)), {});
        const after = worse.reduce<Cusums>((sum, one) => add(sum, one), {});
        for (const [name, { sum }] of Object.entries(before)) {
          expect(after[name as keyof Cusums]?.sum ?? 0).toBeGreaterThanOrEqual(sum - 1e-9);
        }
      }),
    );
  });

  test('takes another look, however many messages one has', () => {
    const once = add({}, look(100_000, 100_000));
    expect(sureOf(once, 'normal').size).toBe(0);
    expect(sureOf(add(once, look(100_000, 100_000)), 'normal').size).toBe(3);
  });

  test('asks for more where fewer false alarms are wanted', () => {
    expect(thresholdOf('low')).toBeGreaterThan(thresholdOf('normal'));
    expect(thresholdOf('normal')).toBeGreaterThan(thresholdOf('high'));
  });
});
