import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_OPERATORS_LISTED, mergeFigures, OTHER_NAME } from '../../../src/domain/figures/figures.ts';
import type { FiguresQuery, ReadFigures } from '../../../src/upstream/index.ts';
import { unpackCells } from '../../support/cells.ts';
import { recordLog } from '../../support/log.ts';
import { json, type PlatformRequest, platformEntry, pour, servePlatform } from '../../support/server.ts';
import { collect, failureOf, openUpstream, testQuery } from '../../support/upstream.ts';

const aDay = { day: '2026-11-18' };
/** Four days later, so that the check of the bounds uses this day. */
const now = () => new Date('2026-11-22T12:00:00Z');
const aNumber = { ...testQuery, msisdn: '56912345678' };
const plain = { now, reportBounds: 'exclusive_end' } as const;

async function serveReport(report: (asked: PlatformRequest) => void | Promise<void>) {
  return await servePlatform({ report });
}

async function figuresOf(
  entries: readonly unknown[],
  query: FiguresQuery = aDay,
  changes: Parameters<typeof openUpstream>[1] = plain,
): Promise<ReadFigures> {
  const platform = await serveReport(({ response }) =>
    json(response, { data: entries, total: entries.length }),
  );
  return await openUpstream(platform.url, changes).figures(query);
}

const cellsOf = ({ packedCells }: ReadFigures) => unpackCells(packedCells);

const submitted = (read: ReadFigures) => mergeFigures(cellsOf(read).map(({ figures }) => figures)).submitted;

function* forever<T>(piece: T): Generator<T> {
  for (;;) yield piece;
}

describe('a report is read into figures', () => {
  test('of a day, requested with the platform’s bounds', async () => {
    const platform = await servePlatform();
    const read = await openUpstream(platform.url, { now }).figures({ ...aDay, sender: '56001' });
    const [, , { body } = { body: {} }] = platform.seen.report;
    expect(body).toEqual({
      desde: '2026-11-18',
      hasta: '2026-11-18',
      tokenws: 'canary-report-token',
      num_corto: '56001',
    });
    expect(read).toMatchObject({
      readAt: now(),
      received: 1,
      announced: 1,
      unreadable: 0,
      mayLackDays: false,
    });
    expect(cellsOf(read)).toMatchObject([
      { quarter: Date.parse('2026-11-18T10:30:00Z') / 1000, operator: 'Entel', figures: { submitted: 1 } },
    ]);
    expect(read.bytes).toBe(
      JSON.stringify({ data: [platformEntry()], desde: '', hasta: '', total: 1 }).length + 20,
    );
  });

  test('of a number, in one request that is a day wider on each side', async () => {
    const platform = await servePlatform();
    const read = await openUpstream(platform.url).figures(aNumber);
    expect(platform.seen.report.map(({ body }) => [body.desde, body.hasta, body.msisdn])).toEqual([
      ['2026-11-17', '2026-11-19', '56912345678'],
    ]);
    expect(submitted(read)).toBe(1);
  });

  test('without messages outside the days or of another number', async () => {
    const outside = [
      platformEntry({ time_platform: '2026-11-17 23:59:59+00:00' }),
      platformEntry({ time_platform: '2026-11-19 00:00:00+00:00' }),
      platformEntry({ time_platform: '2026-11-18 21:00:00-03:00' }),
      platformEntry({ time_platform: '-', time_operator: '2026-11-19 00:00:01+00:00', time_dlr: '-' }),
    ];
    const inside = [
      platformEntry({ time_platform: '2026-11-18 20:59:59-03:00' }),
      platformEntry({ time_platform: '-', time_operator: '-', time_dlr: '-' }),
    ];
    const read = await figuresOf([...outside, ...inside]);
    expect(read.received).toBe(6);
    expect(cellsOf(read).map(({ quarter }) => quarter)).toEqual([
      Date.parse('2026-11-18T23:45:00Z') / 1000,
      undefined,
    ]);
    const other = platformEntry({ msisdn: '+56999999999' });
    const ofNumber = await figuresOf(
      [...outside, ...inside, other, platformEntry({ msisdn: '912345678' })],
      aNumber,
    );
    expect(submitted(ofNumber)).toBe(3);
  });

  test('of one day, including a message that has only later times', async () => {
    const entry = platformEntry({
      time_platform: '-',
      time_operator: '2026-11-19 00:00:01+00:00',
      time_dlr: '-',
    });
    const cells = cellsOf(await figuresOf([entry, platformEntry()], aDay, { now }));
    expect(cells.map(({ quarter }) => quarter)).toEqual([
      Date.parse('2026-11-18T10:30:00Z') / 1000,
      undefined,
    ]);
  });

  test('with the count of distinct failing numbers, but not the numbers', async () => {
    const failed = (msisdn: string) => platformEntry({ msisdn, status: 'EXPIRED' });
    const read = await figuresOf([
      failed('+56912345678'),
      failed('56912345678'),
      failed('+56987654321'),
      failed('-'),
      platformEntry({ msisdn: '+56911111111' }),
    ]);
    expect(read.failingNumbers).toBe(2);
    const serialized = JSON.stringify(read, (_, value) => (value instanceof Map ? [...value] : value));
    expect(serialized).not.toMatch(/12345678|87654321|11111111|canary/);
  });

  test('while it arrives, and reports its progress', async () => {
    const steps: number[] = [];
    let goOn: (() => void) | undefined;
    const platform = await serveReport(async ({ response }) => {
      const entries = Array.from({ length: 100 }, () => JSON.stringify(platformEntry())).join();
      response.write(`{"data":[${entries}`);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      response.end(`,${entries}]}`);
    });
    const reading = openUpstream(platform.url, plain).figures(aDay, {
      onProgress: (messagesRead) => void steps.push(messagesRead),
    });
    await expect.poll(() => steps.at(-1)).toBeGreaterThanOrEqual(99);
    goOn?.();
    expect(await reading).toMatchObject({ received: 200 });
    expect(steps.at(-1)).toBe(200);
  });

  test('and logs how many entries do not fit the interface', async () => {
    const { log, lines } = recordLog();
    const entries = [platformEntry({ time_dlr: 'canary' }), platformEntry()];
    expect(await figuresOf(entries, aDay, { ...plain, log })).toMatchObject({ received: 2, unreadable: 1 });
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { msg: 'a report does not fit the interface', unreadable: 1 },
    ]);
  });
});

describe('slots at the platform', () => {
  test('a number goes before days, and requests for days take turns', async () => {
    const pendingAnswers: (() => void)[] = [];
    const platform = await serveReport(({ response }) => {
      pendingAnswers.push(() => json(response, { data: [], total: 0 }));
    });
    const upstream = openUpstream(platform.url, plain);
    const asked = () => platform.seen.report.map(({ body }) => body.msisdn ?? body.desde);
    /** One request reads its days one after the other. */
    const readAll = async (...days: readonly string[]) => {
      for (const day of days) await upstream.figures({ day });
    };
    const questions = [readAll('2026-11-01', '2026-11-02'), readAll('2026-11-11', '2026-11-12')];
    await expect.poll(() => pendingAnswers.length).toBe(1);
    questions.push(upstream.figures(aNumber).then(() => undefined));
    for (let next = 0; next < 5; next += 1) {
      await expect.poll(() => pendingAnswers.length).toBeGreaterThan(next);
      pendingAnswers[next]?.();
    }
    await Promise.all(questions);
    expect(asked()).toEqual(['2026-11-01', '56912345678', '2026-11-11', '2026-11-02', '2026-11-12']);
  });

  test('a request that is aborted while waiting is not sent and uses no slot', async () => {
    const pendingAnswers: (() => void)[] = [];
    const platform = await serveReport(({ response }) => {
      pendingAnswers.push(() => json(response, { data: [], total: 0 }));
    });
    const upstream = openUpstream(platform.url, plain);
    const first = upstream.figures(aDay);
    const givingUp = new AbortController();
    const rejected = expect(upstream.figures(aDay, { signal: givingUp.signal })).rejects.toBe('enough');
    await expect.poll(() => pendingAnswers.length).toBe(1);
    givingUp.abort('enough');
    pendingAnswers[0]?.();
    await Promise.all([first, rejected]);
    const third = upstream.figures(aDay);
    await expect.poll(() => pendingAnswers.length).toBe(2);
    pendingAnswers[1]?.();
    await third;
  });
});

describe('a hostile platform', () => {
  const startOfReport = '{"data":[';

  test.each([
    ['white space without end', ' '.repeat(65_536), {}],
    ['entries without end', `${JSON.stringify(platformEntry())},`.repeat(200), {}],
    ['a bomb', gzipSync(Buffer.alloc(8 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }],
  ] as const)('%s is abandoned at the time limit', async (_, piece, headers) => {
    let isPouring = false;
    const platform = await serveReport(async ({ response }) => {
      if (!isPouring) {
        json(response, { data: [] });
        return;
      }
      response.writeHead(200, headers);
      await pour(response, [typeof piece === 'string' ? startOfReport : gzipSync(startOfReport)]);
      await pour(response, forever(piece));
    });
    const upstream = openUpstream(platform.url, { ...plain, longestReadingMs: 800 });
    const isRead = () =>
      upstream.figures(aDay).then(
        () => true,
        () => false,
      );
    // The start of the thread does not count, however long it takes.
    while (!(await isRead()));
    const before = platform.seen.report.length;
    isPouring = true;
    expect(await failureOf(upstream.figures(aDay))).toMatchObject({ code: 'timed_out', operation: 'report' });
    expect(platform.seen.report).toHaveLength(before + 1);
  });

  test.each([
    ['breaks off', 'unavailable', 60_000, (response: ServerResponse) => response.destroy()],
    ['ends as if all were said', 'invalid_answer', 60_000, (response: ServerResponse) => response.end()],
    ['falls silent', 'timed_out', 400, () => undefined],
  ] as const)('a body that %s halfway fails the reading', async (_, code, timeoutMs, stop) => {
    const platform = await serveReport(async ({ response }) => {
      response.writeHead(200);
      response.write(`${startOfReport}${JSON.stringify(platformEntry())},{"msisdn":"+56`, () =>
        stop(response),
      );
    });
    const error = await failureOf(openUpstream(platform.url, { ...plain, timeoutMs }).figures(aDay));
    expect(error).toMatchObject({ code, operation: 'report' });
    expect(error.message).not.toContain('569');
  });

  test('ten thousand operators and status words are merged beyond the limits', async () => {
    const entries = Array.from({ length: 10_000 }, (_, index) =>
      platformEntry({ operator: `canary ${index}`, status: `canary ${index}` }),
    );
    const cells = cellsOf(await figuresOf([...entries, ...entries]));
    expect(cells).toHaveLength(MAX_OPERATORS_LISTED + 1);
    const others = cells.find(({ operator }) => operator === OTHER_NAME)?.figures;
    expect(others?.submitted).toBe(20_000 - 2 * MAX_OPERATORS_LISTED);
    expect(others?.words.size).toBeLessThanOrEqual(201);
  });

  test('more messages than can be listed fail the reading, not the process', async () => {
    const entry = JSON.stringify(platformEntry({ text: 'canary-text '.repeat(5_000) }));
    const platform = await serveReport(async ({ response }) => {
      response.writeHead(200);
      await pour(response, [startOfReport, entry]);
      await pour(
        response,
        Array.from({ length: 1_200 }, () => `,${entry}`),
      );
      response.end(']}');
    });
    const error = await failureOf(collect(openUpstream(platform.url).messages(testQuery)));
    expect(error).toMatchObject({ code: 'invalid_answer', message: expect.stringContaining('too many') });
  });
});
