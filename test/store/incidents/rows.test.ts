import { expect, test } from 'vitest';
import type { QuarterCounts } from '../../../src/domain/incidents/counts.ts';
import { detect } from '../../../src/domain/incidents/detect.ts';
import { follow, NOTHING_WATCHED, type WatchState } from '../../../src/domain/incidents/lifecycle.ts';
import { watchedIn, watchedText } from '../../../src/store/incidents/rows.ts';
import { countsWith, usualWith } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const START = at('12:00:00').getTime();

/** As it is after so many checks of one operator, which goes down, comes back and goes down again. */
function watchedFor(checks: number): WatchState {
  let state = NOTHING_WATCHED;
  for (let check = 0; check < checks; check += 1) {
    const readAt = new Date(START + check * 300_000);
    const isDown = check > 3 && check % 15 !== 0;
    const quarter: QuarterCounts = {
      start: START / 1000,
      submitted: 20 * (check + 1),
      failed: 0,
      handedOver: 20 * (check + 1),
      slow: 0,
      late: 0,
    };
    const counts = countsWith({ recent: 60, waiting: { of: 20, hits: isDown ? 20 : 0 } });
    const input = {
      readAt,
      counts: [{ operator: 'VTR', counts, quarters: [quarter] }],
      baselines: [{ operator: 'VTR', baseline: usualWith({ leastRecent: 6 }) }],
    };
    const platform = { login: true, report: true };
    state = follow(state, detect(input, { at: readAt, platform, before: state.accumulated })).state;
  }
  return state;
}

function readBack(state: string): WatchState {
  const row = {
    account: 'a',
    sensitivity: 'normal',
    version: 1,
    state,
    checked_at: new Date(START),
    took_ms: 0,
  };
  return watchedIn(row).state;
}

test.each([1, 6, 16, 20])('what has added up after %i checks is read as it was kept', (checks) => {
  const state = watchedFor(checks);
  expect(state.accumulated?.subjects.length).toBe(2);
  expect(readBack(watchedText({ state }))).toEqual(state);
});

test('a state of a version before evidence added up goes on, and its incidents with it', () => {
  const { accumulated, ...older } = watchedFor(20);
  expect(accumulated).toBeDefined();
  expect(readBack(JSON.stringify(older))).toEqual(older);
});

test('what has added up by tests that this version does not have adds up anew, and incidents go on', () => {
  const { accumulated, ...state } = watchedFor(20);
  const [all, ...others] = accumulated?.subjects ?? [];
  const cusum = { sum: 3, sinceMs: START, of: 3, hits: 3, usualHits: 0 };
  const newer = {
    ...state,
    accumulated: { ...accumulated, subjects: [{ ...all, cusums: { some_day: cusum } }, ...others] },
  };
  expect(readBack(JSON.stringify(newer))).toEqual(state);
});
