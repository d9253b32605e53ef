import { describe, expect, test } from 'vitest';
import { closedAddress, json, servePlatform } from '../../support/server.ts';
import { anUpstream, aQuery, collect, failureOf, wordsOf } from '../../support/upstream.ts';

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
    expect(wordsOf(error)).not.toMatch(/canary|569/);
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
    const platforms = [silent, halting];
    // Long enough for the log-in, which is answered, on a machine that is busy.
    const readings = platforms.map(({ url }) => anUpstream(url, { timeoutMs: 2_000 }).messages(aQuery));
    const errors = await Promise.all(readings.map((read) => failureOf(collect(read))));
    expect(errors.map(({ code }) => code)).toEqual(['timed_out', 'timed_out']);
    for (const { seen } of platforms) expect(seen.report).toHaveLength(1);
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
  /** It stands: what has failed stays fresh, however long the questions take. */
  const now = () => new Date('2026-11-18T12:00:00Z');

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
    const upstream = anUpstream(platform.url, { now });
    const failures = await Promise.all([1, 2, 3, 4].map(() => failureOf(collect(upstream.messages(aQuery)))));
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['unavailable']));
    expect(platform.seen.login).toHaveLength(1);
  });

  test('a report that refuses every token does not log in for ever', async () => {
    const platform = await servePlatform({ report: ({ response }) => json(response, {}, 403) });
    const upstream = anUpstream(platform.url, { now });
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await failureOf(collect(upstream.messages(aQuery)))).code).toBe('not_allowed');
    }
    expect(platform.seen.login.length).toBeLessThanOrEqual(3);
  });
});
