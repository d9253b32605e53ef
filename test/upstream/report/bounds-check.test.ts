import { expect, test } from 'vitest';
import { packCells } from '../../../src/domain/counting/codec.ts';
import { createTally } from '../../../src/domain/counting/tally.ts';
import { createBoundsCheck } from '../../../src/upstream/report/bounds-check.ts';
import type { CountedReport } from '../../../src/upstream/report/count.ts';
import { recordLog } from '../../support/log.ts';

const DAY_SECONDS = 86_400;
const now = () => new Date('2026-11-18T12:00:00Z');
const start = Date.parse('2026-11-14T00:00:00Z') / 1000;

/** A day with a message per operator and quarter hour, and one message without a platform time. */
function createReport(operators: number, ofMessages = 96): CountedReport {
  const tally = createTally(now());
  for (let operator = 0; operator < operators; operator += 1) {
    for (let message = 0; message < ofMessages; message += 1) {
      const at = start + (message * DAY_SECONDS) / 96;
      tally.add(`operator ${operator}`, 'delivered', {
        platformAt: at,
        operatorAt: at + 1,
        handsetAt: at + (operator % 60),
      });
    }
  }
  tally.add('Entel', 'delivered', { platformAt: Number.NaN, operatorAt: start, handsetAt: start });
  const packedCells = packCells(tally.cells());
  const counts = { received: 1, unreadable: 0, total: undefined };
  return {
    summary: { ...counts, faults: [], hasData: true },
    otherNumbers: 0,
    readAtMs: 0,
    bytes: 0,
    packedCells,
  };
}

function createCheck(...reports: readonly CountedReport[]) {
  const { log, lines } = recordLog();
  const asked: unknown[] = [];
  const { areDaysMissing: check, isMismatchFound } = createBoundsCheck({
    bounds: 'inclusive',
    timeZone: 'UTC',
    now,
    log,
    async countReport({ filter }) {
      asked.push(filter);
      return reports[asked.length - 1] ?? createReport(0);
    },
  });
  return { check, isMismatchFound, lines, asked };
}

const mismatch = expect.objectContaining({ level: 'error' });

test.each([
  ['as much', createReport(2), false, []],
  ['less', createReport(2, 95), true, [mismatch]],
  ['none', createReport(0), true, [mismatch]],
] as const)('a smaller day alone means missing days: %s', async (_, alone, areMissing, expected) => {
  const { check, isMismatchFound, lines, asked } = createCheck(createReport(2), alone);
  expect(isMismatchFound()).toBe(false);
  expect([await check(), await check()]).toEqual([areMissing, areMissing]);
  expect(isMismatchFound()).toBe(areMissing);
  expect(lines).toEqual(expected);
  expect(asked).toHaveLength(2);
});

test('decides nothing by a day without a message that has a time', async () => {
  const { check, lines, asked } = createCheck(createReport(0), createReport(0));
  expect([await check(), await check()]).toEqual([false, false]);
  expect(lines).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('yields to other work while it compares a day with much traffic', async () => {
  const { check } = createCheck(createReport(200), createReport(200));
  let turns = 0;
  const turn = () => {
    turns += 1;
    turning = setImmediate(turn);
  };
  let turning = setImmediate(turn);
  expect(await check()).toBe(false);
  clearImmediate(turning);
  expect(turns).toBeGreaterThan(0);
});
