import { expect, test } from 'vitest';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { setRateLimits } from '../support/slack-weather.ts';
import { SPEED } from './quick-replica.ts';
import { isFull, printFacts, startScene, tally } from './scene.ts';

const MINUTES = 60_000;
const POSTS_A_MINUTE = 300;

/**
 * Ten thousand summaries take 33 minutes at Slack's pace. This test takes a hundredth of that: with a hundredth of the
 * summaries, or with all of them in a workspace a hundred times as fast.
 */
test('posts 10,000 due summaries exactly once, at a scale of 1:100', { timeout: 35 * MINUTES }, async () => {
  const channels = isFull ? 10_000 : 100;
  const postgres = await startOwnPostgres();
  const scene = await startScene(channels, { DATABASE_URL: postgres.url });
  setRateLimits(scene.slack, isFull ? { speed: SPEED } : {});
  const yesterday = await scene.subscribeAll();
  const bots = Array.from({ length: 3 }, isFull ? scene.quickBot : scene.bot);
  await expect
    .poll(() => scene.sandbox.calls.report, { timeout: 5 * MINUTES, interval: 20 })
    .toBeGreaterThan(0);
  const fromMs = performance.now();
  await expect.poll(() => tally(scene.summaries()).lost, { timeout: 15 * MINUTES, interval: 200 }).toBe(0);
  const tookMs = performance.now() - fromMs;
  const reports = scene.sandbox.calls.report;
  await expect.poll(() => tally(scene.details()).lost, { timeout: 15 * MINUTES, interval: 200 }).toBe(0);
  const allMs = performance.now() - fromMs;

  const floorMs = (channels * MINUTES) / (POSTS_A_MINUTE * (isFull ? SPEED : 1));
  const summaries = tally(scene.summaries());
  printFacts('10,000 summaries, at a hundredth', {
    'channels, due at once': channels,
    'posts a minute': POSTS_A_MINUTE * (isFull ? SPEED : 1),
    'floor that Slack sets': seconds(floorMs),
    'last summary': seconds(tookMs),
    'floor with details': seconds(2 * floorMs),
    'last details': seconds(allMs),
    'reports read of the day': scene.reportsOf(yesterday),
    'reports read in all': reports,
    'calls that Slack refused': scene.slack.apiCalls.filter(({ status }) => status === 429).length,
    'summaries: once / double / lost': `${summaries.once} / ${summaries.double} / ${summaries.lost}`,
  });
  expect(summaries).toEqual({ once: channels, double: 0, lost: 0 });
  expect(scene.reportsOf(yesterday)).toBe(1);
  // The day, the same weekday of four weeks, and two requests per process that check the bounds of days.
  expect(reports).toBeLessThanOrEqual(5 + 2 * bots.length);
  for (const { child } of bots) child.kill('SIGTERM');
  await Promise.all(bots.map(({ ended }) => ended));
});

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
