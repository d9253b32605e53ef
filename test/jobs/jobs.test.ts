import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createDueClock, createJobs, type JobsOptions } from '../../src/jobs/jobs.ts';
import type { Jobs, WorkOptions } from '../../src/jobs/queue.ts';
import { NO_METRICS } from '../../src/ops/metrics.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createLeases } from '../../src/store/leases.ts';
import { createMovedClock } from '../../tools/playground/moved-clock.ts';
import { recordLog } from '../support/log.ts';
import { databases, dropAndClose, suiteDatabase, uniqueName } from '../support/store.ts';

const parcel = z.object({ n: z.number() });
type Parcel = z.infer<typeof parcel>;

/** A running clock that can be moved forward and back. */
function createMovableClock() {
  let movedMs = 0;
  const now = () => new Date(Date.now() + movedMs);
  return {
    now,
    ofJobs: {
      clock: createMovedClock(now, { checkMs: 50 }),
      dueClock: createDueClock({ log: recordLog().log, now }),
    },
    move(ms: number) {
      movedMs += ms;
    },
  };
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Short times: a returning database is found at once, and jobs of a dead process as soon as possible. */
const timings = {
  ...TIMINGS,
  queuesRetryMs: 20,
  jobPollMs: 200,
  jobPollAfterFailureMs: 20,
  jobHeartbeatMs: 100,
  jobSuperviseMs: 1_000,
};

describe.each(databases)('jobs, %s', (_name, url) => {
  const database = suiteDatabase(url);

  function createTestJobs(changes: Partial<JobsOptions> = {}) {
    const { log, lines } = recordLog();
    const jobs = createJobs({
      database: async () => database(),
      account: uniqueName(),
      log,
      timings,
      ...changes,
    });
    onTestFinished(() => jobs.stop());
    return { jobs, lines };
  }

  /** Works on parcels. @returns the numbers that it received */
  function workOnParcels(
    jobs: Jobs,
    handle: WorkOptions<Parcel>['handle'] = async () => undefined,
    options: Partial<WorkOptions<Parcel>> = {},
  ) {
    const given: number[] = [];
    jobs.work('parcels', {
      schema: parcel,
      async handle(data, options) {
        given.push(data.n);
        return await handle(data, options);
      },
      ...options,
    });
    return given;
  }

  test('run once across several processes, in parallel with other database work', async () => {
    const account = uniqueName();
    const all = [1, 2, 3].map(() => createTestJobs({ account }).jobs);
    const given = all.map((jobs) => workOnParcels(jobs));
    await Promise.all(all.map((jobs) => jobs.start()));
    const parcels = Array.from({ length: 60 }, (_, n) => ({ data: { n } }));
    const leases = createLeases({ db: database().db, account });
    const [acquired] = await Promise.all([
      Promise.all(parcels.map(({ data }) => leases.acquire(`lease ${data.n}`))),
      all[0]?.send('parcels', parcels),
    ]);
    await Promise.all(acquired.map((lease) => lease?.release()));
    expect(acquired).not.toContain(undefined);
    await expect.poll(() => given.flat().length).toBeGreaterThanOrEqual(60);
    expect(given.flat().toSorted((a, b) => a - b)).toEqual(parcels.map(({ data }) => data.n));
  });

  test.skipIf(url === undefined)('start on an empty database while another process does', async () => {
    const empty = openDatabase({
      databaseUrl: url,
      dataDir: IN_MEMORY,
      schema: uniqueName(),
      log: recordLog().log,
    });
    const { jobs, lines } = createTestJobs({ database: async () => empty });
    onTestFinished(async () => {
      await jobs.stop();
      await dropAndClose(empty, empty.schema);
    });
    const tables = `${empty.schema}_jobs`;
    const isWaiting = async () => {
      const { rows } = await empty.run(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
        [tables],
      );
      return rows.length > 0;
    };
    const started = await empty.together(async (run) => {
      await run(`create schema ${tables}`);
      const starting = jobs.start();
      await expect.poll(isWaiting).toBe(true);
      return { starting };
    });
    await started.starting;
    expect(lines).toEqual([]);
  });

  test('run after the first one is sent, and wait for later workers', async () => {
    const account = uniqueName();
    const { jobs } = createTestJobs({ account });
    const given = workOnParcels(jobs);
    await jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    await jobs.stop();
    await expect(jobs.send('parcels', [{ data: { n: 2 } }])).rejects.toThrow('stopped');

    const sender = createTestJobs({ account }).jobs;
    workOnParcels(sender, undefined, { concurrency: 0 });
    await sender.send('parcels', [{ data: { n: 3 } }]);
    await sender.stop();
    const later = createTestJobs({ account }).jobs;
    const givenLater = workOnParcels(later);
    expect(later.start()).toBe(later.start());
    await expect.poll(() => givenLater).toEqual([3]);
  });

  test('are not stored twice under one key while one waits or runs', async () => {
    const { jobs } = createTestJobs();
    const { promise: firstParcel, resolve: unblock } = Promise.withResolvers<undefined>();
    const given = workOnParcels(jobs, ({ n }) => (n === 1 ? firstParcel : Promise.resolve(undefined)));
    await jobs.send('parcels', [{ data: { n: 1 }, key: 'a' }]);
    await expect.poll(() => given).toEqual([1]);
    await jobs.send('parcels', [
      { data: { n: 2 }, key: 'a' },
      { data: { n: 3 }, key: 'b', at: new Date(Date.now() + DAY_MS) },
    ]);
    await jobs.send('parcels', [{ data: { n: 4 }, key: 'b' }, { data: { n: 5 } }]);
    await expect.poll(() => given).toEqual([1, 5]);
    unblock(undefined);
    // After the job has finished, its key may be used again.
    await expect
      .poll(async () => {
        await jobs.send('parcels', [{ data: { n: 6 }, key: 'a' }]);
        return given;
      })
      .toContain(6);
    expect(given).not.toContain(2);
    expect(given).not.toContain(4);
  });

  test('do not run before their time, and run soon after the clock jumps there', async () => {
    const clock = createMovableClock();
    const { jobs } = createTestJobs(clock.ofJobs);
    const given = workOnParcels(jobs, undefined, { concurrency: 1 });
    const tomorrow = new Date(clock.now().getTime() + DAY_MS);
    await jobs.send('parcels', [
      { data: { n: 1 }, at: tomorrow },
      { data: { n: 2 }, at: new Date(0) },
    ]);
    await expect.poll(() => given).toEqual([2]);
    clock.move(DAY_MS);
    await expect.poll(() => given).toEqual([2, 1]);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(tomorrow.getTime());
  });

  test('can be postponed to a time of their choice', async () => {
    const clock = createMovableClock();
    const { jobs } = createTestJobs(clock.ofJobs);
    const again = () => ({ again: new Date(clock.now().getTime() + DAY_MS) });
    const given = workOnParcels(jobs, async () => (given.length === 1 ? again() : undefined));
    await jobs.send('parcels', [{ data: { n: 7 }, key: 'a' }]);
    await expect.poll(() => given).toEqual([7]);
    await jobs.send('parcels', [
      { data: { n: 8 }, key: 'a' },
      { data: { n: 9 }, key: 'b' },
    ]);
    await expect.poll(() => given).toEqual([7, 9]);
    clock.move(DAY_MS);
    await expect.poll(() => given.toSorted()).toEqual([7, 7, 9]);
  });

  test('that fail are logged and repeated after a pause', async () => {
    const clock = createMovableClock();
    const { jobs, lines } = createTestJobs(clock.ofJobs);
    const given = workOnParcels(jobs, async () => {
      if (given.length < 3) throw new Error('the parcel is too heavy');
      return undefined;
    });
    await jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect
      .poll(() => {
        clock.move(1_000);
        return given;
      })
      .toEqual([1, 1, 1]);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { work: 'parcels', attempt: 1, err: { message: 'the parcel is too heavy' } },
      { work: 'parcels', attempt: 2 },
    ]);
  });

  test('that are due and unclaimed are counted, and so are their results', async () => {
    const ended: string[] = [];
    const metrics = { ...NO_METRICS, job: (...words: string[]) => void ended.push(words.join(' ')) };
    const { jobs } = createTestJobs({ metrics });
    const blocked = Promise.withResolvers<undefined>();
    const given = workOnParcels(
      jobs,
      ({ n }) => {
        if (n === 2) throw new Error('the parcel is too heavy');
        return blocked.promise;
      },
      { concurrency: 1 },
    );
    expect(await jobs.waiting()).toBeUndefined();
    const before = Date.now();
    await jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    expect(await jobs.waiting()).toEqual([{ queue: 'parcels', waiting: 0, oldestDueAt: undefined }]);
    const later = new Date(before + DAY_MS);
    await jobs.send('parcels', [{ data: { n: 2 } }, { data: { n: 3 }, at: later }]);
    const [queue] = (await jobs.waiting()) ?? [];
    expect(queue).toMatchObject({ queue: 'parcels', waiting: 1 });
    expect(Math.abs((queue?.oldestDueAt?.getTime() ?? 0) - before)).toBeLessThan(DAY_MS / 2);
    blocked.resolve(undefined);
    await expect.poll(() => ended).toEqual(['parcels done', 'parcels failed']);
  });

  test('that do not fit their schema do not run', async () => {
    const { jobs, lines } = createTestJobs();
    const given = workOnParcels(jobs);
    await jobs.send('parcels', [{ data: { n: 'many' } }, { data: { n: 2 } }]);
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ level: 'error', work: 'parcels' }));
    await expect.poll(() => given).toEqual([2]);
  });

  test('that recur run one at a time, and follow the clock forward and back', async () => {
    const account = uniqueName();
    const clock = createMovableClock();
    const done: number[] = [];
    let atOnce = 0;
    const all = [1, 2].map(() => createTestJobs({ account, ...clock.ofJobs }).jobs);
    for (const jobs of all) {
      jobs.work('rounds', {
        schema: z.object({}),
        everyMs: DAY_MS,
        async handle() {
          atOnce += 1;
          done.push(atOnce);
          await Promise.resolve();
          atOnce -= 1;
          return undefined;
        },
      });
    }
    await Promise.all(all.map((jobs) => jobs.start()));
    await expect.poll(() => done).toEqual([1]);
    clock.move(DAY_MS);
    await expect.poll(() => done).toEqual([1, 1]);
    // At the earlier time it would be due in days; each process makes it run now.
    clock.move(-3 * DAY_MS);
    await expect.poll(() => done.length).toBeGreaterThan(2);
    expect(new Set(done)).toEqual(new Set([1]));
  });

  /** Runs a round every hour. @returns how often it ran, and in how many ms it is due by the database’s clock */
  function workInRounds(jobs: Jobs, account: string) {
    let rounds = 0;
    jobs.work('rounds', {
      schema: z.object({}),
      everyMs: HOUR_MS,
      async handle() {
        rounds += 1;
        return undefined;
      },
    });
    const row = (change: string) => database().run(`${change} and name = $1`, [`rounds.${account}`]);
    return {
      rounds: () => rounds,
      async dueInMs(): Promise<number> {
        const { rows } = await row(
          `select extract(epoch from start_after - clock_timestamp())::double precision * 1000 as ms
             from ${database().schema}_jobs.job where state < 'active'`,
        );
        return z.object({ ms: z.number() }).safeParse(rows[0]).data?.ms ?? Number.NaN;
      },
      postpone: () =>
        row(`update ${database().schema}_jobs.job set start_after = now() + interval '2 hours'
              where state < 'active'`),
    };
  }

  const isWithinAnHour = (ms: number) => ms > HOUR_MS / 2 && ms <= HOUR_MS;

  test.each([
    ['ahead', 2 * HOUR_MS],
    ['behind', -2 * HOUR_MS],
  ])('that recur are due in one interval when the process’s clock is two hours %s', async (_side, offMs) => {
    const account = uniqueName();
    const { jobs, lines } = createTestJobs({ account });
    const { rounds, dueInMs } = workInRounds(jobs, account);
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + offMs);
    await jobs.start();
    await expect.poll(async () => isWithinAnHour(await dueInMs())).toBe(true);
    expect(rounds()).toBe(1);
    vi.setSystemTime(Date.now() - offMs);
    await expect.poll(() => lines.map(({ level }) => level)).toEqual(['warn', 'info']);
    expect(lines[0]).toMatchObject({ aheadSeconds: Math.round(offMs / 1_000) });
  });

  test('that recur run in one interval when one of two processes is two hours off', async () => {
    const account = uniqueName();
    const off = recordLog();
    const clock = createMovableClock();
    clock.move(2 * HOUR_MS);
    const wrong = createTestJobs({ account, dueClock: createDueClock({ ...off, processNow: clock.now }) });
    const right = createTestJobs({ account });
    const all = [wrong, right].map(({ jobs }) => workInRounds(jobs, account));
    await Promise.all([wrong.jobs.start(), right.jobs.start()]);
    const rounds = () => all.reduce((sum, one) => sum + one.rounds(), 0);
    const isDue = async () => isWithinAnHour((await all[0]?.dueInMs()) ?? Number.NaN);
    await expect.poll(isDue).toBe(true);
    expect(rounds()).toBe(1);
    // As a process of an earlier version with a wrong clock left it.
    await all[0]?.postpone();
    await expect.poll(rounds).toBe(2);
    await expect.poll(isDue).toBe(true);
    expect(Math.abs(wrong.jobs.now().getTime() - Date.now())).toBeLessThan(HOUR_MS);
    expect([off.lines.length, right.lines.length]).toEqual([1, 0]);
  });

  test('are notified when the process stops, and pass to another one', async () => {
    const account = uniqueName();
    const stopping = createTestJobs({ account }).jobs;
    const reasons: unknown[] = [];
    const given = workOnParcels(stopping, async (_, { signal }) => {
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve());
      await aborted;
      reasons.push(signal.reason.name);
      throw signal.reason;
    });
    await stopping.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    const next = createTestJobs({ account }).jobs;
    const givenNext = workOnParcels(next);
    await next.start();
    await stopping.stop();
    expect(reasons).toEqual(['Stopping']);
    await expect.poll(() => givenNext).toEqual([1]);
  });

  test('of a process without a connection to the database pass to another one', async () => {
    const account = uniqueName();
    const clock = createMovableClock();
    let isCutOff = false;
    const { run, ...rest } = database();
    const cut: typeof run = async (...query) => {
      if (isCutOff) throw new Error('cut off');
      return await run(...query);
    };
    const silent = createTestJobs({
      account,
      ...clock.ofJobs,
      database: async () => ({ ...rest, run: cut }),
    });
    const blocked = Promise.withResolvers<undefined>();
    const signals: AbortSignal[] = [];
    const given = workOnParcels(silent.jobs, (_, { signal }) => {
      signals.push(signal);
      return blocked.promise;
    });
    await silent.jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    const { jobs } = createTestJobs({ account, ...clock.ofJobs });
    const givenNext = workOnParcels(jobs);
    await jobs.start();
    isCutOff = true;
    const cutOffAtMs = performance.now();
    await expect
      .poll(() => {
        clock.move(1_000);
        return givenNext;
      })
      .toEqual([1]);
    isCutOff = false;
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    blocked.resolve(undefined);
    const warnings = silent.lines.filter(({ level }) => level === 'warn');
    expect(warnings[0]?.msg).toBe('the database does not answer; its work waits');
    // At most once a minute.
    expect(warnings.length).toBeLessThanOrEqual(1 + (performance.now() - cutOffAtMs) / 60_000);
  });

  test('wait for a database that is unreachable when the process starts', async () => {
    let isAway = true;
    const { jobs, lines } = createTestJobs({
      async database() {
        if (isAway) throw new Error('away');
        return database();
      },
    });
    const given = workOnParcels(jobs);
    const started = jobs.start();
    await expect(jobs.send('parcels', [{ data: { n: 1 } }])).rejects.toThrow('away');
    await expect.poll(() => lines).toMatchObject([{ level: 'warn' }]);
    isAway = false;
    await started;
    await jobs.send('parcels', [{ data: { n: 2 } }]);
    await expect.poll(() => given).toEqual([2]);
    expect(lines).toMatchObject([{ level: 'warn' }, { level: 'info' }]);
  });

  test('run only in their own account', async () => {
    const account = uniqueName();
    const mine = createTestJobs({ account }).jobs;
    const others = createTestJobs().jobs;
    const given = workOnParcels(mine);
    const givenOthers = workOnParcels(others);
    await others.start();
    await mine.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    await others.send('parcels', [{ data: { n: 2 } }]);
    await expect.poll(() => givenOthers).toEqual([2]);
    expect(given).toEqual([1]);
  });
});
