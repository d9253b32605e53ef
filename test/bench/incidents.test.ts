import { describe, expect, test } from 'vitest';
import { OURS } from '../../bench/incidents/ours.ts';
import { planFaults } from '../../bench/incidents/plan.ts';
import { report } from '../../bench/incidents/report.ts';
import { watch } from '../../bench/incidents/rules.ts';
import { runSeed } from '../../bench/incidents/run.ts';
import { scoreOf } from '../../bench/incidents/score.ts';
import { createTraffic, DAY, QUARTER } from '../../bench/incidents/traffic.ts';
import { createReader } from '../../bench/incidents/view.ts';
import { createTally } from '../../src/domain/counting/tally.ts';
import { mergeByOperator } from '../support/cells.ts';

/** Long enough for a day with every kind of fault, and quick to generate. */
const SMALL = { seed: 3, days: 8, perDay: 100_000, historyDays: 7, hasCalmDays: false };

describe('incidents on generated traffic', () => {
  test('finds every due outage in time, without false alarms', () => {
    const run = runSeed(SMALL);
    const ours = scoreOf(run)[OURS];
    const due = ours?.results.filter(({ isDue }) => isDue) ?? [];
    expect(due.length).toBeGreaterThanOrEqual(3);
    for (const { delay } of due) expect(delay).toBeLessThanOrEqual(900);
    expect(ours?.falseAlarms).toEqual([]);

    const { text } = report([run], SMALL);
    expect(text).toContain(`| ${OURS} | ${due.length} of ${due.length} |`);
    expect(text).toMatch(
      /Time to clear, .*: median \d+\.\d min, worst \d+\.\d min\. Not seen to work again: 0\./,
    );
    expect(text).not.toMatch(/NaN|undefined/);
  });

  test('reads what had reached the platform at that time', () => {
    const start = Date.UTC(2026, 8, 2) / 1000;
    const faults = planFaults(1, start, 1);
    const nextQuarter = createTraffic({ seed: 1, perDay: 20_000, faults });
    const reader = createReader();
    const batches = Array.from({ length: 60 }, (_, index) => nextQuarter(start + index * QUARTER)).flat();
    for (let at = start + DAY / 2; at < start + DAY / 2 + 3600; at += 300) {
      const tally = createTally(new Date(at * 1000));
      for (const batch of batches) {
        for (let index = 0; index < batch.size; index++) {
          const handedIn = batch.platformAt[index] ?? Number.NaN;
          if (handedIn > at) continue;
          const isDone = (batch.receiptKnownAt[index] ?? Number.NaN) <= at;
          const isHandedOver = (batch.operatorKnownAt[index] ?? Number.NaN) <= at;
          tally.add(
            batch.operator.name,
            isDone
              ? ['delivered', 'sent_failed', 'undeliverable'][batch.word[index] ?? 0]
              : batch.operator.pending,
            {
              platformAt: handedIn,
              operatorAt: isHandedOver ? (batch.operatorAt[index] ?? Number.NaN) : Number.NaN,
              handsetAt: isDone ? (batch.receiptAt[index] ?? Number.NaN) : Number.NaN,
            },
          );
        }
      }
      const byName = (a: { operator: string | undefined }, b: { operator: string | undefined }) =>
        (a.operator ?? '').localeCompare(b.operator ?? '');
      const read = mergeByOperator(reader.read(at, batches)).sort(byName);
      expect(read).toEqual(mergeByOperator(tally.cells()).sort(byName));
    }
  });

  test('plans the same faults for a seed, and never two at once', () => {
    const faults = planFaults(4, 0, 60);
    expect(planFaults(4, 0, 60)).toEqual(faults);
    expect(planFaults(5, 0, 60)).not.toEqual(faults);
    expect(faults.length).toBeGreaterThan(80);
    // Two operators that are down together count as one fault.
    const each = faults.filter(({ start }, index) => faults[index - 1]?.start !== start);
    for (const [index, { end }] of each.entries()) {
      expect(each[index + 1]?.start ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(end);
    }
  });
});

describe('watch', () => {
  test('starts one alarm after enough bad checks, and another after enough good ones', () => {
    const opinions = [true, true, true, undefined, true, false, true, false, false, true, true];
    const watcher = watch({
      name: 'one',
      toAlarm: 2,
      toEnd: 2,
      opinions: (_, at) => new Map([['Entel', opinions[at]]]),
    });
    const alarms = opinions.flatMap((_, at) => watcher.check([], at));
    expect(alarms).toEqual([1, 10].map((at) => ({ at, about: 'delivery', operator: 'Entel' })));
  });

  test('raises an alarm about the platform after two failed readings', () => {
    const watcher = watch({ name: 'one', toAlarm: 2, toEnd: 1, opinions: () => new Map() });
    const alarms = [undefined, [], undefined, undefined, undefined].flatMap((cells, at) =>
      watcher.check(cells, at),
    );
    expect(alarms).toEqual([{ at: 3, about: 'platform' }]);
  });
});
