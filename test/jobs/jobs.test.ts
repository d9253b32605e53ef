import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createJobs, type JobsOptions } from '../../src/jobs/jobs.ts';
import type { Jobs, WorkOptions } from '../../src/jobs/queue.ts';
import { NO_METRICS } from '../../src/ops/metrics.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createLeases } from '../../src/store/leases.ts';
import { recordLog } from '../support/log.ts';
import { aName, databases, dropAndClose, suiteDatabase } from '../support/store.ts';

const parcel = z.object({ n: z.number() });
type Parcel = z.infer<typeof parcel>;

/** A clock that runs, and can be put forward and back. */
function aClock() {
  let movedMs = 0;
  return {
    now: () => new Date(Date.now() + movedMs),
    move(ms: number) {
      movedMs += ms;
    },
  };
}

const DAY_MS = 86_400_000;

/** A database that comes back is found at once, and what a process that died was at in the library's shortest time. */
const timings = {
  ...TIMINGS,
  queuesRetryMs: 20,
  clockCheckMs: 50,
  jobPollMs: 200,
  jobPollAfterFailureMs: 20,
  jobHeartbeatMs: 100,
  jobSuperviseMs: 1_000,
};

describe.each(databases)('work, %s', (_name, url) => {
  const database = suiteDatabase(url);

  function someJobs(changes: Partial<JobsOptions> = {}) {
    const { log, lines } = recordLog();
    const jobs = createJobs({ database: async () => database(), account: aName(), log, timings, ...changes });
    onTestFinished(() => jobs.stop());
    return { jobs, lines };
  }

  /** Does parcels, and tells what it was given. */
  function doing(
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

  test('is done once, whoever does it, beside other work of the database', async () => {
    const account = aName();
    const all = [1, 2, 3].map(() => someJobs({ account }).jobs);
    const given = all.map((jobs) => doing(jobs));
    await Promise.all(all.map((jobs) => jobs.start()));
    const parcels = Array.from({ length: 60 }, (_, n) => ({ data: { n } }));
    const leases = createLeases({ db: database().db, account });
    const [taken] = await Promise.all([
      Promise.all(parcels.map(({ data }) => leases.take(`lease ${data.n}`))),
      all[0]?.send('parcels', parcels),
    ]);
    await Promise.all(taken.map((lease) => lease?.release()));
    expect(taken).not.toContain(undefined);
    await expect.poll(() => given.flat().length).toBeGreaterThanOrEqual(60);
    expect(given.flat().toSorted((a, b) => a - b)).toEqual(parcels.map(({ data }) => data.n));
  });

  test.skipIf(url === undefined)('begins on an empty database while others do', async () => {
    const empty = openDatabase({
      databaseUrl: url,
      dataDir: IN_MEMORY,
      schema: aName(),
      log: recordLog().log,
    });
    const { jobs, lines } = someJobs({ database: async () => empty });
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

  test('begins with the first that is sent, and waits for whoever comes later', async () => {
    const account = aName();
    const { jobs } = someJobs({ account });
    const given = doing(jobs);
    await jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    await jobs.stop();
    await expect(jobs.send('parcels', [{ data: { n: 2 } }])).rejects.toThrow('stopped');

    const sender = someJobs({ account }).jobs;
    doing(sender, undefined, { atOnce: 0 });
    await sender.send('parcels', [{ data: { n: 3 } }]);
    await sender.stop();
    const later = someJobs({ account }).jobs;
    const givenLater = doing(later);
    expect(later.start()).toBe(later.start());
    await expect.poll(() => givenLater).toEqual([3]);
  });

  test('is not written twice under one key, while it waits or is under way', async () => {
    const { jobs } = someJobs();
    const { promise: parcelsHeld, resolve: letGo } = Promise.withResolvers<undefined>();
    const given = doing(jobs, ({ n }) => (n === 1 ? parcelsHeld : Promise.resolve(undefined)));
    await jobs.send('parcels', [{ data: { n: 1 }, key: 'a' }]);
    await expect.poll(() => given).toEqual([1]);
    await jobs.send('parcels', [
      { data: { n: 2 }, key: 'a' },
      { data: { n: 3 }, key: 'b', at: new Date(Date.now() + DAY_MS) },
    ]);
    await jobs.send('parcels', [{ data: { n: 4 }, key: 'b' }, { data: { n: 5 } }]);
    await expect.poll(() => given).toEqual([1, 5]);
    letGo(undefined);
    // Once it is done, there may be another.
    await expect
      .poll(async () => {
        await jobs.send('parcels', [{ data: { n: 6 }, key: 'a' }]);
        return given;
      })
      .toContain(6);
    expect(given).not.toContain(2);
    expect(given).not.toContain(4);
  });

  test('is not done before its time, and soon after the clock has jumped there', async () => {
    const clock = aClock();
    const { jobs } = someJobs({ now: clock.now });
    const given = doing(jobs, undefined, { atOnce: 1 });
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

  test('is put back until a time of its own choice', async () => {
    const clock = aClock();
    const { jobs } = someJobs({ now: clock.now });
    const again = () => ({ again: new Date(clock.now().getTime() + DAY_MS) });
    const given = doing(jobs, async () => (given.length === 1 ? again() : undefined));
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

  test('that fails is logged and repeated after a pause', async () => {
    const clock = aClock();
    const { jobs, lines } = someJobs({ now: clock.now });
    const given = doing(jobs, async () => {
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
    const failures = lines.filter(({ level }) => level === 'error');
    expect(failures).toMatchObject([
      { work: 'parcels', attempt: 1, err: { message: 'the parcel is too heavy' } },
      { work: 'parcels', attempt: 2 },
    ]);
  });

  test('that is due and in nobody’s hands is counted, and so is how it ends', async () => {
    const ended: string[] = [];
    const metrics = { ...NO_METRICS, job: (...told: string[]) => void ended.push(told.join(' ')) };
    const { jobs } = someJobs({ metrics });
    const held = Promise.withResolvers<undefined>();
    const given = doing(
      jobs,
      ({ n }) => {
        if (n === 2) throw new Error('the parcel is too heavy');
        return held.promise;
      },
      { atOnce: 1 },
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
    held.resolve(undefined);
    await expect.poll(() => ended).toEqual(['parcels done', 'parcels failed']);
  });

  test('that does not fit its schema is not done', async () => {
    const { jobs, lines } = someJobs();
    const given = doing(jobs);
    await jobs.send('parcels', [{ data: { n: 'many' } }, { data: { n: 2 } }]);
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ level: 'error', work: 'parcels' }));
    await expect.poll(() => given).toEqual([2]);
  });

  test('that comes around is done by one at a time, and follows the clock forward and back', async () => {
    const account = aName();
    const clock = aClock();
    const done: number[] = [];
    let atOnce = 0;
    const all = [1, 2].map(() => someJobs({ account, now: clock.now }).jobs);
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
    // Back there it would be due in days; each of the two sees to it that it is done now.
    clock.move(-3 * DAY_MS);
    await expect.poll(() => done.length).toBeGreaterThan(2);
    expect(new Set(done)).toEqual(new Set([1]));
  });

  test('is told when the process stops, and goes to another one', async () => {
    const account = aName();
    const stopping = someJobs({ account }).jobs;
    const reasons: unknown[] = [];
    const given = doing(stopping, async (_, { signal }) => {
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve());
      await aborted;
      reasons.push(signal.reason.name);
      throw signal.reason;
    });
    await stopping.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    const next = someJobs({ account }).jobs;
    const givenNext = doing(next);
    await next.start();
    await stopping.stop();
    expect(reasons).toEqual(['Stopping']);
    await expect.poll(() => givenNext).toEqual([1]);
  });

  test('of a process that the database does not hear of goes to another one', async () => {
    const account = aName();
    const clock = aClock();
    let isCutOff = false;
    const { run, ...rest } = database();
    const cut: typeof run = async (...query) => {
      if (isCutOff) throw new Error('cut off');
      return await run(...query);
    };
    const silent = someJobs({ account, now: clock.now, database: async () => ({ ...rest, run: cut }) });
    const held = Promise.withResolvers<undefined>();
    const signals: AbortSignal[] = [];
    const given = doing(silent.jobs, (_, { signal }) => {
      signals.push(signal);
      return held.promise;
    });
    await silent.jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    const { jobs } = someJobs({ account, now: clock.now });
    const givenNext = doing(jobs);
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
    held.resolve(undefined);
    const warnings = silent.lines.filter(({ level }) => level === 'warn');
    expect(warnings[0]?.msg).toBe('the database does not answer; its work waits');
    // Once a minute.
    expect(warnings.length).toBeLessThanOrEqual(1 + (performance.now() - cutOffAtMs) / 60_000);
  });

  test('waits for a database that is away when the process starts', async () => {
    let isAway = true;
    const { jobs, lines } = someJobs({
      async database() {
        if (isAway) throw new Error('away');
        return database();
      },
    });
    const given = doing(jobs);
    const started = jobs.start();
    await expect(jobs.send('parcels', [{ data: { n: 1 } }])).rejects.toThrow('away');
    await expect.poll(() => lines).toMatchObject([{ level: 'warn' }]);
    isAway = false;
    await started;
    await jobs.send('parcels', [{ data: { n: 2 } }]);
    await expect.poll(() => given).toEqual([2]);
    expect(lines).toMatchObject([{ level: 'warn' }, { level: 'info' }]);
  });

  test('of another account is left alone', async () => {
    const account = aName();
    const mine = someJobs({ account }).jobs;
    const others = someJobs().jobs;
    const given = doing(mine);
    const givenOthers = doing(others);
    await others.start();
    await mine.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => given).toEqual([1]);
    await others.send('parcels', [{ data: { n: 2 } }]);
    await expect.poll(() => givenOthers).toEqual([2]);
    expect(given).toEqual([1]);
  });
});
