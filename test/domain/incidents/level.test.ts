import { expect, test } from 'vitest';
import type { Counts } from '../../../src/domain/incidents/counts.ts';
import { follow, NOTHING_WATCHED, type WatchState } from '../../../src/domain/incidents/lifecycle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/runtime/durations.ts';
import { checkOf, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const START = at('00:00:00').getTime();
const CADENCE_MS = 5 * MINUTE_MS;
/** At Entel, of which many more fail than 2 of 100; and of which nothing arrives. */
const failing = wellCounts(900, { failed: { of: 3600, hits: 360 } });
const down = wellCounts(900, { waiting: { of: 300, hits: 300 }, late: { of: 900, hits: 900 } });

/** The events of Entel in so many days; where `countsAt` has none there are no messages, and never are at that hour. */
function eventsOf(days: number, countsAt: (ms: number) => Counts | undefined) {
  let state: WatchState = NOTHING_WATCHED;
  return Array.from({ length: (days * DAY_MS) / CADENCE_MS }, (_, index) => index * CADENCE_MS).flatMap(
    (ms) => {
      const counts = countsAt(ms);
      const now = new Date(START + ms);
      const check = checkOf(counts ? [['Entel', counts, usualWith()]] : [], {
        at: now,
        before: state.accumulated,
      });
      const followed = follow(state, check);
      state = followed.state;
      return followed.events
        .filter(({ subject }) => subject.of === 'operator')
        .map(({ kind }) => ({ kind, hours: ms / HOUR_MS }));
    },
  );
}

const isNight = (ms: number) => ms % DAY_MS >= 20 * HOUR_MS;

test('what fails for good is usual within three days, and no alarm after', () => {
  const events = eventsOf(6, () => failing);
  expect(events.map(({ kind }) => kind)).toEqual(['began', 'ended']);
  expect(events[1]?.hours).toBeLessThanOrEqual(72);
});

test('so it is where nights have no messages', () => {
  const after = eventsOf(6, (ms) => (isNight(ms) ? undefined : failing)).filter(({ hours }) => hours > 72);
  expect(after).toEqual([]);
});

test('an outage is never usual, however many days it lasts, and its end is told', () => {
  const [began, ended, ...more] = eventsOf(5, (ms) => (ms < 4 * DAY_MS ? down : wellCounts(900)));
  expect(began).toMatchObject({ kind: 'began' });
  expect(ended).toMatchObject({ kind: 'ended' });
  expect((ended?.hours ?? 0) - 96).toBeGreaterThanOrEqual(0);
  expect((ended?.hours ?? 0) - 96).toBeLessThanOrEqual(1);
  expect(more).toEqual([]);
});
