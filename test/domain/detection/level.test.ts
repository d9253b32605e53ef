import { expect, test } from 'vitest';
import type { Counts } from '../../../src/domain/detection/counts.ts';
import {
  EMPTY_WATCH_STATE,
  updateWatchState,
  type WatchState,
} from '../../../src/domain/detection/lifecycle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/runtime/durations.ts';
import { checkOf, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const START = at('00:00:00').getTime();
const CADENCE_MS = 5 * MINUTE_MS;
/** Counts of Entel: 10 % of messages fail instead of 2 %; and no message arrives. */
const failing = wellCounts(900, { failed: { of: 3600, hits: 360 } });
const down = wellCounts(900, { waiting: { of: 300, hits: 300 }, late: { of: 900, hits: 900 } });

/** The events of Entel over some days. Without counts, there are no messages, and usually none at that hour. */
function eventsOf(days: number, countsAt: (ms: number) => Counts | undefined) {
  let state: WatchState = EMPTY_WATCH_STATE;
  return Array.from({ length: (days * DAY_MS) / CADENCE_MS }, (_, index) => index * CADENCE_MS).flatMap(
    (ms) => {
      const counts = countsAt(ms);
      const now = new Date(START + ms);
      const check = checkOf(counts ? [['Entel', counts, usualWith()]] : [], {
        at: now,
        before: state.accumulated,
      });
      const followed = updateWatchState(state, check);
      state = followed.state;
      return followed.events
        .filter(({ subject }) => subject.of === 'operator')
        .map(({ kind }) => ({ kind, hours: ms / HOUR_MS }));
    },
  );
}

const isNight = (ms: number) => ms % DAY_MS >= 20 * HOUR_MS;

test('a permanent failure rate becomes usual within three days, and raises no alarm after that', () => {
  const events = eventsOf(6, () => failing);
  expect(events.map(({ kind }) => kind)).toEqual(['began', 'ended']);
  expect(events[1]?.hours).toBeLessThanOrEqual(72);
});

test('a permanent failure rate becomes usual also when nights have no messages', () => {
  const after = eventsOf(6, (ms) => (isNight(ms) ? undefined : failing)).filter(({ hours }) => hours > 72);
  expect(after).toEqual([]);
});

test('an outage never becomes usual, and its end is reported', () => {
  const [began, ended, ...more] = eventsOf(5, (ms) => (ms < 4 * DAY_MS ? down : wellCounts(900)));
  expect(began).toMatchObject({ kind: 'began' });
  expect(ended).toMatchObject({ kind: 'ended' });
  expect((ended?.hours ?? 0) - 96).toBeGreaterThanOrEqual(0);
  expect((ended?.hours ?? 0) - 96).toBeLessThanOrEqual(1);
  expect(more).toEqual([]);
});
