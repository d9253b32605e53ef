import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import type { Timings } from '../runtime/timings.ts';
import type { Job, Queue, WorkKind } from './queue.ts';

export type Worker = ReturnType<typeof startWorker>;

interface WorkerOptions extends WorkKind {
  readonly name: string;
  readonly queue: Queue;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly timings: Timings;
  /** What fails where the database is away, and what works when it is back. */
  readonly onTrouble: (error: unknown) => void;
  readonly onWell: () => void;
}

const AT_ONCE = 4;
/** Under this key the work stands that comes around. */
export const AROUND = 'around';

export function startWorker(options: WorkerOptions) {
  const { name, queue, handle, everyMs, now, log, metrics, timings } = options;
  const { onTrouble, onWell, atOnce = AT_ONCE } = options;
  const underWay = new Map<Job, AbortController>();
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let wake = Promise.withResolvers<void>();

  const nudge = () => wake.resolve();

  async function doOne(job: Job): Promise<void> {
    const abort = new AbortController();
    underWay.set(job, abort);
    try {
      const outcome = await attempt(job, abort.signal);
      underWay.delete(job);
      await outcome();
      onWell();
    } catch (error) {
      // It stays in nobody's hands and is taken up again.
      onTrouble(error);
    } finally {
      underWay.delete(job);
    }
  }

  async function attempt(job: Job, signal: AbortSignal): Promise<() => Promise<void>> {
    const isAround = everyMs !== undefined && job.singletonKey === AROUND;
    // A clock that jumps meanwhile makes it due at once.
    const begunAt = now();
    try {
      const put = await handle(job.data, { signal });
      metrics.job(name, put ? 'again' : 'done');
      if (put) return () => queue.putBack(job, put.again);
      if (isAround) return () => queue.putBack(job, new Date(begunAt.getTime() + everyMs));
      return () => queue.done(job);
    } catch (error) {
      const lost = signal.aborted ? 'lost' : 'failed';
      metrics.job(name, isStopping ? 'stopped' : lost);
      if (isStopping) return () => queue.putBack(job, now());
      if (signal.aborted) log.warn({ work: name, reason: 'not heard of' }, 'work was given to others');
      else log.error({ err: error, work: name, attempt: job.retryCount + 1 }, 'work failed; it is repeated');
      return () => queue.failed(job);
    }
  }

  async function look(): Promise<void> {
    while (!isStopping) {
      wake = Promise.withResolvers();
      let pauseMs = timings.jobPollMs;
      const free = atOnce - underWay.size;
      if (free > 0) {
        try {
          const jobs = await queue.take(free);
          onWell();
          for (const job of jobs) {
            const run = doOne(job).then(nudge);
            running.add(run);
            run.finally(() => running.delete(run));
          }
          // There may be more; a place that becomes free wakes.
          if (jobs.length === free) continue;
        } catch (error) {
          onTrouble(error);
          pauseMs = timings.jobPollAfterFailureMs;
        }
      }
      await settlesWithin(pauseMs, wake.promise, { ref: false });
    }
  }

  async function keep(): Promise<void> {
    const jobs = [...underWay.keys()];
    if (jobs.length === 0) return;
    try {
      for (const job of await queue.keep(jobs))
        underWay.get(job)?.abort(reasonTo('NotHeardOf', NOT_HEARD_OF));
    } catch (error) {
      onTrouble(error);
    }
  }

  const looking = look();
  const heartbeat = setInterval(keep, timings.jobHeartbeatMs);
  heartbeat.unref();

  return {
    /** Looks for work now and not only when it would have. */
    nudge,
    /** Takes no more, tells what is under way, and waits for it this long. */
    async stop(forMs: number): Promise<void> {
      isStopping = true;
      for (const abort of underWay.values()) abort.abort(reasonTo('Stopping', 'the process stops'));
      nudge();
      await looking;
      await settlesWithin(forMs, Promise.allSettled(running), { ref: false });
      clearInterval(heartbeat);
    },
  };
}

const NOT_HEARD_OF = 'the work may be in other hands: the database did not hear of this process for too long';

const reasonTo = (name: string, message: string) => Object.assign(new Error(message), { name });
