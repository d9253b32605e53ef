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
import { AROUND, startWorker, type Worker } from './worker.ts';

export interface JobsOptions {
  /** Called at the first start or `send`. It is closed by its owner, after `stop`. */
  readonly database: () => Promise<Database>;
  /** Whose work: accounts that share a database do not do each other's. Letters, digits, `-`, `_` and `.`. */
  readonly account: string;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly now?: (() => Date) | undefined;
  readonly timings?: Timings | undefined;
}

const LAST_MOMENTS_MS = 3_000;
/** A clock that runs on drifts by less between two checks. */
const JUMP_MS = 1_000;

interface Running {
  readonly boss: PgBoss;
  readonly kinds: ReadonlyMap<string, { readonly queue: Queue; readonly worker: Worker }>;
}

export function createJobs(options: JobsOptions) {
  const { database, account, log, metrics = NO_METRICS, now, timings = TIMINGS } = options;
  const kinds = new Map<string, WorkKind>();
  const stopping = new AbortController();
  const trouble = createRareWarning({
    log,
    trouble: 'the database does not answer; its work waits',
    over: 'the database answers again; its work goes on',
    explain: explainDatabaseFailure,
  });
  let failure: unknown;
  const onTrouble = (error: unknown) => {
    failure = error;
    if (!stopping.signal.aborted) trouble.warn(error);
  };
  const onWell = () => {
    failure = undefined;
    trouble.over();
  };
  let opening: Promise<Running> | undefined;
  let starting: Promise<void> | undefined;

  /** Opens the queues and lets the work begin; after an attempt that failed the next call tries anew. */
  function running(): Promise<Running> {
    if (stopping.signal.aborted) return Promise.reject(new Error('the bot has stopped'));
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function open(): Promise<Running> {
    const store = await database();
    const clock = now ? { clock: createMovedClock(now, timings, followJump) } : {};
    const boss = await createBoss(store, clock, timings);
    boss.on('error', onTrouble);
    // What the library warns of is how a queue is kept, of which nobody here is in charge.
    boss.on('warning', ({ message }) => log.warn({ from: 'pg-boss' }, message));
    try {
      await startBoss(boss);
      const queues: (readonly [name: string, kind: WorkKind, queue: Queue])[] = [];
      for (const [name, kind] of kinds) {
        const queue = createQueue(boss, store, `${name}.${account}`);
        await queue.prepare();
        if (kind.everyMs !== undefined) await queue.send([{ data: {}, key: AROUND }]);
        queues.push([name, kind, queue]);
      }
      // Nothing fails from here on: an attempt that did would leave workers behind.
      const shared = { now: now ?? (() => new Date()), log, metrics, timings, onTrouble, onWell };
      const started = queues.map(([name, kind, queue]) => {
        return [name, { queue, worker: startWorker({ ...kind, name, queue, ...shared }) }] as const;
      });
      return { boss, kinds: new Map(started) };
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  /** The clock has jumped. What comes around is not left until the clock gets back to where it was. */
  function followJump(isBack: boolean): void {
    opening
      ?.then(async (running) => {
        for (const [name, { queue, worker }] of running.kinds) {
          if (isBack && kinds.get(name)?.everyMs !== undefined) await queue.hurry(AROUND);
          worker.nudge();
        }
      })
      .catch(onTrouble);
  }

  async function keepStarting(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await running();
        onWell();
        return;
      } catch (error) {
        onTrouble(error);
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
      await Promise.all([...opened.kinds.values()].map(({ worker }) => worker.stop(LAST_MOMENTS_MS)));
      await opened.boss.stop({ graceful: false });
    },
  };
  return {
    ...jobs,
    /** Why work waits, where the database did not answer when it was last asked. */
    failure: (): unknown => failure,
    /** What is due and in no process's hands, by kind of work; `undefined` before its queues are open. */
    async waiting(): Promise<QueueSnapshot[] | undefined> {
      const opened = await opening?.catch(() => undefined);
      if (!opened) return undefined;
      const samples: QueueSnapshot[] = [];
      // One after the other: connections are for the work itself.
      for (const [name, { queue }] of opened.kinds) samples.push({ queue: name, ...(await queue.waiting()) });
      return samples;
    },
  };
}

/** A clock that the library also asks the database for. */
interface MovedClock extends Clock {
  attach(target: { readonly db: Db; readonly schema: string }): Promise<AsyncDisposable>;
}

/** The bot's clock where it is not the real one: work falls due by it, and timers run in real time. */
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
        // The library's own function, by which every statement of its own tells the time. Replicas replace it at once:
        // unless one waits for the other, Postgres refuses it to one of them.
        await db.executeSql(
          `select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('${schema}.job_now'));
           create or replace function ${schema}.job_now() returns timestamp with time zone language sql stable as
           $$ select pg_catalog.now() + interval '${Math.round(differenceMs)} milliseconds' $$`,
        );
        setMs = differenceMs;
      };
      const look = async () => {
        const differenceMs = now().getTime() - Date.now();
        const jumpMs = differenceMs - setMs;
        if (Math.abs(jumpMs) < clockDriftMs) return;
        await set(differenceMs);
        if (Math.abs(jumpMs) >= JUMP_MS) onJump(jumpMs < 0);
      };
      await set(now().getTime() - Date.now());
      let looking = Promise.resolve();
      const timer = setInterval(() => {
        // Where the database is away, the next look sets it.
        looking = looking.then(look).catch(() => undefined);
      }, clockCheckMs);
      timer.unref();
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer);
          await looking;
          await set(0);
        },
      };
    },
  };
}
