import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startOwnPostgres } from '../support/own-postgres.ts';
import type { RunningProcess } from '../support/process.ts';
import { injectedFaultCounts, injectFaults, randomFrom, setRateLimits } from '../support/slack-weather.ts';
import {
  badWeather,
  isFull,
  printFacts,
  type Scene,
  seed,
  startScene,
  type Token,
  tally,
  tokens,
} from './scene.ts';

const MINUTES = 60_000;
/** Longer than any step that ends by itself. */
const patience = { timeout: 15 * MINUTES, interval: 500 };

test.each(Object.keys(tokens) as Token[])(
  'replicas with a token %s, killed while Slack and Postgres fail, post no summary twice',
  async (token) => {
    const channels = isFull ? 200 : 24;
    const kills = isFull ? 40 : 6;
    const postgres = await startOwnPostgres();
    const scene = await startScene(channels, { DATABASE_URL: postgres.url }, token);
    await scene.subscribeAll();
    const random = randomFrom(seed);
    const startedAtMs = performance.now();
    setRateLimits(scene.slack, {});
    injectFaults(scene.slack, badWeather);
    const bots = [1, 2, 3].map(scene.bot);

    for (let killed = 0; killed < kills; killed += 1) {
      await pause(1_000 + random() * 4_000);
      if (killed === Math.floor(kills / 2)) await postgres.crash();
      const which = Math.floor(random() * bots.length);
      bots[which]?.child.kill('SIGKILL');
      bots[which] = scene.bot();
    }
    const killedAfterMs = performance.now() - startedAtMs;
    const expectPosts = tokens[token] ? expectAtMostOne : expectEach;
    await expectPosts(scene, bots, channels, {
      'replicas killed': kills,
      'Postgres crashed': 1,
      'time of the killing': seconds(killedAfterMs),
    });
  },
  20 * MINUTES,
);

test.each(Object.keys(tokens) as Token[])(
  'an embedded process with a token %s, killed repeatedly, posts no summary twice',
  async (token) => {
    const channels = isFull ? 120 : 12;
    const kills = isFull ? 50 : 4;
    const folder = await mkdtemp(join(tmpdir(), 'sms-desk-chaos-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const scene = await startScene(channels, { DATA_DIR: folder }, token);
    await scene.subscribeAll();
    const random = randomFrom(seed);
    injectFaults(scene.slack, badWeather);

    const posts = () => scene.slack.apiCalls.filter(({ method }) => method === 'chat.postMessage').length;
    // With a token that may lose posts, some may never appear.
    const isDone = () => tally(scene.details()).lost === 0 || scene.allHasLanded(QUIET_MS);

    let bot = scene.bot();
    for (let killed = 0; killed < kills; killed += 1) {
      // Some are killed before they listen, most during their work.
      if (random() < 0.8) {
        const after = posts() + 1 + Math.floor(random() * 4);
        await expect.poll(() => posts() >= after || isDone(), { ...patience, interval: 10 }).toBe(true);
      }
      await pause(random() * 1_000);
      bot.child.kill('SIGKILL');
      await bot.ended;
      bot = scene.bot();
    }
    const expectPosts = tokens[token] ? expectAtMostOne : expectEach;
    await expectPosts(scene, [bot], channels, { 'process killed': kills });
  },
  20 * MINUTES,
);

/** Waits for a summary and its details in each channel, and until no more can appear. Prints the results. */
async function expectEach(
  scene: Scene,
  bots: readonly RunningProcess[],
  channels: number,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const fromMs = performance.now();
  // An unclear post takes a minute; a short run has time for one.
  if (!isFull) injectFaults(scene.slack);
  await expect.poll(() => tally(scene.summaries()).lost, patience).toBe(0);
  const summariesMs = performance.now() - fromMs;
  await expect.poll(() => tally(scene.details()).lost, patience).toBe(0);
  const detailsMs = performance.now() - fromMs;
  await expect.poll(() => scene.allHasLanded(), patience).toBe(true);
  const { summaries, details } = printPosts(scene, {
    'channels subscribed': channels,
    ...facts,
    'all summaries, after the last kill': seconds(summariesMs),
    'all details, after the last kill': seconds(detailsMs),
  });
  expect(summaries).toEqual({ once: channels, double: 0, lost: 0 });
  expect(details).toEqual({ once: channels, double: 0, lost: 0 });
  await endAll(bots);
}

/** The bot searches for an unclear post after a minute, and continues the work of a dead process after another. */
const QUIET_MS = 100_000;

/** Waits until no more can appear: none is double, and the bot reports each missing one. Prints the results. */
async function expectAtMostOne(
  scene: Scene,
  bots: readonly RunningProcess[],
  channels: number,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  injectFaults(scene.slack);
  await expect.poll(() => scene.allHasLanded(QUIET_MS), patience).toBe(true);
  await endAll(bots);
  const reportedMissing = await scene.perhapsMissing();
  const { summaries, details } = printPosts(scene, {
    'channels subscribed': channels,
    ...facts,
    'said to be perhaps missing': reportedMissing.length,
  });
  expect([summaries.double, details.double]).toEqual([0, 0]);
  expect(reportedMissing).toEqual(expect.arrayContaining(scene.without()));
  expect(summaries.once + summaries.lost).toBe(channels);
  // A post is doubtful only if its answer was lost or its process was killed.
  expect(summaries.once).toBeGreaterThanOrEqual(channels - reportedMissing.length);
}

function printPosts(scene: Scene, facts: Readonly<Record<string, unknown>>) {
  const [summaries, details] = [tally(scene.summaries()), tally(scene.details())];
  const { limited, serverError, unavailable, silent, reset, carriedOut } = injectedFaultCounts(scene.slack);
  printFacts(`seed ${seed}`, {
    ...facts,
    'answers 429': limited,
    'answers 500 and 503': serverError + unavailable,
    'no answer': silent,
    'connections broken off': reset,
    'of these carried out all the same': carriedOut,
    'reports read from the platform': scene.sandbox.calls.report,
    'summaries: once / double / lost': `${summaries.once} / ${summaries.double} / ${summaries.lost}`,
    'details: once / double / lost': `${details.once} / ${details.double} / ${details.lost}`,
  });
  return { summaries, details };
}

async function endAll(bots: readonly RunningProcess[]): Promise<void> {
  for (const { child } of bots) child.kill('SIGTERM');
  await Promise.all(bots.map(({ ended }) => ended));
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(0)} s`;
}
