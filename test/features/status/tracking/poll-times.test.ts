import { expect, test } from 'vitest';
import { nextPollAt } from '../../../../src/features/status/tracking/track.ts';

const askedAt = new Date('2026-11-18T12:00:00Z');
const after = (minutes: number) => new Date(askedAt.getTime() + minutes * 60_000);
const never = after(1e6);

test.each([
  [0, 0.5],
  [0.5, 1.5],
  [1.6, 3.5],
  [3.5, 8.5],
  [10, 23.5],
  [23.5, 83.5],
  [83.5, 263.5],
  [263.4, 263.5],
  [263.5, 443.5],
  [3_000, 3_143.5],
])('a check at %s min is followed by one at %s min', (now, next) => {
  expect(nextPollAt(askedAt, after(now), never)).toEqual(after(next));
});

test('schedules a check at the end of the receipt window, and another one after it', () => {
  expect(nextPollAt(askedAt, after(23.5), after(60))).toEqual(after(60));
  expect(nextPollAt(askedAt, after(60), after(60))).toEqual(after(83.5));
});

test('the intervals between checks never shrink', () => {
  let [now, pause] = [askedAt, 0];
  for (let check = 0; check < 40; check += 1) {
    const next = nextPollAt(askedAt, now, never);
    expect(next.getTime() - now.getTime()).toBeGreaterThanOrEqual(pause);
    pause = next.getTime() - now.getTime();
    now = next;
  }
});
