import { describe, expect, test } from 'vitest';
import type { UpstreamOptions } from '../../../src/upstream/index.ts';
import { numberOf, openUpstreamOnSandbox } from '../../support/sandbox.ts';
import { json, type PlatformHandler, platformRecord, serve, servePlatform } from '../../support/server.ts';
import { failureOf, openUpstream, wordsOf } from '../../support/upstream.ts';

const query = { day: '2026-11-18', reference: 'canary-reference' };

const answering =
  (body: unknown, status = 200): PlatformHandler =>
  ({ response }) =>
    json(response, body, status);

async function lookUp(info: PlatformHandler, changes: Partial<UpstreamOptions> = {}) {
  const platform = await servePlatform({ info });
  return await openUpstream(platform.url, changes).message(query);
}

describe('one message by day and reference', () => {
  test('is requested as the interface says, and parsed into a message with its sender', async () => {
    const platform = await servePlatform();
    const sent = await openUpstream(platform.url).message(query);
    const [asked] = platform.seen.info;
    expect(asked?.request.url).toBe('/sms_info/2026-11-18/canary-reference');
    expect(asked?.request.headers['content-type']).toBe('application/json');
    expect(sent).toEqual({
      message: {
        msisdn: '56912345678',
        operator: 'Entel',
        status: 'delivered',
        statusWord: 'Delivered',
        text: 'canary-text',
        sender: '56001',
        platformAt: new Date('2026-11-18T10:32:05Z'),
        operatorAt: new Date('2026-11-18T10:32:07Z'),
        handsetAt: new Date('2026-11-18T10:32:14Z'),
      },
      others: [],
    });
  });

  test.each([
    ['+56912345678', '+56001'],
    ['56912345678', '56001'],
  ])('is the same with and without plus signs: %s', async (msisdn, from) => {
    const sent = await lookUp(answering({ data: platformRecord({ msisdn, from }), detail: 'record found' }));
    expect(sent?.message).toMatchObject({ msisdn: '56912345678', sender: '56001' });
  });

  test('may have dashes, nulls or no value in any field', async () => {
    const nothing = {
      msisdn: '',
      operator: undefined,
      status: 'pending',
      statusWord: undefined,
      text: undefined,
      sender: undefined,
      platformAt: undefined,
      operatorAt: undefined,
      handsetAt: undefined,
    };
    const names = Object.keys(platformRecord());
    const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    for (const data of [all('-'), all(null), { detail: 'only this' }]) {
      expect((await lookUp(answering({ data })))?.message).toEqual(nothing);
    }
  });

  test('lists every other field as label and value, in order and shortened', async () => {
    const extras = {
      zone: 'canary-zone',
      cost: 12.5,
      billed: true,
      parts: [1, { a: null }],
      missing: null,
      dash: '-',
      empty: '',
      'a label as long as a sentence, which goes on and on and on without any end': 'x',
      long: `${'a'.repeat(498)}😀😀`,
    };
    expect((await lookUp(answering({ data: platformRecord(extras) })))?.others).toEqual([
      { label: 'zone', value: 'canary-zone' },
      { label: 'cost', value: '12.5' },
      { label: 'billed', value: 'true' },
      { label: 'parts', value: '[1,{"a":null}]' },
      { label: 'missing', value: '-' },
      { label: 'dash', value: '-' },
      { label: 'empty', value: '-' },
      { label: 'a label as long as a sentence, which goes on and on and on …', value: 'x' },
      { label: 'long', value: `${'a'.repeat(498)}…` },
    ]);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, index]));
    expect((await lookUp(answering({ data: platformRecord(many) })))?.others).toHaveLength(30);
  });

  test('keeps all digits of a number that is too long for a double', async () => {
    const sent = await lookUp(({ response }) => void response.end('{"data":{"id":123456789012345678901}}'));
    expect(sent?.others).toEqual([{ label: 'id', value: '123456789012345678901' }]);
  });

  test('that does not fit the interface fails with the names of its fields', async () => {
    const failure = await failureOf(
      lookUp(answering({ data: platformRecord({ time_dlr: 'canary', text: 5 }) })),
    );
    expect(failure).toMatchObject({ code: 'invalid_answer', operation: 'info' });
    expect(failure.message).toBe(
      'info: text: expected string; time_dlr: not a time such as YYYY-MM-DD HH:MM:SS+00:00',
    );
  });
});

describe('a message that does not exist', () => {
  test.each([
    ['404', {}, 404],
    ['no data', { detail: 'not found' }, 200],
    ['null', { data: null, detail: 'not found' }, 200],
    ['an empty object', { data: {} }, 200],
    ['an empty list', { data: [] }, 200],
    ['an empty text', { data: '' }, 200],
    ['a dash', { data: '-' }, 200],
    ['false', { data: false }, 200],
  ])('gives undefined: %s', async (_, body, status) => {
    expect(await lookUp(answering(body, status))).toBeUndefined();
  });

  test.each(['', '.', '..', '...'])('is not requested if it would change the path: %j', async (reference) => {
    const platform = await servePlatform();
    expect(await openUpstream(platform.url).message({ ...query, reference })).toBeUndefined();
    expect(Object.values(platform.seen).flat()).toEqual([]);
  });
});

describe('any reference arrives as one segment of the path', () => {
  const references = [
    'a/b?c#d %',
    '../..',
    '..a',
    '%2e%2E',
    '\\..\\',
    'ñandú 😀',
    'a+b&c=d;e',
    '//host',
    '\n',
  ];
  test.each(references)('%j', async (reference) => {
    const platform = await servePlatform();
    await openUpstream(platform.url).message({ ...query, reference });
    const [, operation, day, part, ...rest] = platform.seen.info[0]?.request.url?.split('/') ?? [];
    expect([operation, day, rest]).toEqual(['sms_info', '2026-11-18', []]);
    expect(decodeURIComponent(part ?? '')).toBe(reference);
  });

  test('also when the base address has a path', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(404).end();
    });
    for (const base of [`${url}/api/v1`, `${url}/api/v1/`]) {
      await openUpstream(base).message({ ...query, reference: '/..' });
    }
    expect(new Set(asked)).toEqual(new Set(['/api/v1/sms_info/2026-11-18/%2F..']));
  });

  test('with a lone surrogate replaced', async () => {
    const platform = await servePlatform();
    await openUpstream(platform.url).message({ ...query, reference: 'a\ud83d' });
    expect(platform.seen.info[0]?.request.url).toBe('/sms_info/2026-11-18/a%EF%BF%BD');
  });
});

describe('the day', () => {
  test.each([
    ['yyyy-MM-dd', '2026-11-01'],
    ['yyyyMMdd', '20261101'],
    ['dd/MM/yyyy', '01%2F11%2F2026'],
    ['d-M-yy', '1-11-26'],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", '2026-11-01T00%3A00%3A00Z'],
  ])('is written as %s', async (infoDateFormat, written) => {
    const platform = await servePlatform();
    await openUpstream(platform.url, { infoDateFormat }).message({ ...query, day: '2026-11-01' });
    expect(platform.seen.info[0]?.request.url).toBe(`/sms_info/${written}/canary-reference`);
  });
});

describe('failures of a lookup', () => {
  test.each([
    '<html>canary</html>',
    '[]',
    '{"data":"canary"}',
    '{"data":[{"msisdn":"56912345678"}]}',
    '{"data":{"msisdn":"5691',
  ])('are invalid_answer when the body does not fit the interface: %s', async (body) => {
    const failure = await failureOf(lookUp(({ response }) => void response.end(body)));
    expect(failure).toMatchObject({ code: 'invalid_answer', operation: 'info' });
    expect(wordsOf(failure)).not.toMatch(/canary|569/);
  });

  test('are busy when all slots are used and the queue is full', async () => {
    const pendingAnswers: (() => void)[] = [];
    const platform = await servePlatform({
      info: (asked) => void pendingAnswers.push(() => void platform.good.info(asked)),
    });
    const upstream = openUpstream(platform.url, { maxWaiting: 1 });
    const asked = Array.from({ length: 4 }, () => upstream.message(query));
    const finished = Promise.allSettled(asked);
    expect(await failureOf(Promise.all(asked))).toMatchObject({ code: 'busy', operation: 'info' });
    for (let next = 0; next < 3; next += 1) {
      await expect.poll(() => pendingAnswers.length, { interval: 1 }).toBeGreaterThan(next);
      expect(pendingAnswers.length - next).toBeLessThanOrEqual(2);
      pendingAnswers[next]?.();
    }
    expect((await finished).filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

describe('on the simulated platform', () => {
  test('finds a message, whatever the platform’s time zone is', async () => {
    for (const timeZone of ['UTC', 'Pacific/Auckland']) {
      const { sandbox, upstream } = await openUpstreamOnSandbox({ timeZone });
      const newest = sandbox.newest(numberOf('delivered'));
      const sent = await upstream.message({ day: newest?.date ?? '', reference: newest?.trx ?? '' });
      expect(sent?.message).toMatchObject({
        msisdn: numberOf('delivered').replaceAll(/\D/g, ''),
        status: 'delivered',
        statusWord: 'Delivered',
        sender: expect.stringMatching(/^\d+$/),
      });
      expect(await upstream.message({ day: '2026-11-01', reference: newest?.trx ?? '' })).toBeUndefined();
      expect(sandbox.calls).toMatchObject({ login: 0, info: 2 });
    }
  });
});
