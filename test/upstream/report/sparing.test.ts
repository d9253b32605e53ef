import { describe, expect, test } from 'vitest';
import { json, servePlatform } from '../../support/server.ts';
import { anUpstream, aQuery, collect, failureOf } from '../../support/upstream.ts';

test('a number the account may not read costs no login for every question about it', async () => {
  const platform = await servePlatform({
    report: (asked) =>
      asked.body.msisdn === '56999999999' ? json(asked.response, {}, 403) : platform.good.report(asked),
  });
  // A clock that stands: how long it takes decides nothing.
  const upstream = anUpstream(platform.url, { now: () => new Date('2026-11-18T12:00:00Z') });
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await failureOf(collect(upstream.messages({ ...aQuery, msisdn: '56999999999' })))).code).toBe(
      'not_allowed',
    );
    expect(await collect(upstream.messages(aQuery))).toHaveLength(1);
  }
  expect(platform.seen.login.length).toBeLessThanOrEqual(3);
});

describe('the platform is spared', () => {
  test('never more requests at once than allowed, and one place is left for look-ups', async () => {
    const held: (() => void)[] = [];
    let isHolding = false;
    const platform = await servePlatform({
      report: (asked) =>
        isHolding ? void held.push(() => platform.good.report(asked)) : platform.good.report(asked),
    });
    // Four days after the platform's message, so that the day of it tells whether days are whole.
    const upstream = anUpstream(platform.url, {
      concurrency: 3,
      now: () => new Date('2026-11-22T12:00:00Z'),
    });
    const { msisdn: _, ...range } = aQuery;
    await collect(upstream.messages(range));
    const before = platform.seen.report.length;
    const seen = () => platform.seen.report.slice(before).map(({ body }) => body.msisdn);
    isHolding = true;
    const ranges = [1, 2, 3, 4].map(() => collect(upstream.messages(range)));
    const until = async (count: number) => {
      while (held.length < count) await new Promise(setImmediate);
    };
    await until(2);
    const lookups = [1, 2, 3].map(() => collect(upstream.messages(aQuery)));
    await until(3);
    expect(seen()).toEqual([undefined, undefined, '56912345678']);
    // A place becomes free: a look-up goes before the ranges that came first.
    held[0]?.();
    await until(4);
    expect(seen()[3]).toBe('56912345678');
    for (let next = 1; next < 7; next += 1) {
      await until(next + 1);
      held[next]?.();
    }
    await Promise.all([...ranges, ...lookups]);
    expect(seen()).toHaveLength(7);
  });

  test('a look-up goes on beside reports of a number’s figures, which take long', async () => {
    const held: (() => void)[] = [];
    let isHolding = false;
    const platform = await servePlatform({
      report: (asked) =>
        isHolding ? void held.push(() => platform.good.report(asked)) : platform.good.report(asked),
    });
    const upstream = anUpstream(platform.url);
    await collect(upstream.messages(aQuery));
    isHolding = true;
    const reports = ['56911111111', '56922222222'].map((msisdn) => upstream.figures({ ...aQuery, msisdn }));
    while (held.length === 0) await new Promise(setImmediate);
    isHolding = false;
    expect(await collect(upstream.messages(aQuery))).toHaveLength(1);
    expect(held).toHaveLength(1);
    held[0]?.();
    await Promise.all(reports);
  });
});
