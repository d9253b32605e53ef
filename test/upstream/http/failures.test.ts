import { describe, expect, test } from 'vitest';
import { closedAddress, json, servePlatform } from '../../support/server.ts';
import { collect, failureOf, openUpstream, testQuery, wordsOf } from '../../support/upstream.ts';

describe('failures have distinct codes', () => {
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
    const error = await failureOf(collect(openUpstream(platform.url).messages(testQuery)));
    expect(error.code).toBe(code);
    expect(wordsOf(error)).not.toMatch(/canary|569/);
  });

  test('unavailable when the host refuses the connection', async () => {
    const error = await failureOf(collect(openUpstream(await closedAddress()).messages(testQuery)));
    expect(error).toMatchObject({ code: 'unavailable', operation: 'login' });
  });

  test('timed_out without a first byte in time, or when the answer stops in its middle', async () => {
    const silent = await servePlatform({ report: () => undefined });
    const halting = await servePlatform({
      report: ({ response }) => void response.writeHead(200).write('{"data":['),
    });
    const platforms = [silent, halting];
    // Long enough for the login, which is answered, on a busy machine.
    const readings = platforms.map(({ url }) => openUpstream(url, { timeoutMs: 2_000 }).messages(testQuery));
    const errors = await Promise.all(readings.map((read) => failureOf(collect(read))));
    expect(errors.map(({ code }) => code)).toEqual(['timed_out', 'timed_out']);
    for (const { seen } of platforms) expect(seen.report).toHaveLength(1);
  });

  test('invalid_filter for a filter that is not a number, which is never sent', async () => {
    const platform = await servePlatform();
    for (const filter of [{ msisdn: '12' }, { msisdn: '56 9' }, { sender: 'OTP' }]) {
      const error = await failureOf(
        collect(openUpstream(platform.url).messages({ ...testQuery, ...filter })),
      );
      expect(error.code).toBe('invalid_filter');
    }
    expect(platform.seen.report).toHaveLength(0);
  });
});

describe('retries', () => {
  /** A fixed clock: a failure stays recent, however long the requests take. */
  const now = () => new Date('2026-11-18T12:00:00Z');

  test.each([429, 500, 502, 503, 599])('a read is retried twice after status %i', async (status) => {
    const platform = await servePlatform({
      report: (asked) => (asked.earlier < 2 ? json(asked.response, {}, status) : platform.good.report(asked)),
    });
    expect(await collect(openUpstream(platform.url).messages(testQuery))).toHaveLength(1);
    expect(platform.seen.report).toHaveLength(3);
  });

  test('a read is retried after a broken connection, and fails after the third', async () => {
    const once = await servePlatform({
      report: (asked) => (asked.earlier < 1 ? void asked.response.destroy() : once.good.report(asked)),
    });
    expect(await collect(openUpstream(once.url).messages(testQuery))).toHaveLength(1);

    const never = await servePlatform({
      report: ({ response }) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"data":[');
        response.destroy();
      },
    });
    expect((await failureOf(collect(openUpstream(never.url).messages(testQuery)))).code).toBe('unavailable');
    expect(never.seen.report).toHaveLength(3);
  });

  test('a short Retry-After is waited for, a long one is returned to the caller', async () => {
    const platform = await servePlatform({
      report: (asked) =>
        asked.earlier === 0
          ? json(asked.response, {}, 429, { 'retry-after': '1' })
          : platform.good.report(asked),
    });
    const started = performance.now();
    expect(await collect(openUpstream(platform.url).messages(testQuery))).toHaveLength(1);
    expect(performance.now() - started).toBeGreaterThan(900);

    const busy = await servePlatform({
      report: ({ response }) => json(response, {}, 429, { 'retry-after': '120' }),
    });
    const error = await failureOf(collect(openUpstream(busy.url).messages(testQuery)));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 120_000 });
    expect(busy.seen.report).toHaveLength(1);
  });

  test('a failed login is not sent again while its failure is recent', async () => {
    const platform = await servePlatform({ login: ({ response }) => json(response, {}, 503) });
    const upstream = openUpstream(platform.url, { now });
    const failures = await Promise.all(
      [1, 2, 3, 4].map(() => failureOf(collect(upstream.messages(testQuery)))),
    );
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['unavailable']));
    expect(platform.seen.login).toHaveLength(1);
  });

  test('a report that refuses every token causes at most three logins', async () => {
    const platform = await servePlatform({ report: ({ response }) => json(response, {}, 403) });
    const upstream = openUpstream(platform.url, { now });
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await failureOf(collect(upstream.messages(testQuery)))).code).toBe('not_allowed');
    }
    expect(platform.seen.login.length).toBeLessThanOrEqual(3);
  });
});
