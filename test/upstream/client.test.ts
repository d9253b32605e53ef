import { describe, expect, test } from 'vitest';
import { json, platformEntry, servePlatform } from '../support/server.ts';
import { collect, openUpstream, testQuery } from '../support/upstream.ts';

describe('a report', () => {
  test('is requested as the interface says, with only the requested filters', async () => {
    const platform = await servePlatform();
    await collect(openUpstream(platform.url).messages(testQuery));
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

  test('is parsed into messages, with the requested sender', async () => {
    const platform = await servePlatform();
    const messages = await collect(openUpstream(platform.url).messages({ ...testQuery, sender: '56001' }));
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

  test('for a range is requested day by day, with the configured bounds', async () => {
    const range = { start: new Date('2026-11-16T00:00:00Z'), end: new Date('2026-11-18T00:00:00Z') };
    const asked = async (reportBounds: 'inclusive' | 'exclusive_end') => {
      const platform = await servePlatform();
      await collect(openUpstream(platform.url, { reportBounds }).messages(range));
      // The check of the bounds may send requests before these.
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

  test('is requested by days in the platform’s time zone', async () => {
    const platform = await servePlatform();
    const santiago = { start: new Date('2026-11-18T03:00:00Z'), end: new Date('2026-11-19T03:00:00Z') };
    // The check of the bounds uses another day.
    const now = () => new Date('2026-11-20T12:00:00Z');
    await collect(openUpstream(platform.url, { now }).messages(santiago));
    expect(platform.seen.report.slice(1).map(({ body }) => body.desde)).toEqual(['2026-11-18', '2026-11-19']);
    const other = await servePlatform();
    await collect(openUpstream(other.url, { now, reportTimeZone: 'America/Santiago' }).messages(santiago));
    expect(other.seen.report.slice(1).map(({ body }) => body.desde)).toEqual(['2026-11-18']);
  });

  test('omits messages outside the period and messages of other numbers', async () => {
    const platform = await servePlatform({
      report: ({ response }) =>
        json(response, {
          data: [
            platformEntry({ time_platform: '2026-11-17 23:59:59+00:00' }),
            platformEntry({ time_platform: '2026-11-19 00:00:00+00:00' }),
            platformEntry({ time_platform: '2026-11-18 21:00:00-03:00' }),
            platformEntry({ msisdn: '+56999999999' }),
            platformEntry({ text: 'in', time_platform: '2026-11-18 20:59:59-03:00' }),
            platformEntry({ text: 'no prefix', msisdn: '912345678' }),
            platformEntry({ text: 'no times', time_platform: '-', time_operator: '-', time_dlr: '-' }),
          ],
          total: 7,
        }),
    });
    const messages = await collect(openUpstream(platform.url).messages(testQuery));
    expect(messages.map(({ text }) => text)).toEqual(['in', 'no prefix', 'no times']);
  });

  test('counts unreadable entries, names their faults and returns the others', async () => {
    const platform = await servePlatform({
      report: ({ response }) =>
        json(response, {
          data: [
            platformEntry({ time_dlr: 'soon' }),
            'canary-text',
            platformEntry({ text: 5 }),
            platformEntry({ novelty: { a: 1 } }),
          ],
          total: 4,
        }),
    });
    const read = openUpstream(platform.url).messages(testQuery);
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

  test('reports a shortfall when fewer messages arrive than announced', async () => {
    const platform = await servePlatform({
      report: ({ response }) => json(response, { data: [platformEntry()], total: 12_000 }),
    });
    const read = openUpstream(platform.url).messages(testQuery);
    await collect(read);
    expect(read.counts.shortfalls).toEqual([{ announced: 12_000, received: 1 }]);
  });

  test.each([
    ['nothing in data', { data: [], total: 0 }, []],
    ['a total of nothing without data', { total: 0 }, []],
  ])('%s gives no messages', async (_, body, expected) => {
    const platform = await servePlatform({ report: ({ response }) => json(response, body) });
    expect(await collect(openUpstream(platform.url).messages(testQuery))).toEqual(expected);
  });
});
