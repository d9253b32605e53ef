import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { json, type PlatformHandler, servePlatform } from '../../support/server.ts';
import { anUpstream, aQuery, collect, failureOf } from '../../support/upstream.ts';

const aDay = { day: '2026-11-18' };
const DRIP_MS = 20;
/** Of each step; a question may take three times as long. */
const timeoutMs = 250;

/** A byte now and then: never silent, and never done, unless it breaks off after so many. */
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

/** A platform that drips wherever it is told to, until it is well. */
async function serveDripping(operation: 'login' | 'report' | 'oauth', drops?: number) {
  let isWell = false;
  const handler: PlatformHandler = (asked) =>
    isWell ? platform.good[operation](asked) : drip(asked.response, drops);
  const platform = await servePlatform({ [operation]: handler });
  return { ...platform, recover: () => (isWell = true) };
}

test('a number’s report that drips is given up, and its place is free again', async () => {
  const platform = await serveDripping('report');
  const upstream = anUpstream(platform.url, { timeoutMs });
  const lookUps = [1, 2].map(() => failureOf(collect(upstream.messages(aQuery))));
  for (const failure of await Promise.all(lookUps)) {
    expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
  }
  expect(platform.seen.report).toHaveLength(2);
  platform.recover();
  expect(await collect(upstream.messages(aQuery))).toHaveLength(1);
});

test('one that drips and breaks off is not given its time anew with each attempt', async () => {
  const platform = await serveDripping('report', 30);
  const failure = await failureOf(collect(anUpstream(platform.url, { timeoutMs }).messages(aQuery)));
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
});

test('nor does a pause that the platform asks for between attempts make it longer', async () => {
  const platform = await servePlatform({
    report: ({ response }) => json(response, {}, 503, { 'retry-after': '4' }),
  });
  const failure = await failureOf(collect(anUpstream(platform.url, { timeoutMs }).messages(aQuery)));
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
  expect(platform.seen.report).toHaveLength(1);
});

test('a log-in that drips is given up, and tried again by the next question', async () => {
  const platform = await serveDripping('login');
  const upstream = anUpstream(platform.url, { timeoutMs });
  const failures = await Promise.all([1, 2].map(() => failureOf(collect(upstream.messages(aQuery)))));
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'timed_out', message: 'login: timed out (in all)' });
  }
  expect(platform.seen.login).toHaveLength(1);
  platform.recover();
  await expect.poll(() => collect(upstream.messages(aQuery)).catch(() => [])).toHaveLength(1);
});

test('a report that is read in the thread is given up when half an hour is over, and the next is read', async () => {
  const platform = await serveDripping('report');
  const upstream = anUpstream(platform.url, { reportBounds: 'exclusive_end', longestReadingMs: 600 });
  const failure = await failureOf(upstream.figures(aDay));
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (in all)' });
  platform.recover();
  await expect
    .poll(() => upstream.figures(aDay).catch((error: Error) => error.message))
    .toMatchObject({ received: 1 });
});
