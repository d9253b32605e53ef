import { expect, test } from 'vitest';
import { countsOf } from '../../../src/domain/detection/counts.ts';
import { detect } from '../../../src/domain/detection/detect.ts';
import { EMPTY_WATCH_STATE, updateWatchState } from '../../../src/domain/detection/lifecycle.ts';
import { cellsOf, timeBetween } from '../../../src/traffic/window.ts';
import { usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';
import { steadyTraffic } from '../../support/steady-traffic.ts';

test('a steady delay of twenty times the usual one is bad at each check', async () => {
  let now = at('12:00:00');
  const { traffic } = steadyTraffic(() => now, {
    fateOf: (_, seconds) => ({ toReceipt: Math.round(130 + 20 * Math.abs(Math.sin(seconds * seconds))) }),
  });
  const usual = wellCounts(3600, { waiting: { of: 1200, hits: 0 }, late: { of: 3600, hits: 0 } });
  const baseline = usualWith({ counts: usual, lowestRecent: 90 });
  let state = EMPTY_WATCH_STATE;
  const verdicts: string[] = [];
  for (let check = 0; check < 64; check++) {
    now = new Date(at('12:02:17').getTime() + check * 300_000);
    const period = timeBetween(new Date(now.getTime() - 5_400_000), now);
    const figures = await traffic.figuresFor({ period, sender: undefined, userId: undefined });
    const counts = countsOf(cellsOf(figures, period.start, now), now);
    const baselines = counts.map(({ operator }) => ({ operator, baseline }));
    const platform = { login: true, report: true };
    const found = detect(
      { readAt: now, counts, baselines },
      { at: now, platform, before: state.accumulated },
    );
    state = updateWatchState(state, found).state;
    verdicts.push(...found.detections.map(({ verdict }) => verdict));
  }
  expect(verdicts.filter((verdict) => verdict !== 'down')).toEqual([]);
});
