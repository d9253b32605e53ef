import { describe, expect, test } from 'vitest';
import type { OAuthSettings, ValidityUnit } from '../../../src/upstream/index.ts';
import { numberOf, openUpstreamOnSandbox } from '../../support/sandbox.ts';
import { json, type PlatformHandler, platformRecord, servePlatform } from '../../support/server.ts';
import { collect, failureOf, openUpstream, testQuery, wordsOf } from '../../support/upstream.ts';

type Handlers = Parameters<typeof servePlatform>[0];

/** A platform with its OAuth host, a clock, and a lookup. */
async function setUp(handlers: Handlers = {}, changes: Partial<OAuthSettings> = {}) {
  const platform = await servePlatform(handlers);
  const clock = { ms: Date.parse('2026-11-18T12:00:00Z') };
  const upstream = openUpstream(platform.url, {
    now: () => new Date(clock.ms),
    oauth: {
      authUrl: platform.url,
      clientId: 'canary-client-id',
      clientSecret: 'canary-client-secret',
      validityUnit: 'seconds',
      ...changes,
    },
  });
  const lookUp = async (id = 'canary-id') => {
    if (!upstream.sms) throw new Error('the OAuth host is not set up');
    return await upstream.sms(id);
  };
  return { platform, clock, upstream, lookUp };
}

const jwtUntil = (ms: number) =>
  ['canary', Buffer.from(JSON.stringify({ exp: ms / 1000 })).toString('base64url'), 'x'].join('.');

describe('the lookup of one SMS by its identifier', () => {
  test('uses a token of the OAuth host', async () => {
    const { platform, lookUp } = await setUp();
    expect((await lookUp())?.message).toMatchObject({ msisdn: '56912345678', sender: '56001' });
    const [token] = platform.seen.oauth;
    expect(token?.request.headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(token?.body).toEqual({
      grant_type: 'client_credentials',
      client_id: 'canary-client-id',
      client_secret: 'canary-client-secret',
    });
    const [sms] = platform.seen.sms;
    expect(sms?.request.url).toBe('/api/sms/canary-id');
    expect(sms?.request.headers['content-type']).toBe('application/json');
    expect(sms?.token).toBe('canary.oauth.1');
    expect(platform.seen.login).toHaveLength(0);
  });

  test('is not available without a configured OAuth host', async () => {
    expect(openUpstream((await servePlatform()).url).sms).toBeUndefined();
  });

  test('reads the record at the top of the answer or under data', async () => {
    const record = platformRecord({ sms_id: 'a1', price: 3 });
    const others = [
      { label: 'sms_id', value: 'a1' },
      { label: 'price', value: '3' },
    ];
    for (const body of [record, { data: record, detail: 'record found' }]) {
      const { lookUp } = await setUp({ sms: ({ response }) => json(response, body) });
      expect(await lookUp()).toMatchObject({ message: { status: 'delivered' }, others });
    }
    const { lookUp } = await setUp({ sms: ({ response }) => json(response, { ...record, data: 'x' }) });
    expect((await lookUp())?.others).toEqual([...others, { label: 'data', value: 'x' }]);
  });

  test('parses known fields that fit the interface and lists all others', async () => {
    const body = {
      msisdn: 56912345678,
      status: 'queued',
      time_platform: 1_763_461_925,
      time_dlr: 'soon',
      from: null,
      text: {},
    };
    const { lookUp } = await setUp({ sms: ({ response }) => json(response, body) });
    const sent = await lookUp();
    expect(sent?.message).toMatchObject({
      msisdn: '56912345678',
      status: 'pending',
      statusWord: 'queued',
      platformAt: undefined,
      sender: undefined,
      text: undefined,
    });
    expect(sent?.others).toEqual([
      { label: 'time_platform', value: '1763461925' },
      { label: 'time_dlr', value: 'soon' },
      { label: 'text', value: '{}' },
    ]);
  });

  test.each([
    ['404', {}, 404],
    ['an empty object', {}, 200],
    ['an empty list', [], 200],
    ['null', null, 200],
    ['a remark and nothing else', { detail: 'not found' }, 200],
    ['empty data', { data: {}, detail: 'not found' }, 200],
    ['no data', { data: null }, 200],
  ])('returns undefined when the message does not exist: %s', async (_, body, status) => {
    const { platform, lookUp } = await setUp({ sms: ({ response }) => json(response, body, status) });
    expect(await lookUp()).toBeUndefined();
    expect(platform.seen.oauth).toHaveLength(1);
  });

  test('encodes the identifier so that it arrives unchanged', async () => {
    const { platform, lookUp } = await setUp();
    for (const id of ['a/b?c#d %', '%2e%2E', '.a']) await lookUp(id);
    expect(platform.seen.sms.map(({ request }) => request.url)).toEqual([
      '/api/sms/a%2Fb%3Fc%23d%20%25',
      '/api/sms/%252e%252E',
      '/api/sms/.a',
    ]);
  });

  test.each(['', '.', '..', '...'])('sends no request when the id would change the path: %j', async (id) => {
    const { platform, lookUp } = await setUp();
    expect(await lookUp(id)).toBeUndefined();
    expect(Object.values(platform.seen).flat()).toEqual([]);
  });

  test('does not wait for the slots of the reports', async () => {
    const pendingReports: (() => void)[] = [];
    const { platform, upstream, lookUp } = await setUp({
      report: (asked) => void pendingReports.push(() => void platform.good.report(asked)),
    });
    const reports = [1, 2].map(() => collect(upstream.messages(testQuery)));
    await expect.poll(() => pendingReports.length).toBe(2);
    expect(await lookUp()).toBeDefined();
    for (const answer of pendingReports) answer();
    await Promise.all(reports);
  });
});

describe('the token’s validity', () => {
  /** Counts token requests just before and at `untilMs`. Renewal is due 30 s, or 10 % of the life, before the end. */
  async function tokenRequestsAround(answer: unknown, validityUnit: ValidityUnit, untilMs: number) {
    const { platform, clock, lookUp } = await setUp(
      {
        oauth: ({ response, earlier }) => {
          const issued = typeof answer === 'function' ? answer(clock.ms) : answer;
          const token = issued.access_token ?? `canary.${earlier}.x`;
          platform.valid.add(token);
          json(response, { access_token: token, ...issued });
        },
      },
      { validityUnit },
    );
    await lookUp();
    clock.ms += untilMs - 1;
    await lookUp();
    const before = platform.seen.oauth.length;
    clock.ms += 1;
    await lookUp();
    return [before, platform.seen.oauth.length];
  }

  test.each([
    ['milliseconds', '600000', 570_000],
    ['milliseconds', '600', 540],
    ['seconds', '600', 570_000],
    ['seconds', ' 600 ', 570_000],
    ['seconds', 600, 570_000],
    ['seconds', '0.5', 450],
    ['minutes', '600', 600 * 60_000 - 30_000],
    ['hours', '2', 2 * 3_600_000 - 30_000],
  ] as const)('is read in %s: %j', async (unit, validity_period, expectedMs) => {
    expect(await tokenRequestsAround({ validity_period }, unit, expectedMs)).toEqual([1, 2]);
  });

  test('is shortened, never extended, by the expiry inside the token', async () => {
    const endingAfter = (ms: number) => (nowMs: number) => ({
      access_token: jwtUntil(nowMs + ms),
      validity_period: '600',
    });
    expect(await tokenRequestsAround(endingAfter(100_000), 'seconds', 90_000)).toEqual([1, 2]);
    expect(await tokenRequestsAround(endingAfter(900_000), 'seconds', 570_000)).toEqual([1, 2]);
    const alone = (nowMs: number) => ({ access_token: jwtUntil(nowMs + 100_000), validity_period: 'soon' });
    expect(await tokenRequestsAround(alone, 'seconds', 90_000)).toEqual([1, 2]);
  });

  test.each([undefined, null, '', '-', '0', '-600', 'soon', '1e3', {}, '9'.repeat(30)])(
    'when unreadable, lets the token be used until it is refused: %j',
    async (validity_period) => {
      const { platform, clock, lookUp } = await setUp({
        oauth: ({ response, earlier }) => {
          platform.valid.add(`canary-${earlier}`);
          json(response, { access_token: `canary-${earlier}`, validity_period });
        },
      });
      await lookUp();
      clock.ms += 1_000 * 24 * 3_600_000;
      await lookUp();
      expect(platform.seen.oauth).toHaveLength(1);
      platform.valid.clear();
      expect(await lookUp()).toBeDefined();
      expect(platform.seen.oauth).toHaveLength(2);
    },
  );
});

describe('failures on the OAuth host', () => {
  const raw =
    (status: number, body = 'canary 56912345678'): PlatformHandler =>
    ({ response }) =>
      void response.writeHead(status).end(body);

  test.each([
    ['wrong_credentials', 'oauth', { oauth: raw(400, '{"error":"invalid_client"}') }],
    ['wrong_credentials', 'oauth', { oauth: raw(401) }],
    ['wrong_credentials', 'oauth', { oauth: raw(403) }],
    ['wrong_credentials', 'oauth', { oauth: raw(200, '{}') }],
    ['wrong_credentials', 'oauth', { oauth: raw(200, '{"access_token":"-"}') }],
    ['invalid_answer', 'oauth', { oauth: raw(200, '{"access_token":5}') }],
    ['not_allowed', 'sms', { sms: raw(401) }],
    ['invalid_answer', 'sms', { sms: raw(200, '"canary"') }],
    ['invalid_answer', 'sms', { sms: raw(200, '[{"msisdn":"56912345678"}]') }],
  ] as const)('are reported as %s of %s, without secrets (%#)', async (code, operation, handlers) => {
    const { lookUp } = await setUp(handlers);
    const failure = await failureOf(lookUp());
    expect(failure).toMatchObject({ code, operation });
    expect(wordsOf(failure)).not.toMatch(/canary|569/);
  });
});

describe('on the simulated platform', () => {
  test('finds a message by its identifier, with the platform’s extra fields', async () => {
    const { sandbox, upstream } = await openUpstreamOnSandbox();
    const newest = sandbox.newest(numberOf('delivered'));
    const sent = await upstream.sms?.(newest?.smsId ?? '');
    expect(sent?.message).toMatchObject({
      msisdn: numberOf('delivered').replaceAll(/\D/g, ''),
      status: 'delivered',
    });
    expect(sent?.others).toEqual([
      { label: 'sms_id', value: newest?.smsId },
      { label: 'trx', value: newest?.trx },
    ]);
    expect(await upstream.sms?.('sms_unknown')).toBeUndefined();
  });

  test('requests one token for 300 concurrent lookups, and one more after it is revoked', async () => {
    const { sandbox, upstream } = await openUpstreamOnSandbox();
    const { smsId } = sandbox.newest(numberOf('delivered')) ?? { smsId: '' };
    const asked = Array.from({ length: 300 }, () => upstream.sms?.(smsId));
    await asked[100];
    sandbox.revokeTokens();
    expect((await Promise.all(asked)).every((sent) => sent?.message.status === 'delivered')).toBe(true);
    expect(sandbox.calls.oauth).toBe(2);
  });
});
