import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { finishesWithin } from '../runtime/timeouts.ts';
import type { Timings } from '../runtime/timings.ts';
import { type ClaimedJob, PERIODIC_KEY, type Queue, type WorkKind } from './queue.ts';

export type Worker = ReturnType<typeof startWorker>;

interface WorkerOptions extends WorkKind {
  readonly name: string;
  readonly queue: Queue;
  /** `Jobs.now` */
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly timings: Timings;
  /** Called after each failed database call, and `onSuccess` after each successful one. */
  readonly onFailure: (error: unknown) => void;
  readonly onSuccess: () => void;
}

const CONCURRENCY = 4;

export function startWorker(options: WorkerOptions) {
  const { name, queue, handle, everyMs, now, log, metrics, timings } = options;
  const { onFailure, onSuccess, concurrency = CONCURRENCY } = options;
  const underWay = new Map<ClaimedJob, AbortController>();
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let wake = Promise.withResolvers<void>();

  const nudge = () => wake.resolve();

  async function doOne(job: ClaimedJob): Promise<void> {
    const abort = new AbortController();
    underWay.set(job, abort);
    try {
      const finish = await attempt(job, abort.signal);
      underWay.delete(job);
      await finish();
      onSuccess();
    } catch (error) {
      // The outcome was not stored, so another process runs the job again when its heartbeats are missing.
      onFailure(error);
    } finally {
      underWay.delete(job);
    }
  }

  async function attempt(job: ClaimedJob, signal: AbortSignal): Promise<() => Promise<void>> {
    const isPeriodic = everyMs !== undefined && job.singletonKey === PERIODIC_KEY;
    // A periodic job is due again `everyMs` after this time; if the clock jumps ahead meanwhile, at once.
    const startedAt = now();
    try {
      const postponement = await handle(job.data, { signal });
      metrics.job(name, postponement ? 'again' : 'done');
      if (postponement) return () => queue.reschedule(job, postponement.again);
      if (isPeriodic) return () => queue.reschedule(job, new Date(startedAt.getTime() + everyMs));
      return () => queue.complete(job);
    } catch (error) {
      const lost = signal.aborted ? 'lost' : 'failed';
      metrics.job(name, isStopping ? 'stopped' : lost);
      if (isStopping) return () => queue.reschedule(job, now());
      if (signal.aborted) log.warn({ work: name, reason: 'not heard of' }, 'work was given to others');
      else log.error({ err: error, work: name, attempt: job.retryCount + 1 }, 'work failed; it is repeated');
      return () => queue.fail(job);
    }
  }

  async function poll(): Promise<void> {
    while (!isStopping) {
      wake = Promise.withResolvers();
      let pauseMs = timings.jobPollMs;
      const free = concurrency - underWay.size;
      if (free > 0) {
        try {
          const jobs = await queue.fetch(free);
          onSuccess();
          for (const job of jobs) {
            const run = doOne(job).then(nudge);
            running.add(run);
            run.finally(() => running.delete(run));
          }
          // More jobs may be due; they are fetched when one of these jobs ends.
          if (jobs.length === free) continue;
        } catch (error) {
          onFailure(error);
          pauseMs = timings.jobPollAfterFailureMs;
        }
      }
      await finishesWithin(pauseMs, wake.promise, { ref: false });
    }
  }

  async function sendHeartbeat(): Promise<void> {
    const jobs = [...underWay.keys()];
    if (jobs.length === 0) return;
    try {
      for (const job of await queue.heartbeat(jobs))
        underWay.get(job)?.abort(reasonTo('NotHeardOf', HEARTBEAT_LOST));
    } catch (error) {
      onFailure(error);
    }
  }

  const polling = poll();
  const heartbeat = setInterval(sendHeartbeat, timings.jobHeartbeatMs);
  heartbeat.unref();

  return {
    nudge,
    /** Fetches no more jobs, aborts the running jobs, and waits up to `forMs` for them to end. */
    async stop(forMs: number): Promise<void> {
      isStopping = true;
      for (const abort of underWay.values()) abort.abort(reasonTo('Stopping', 'the process stops'));
      nudge();
      await polling;
      await finishesWithin(forMs, Promise.allSettled(running), { ref: false });
      clearInterval(heartbeat);
    },
  };
}

const HEARTBEAT_LOST =
  'the work may be in other hands: the database did not hear of this process for too long';

const reasonTo = (name: string, message: string) => Object.assign(new Error(message), { name });
