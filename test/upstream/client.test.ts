import { describe, expect, test } from 'vitest';
import { anEntry, closedAddress, json, servePlatform } from '../support/server.ts';
import { anUpstream, aQuery, collect, failureOf } from '../support/upstream.ts';

describe('a report', () => {
  test('is asked for as the interface says, with the filters that were asked for and no others', async () => {
    const platform = await servePlatform();
    await collect(anUpstream(platform.url).messages(aQuery));
    const [login] = platform.seen.login;
    const [report] = platform.seen.report;
    expect(login?.body).toEqual({ email: 'canary@example.com', password: 'canary-password' });
    expect(login?.request.headers['content-type']).toBe('application/json');
    expect(report?.token).toBe('canary-token-1');
    expect(report?.body).toEqual({
      desde: '2026-11-17',
      hasta: '2026-11-19',
      tokenws: 'canary-report-token',
      msisdn: '56912345678',
    });
  });

  test('becomes messages, with the sender that was asked for', async () => {
    const platform = await servePlatform();
    const messages = await collect(anUpstream(platform.url).messages({ ...aQuery, sender: '56001' }));
    expect(platform.seen.report[0]?.body).toMatchObject({ num_corto: '56001' });
    expect(messages).toEqual([
      {
        msisdn: '56912345678',
        operator: 'Entel',
        status: 'delivered',
        statusWord: 'delivered',
        text: 'canary-text',
        sender: '56001',
        platformAt: new Date('2026-11-18T10:32:05Z'),
        operatorAt: new Date('2026-11-18T10:32:07Z'),
        handsetAt: new Date('2026-11-18T10:32:14Z'),
      },
    ]);
  });

  test('for a range comes day by day, each as the platform counts its days', async () => {
    const range = { start: new Date('2026-11-16T00:00:00Z'), end: new Date('2026-11-18T00:00:00Z') };
    const asked = async (reportBounds: 'inclusive' | 'exclusive_end') => {
      const platform = await servePlatform();
      await collect(anUpstream(platform.url, { reportBounds }).messages(range));
      // Before them it may ask whether days are whole.
      return platform.seen.report.slice(-2).map(({ body }) => [body.desde, body.hasta]);
    };
    expect(await asked('inclusive')).toEqual([
      ['2026-11-16', '2026-11-16'],
      ['2026-11-17', '2026-11-17'],
    ]);
    expect(await asked('exclusive_end')).toEqual([
      ['2026-11-16', '2026-11-17'],
      ['2026-11-17', '2026-11-18'],
    ]);
  });

  test('is asked for in the platform’s own days', async () => {
    const platform = await servePlatform();
    const santiago = { start: new Date('2026-11-18T03:00:00Z'), end: new Date('2026-11-19T03:00:00Z') };
    await collect(anUpstream(platform.url).messages(santiago));
    expect(platform.seen.report.slice(1).map(({ body }) => body.desde)).toEqual(['2026-11-18', '2026-11-19']);
    const other = await servePlatform();
    await collect(anUpstream(other.url, { reportTimeZone: 'America/Santiago' }).messages(santiago));
    expect(other.seen.report.slice(1).map(({ body }) => body.desde)).toEqual(['2026-11-18']);
  });

  test('loses what lies outside the period or belongs to another number', async () => {
    const platform = await servePlatform({
      report: ({ response }) =>
        json(response, {
          data: [
            anEntry({ time_platform: '2026-11-17 23:59:59+00:00' }),
            anEntry({ time_platform: '2026-11-19 00:00:00+00:00' }),
            anEntry({ time_platform: '2026-11-18 21:00:00-03:00' }),
            anEntry({ msisdn: '+56999999999' }),
            anEntry({ text: 'in', time_platform: '2026-11-18 20:59:59-03:00' }),
            anEntry({ text: 'no prefix', msisdn: '912345678' }),
            anEntry({ text: 'no times', time_platform: '-', time_operator: '-', time_dlr: '-' }),
          ],
          total: 7,
        }),
    });
    const messages = await collect(anUpstream(platform.url).messages(aQuery));
    expect(messages.map(({ text }) => text)).toEqual(['in', 'no prefix', 'no times']);
  });

  test('counts and names the entries that do not fit, and gives the others', async () => {
    const platform = await servePlatform({
      report: ({ response }) =>
        json(response, {
          data: [
            anEntry({ time_dlr: 'soon' }),
            'canary-text',
            anEntry({ text: 5 }),
            anEntry({ novelty: { a: 1 } }),
          ],
          total: 4,
        }),
    });
    const read = anUpstream(platform.url).messages(aQuery);
    expect(await collect(read)).toHaveLength(1);
    expect(read.counts).toEqual({
      received: 4,
      unreadable: 3,
      otherNumbers: 0,
      faults: [
        'time_dlr: not a time such as YYYY-MM-DD HH:MM:SS+00:00',
        'the answer: expected object',
        'text: expected string',
      ],
      shortfalls: [],
      daysMissing: false,
    });
  });

  test('says where the announced total is not met', async () => {
    const platform = await servePlatform({
      report: ({ response }) => json(response, { data: [anEntry()], total: 12_000 }),
    });
    const read = anUpstream(platform.url).messages(aQuery);
    await collect(read);
    expect(read.counts.shortfalls).toEqual([{ announced: 12_000, received: 1 }]);
  });

  test.each([
    ['nothing in data', { data: [], total: 0 }, []],
    ['a total of nothing without data', { total: 0 }, []],
  ])('%s is no messages', async (_, body, expected) => {
    const platform = await servePlatform({ report: ({ response }) => json(response, body) });
    expect(await collect(anUpstream(platform.url).messages(aQuery))).toEqual(expected);
  });
});

describe('failures are told apart', () => {
  const respond =
    (status: number, body = 'canary-text 56912345678', headers: Record<string, string> = {}) =>
    ({ response }: { response: import('node:http').ServerResponse }) => {
      response.writeHead(status, headers).end(body);
    };

  test.each([
    ['wrong_credentials', { login: respond(401) }],
    ['wrong_credentials', { login: respond(403) }],
    ['wrong_credentials', { login: respond(200, '{"status":false,"auth_access_token":"canary-token"}') }],
    ['wrong_credentials', { login: respond(200, '{"status":true}') }],
    ['invalid_answer', { login: respond(200, '<html>canary-text') }],
    ['rate_limited', { login: respond(429, '', { 'retry-after': '7' }) }],
    ['unavailable', { login: respond(500) }],
    ['not_allowed', { report: respond(401) }],
    ['not_allowed', { report: respond(403) }],
    ['not_found', { report: respond(404) }],
    ['not_found', { report: respond(200, '{}') }],
    ['refused', { report: respond(400) }],
    ['refused', { report: respond(422) }],
    ['rate_limited', { report: respond(429, '', { 'retry-after': '120' }) }],
    ['unavailable', { report: respond(503) }],
    ['invalid_answer', { report: respond(200, '<html>canary-text</html>') }],
    ['invalid_answer', { report: respond(200, '') }],
    ['invalid_answer', { report: respond(200, '{"data":[{"msisdn":"+5691') }],
    ['invalid_answer', { report: respond(200, '[]') }],
    ['invalid_answer', { report: respond(200, '{"data":"canary-text"}') }],
    ['invalid_answer', { report: respond(302, '', { location: 'http://127.0.0.1:1/' }) }],
    ['invalid_answer', { report: respond(204, '') }],
  ] as const)('%s (%#)', async (code, handlers) => {
    const platform = await servePlatform(handlers);
    const error = await failureOf(collect(anUpstream(platform.url).messages(aQuery)));
    expect(error.code).toBe(code);
    expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toMatch(
      /canary|56912345678/,
    );
  });

  test('no connection', async () => {
    const error = await failureOf(collect(anUpstream(await closedAddress()).messages(aQuery)));
    expect(error).toMatchObject({ code: 'unavailable', operation: 'login' });
  });

  test('no first byte in time, and silence in the middle', async () => {
    const silent = await servePlatform({ report: () => undefined });
    const halting = await servePlatform({
      report: ({ response }) => void response.writeHead(200).write('{"data":['),
    });
    for (const platform of [silent, halting]) {
      const error = await failureOf(collect(anUpstream(platform.url, { timeoutMs: 60 }).messages(aQuery)));
      expect(error.code).toBe('timed_out');
      expect(platform.seen.report).toHaveLength(1);
    }
  });

  test('a filter that is not a number is never sent', async () => {
    const platform = await servePlatform();
    for (const filter of [{ msisdn: '12' }, { msisdn: '56 9' }, { sender: 'OTP' }]) {
      const error = await failureOf(collect(anUpstream(platform.url).messages({ ...aQuery, ...filter })));
      expect(error.code).toBe('invalid_filter');
    }
    expect(platform.seen.report).toHaveLength(0);
  });
});

describe('repeating', () => {
  test.each([429, 500, 502, 503, 599])('a read is repeated twice after %i', async (status) => {
    const platform = await servePlatform({
      report: (asked) => (asked.earlier < 2 ? json(asked.response, {}, status) : platform.good.report(asked)),
    });
    expect(await collect(anUpstream(platform.url).messages(aQuery))).toHaveLength(1);
    expect(platform.seen.report).toHaveLength(3);
  });

  test('a read is repeated after a broken connection, and given up after the third', async () => {
    const once = await servePlatform({
      report: (asked) => (asked.earlier < 1 ? void asked.response.destroy() : once.good.report(asked)),
    });
    expect(await collect(anUpstream(once.url).messages(aQuery))).toHaveLength(1);

    const never = await servePlatform({
      report: ({ response }) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"data":[');
        response.destroy();
      },
    });
    const error = await failureOf(collect(anUpstream(never.url).messages(aQuery)));
    expect(error.code).toBe('unavailable');
    expect(never.seen.report).toHaveLength(3);
  });

  test('a short Retry-After is waited out, a long one is passed on', async () => {
    const platform = await servePlatform({
      report: (asked) =>
        asked.earlier === 0
          ? json(asked.response, {}, 429, { 'retry-after': '1' })
          : platform.good.report(asked),
    });
    const started = performance.now();
    expect(await collect(anUpstream(platform.url).messages(aQuery))).toHaveLength(1);
    expect(performance.now() - started).toBeGreaterThan(900);

    const busy = await servePlatform({
      report: ({ response }) => json(response, {}, 429, { 'retry-after': '120' }),
    });
    const error = await failureOf(collect(anUpstream(busy.url).messages(aQuery)));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 120_000 });
    expect(busy.seen.report).toHaveLength(1);
  });

  test('a login is sent once, and not at all again while its failure is fresh', async () => {
    const platform = await servePlatform({ login: ({ response }) => json(response, {}, 503) });
    const upstream = anUpstream(platform.url);
    const failures = await Promise.all([1, 2, 3, 4].map(() => failureOf(collect(upstream.messages(aQuery)))));
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['unavailable']));
    expect(platform.seen.login).toHaveLength(1);
  });

  test('a report that refuses every token does not log in for ever', async () => {
    const platform = await servePlatform({ report: ({ response }) => json(response, {}, 403) });
    const upstream = anUpstream(platform.url);
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await failureOf(collect(upstream.messages(aQuery)))).code).toBe('not_allowed');
    }
    expect(platform.seen.login.length).toBeLessThanOrEqual(3);
  });
});

test('a number the account may not read costs no login for every question about it', async () => {
  const platform = await servePlatform({
    report: (asked) =>
      asked.body.msisdn === '56999999999' ? json(asked.response, {}, 403) : platform.good.report(asked),
  });
  const upstream = anUpstream(platform.url);
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await failureOf(collect(upstream.messages({ ...aQuery, msisdn: '56999999999' })))).code).toBe(
      'not_allowed',
    );
    expect(await collect(upstream.messages(aQuery))).toHaveLength(1);
  }
  expect(platform.seen.login.length).toBeLessThanOrEqual(3);
});

test('a login token that says when it ends is renewed before that, without a call being refused', async () => {
  const clock = { ms: Date.parse('2026-11-18T12:00:00Z') };
  const platform = await servePlatform({
    login: ({ response }) => {
      const exp = clock.ms / 1000 + 100;
      const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url');
      const token = `canary.${claims}.${platform.seen.login.length}`;
      platform.valid.clear();
      platform.valid.add(token);
      json(response, { auth_access_token: token, status: true });
    },
  });
  const upstream = anUpstream(platform.url, { now: () => new Date(clock.ms) });
  for (const laterMs of [0, 89_000, 2_000]) {
    clock.ms += laterMs;
    expect(await collect(upstream.messages(aQuery))).toHaveLength(1);
  }
  expect(platform.seen.login).toHaveLength(2);
  expect(platform.seen.report).toHaveLength(3);
});

describe('the platform is spared', () => {
  test('connections are kept', async () => {
    const platform = await servePlatform();
    const upstream = anUpstream(platform.url);
    for (let asked = 0; asked < 5; asked += 1) await collect(upstream.messages(aQuery));
    expect(new Set(platform.seen.report.map(({ request }) => request.socket.remotePort)).size).toBe(1);
  });

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

  test('whoever comes over the bound is told at once', async () => {
    const held: (() => void)[] = [];
    const platform = await servePlatform({
      report: (asked) => void held.push(() => platform.good.report(asked)),
    });
    const upstream = anUpstream(platform.url, { maxWaiting: 3 });
    const asked = Array.from({ length: 7 }, () => collect(upstream.messages(aQuery)));
    const settled = Promise.allSettled(asked);
    const refused = await Promise.all(asked.slice(5).map(failureOf));
    expect(refused.map(({ code }) => code)).toEqual(['busy', 'busy']);
    for (let next = 0; next < 5; next += 1) {
      while (held.length <= next) await new Promise(setImmediate);
      held[next]?.();
    }
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});
