import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, PgBoss } from 'pg-boss';
import type { QueueSnapshot } from '../ops/gauges.ts';
import { createRareWarning, type Log } from '../ops/log.ts';
import { type Metrics, NO_METRICS } from '../ops/metrics.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import { explainDatabaseFailure } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { createBoss, startBoss } from './boss.ts';
import { createQueue, type Jobs, makePeriodicDue, PERIODIC_KEY, type Queue, type WorkKind } from './queue.ts';
import { startWorker, type Worker } from './worker.ts';

export interface JobsOptions {
  /** Opens the database at the first `start` or `send`; the caller closes it after `stop`. */
  readonly database: () => Promise<Database>;
  /** Separates the jobs of accounts that share a database. Letters, digits, `-`, `_` and `.` are allowed. */
  readonly account: string;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  /** Replaces the clock of pg-boss and, in the database, that of its SQL; `onJump` is called when it jumps. */
  readonly clock?: ((onJump: () => void) => Clock) | undefined;
  /** Shared by the accounts of a process. */
  readonly dueClock?: DueClock;
  readonly timings?: Timings | undefined;
}

const STOP_TIMEOUT_MS = 3_000;
/** From this difference on, the clocks of a process and of the database count as different. */
const CLOCK_OFF_MS = MINUTE_MS;

interface RunningQueues {
  readonly boss: PgBoss;
  readonly kinds: ReadonlyMap<string, { readonly queue: Queue; readonly worker: Worker }>;
}

export function createJobs(options: JobsOptions) {
  const { database, account, log, metrics = NO_METRICS, clock, timings = TIMINGS } = options;
  const { dueClock = createDueClock({ log }) } = options;
  const kinds = new Map<string, WorkKind>();
  const stopping = new AbortController();
  const warning = createRareWarning({
    log,
    problem: 'the database does not answer; its work waits',
    recovery: 'the database answers again; its work goes on',
    explain: explainDatabaseFailure,
  });
  let failure: unknown;
  const onFailure = (error: unknown) => {
    failure = error;
    if (!stopping.signal.aborted) warning.warn(error);
  };
  const onSuccess = () => {
    failure = undefined;
    warning.recovered();
  };
  let opening: Promise<RunningQueues> | undefined;
  let starting: Promise<void> | undefined;
  let supervising: NodeJS.Timeout | undefined;

  function running(): Promise<RunningQueues> {
    if (stopping.signal.aborted) return Promise.reject(new Error('the bot has stopped'));
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function open(): Promise<RunningQueues> {
    const store = await database();
    const boss = await createBoss(store, clock ? { clock: clock(followJump) } : {}, timings);
    boss.on('error', onFailure);
    boss.on('warning', ({ message }) => log.warn({ from: 'pg-boss' }, message));
    try {
      await startBoss(boss);
      const queues: (readonly [name: string, kind: WorkKind, queue: Queue])[] = [];
      for (const [name, kind] of kinds) {
        const queue = createQueue(boss, store, `${name}.${account}`);
        await queue.prepare();
        if (kind.everyMs !== undefined) await queue.send([{ data: {}, key: PERIODIC_KEY }]);
        queues.push([name, kind, queue]);
      }
      await keepDue(store);
      // No statement after this one may fail, because the started workers would keep running.
      supervising = setInterval(() => keepDue(store).catch(onFailure), timings.jobSuperviseMs).unref();
      const shared = { now: dueClock.now, log, metrics, timings, onFailure, onSuccess };
      const started = queues.map(([name, kind, queue]) => {
        return [name, { queue, worker: startWorker({ ...kind, name, queue, ...shared }) }] as const;
      });
      return { boss, kinds: new Map(started) };
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  /** A clock that was wrong, or was set back, leaves periodic jobs that would be due only much later. */
  async function keepDue(store: Database): Promise<void> {
    const periodic = [...kinds].flatMap(([name, { everyMs }]) =>
      everyMs === undefined ? [] : [{ name: `${name}.${account}`, everyMs }],
    );
    await dueClock.compare(() => makePeriodicDue(store, periodic));
  }

  function followJump(): void {
    opening
      ?.then(async (running) => {
        await keepDue(await database());
        for (const { worker } of running.kinds.values()) worker.nudge();
      })
      .catch(onFailure);
  }

  async function keepStarting(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await running();
        onSuccess();
        return;
      } catch (error) {
        onFailure(error);
        await pause(timings.queuesRetryMs, undefined, { signal: stopping.signal, ref: false }).catch(
          () => undefined,
        );
      }
    }
  }

  const jobs: Jobs = {
    now: dueClock.now,
    work(name, { schema, handle, ...how }) {
      if (opening) throw new Error(`${name}: the work has begun`);
      if (kinds.has(name)) throw new Error(`${name}: somebody does it already`);
      kinds.set(name, { ...how, handle: async (data, options) => handle(schema.parse(data), options) });
    },
    async send(name, work) {
      const kind = (await running()).kinds.get(name);
      if (!kind) throw new Error(`nobody does ${name}`);
      await kind.queue.send(work);
      kind.worker.nudge();
    },
    start() {
      starting ??= keepStarting();
      return starting;
    },
    async stop() {
      stopping.abort();
      const opened = await opening?.catch(() => undefined);
      clearInterval(supervising);
      if (!opened) return;
      await Promise.all([...opened.kinds.values()].map(({ worker }) => worker.stop(STOP_TIMEOUT_MS)));
      await opened.boss.stop({ graceful: false });
    },
  };
  return {
    ...jobs,
    failure: (): unknown => failure,
    async waiting(): Promise<QueueSnapshot[] | undefined> {
      const opened = await opening?.catch(() => undefined);
      if (!opened) return undefined;
      const samples: QueueSnapshot[] = [];
      // Queues are read one after the other, so that jobs need not wait for a connection.
      for (const [name, { queue }] of opened.kinds) samples.push({ queue: name, ...(await queue.waiting()) });
      return samples;
    },
  };
}

export type DueClock = ReturnType<typeof createDueClock>;

interface DueClockOptions {
  readonly log: Log;
  /** Replaces the database’s clock. */
  readonly now?: (() => Date) | undefined;
  readonly processNow?: () => Date;
}

/** The database’s clock as last read, plus the time since then; `now` replaces it. */
export function createDueClock({ log, now, processNow = () => new Date() }: DueClockOptions) {
  let read: { readonly databaseMs: number; readonly atMs: number } | undefined;
  let isOff = false;
  return {
    now: (): Date => {
      if (now) return now();
      return read ? new Date(read.databaseMs + performance.now() - read.atMs) : processNow();
    },
    /** Whether the process’s clock differed from the database’s when they were last compared. */
    isOff: () => isOff,
    async compare(readMs: () => Promise<number>): Promise<void> {
      const askedAtMs = performance.now();
      const databaseMs = await readMs();
      if (now) return;
      const halfMs = (performance.now() - askedAtMs) / 2;
      read = { databaseMs, atMs: askedAtMs + halfMs };
      const aheadMs = processNow().getTime() - (databaseMs + halfMs);
      const wasOff = isOff;
      isOff = Math.abs(aheadMs) > CLOCK_OFF_MS + halfMs;
      if (isOff && !wasOff) log.warn({ aheadSeconds: Math.round(aheadMs / 1_000) }, CLOCK_OFF);
      if (!isOff && wasOff) log.info('the clock of this process agrees with the database’s again');
    },
  };
}

const CLOCK_OFF =
  'the clock of this process and the database’s differ: work is due by the database’s, answers use this one; let both machines set their clocks by themselves (NTP)';
