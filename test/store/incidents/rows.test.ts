import { expect, test } from 'vitest';
import type { QuarterCounts } from '../../../src/domain/detection/counts.ts';
import { detect } from '../../../src/domain/detection/detect.ts';
import {
  EMPTY_WATCH_STATE,
  updateWatchState,
  type WatchState,
} from '../../../src/domain/detection/lifecycle.ts';
import { watchedIn, watchedText } from '../../../src/store/incidents/rows.ts';
import { countsWith, usualWith } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const START = at('12:00:00').getTime();

/** The state after some checks of one operator, which fails, recovers and fails again. */
function stateAfter(checks: number): WatchState {
  let state = EMPTY_WATCH_STATE;
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
      baselines: [{ operator: 'VTR', baseline: usualWith({ lowestRecent: 6 }) }],
    };
    const platform = { login: true, report: true };
    state = updateWatchState(state, detect(input, { at: readAt, platform, before: state.accumulated })).state;
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

test.each([1, 6, 16, 20])('the accumulated evidence after %i checks is read as it was stored', (checks) => {
  const state = stateAfter(checks);
  expect(state.accumulated?.subjects.length).toBe(2);
  expect(readBack(watchedText({ state }))).toEqual(state);
});

test('a state without accumulated evidence, from an older version, is read unchanged', () => {
  const { accumulated, ...older } = stateAfter(20);
  expect(accumulated).toBeDefined();
  const { accumulated: _, ...stored } = JSON.parse(watchedText({ state: stateAfter(20) }));
  expect(readBack(JSON.stringify(stored))).toEqual(older);
});

test('accumulated evidence of unknown tests is dropped, and the incidents remain', () => {
  const { accumulated, ...state } = stateAfter(20);
  const stored = JSON.parse(watchedText({ state: stateAfter(20) }));
  const [all, ...others] = stored.accumulated.subjects;
  const cusum = { sum: 3, sinceMs: START, of: 3, hits: 3, usualHits: 0 };
  const subjects = [{ ...all, cusums: { some_day: cusum } }, ...others];
  const newer = { ...stored, accumulated: { ...stored.accumulated, subjects } };
  expect(accumulated).toBeDefined();
  expect(readBack(JSON.stringify(newer))).toEqual(state);
});
