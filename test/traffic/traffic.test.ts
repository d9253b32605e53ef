import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Cell, mergeFigures } from '../../src/domain/figures/figures.ts';
import type { Period } from '../../src/domain/time/period.ts';
import { QUARTER_SECONDS } from '../../src/runtime/durations.ts';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { TrafficFigures, TrafficProgress } from '../../src/traffic/types.ts';
import { mergeByOperator } from '../support/cells.ts';
import { tallyOf } from '../support/figures.ts';
import { recordLog } from '../support/log.ts';
import { createPlainUpstream, createReadThrough, days } from '../support/read-through.ts';
import { numberOf, runningSandbox } from '../support/sandbox.ts';
import { closedAddress } from '../support/server.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';
import { collect, openUpstream } from '../support/upstream.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The tests run on the 18th; the days before it are over, and the first ones are complete. */
const week = days('2026-11-12', '2026-11-18');

/** A platform with the day bounds that the client is set to, so that only whole days are requested. */
const createPlatform = (options: Parameters<typeof runningSandbox>[0] = {}) =>
  runningSandbox({ bounds: 'exclusive_end', perDay: 150, loginTokenSeconds: 1e9, ...options });

describe.each(databases)('traffic, %s', (_name, url) => {
  const database = suiteDatabase(url);
  /** Creates one replica on its own platform. */
  async function createReplica(options: Parameters<typeof runningSandbox>[0] = {}, zone = 'UTC') {
    const platform = await createPlatform({ ...options, timeZone: zone });
    const account = uniqueName();
    const upstream = createPlainUpstream(platform, { reportTimeZone: zone });
    const replica = { database: database(), account, upstream, now: platform.now, zone };
    return { ...platform, account, upstream, replica, traffic: createReadThrough(replica) };
  }

  test('a day is read once for fifty simultaneous requests', async () => {
    const { sandbox, traffic } = await createReplica();
    const asked = Array.from({ length: 50 }, () => traffic.figuresFor({ period: week }));
    const [first, ...others] = await Promise.all(asked);
    expect(sandbox.calls.report).toBe(7);
    for (const other of others) expect(other.asOf).toEqual(first?.asOf);
    const last = others.at(-1);
    expectSame(last && cellsOf(last, week), first && cellsOf(first, week));
    expect(first?.days).toHaveLength(7);
  });

  test('figures are read again only when a request wants newer ones', async () => {
    const { sandbox, clock, traffic } = await createReplica();
    const before = await traffic.figuresFor({ period: week });
    clock.now = new Date(clock.now.getTime() + 6 * 60_000);
    const { report } = sandbox.calls;
    expect((await traffic.figuresFor({ period: week })).asOf).toEqual(before.asOf);
    expect(sandbox.calls.report).toBe(report);
    const newest = await traffic.figuresFor({ period: week }, { maxAgeMs: 5 * 60_000 });
    expect(newest.asOf).toEqual(clock.now);
    expect(newest.days.at(-1)?.tookMs).toBeGreaterThan(0);
    expect((await traffic.figuresFor({ period: week }, { maxAgeMs: 5 * 60_000 })).asOf).toEqual(clock.now);
  });

  test('a day is read once by two replicas that share the store', async () => {
    const platform = await createPlatform();
    const account = uniqueName();
    const [one, other] = [1, 2].map(() => {
      const upstream = createPlainUpstream(platform, { concurrency: 4 });
      return createReadThrough({
        database: database(),
        account,
        upstream,
        now: platform.now,
        parallelDays: 3,
      });
    });
    const asked = [one, other, one, other].map((traffic) => traffic?.figuresFor({ period: week }));
    const answers = await Promise.all(asked);
    expect(platform.sandbox.calls.report).toBe(7);
    const [cells, ...others] = answers.map((answer) => answer && cellsOf(answer, week));
    expect(cells?.length).toBeGreaterThan(100);
    for (const other of others) expectSame(other, cells);
  });

  test('stored days are read again when they are too old, and not before', async () => {
    const { sandbox, clock, traffic } = await createReplica({ at: '2026-11-18T10:00:00Z' });
    const readAfter = async (laterMs: number) => {
      clock.now = new Date(clock.now.getTime() + laterMs);
      const before = sandbox.calls.report;
      await traffic.figuresFor({ period: week });
      return sandbox.calls.report - before;
    };
    expect(await readAfter(0)).toBe(7);
    expect(await readAfter(15 * MINUTE_MS)).toBe(0);
    // Only today.
    expect(await readAfter(MINUTE_MS)).toBe(1);
    // Also the past days that are not complete, from the 15th on.
    expect(await readAfter(6 * HOUR_MS)).toBe(4);
    // The last reading of the 18th is from before its end, so it is old.
    clock.now = new Date('2026-11-18T23:50:00Z');
    await readAfter(0);
    expect(await readAfter(16 * MINUTE_MS)).toBe(1);
    clock.now = new Date('2026-11-22T00:00:00Z');
    expect(await readAfter(0)).toBe(4);
    expect(await readAfter(100 * 24 * HOUR_MS)).toBe(0);
  });

  test('a day with fewer messages than announced is not final', async () => {
    const { sandbox, clock, traffic } = await createReplica();
    const period = days('2026-11-10');
    sandbox.setFaults({ wrongTotal: 500 });
    const { days: read } = await traffic.figuresFor({ period });
    expect(read[0]?.announced).toBe((read[0]?.received ?? 0) + 500);
    sandbox.setFaults({});
    clock.now = new Date(clock.now.getTime() + 6 * HOUR_MS + 1);
    const { days: again } = await traffic.figuresFor({ period });
    expect(again[0]?.announced).toBe(again[0]?.received);
  });

  describe('figures equal those of the messages', () => {
    test.each([
      ['UTC', 'UTC', '2026-11-17', '2026-11-17', 1],
      ['UTC', 'UTC', '2026-11-15', '2026-11-18', 4],
      ['America/Santiago', 'UTC', '2026-11-17', '2026-11-17', 2],
      ['Asia/Kathmandu', 'UTC', '2026-11-16', '2026-11-17', 3],
      ['Asia/Kathmandu', 'America/Santiago', '2026-11-17', '2026-11-17', 2],
      // Clocks went forward: a day of 23 hours.
      ['America/Santiago', 'UTC', '2026-09-06', '2026-09-06', 2],
    ])('for days in %s from a platform in %s: %s to %s', async (zone, platformZone, from, to, read) => {
      const { sandbox, upstream, traffic, now, replica } = await createReplica({}, platformZone);
      const period = days(from, to, zone);
      const figures = await traffic.figuresFor({ period });
      expect(sandbox.calls.report).toBe(read);
      const messages = await collect(upstream.messages(period));
      expect(messages.length).toBeGreaterThan(100);
      const cells = tallyOf(messages, now()).cells();
      expectSame(cellsOf(figures, period), sorted(cells.filter(({ quarter }) => quarter !== undefined)));
      const untimed = cells.filter(({ quarter }) => quarter === undefined);
      expect(figures.untimed).toEqual(mergeFigures(untimed.map((cell) => cell.figures)));
      // Again, from memory, and from another replica.
      expectSame(cellsOf(await traffic.figuresFor({ period }), period), cellsOf(figures, period));
      const elsewhere = await createReadThrough(replica).figuresFor({ period });
      expectSame(cellsOf(elsewhere, period), cellsOf(figures, period));
      // The whole period at once, with limits outside of it.
      const all = mergeByOperator(figures.between(new Date(0), now()));
      expect(sorted(all.map(placed))).toEqual(sorted(mergeByOperator(cellsOf(figures, period)).map(placed)));
    });

    test('for one sender, stored apart from those of all senders', async () => {
      const { sandbox, upstream, traffic, now } = await createReplica();
      const period = days('2026-11-17');
      const [all, one] = [
        await traffic.figuresFor({ period }),
        await traffic.figuresFor({ period, sender: '56001' }),
      ];
      const messages = await collect(upstream.messages({ ...period, sender: '56001' }));
      const [ofAll, ofOne] = [cellsOf(all, period), cellsOf(one, period)];
      expect(ofOne).toEqual(sorted(tallyOf(messages, now()).cells()));
      expect(ofOne).not.toEqual(ofAll);
      const asked = sandbox.calls.report;
      expect(cellsOf(await traffic.figuresFor({ period, sender: '56001' }), period)).toEqual(ofOne);
      expect(cellsOf(await traffic.figuresFor({ period }), period)).toEqual(ofAll);
      expect(sandbox.calls.report).toBe(asked);
    });

    test('for one number, read in one request and never stored', async () => {
      const { sandbox, upstream, traffic, now, account } = await createReplica();
      const msisdn = numberOf('delivered').replaceAll(/\D/g, '');
      const progress: TrafficProgress[] = [];
      const figures = await traffic.figuresFor(
        { period: week, msisdn },
        { onProgress: (reached) => void progress.push(reached) },
      );
      expect(sandbox.calls.report).toBe(1);
      const messages = await collect(upstream.messages({ ...week, msisdn }));
      expectSame(cellsOf(figures, week), sorted(tallyOf(messages, now()).cells()));
      expect(figures.days).toHaveLength(1);
      expect(progress.at(-1)).toMatchObject({ daysDone: 7, days: 7 });
      for (const table of ['readings', 'leases'] as const) {
        const rows = await database()
          .db.selectFrom(table)
          .where('account', '=', account)
          .selectAll()
          .execute();
        expect(rows).toEqual([]);
      }
    });

    test('and count the distinct failing numbers, only for a single day of the platform', async () => {
      const { upstream, traffic } = await createReplica();
      const failing = async (from: string, to = from, zone = 'UTC') =>
        (await traffic.figuresFor({ period: days(from, to, zone) })).distinctFailing;
      const messages = await collect(upstream.messages(days('2026-11-17')));
      const failed = messages.filter(({ status }) => status === 'failed').map(({ msisdn }) => msisdn);
      expect(await failing('2026-11-17')).toBe(new Set(failed).size);
      expect(await failing('2026-11-16', '2026-11-17')).toBeUndefined();
      expect(await failing('2026-11-17', '2026-11-17', 'America/Santiago')).toBeUndefined();
    });
  });

  test('figures contain the time they reach and the time of their oldest reading', async () => {
    const { clock, traffic } = await createReplica();
    const first = clock.now;
    await traffic.figuresFor({ period: week });
    clock.now = new Date(first.getTime() + HOUR_MS);
    const figures = await traffic.figuresFor({ period: week });
    expect(figures).toMatchObject({ asOf: first, countedTo: clock.now, isStale: false, daysMissing: false });
    const settled = await traffic.figuresFor({ period: days('2026-11-12') });
    expect(settled).toMatchObject({ asOf: first, countedTo: new Date('2026-11-13T00:00:00Z') });
  });

  test('the future days of a current period are not requested', async () => {
    const { sandbox, traffic } = await createReplica();
    const { days: read } = await traffic.figuresFor({ period: days('2026-11-17', '2026-11-22') });
    expect(read.map(({ day }) => day)).toEqual(['2026-11-17', '2026-11-18']);
    expect(sandbox.calls.report).toBe(2);
  });

  test('progress is reported day by day, up to the end', async () => {
    const { traffic } = await createReplica();
    const progress: TrafficProgress[] = [];
    const onProgress = (reached: TrafficProgress) => void progress.push(reached);
    const { days: read } = await traffic.figuresFor({ period: week }, { onProgress });
    const messagesRead = read.reduce((sum, { received }) => sum + received, 0);
    expect(progress[0]).toEqual({ daysDone: 0, days: 7, messagesRead: 0 });
    expect(progress.at(-1)).toEqual({ daysDone: 7, days: 7, messagesRead });
    expect(new Set(progress.map(({ daysDone }) => daysDone)).size).toBe(8);
    const reached = progress.map(({ messagesRead }) => messagesRead);
    expect(reached).toEqual(reached.toSorted((a, b) => a - b));
  });

  test('a reader that died is replaced', async () => {
    const { sandbox, traffic, account } = await createReplica();
    const period = days('2026-11-17');
    await database()
      .db.insertInto('leases')
      .values({ account, name: '2026-11-17', owner: 'dead', expires_at: new Date(Date.now() + 700) })
      .execute();
    const asked = traffic.figuresFor({ period });
    await expect.poll(() => leaseOwner(account), { interval: 5 }).not.toBe('dead');
    expect((await asked).days).toHaveLength(1);
    expect(sandbox.calls.report).toBe(1);
    expect(await leaseOwner(account)).toBeUndefined();
  });

  const leaseOwner = async (account: string) =>
    (
      await database()
        .db.selectFrom('leases')
        .where('account', '=', account)
        .select('owner')
        .executeTakeFirst()
    )?.owner;

  test('an aborted request does not disturb others, and the last abort ends the reading', async () => {
    const { sandbox, traffic, upstream } = await createReplica();
    await collect(upstream.messages({ ...days('2026-11-10'), msisdn: '56911111111' }));
    sandbox.setFaults({ stallAfterBytes: 100 });
    const [one, other, third] = [new AbortController(), new AbortController(), new AbortController()];
    const before = sandbox.calls.report;
    const period = days('2026-11-17');
    const asked = [one, other].map(({ signal }) => traffic.figuresFor({ period }, { signal }));
    const settled = Promise.allSettled(asked);
    await expect.poll(() => sandbox.calls.report).toBe(before + 1);
    one.abort('first');
    await expect(asked[0]).rejects.toBe('first');
    const joined = traffic.figuresFor({ period }, { signal: third.signal });
    other.abort('second');
    third.abort('third');
    await expect(joined).rejects.toBe('third');
    await settled;
    sandbox.setFaults({});
    // The slot at the platform is free again, and the day can be read.
    expect((await traffic.figuresFor({ period })).days).toHaveLength(1);
    expect(sandbox.calls.report).toBe(before + 2);
  });

  test('a truncated stored day is read again and stored, and no other day is', async () => {
    const { sandbox, traffic, replica, account } = await createReplica();
    const period = days('2026-11-10', '2026-11-11');
    const whole = cellsOf(await traffic.figuresFor({ period }), period);
    await database()
      .db.updateTable('readings')
      .set({ cells: sql<Uint8Array>`substring(cells from 1 for 20)` })
      .where('account', '=', account)
      .where('day', '=', '2026-11-10')
      .execute();
    const before = sandbox.calls.report;
    for (const _time of [1, 2]) {
      expect(cellsOf(await createReadThrough(replica).figuresFor({ period }), period)).toEqual(whole);
      expect(sandbox.calls.report).toBe(before + 1);
    }
  });

  test('a platform failure fails the request, and the days already read stay stored', async () => {
    const { sandbox, traffic } = await createReplica();
    await traffic.figuresFor({ period: days('2026-11-14', '2026-11-15') });
    sandbox.setFaults({ html: true, operation: 'report' });
    await expect(traffic.figuresFor({ period: week })).rejects.toMatchObject({ code: 'invalid_answer' });
    sandbox.setFaults({});
    const before = sandbox.calls.report;
    await traffic.figuresFor({ period: week });
    expect(sandbox.calls.report - before).toBe(5);
  });

  test('missing days are reported, and read again later', async () => {
    const platform = await createPlatform();
    const { sandbox, now, clock } = platform;
    const { email, password, reportToken } = sandbox.credentials;
    const upstream = openUpstream(platform.url, { email, password, reportToken, now, timeoutMs: 60_000 });
    const traffic = createReadThrough({ database: database(), account: uniqueName(), upstream, now });
    const period = days('2026-11-10');
    const missing = await traffic.figuresFor({ period });
    expect(missing.daysMissing).toBe(true);
    expect(missing.between(period.start, period.end)).toEqual([]);
    const before = sandbox.calls.report;
    clock.now = new Date(clock.now.getTime() + 7 * HOUR_MS);
    await traffic.figuresFor({ period });
    expect(sandbox.calls.report).toBe(before + 1);
  });
});

describe('without a reachable store', () => {
  test('figures come from the platform, once for all requests, and the log says so', async () => {
    const platform = await createPlatform();
    const [, host = ''] = (await closedAddress()).split('//');
    const databaseUrl = `postgres://canary:canary-password@${host}/none`;
    const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log: recordLog().log });
    onTestFinished(() => database.close());
    const upstream = createPlainUpstream(platform);
    const traffic = createReadThrough({ database, account: uniqueName(), upstream, now: platform.now });
    const period = days('2026-11-16', '2026-11-17');
    const answers = await Promise.all(Array.from({ length: 50 }, () => traffic.figuresFor({ period })));
    expect(platform.sandbox.calls.report).toBe(2);
    const cells = tallyOf(await collect(upstream.messages(period)), platform.now()).cells();
    expect(answers[7] && cellsOf(answers[7], period)).toEqual(
      sorted(cells.filter(({ quarter }) => quarter !== undefined)),
    );
    const warnings = traffic.lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ msg }) => msg)).toContain(
      'the database is away: figures are read from the platform and not kept',
    );
    expect(JSON.stringify(warnings)).not.toContain('canary-password');
    // Nothing stored and an unreachable store are different results.
    expect(await traffic.storedIfAvailable(period)).toBeUndefined();
    for (const moment of [undefined, period.end])
      await expect(traffic.stored(period, moment)).rejects.toMatchObject({ name: 'DatabaseError' });
  });
});

/** Compares thousands of cells ten times faster than a matcher, which runs only to show a difference. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

/** The figures of each quarter hour and operator in a period. */
function cellsOf(figures: TrafficFigures, { start, end }: Period): Cell[] {
  const cells: Cell[] = [];
  for (let at = start.getTime() / 1000; at < end.getTime() / 1000; at += QUARTER_SECONDS) {
    const part = figures.between(new Date(at * 1000), new Date((at + QUARTER_SECONDS) * 1000));
    cells.push(...mergeByOperator(part).map((own) => ({ quarter: at, ...own })));
  }
  return sorted(cells);
}

function placed(own: Omit<Cell, 'quarter'>): Cell {
  return { quarter: 0, ...own };
}

function sorted<T extends { quarter: number | undefined; operator: string | undefined }>(
  cells: readonly T[],
): T[] {
  const keyOf = ({ quarter, operator }: T) => `${quarter} ${operator ?? ''}`;
  return cells.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
