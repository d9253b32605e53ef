import { describe, expect, test } from 'vitest';
import type { UpstreamOptions } from '../../../src/upstream/index.ts';
import { anUpstreamOnSandbox, numberOf } from '../../support/sandbox.ts';
import { aRecord, json, type PlatformHandler, serve, servePlatform } from '../../support/server.ts';
import { anUpstream, failureOf, wordsOf } from '../../support/upstream.ts';

const query = { day: '2026-11-18', reference: 'canary-reference' };

const answering =
  (body: unknown, status = 200): PlatformHandler =>
  ({ response }) =>
    json(response, body, status);

async function lookUp(info: PlatformHandler, changes: Partial<UpstreamOptions> = {}) {
  const platform = await servePlatform({ info });
  return await anUpstream(platform.url, changes).message(query);
}

describe('one message by day and reference', () => {
  test('is asked for as the interface says, and becomes a message with its sender', async () => {
    const platform = await servePlatform();
    const sent = await anUpstream(platform.url).message(query);
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
    const sent = await lookUp(answering({ data: aRecord({ msisdn, from }), detail: 'record found' }));
    expect(sent?.message).toMatchObject({ msisdn: '56912345678', sender: '56001' });
  });

  test('may have dashes, nulls and gaps in any field', async () => {
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
    const names = Object.keys(aRecord());
    const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    for (const data of [all('-'), all(null), { detail: 'only this' }]) {
      expect((await lookUp(answering({ data })))?.message).toEqual(nothing);
    }
  });

  test('keeps every other field as label and value, in order and within bounds', async () => {
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
    const sent = await lookUp(answering({ data: aRecord(extras) }));
    expect(sent?.others).toEqual([
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
    expect((await lookUp(answering({ data: aRecord(many) })))?.others).toHaveLength(30);
  });

  test('keeps a number that is too long for a double as it came', async () => {
    const sent = await lookUp(({ response }) => void response.end('{"data":{"id":123456789012345678901}}'));
    expect(sent?.others).toEqual([{ label: 'id', value: '123456789012345678901' }]);
  });

  test('that does not fit the interface is said to, by its field', async () => {
    const failure = await failureOf(lookUp(answering({ data: aRecord({ time_dlr: 'canary', text: 5 }) })));
    expect(failure).toMatchObject({ code: 'invalid_answer', operation: 'info' });
    expect(failure.message).toBe(
      'info: text: expected string; time_dlr: not a time such as YYYY-MM-DD HH:MM:SS+00:00',
    );
  });
});

describe('a message that is not there', () => {
  test.each([
    ['404', {}, 404],
    ['no data', { detail: 'not found' }, 200],
    ['null', { data: null, detail: 'not found' }, 200],
    ['an empty object', { data: {} }, 200],
    ['an empty list', { data: [] }, 200],
    ['an empty text', { data: '' }, 200],
    ['a dash', { data: '-' }, 200],
    ['false', { data: false }, 200],
  ])('is no failure: %s', async (_, body, status) => {
    expect(await lookUp(answering(body, status))).toBeUndefined();
  });

  test.each(['', '.', '..', '...'])(
    'is not asked for where its reference leads elsewhere: %j',
    async (reference) => {
      const platform = await servePlatform();
      expect(await anUpstream(platform.url).message({ ...query, reference })).toBeUndefined();
      expect(Object.values(platform.seen).flat()).toEqual([]);
    },
  );
});

describe('whatever stands in the reference arrives as one part of the address', () => {
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
    await anUpstream(platform.url).message({ ...query, reference });
    const [, operation, day, part, ...rest] = platform.seen.info[0]?.request.url?.split('/') ?? [];
    expect([operation, day, rest]).toEqual(['sms_info', '2026-11-18', []]);
    expect(decodeURIComponent(part ?? '')).toBe(reference);
  });

  test('also below a base with a path of its own', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(404).end();
    });
    for (const base of [`${url}/api/v1`, `${url}/api/v1/`]) {
      await anUpstream(base).message({ ...query, reference: '/..' });
    }
    expect(new Set(asked)).toEqual(new Set(['/api/v1/sms_info/2026-11-18/%2F..']));
  });

  test('half of a character is replaced, not sent', async () => {
    const platform = await servePlatform();
    await anUpstream(platform.url).message({ ...query, reference: 'a\ud83d' });
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
    await anUpstream(platform.url, { infoDateFormat }).message({ ...query, day: '2026-11-01' });
    expect(platform.seen.info[0]?.request.url).toBe(`/sms_info/${written}/canary-reference`);
  });
});

describe('failures are told apart', () => {
  test.each([
    '<html>canary</html>',
    '[]',
    '{"data":"canary"}',
    '{"data":[{"msisdn":"56912345678"}]}',
    '{"data":{"msisdn":"5691',
  ])('an answer that does not fit the interface: %s', async (body) => {
    const failure = await failureOf(lookUp(({ response }) => void response.end(body)));
    expect(failure).toMatchObject({ code: 'invalid_answer', operation: 'info' });
    expect(wordsOf(failure)).not.toMatch(/canary|569/);
  });

  test('it shares the places of the reports, and is told when there are none', async () => {
    const held: (() => void)[] = [];
    const platform = await servePlatform({
      info: (asked) => void held.push(() => void platform.good.info(asked)),
    });
    const upstream = anUpstream(platform.url, { maxWaiting: 1 });
    const asked = Array.from({ length: 4 }, () => upstream.message(query));
    const settled = Promise.allSettled(asked);
    const failure = await failureOf(Promise.all(asked));
    expect(failure).toMatchObject({ code: 'busy', operation: 'info' });
    for (let next = 0; next < 3; next += 1) {
      await expect.poll(() => held.length, { interval: 1 }).toBeGreaterThan(next);
      expect(held.length - next).toBeLessThanOrEqual(2);
      held[next]?.();
    }
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

describe('on the simulated platform', () => {
  test('finds a message of a number, whatever zone its days are in', async () => {
    for (const timeZone of ['UTC', 'Pacific/Auckland']) {
      const { sandbox, upstream } = await anUpstreamOnSandbox({ timeZone });
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
