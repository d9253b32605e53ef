import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Db, PgBoss } from 'pg-boss';
import type { QueueSnapshot } from '../ops/gauges.ts';
import { createRareWarning, type Log } from '../ops/log.ts';
import { type Metrics, NO_METRICS } from '../ops/metrics.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import { explainDatabaseFailure } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { createBoss, startBoss } from './boss.ts';
import { createQueue, type Jobs, type Queue, type WorkKind } from './queue.ts';
import { PERIODIC_KEY, startWorker, type Worker } from './worker.ts';

export interface JobsOptions {
  /** Opens the database at the first `start` or `send`; the caller closes it after `stop`. */
  readonly database: () => Promise<Database>;
  /** Separates the jobs of accounts that share a database. Letters, digits, `-`, `_` and `.` are allowed. */
  readonly account: string;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly now?: (() => Date) | undefined;
  readonly timings?: Timings | undefined;
}

const STOP_TIMEOUT_MS = 3_000;
/** If the bot's clock shifts by more ms than this against the system clock between checks, it has jumped. */
const JUMP_MS = 1_000;

interface RunningQueues {
  readonly boss: PgBoss;
  readonly kinds: ReadonlyMap<string, { readonly queue: Queue; readonly worker: Worker }>;
}

export function createJobs(options: JobsOptions) {
  const { database, account, log, metrics = NO_METRICS, now, timings = TIMINGS } = options;
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
    const clock = now ? { clock: createMovedClock(now, timings, followJump) } : {};
    const boss = await createBoss(store, clock, timings);
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
      // No statement after this one may fail, because the started workers would keep running.
      const shared = { now: now ?? (() => new Date()), log, metrics, timings, onFailure, onSuccess };
      const started = queues.map(([name, kind, queue]) => {
        return [name, { queue, worker: startWorker({ ...kind, name, queue, ...shared }) }] as const;
      });
      return { boss, kinds: new Map(started) };
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  /** After the clock was set back, makes periodic jobs due at once, not at their old time far ahead. */
  function followJump(isBack: boolean): void {
    opening
      ?.then(async (running) => {
        for (const [name, { queue, worker }] of running.kinds) {
          if (isBack && kinds.get(name)?.everyMs !== undefined) await queue.makeDue(PERIODIC_KEY);
          worker.nudge();
        }
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

/** A clock for pg-boss; `attach` makes the SQL of pg-boss use this clock, too. */
interface MovedClock extends Clock {
  attach(target: { readonly db: Db; readonly schema: string }): Promise<AsyncDisposable>;
}

/** Makes a clock for pg-boss from `now`: due times follow `now`, while timers run in real time. */
export function createMovedClock(
  now: () => Date,
  { clockCheckMs, clockDriftMs }: Pick<Timings, 'clockCheckMs' | 'clockDriftMs'>,
  onJump: (isBack: boolean) => void,
): MovedClock {
  return {
    now: () => now().getTime(),
    setTimeout: (call, ms) => setTimeout(call, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (call, ms) => setInterval(call, ms),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
    async attach({ db, schema }) {
      let setMs = 0;
      const set = async (differenceMs: number) => {
        // All SQL of pg-boss calls `job_now`. The lock is necessary, because Postgres rejects simultaneous
        // replacements of a function by several replicas.
        await db.executeSql(
          `select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('${schema}.job_now'));
           create or replace function ${schema}.job_now() returns timestamp with time zone language sql stable as
           $$ select pg_catalog.now() + interval '${Math.round(differenceMs)} milliseconds' $$`,
        );
        setMs = differenceMs;
      };
      const follow = async () => {
        const differenceMs = now().getTime() - Date.now();
        const jumpMs = differenceMs - setMs;
        if (Math.abs(jumpMs) < clockDriftMs) return;
        await set(differenceMs);
        if (Math.abs(jumpMs) >= JUMP_MS) onJump(jumpMs < 0);
      };
      await set(now().getTime() - Date.now());
      let following = Promise.resolve();
      const timer = setInterval(() => {
        // If the database does not answer, the next check of the clock sets the offset.
        following = following.then(follow).catch(() => undefined);
      }, clockCheckMs);
      timer.unref();
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer);
          await following;
          await set(0);
        },
      };
    },
  };
}
