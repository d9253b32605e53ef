import { describe, expect, test } from 'vitest';
import { json, servePlatform } from '../../support/server.ts';
import { collect, failureOf, openUpstream, testQuery } from '../../support/upstream.ts';

test('ten requests for a forbidden number cause at most three logins', async () => {
  const platform = await servePlatform({
    report: (asked) =>
      asked.body.msisdn === '56999999999' ? json(asked.response, {}, 403) : platform.good.report(asked),
  });
  // A fixed clock: durations do not matter.
  const upstream = openUpstream(platform.url, { now: () => new Date('2026-11-18T12:00:00Z') });
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await failureOf(collect(upstream.messages({ ...testQuery, msisdn: '56999999999' })))).code).toBe(
      'not_allowed',
    );
    expect(await collect(upstream.messages(testQuery))).toHaveLength(1);
  }
  expect(platform.seen.login.length).toBeLessThanOrEqual(3);
});

describe('the load on the platform', () => {
  test('stays within the allowed concurrency, with one slot reserved for lookups', async () => {
    const pendingAnswers: (() => void)[] = [];
    let isPaused = false;
    const platform = await servePlatform({
      report: (asked) =>
        isPaused ? void pendingAnswers.push(() => platform.good.report(asked)) : platform.good.report(asked),
    });
    // Four days after the platform's message, so that the check of the bounds uses its day.
    const upstream = openUpstream(platform.url, {
      concurrency: 3,
      now: () => new Date('2026-11-22T12:00:00Z'),
    });
    const { msisdn: _, ...range } = testQuery;
    await collect(upstream.messages(range));
    const before = platform.seen.report.length;
    const seen = () => platform.seen.report.slice(before).map(({ body }) => body.msisdn);
    isPaused = true;
    const ranges = [1, 2, 3, 4].map(() => collect(upstream.messages(range)));
    const until = async (count: number) => {
      while (pendingAnswers.length < count) await new Promise(setImmediate);
    };
    await until(2);
    const lookups = [1, 2, 3].map(() => collect(upstream.messages(testQuery)));
    await until(3);
    expect(seen()).toEqual([undefined, undefined, '56912345678']);
    // A slot becomes free: a lookup goes before the ranges that came first.
    pendingAnswers[0]?.();
    await until(4);
    expect(seen()[3]).toBe('56912345678');
    for (let next = 1; next < 7; next += 1) {
      await until(next + 1);
      pendingAnswers[next]?.();
    }
    await Promise.all([...ranges, ...lookups]);
    expect(seen()).toHaveLength(7);
  });

  test('leaves a slot for lookups while long reports of figures run', async () => {
    const pendingAnswers: (() => void)[] = [];
    let isPaused = false;
    const platform = await servePlatform({
      report: (asked) =>
        isPaused ? void pendingAnswers.push(() => platform.good.report(asked)) : platform.good.report(asked),
    });
    const upstream = openUpstream(platform.url);
    await collect(upstream.messages(testQuery));
    isPaused = true;
    const reports = ['56911111111', '56922222222'].map((msisdn) =>
      upstream.figures({ ...testQuery, msisdn }),
    );
    while (pendingAnswers.length === 0) await new Promise(setImmediate);
    isPaused = false;
    expect(await collect(upstream.messages(testQuery))).toHaveLength(1);
    expect(pendingAnswers).toHaveLength(1);
    pendingAnswers[0]?.();
    await Promise.all(reports);
  });
});
