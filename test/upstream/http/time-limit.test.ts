import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { json, type PlatformHandler, servePlatform } from '../../support/server.ts';
import { collect, failureOf, openUpstream, testQuery } from '../../support/upstream.ts';

const aDay = { day: '2026-11-18' };
const DRIP_MS = 20;
/** Limit of each step; a whole request may take three times as long. */
const timeoutMs = 250;

/** Writes a byte every 20 ms without end, or closes the connection after `drops` bytes. */
function drip(response: ServerResponse, drops = Number.POSITIVE_INFINITY): void {
  response.writeHead(200).write('{"data":[');
  let left = drops;
  const dripping = setInterval(() => {
    left -= 1;
    if (left > 0) response.write(' ');
    else response.destroy();
  }, DRIP_MS);
  response.once('close', () => clearInterval(dripping));
}

/** A platform that drips at one operation until `recover`. */
async function serveDripping(operation: 'login' | 'report' | 'oauth', drops?: number) {
  let hasRecovered = false;
  const handler: PlatformHandler = (asked) =>
    hasRecovered ? platform.good[operation](asked) : drip(asked.response, drops);
  const platform = await servePlatform({ [operation]: handler });
  return { ...platform, recover: () => (hasRecovered = true) };
}

test('a dripping report of a number times out and frees its slot', async () => {
  const platform = await serveDripping('report');
  const upstream = openUpstream(platform.url, { timeoutMs });
  const lookUps = [1, 2].map(() => failureOf(collect(upstream.messages(testQuery))));
  for (const failure of await Promise.all(lookUps)) {
    expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
  }
  expect(platform.seen.report).toHaveLength(2);
  platform.recover();
  expect(await collect(upstream.messages(testQuery))).toHaveLength(1);
});

test('a dripping report that breaks has one time limit for all attempts', async () => {
  const platform = await serveDripping('report', 30);
  const failure = await failureOf(collect(openUpstream(platform.url, { timeoutMs }).messages(testQuery)));
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
});

test('a pause that the platform asks for does not extend the time limit', async () => {
  const platform = await servePlatform({
    report: ({ response }) => json(response, {}, 503, { 'retry-after': '4' }),
  });
  const failure = await failureOf(collect(openUpstream(platform.url, { timeoutMs }).messages(testQuery)));
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
  expect(platform.seen.report).toHaveLength(1);
});

test('a dripping login times out, and the next request tries again', async () => {
  const platform = await serveDripping('login');
  const upstream = openUpstream(platform.url, { timeoutMs });
  const failures = await Promise.all([1, 2].map(() => failureOf(collect(upstream.messages(testQuery)))));
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'timed_out', message: 'login: timed out (in all)' });
  }
  expect(platform.seen.login).toHaveLength(1);
  platform.recover();
  await expect.poll(() => collect(upstream.messages(testQuery)).catch(() => [])).toHaveLength(1);
});

test('a report in the thread times out after its longest time, and the next is read', async () => {
  const platform = await serveDripping('report');
  const upstream = openUpstream(platform.url, { reportBounds: 'exclusive_end', longestReadingMs: 600 });
  const failure = await failureOf(upstream.figures(aDay));
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
  platform.recover();
  await expect
    .poll(() => upstream.figures(aDay).catch((error: Error) => error.message))
    .toMatchObject({ received: 1 });
});
