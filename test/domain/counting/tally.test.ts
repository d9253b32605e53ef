import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SecondCounts } from '../../../src/domain/counting/second-counts.ts';
import { type Cell, type Figures, mergeFigures } from '../../../src/domain/figures/figures.ts';
import { rates } from '../../../src/domain/figures/rates.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { type Leg, timelineOf } from '../../../src/domain/messages/timeline.ts';
import { anyMessage, figuresOf, readAt, some, tallyOf, withWord } from '../../support/figures.ts';
import { at } from '../../support/messages.ts';
import { openUpstreamOnSandbox } from '../../support/sandbox.ts';

const receiptHours = 72;
const many = fc.array(anyMessage, { maxLength: 60 });
const once = (...seconds: number[]): SecondCounts => ({ seconds, counts: seconds.map(() => 1) });
const leg = (...seconds: number[]) => ({ latencies: once(...seconds), clockOff: 0 });
const clockOff = { latencies: once(), clockOff: 1 };
const nothing: Figures = {
  ...{ submitted: 0, words: new Map(), failedAfter: once(), pendingAges: once() },
  ...{ platformToOperator: leg(), operatorToHandset: leg(), total: leg() },
};

describe('createTally', () => {
  test.each<[string, Message, Partial<Figures>]>([
    [
      'a delivered message has all its legs',
      withWord('delivered'),
      { platformToOperator: leg(2), operatorToHandset: leg(7), total: leg(9) },
    ],
    [
      'a failed one has a hand-over, and its receipt says when it failed',
      withWord('sent_failed'),
      { platformToOperator: leg(2), failedAfter: once(9) },
    ],
    [
      'a pending one has a hand-over and an age',
      withWord('enroute', { handsetAt: undefined }),
      { platformToOperator: leg(2), pendingAges: once(34_075) },
    ],
    [
      'a pending one known from its hand-over alone is as old as that',
      withWord('enroute', { platformAt: undefined, handsetAt: undefined }),
      { pendingAges: once(34_073) },
    ],
    [
      'a clock that is off shows, and gives no latency',
      withWord('delivered', { operatorAt: at('10:32:04') }),
      { platformToOperator: clockOff, operatorToHandset: leg(10), total: clockOff },
    ],
  ])('%s', (_, message, expected) => {
    const word = message.statusWord ?? '';
    expect(figuresOf([message])).toEqual({
      ...nothing,
      submitted: 1,
      words: new Map([[word, 1]]),
      ...expected,
    });
  });

  test('sorts cells by quarter hour and operator, and lists cells without them last', () => {
    const cells = tallyOf([
      withWord('delivered', { platformAt: undefined }),
      withWord('delivered', { platformAt: at('10:45:00') }),
      withWord('delivered', { platformAt: at('10:44:59'), operator: undefined }),
      withWord('delivered', { platformAt: at('10:44:59'), operator: 'Movistar' }),
      withWord('delivered', { platformAt: at('10:30:00') }),
    ]).cells();
    const [half, quarterTo] = [at('10:30:00'), at('10:45:00')].map((start) => start.getTime() / 1000);
    expect(cells.map(({ quarter, operator }) => [quarter, operator])).toEqual([
      [half, 'Entel'],
      [half, 'Movistar'],
      [half, undefined],
      [quarterTo, 'Entel'],
      [undefined, 'Entel'],
    ]);
  });

  test('returns the status of each message, and counts each failed number once', () => {
    const tally = tallyOf([]);
    const times = { platformAt: 1, operatorAt: 2, handsetAt: Number.NaN };
    expect(tally.add('Entel', 'EXPIRED', times)).toBe('failed');
    expect(tally.add('Entel', undefined, times)).toBe('pending');
    for (const digest of [7, 8, 7, 2 ** 53 - 1]) tally.addFailedNumber(digest);
    expect(tally.failedNumbers()).toBe(3);
  });

  test.each(['20:00:59', '20:01:00', '20:01:01'])('treats a future time as timelines do: %s', (time) => {
    const ahead = { operatorAt: at(time), handsetAt: at(time) };
    const messages = ['delivered', 'expired', 'enroute'].map((word) => withWord(word, ahead));
    expect(tallyOf(messages).cells()).toEqual(slowCells(messages, readAt));
    expect(figuresOf(messages).total.clockOff).toBe(time === '20:01:01' ? 1 : 0);
  });

  test('agrees with a simple count, message by message', () => {
    fc.assert(
      fc.property(many, (messages) => {
        expect(tallyOf(messages).cells()).toEqual(slowCells(messages, readAt));
      }),
    );
  });

  test('agrees with the simple count on days of the sandbox, with all its cases', async () => {
    const { upstream } = await openUpstreamOnSandbox({ perDay: 800 });
    const start = new Date('2026-11-14T00:00:00Z');
    const now = at('20:33:20');
    const messages = await Array.fromAsync(upstream.messages({ start, end: now }));
    expect(messages.length).toBeGreaterThan(3000);
    const cells = tallyOf(messages, now).cells();
    expect(cells).toEqual(slowCells(messages, now));
    const figures = mergeFigures(cells.map((cell) => cell.figures));
    const outcomes = Map.groupBy(messages, (message) => timelineOf(message, { now, receiptHours }).outcome);
    const count = (...names: Parameters<typeof outcomes.get>[0][]) =>
      names.reduce((sum, name) => sum + (outcomes.get(name)?.length ?? 0), 0);
    expect(rates(figures, { receiptHours, isComplete: false })).toMatchObject({
      delivered: count('delivered'),
      failed: count('failed'),
      noReceipt: count('no_receipt'),
      pending: count('waiting', 'unconfirmed', 'unknown'),
      other: count('other'),
    });
    expect(figures.total.clockOff).toBeGreaterThan(0);
    expect(count('failed')).toBeGreaterThan(0);
    expect(count('waiting')).toBeGreaterThan(0);
    expect(count('no_receipt')).toBeGreaterThan(0);
  });
});

describe('mergeFigures', () => {
  const figures = many.map((messages) => figuresOf(messages));

  test('does not depend on order or grouping, and an empty addition changes nothing', () => {
    fc.assert(
      fc.property(figures, figures, figures, (a, b, c) => {
        const all = mergeFigures([a, b, c]);
        expect(mergeFigures([mergeFigures([a, b]), c])).toEqual(all);
        expect(mergeFigures([a, mergeFigures([c, b])])).toEqual(all);
        expect(mergeFigures([c, a, b])).toEqual(all);
        expect(mergeFigures([a])).toEqual(a);
        expect(mergeFigures([a, mergeFigures([])])).toEqual(a);
      }),
    );
  });

  test('of parts equals the figures of all their messages', () => {
    fc.assert(
      fc.property(many, fc.nat(), (messages, cut) => {
        const [first, rest] = [messages.slice(0, cut % 60), messages.slice(cut % 60)];
        expect(mergeFigures([figuresOf(first), figuresOf(rest)])).toEqual(figuresOf(messages));
      }),
    );
  });

  test('of nothing has no messages', () => {
    expect(mergeFigures([])).toEqual(nothing);
  });

  test('keeps long latencies in order', () => {
    const times = [70_000, 3, 5000, 300, 4095, 4096];
    const { total } = figuresOf(times.flatMap((after) => some(2, { after, age: 80_000 })));
    expect(total.latencies.seconds).toEqual([3, 300, 4095, 4096, 5000, 70_000]);
    expect(total.latencies.counts).toEqual([2, 2, 2, 2, 2, 2]);
  });
});

/** The same cells, computed message by message from the timelines. */
function slowCells(messages: readonly Message[], now: Date): Cell[] {
  const keyOf = ({ platformAt, operator }: Message) =>
    JSON.stringify([platformAt ? Math.floor(platformAt.getTime() / 900_000) : null, operator ?? null]);
  const cells = [...Map.groupBy(messages, keyOf)].map(([key, group]): Cell => {
    const [quarter, operator] = JSON.parse(key);
    return {
      quarter: quarter === null ? undefined : quarter * 900,
      operator: operator ?? undefined,
      figures: slowFigures(group, now),
    };
  });
  const order = ({ quarter, operator }: Cell) => `${quarter ?? '~'} ${operator ?? '~'}`;
  return cells.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function slowFigures(messages: readonly Message[], now: Date): Figures {
  const traced = messages.map((message) => ({
    message,
    timeline: timelineOf(message, { now, receiptHours }),
  }));
  const delivered = traced.filter(({ message }) => message.status === 'delivered');
  const failed = traced.filter(({ message }) => message.status === 'failed');
  const pending = messages.filter(({ status, handsetAt }) => status === 'pending' && !handsetAt);
  const byWord = Map.groupBy(messages, ({ statusWord }) => (statusWord ?? '').trim().toLowerCase());
  return {
    submitted: messages.length,
    words: new Map([...byWord].map(([word, group]) => [word, group.length])),
    platformToOperator: slowLeg(traced.map(({ timeline }) => timeline.platformToOperator)),
    operatorToHandset: slowLeg(delivered.map(({ timeline }) => timeline.operatorToHandset)),
    total: slowLeg(delivered.map(({ timeline }) => timeline.total)),
    failedAfter: slowLeg(failed.map(({ timeline }) => timeline.total)).latencies,
    pendingAges: slowCounts(
      pending.flatMap(({ platformAt, operatorAt }) => {
        const since = platformAt ?? operatorAt;
        return since ? [Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1000))] : [];
      }),
    ),
  };
}

function slowLeg(legs: readonly (Leg | undefined)[]): Figures['total'] {
  const known = legs.filter((leg) => leg !== undefined);
  const right = known.filter(({ clockOff }) => !clockOff);
  return {
    latencies: slowCounts(right.map(({ seconds }) => seconds)),
    clockOff: known.length - right.length,
  };
}

function slowCounts(values: readonly number[]): SecondCounts {
  const seconds = [...new Set(values)].sort((a, b) => a - b);
  return { seconds, counts: seconds.map((second) => values.filter((value) => value === second).length) };
}
