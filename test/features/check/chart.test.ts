import { describe, expect, test } from 'vitest';
import { chartOf, timesToOperator } from '../../../src/features/check/chart.ts';

import { cellsOf, type DayWindow } from '../../../src/traffic/window.ts';
import { detectionOf, wellCounts } from '../../support/incidents.ts';
import { trafficOf } from '../../support/report-figures.ts';

const on = (clock: string) => new Date(`2026-11-19T${clock}:00Z`);
const subject = { detection: detectionOf(wellCounts(900)), onset: undefined, toOperator: undefined };

/** A window that was read to its end. Each rate is in messages per hour, from its time on. */
function windowOf(
  start: string,
  end: string,
  ...rates: readonly (readonly [from: string, perHour: number])[]
) {
  const batches = rates.map(([from, perHour], at) => {
    const hours = (on(rates[at + 1]?.[0] ?? end).getTime() - on(from).getTime()) / 3_600_000;
    const count = Math.round(hours * perHour);
    return { from: on(from).toISOString(), hours, count, operator: 'Entel' };
  });
  const readAt = on(end);
  const cells = cellsOf(trafficOf(batches, readAt), on(start), readAt);
  return { start: on(start), end: readAt, readAt, cells } satisfies DayWindow;
}

describe('hours that the chart leaves out', () => {
  const gaps = (readAt: string, ...windows: readonly DayWindow[]) => {
    const clock = (at: Date) => at.toISOString().slice(11, 16);
    const chart = chartOf(windows, on(readAt), [], { subject });
    return chart?.gaps.map(({ because, start, end }) => `${because} ${clock(start)}–${clock(end)}`);
  };

  test('are named for too few messages, adjacent ones together, without the current quarter hour', () => {
    const night = windowOf('06:00', '12:06', ['06:00', 800], ['09:00', 20], ['09:30', 800], ['10:30', 20]);
    expect(gaps('12:06', night)).toEqual(['too_few 09:00–09:30', 'too_few 10:30–12:00']);
    expect(gaps('12:06', windowOf('06:00', '12:06', ['06:00', 800]))).toEqual([]);
  });

  test('are named as not read after the first reading, but not before it', () => {
    const later = windowOf('11:00', '12:06', ['11:00', 800]);
    expect(gaps('12:06', windowOf('06:00', '10:00', ['06:00', 800]), later)).toEqual([
      'not_read 10:00–11:00',
    ]);
    expect(gaps('12:06', later)).toEqual([]);
  });
});

describe('the time to the operator', () => {
  test.each([
    ['also counts the quarter hour before when the newest has few messages', '12:06', 160, 2],
    ['counts the two quarter hours before when the newest has just started', '12:02', 100, 2],
    ['is undefined when these have too few messages', '12:06', 100, undefined],
  ])('%s', (_, readAt, perHour, seconds) => {
    const recent = windowOf('10:45', readAt, ['10:45', perHour]);
    const time = timesToOperator(recent, [])({ of: 'operator', operator: 'Entel' });
    expect(time?.now.seconds).toBe(seconds);
    expect(time === undefined).toBe(seconds === undefined);
  });
});
