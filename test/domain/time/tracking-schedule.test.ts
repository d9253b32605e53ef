import { expect, test } from 'vitest';
import { nextLookAt } from '../../../src/domain/time/schedule.ts';

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
])('after a look at %s min the next is at %s min', (now, next) => {
  expect(nextLookAt(askedAt, after(now), never)).toEqual(after(next));
});

test('looks when no receipt will come any more, and goes on only where that could not be seen', () => {
  expect(nextLookAt(askedAt, after(23.5), after(60))).toEqual(after(60));
  expect(nextLookAt(askedAt, after(60), after(60))).toEqual(after(83.5));
});

test('pauses never shrink, and no look is put back before now', () => {
  let [now, pause] = [askedAt, 0];
  for (let look = 0; look < 40; look += 1) {
    const next = nextLookAt(askedAt, now, never);
    expect(next.getTime() - now.getTime()).toBeGreaterThanOrEqual(pause);
    pause = next.getTime() - now.getTime();
    now = next;
  }
});
