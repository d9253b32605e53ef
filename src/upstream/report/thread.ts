import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { startThread } from '../../runtime/threads/thread.ts';
import { UpstreamError } from '../errors.ts';
import type { HttpOptions } from '../http/request.ts';
import type { CountedReport } from './count.ts';
import type { FiguresOptions } from './figures.ts';
import type { ReportTask, ThreadMessage } from './worker.ts';

interface ReportThreadOptions extends HttpOptions {
  readonly now: () => Date;
  readonly log: Log;
  /** How long a thread that has nothing to do is kept. */
  readonly idleMs?: number;
}

interface CountOptions extends FiguresOptions {
  readonly signal: AbortSignal;
  /** Told when an answer begins, perhaps anew. */
  readonly onBegun?: () => void;
}

interface Thread {
  readonly worker: Worker;
  /** Ports of the readings under way. */
  readonly ports: Set<MessagePort>;
}

/**
 * Readings take a hundredth of it. From this limit on V8 lets a heap grow to four times its size before it collects, below
 * it to 1.3 times: the pieces that sockets hand out count too, and it collected thirty times in a reading.
 */
const MOST_MEGABYTES = 2048;
/**
 * What is read is let go at once: a larger place for young objects takes some 60 MB more, and no less time. Node's
 * `--max-semi-space-size` overrules it.
 */
const YOUNG_MEGABYTES = 3;

/**
 * Reads reports in a thread of its own, so that a large one keeps nobody waiting in this one. The thread is started
 * by the first reading and shared by all; where it breaks down, its readings fail, and the next one starts another.
 * It holds the process only while something is being read.
 */
export function createReportThread({ now, log, idleMs = MINUTE_MS, ...http }: ReportThreadOptions) {
  let current: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Thread {
    const worker = startThread(new URL('./worker.ts', import.meta.url), {
      name: 'reports',
      data: http,
      limits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.unref();
    const thread = { worker, ports: new Set<MessagePort>() };
    worker.on('error', (error) => {
      // Its message may quote what was being read.
      log.error({ reason: kindOf(error) }, 'the thread that reads reports broke down');
    });
    worker.once('exit', () => {
      // One that had not arrived in the thread yet stays open without this.
      for (const port of thread.ports) port.close();
    });
    return thread;
  }

  function end(): void {
    clearTimeout(idle);
    void current?.worker.terminate();
    current = undefined;
  }

  function rest(): void {
    clearTimeout(idle);
    if (current?.ports.size === 0) idle = setTimeout(end, idleMs).unref();
  }

  return {
    /** Starts it for a reading that is about to come: it takes a fifth of a second. */
    wake() {
      if (isClosed) return;
      current ??= start();
      rest();
    },
    /** Reads one report. @throws UpstreamError, or the reason of `signal` */
    async count(
      task: Omit<ReportTask, 'port'>,
      { signal, onProgress, onBegun }: CountOptions,
    ): Promise<CountedReport> {
      signal.throwIfAborted();
      if (isClosed) throw cutOff();
      clearTimeout(idle);
      current ??= start();
      const thread = current;
      const { port1: port, port2: theirs } = new MessageChannel();
      const { promise, resolve, reject } = Promise.withResolvers<CountedReport>();
      const leave = () => reject(signal.reason);
      const lose = () => {
        // It hears of its thread's end before the thread is said to have ended.
        if (current === thread) current = undefined;
        reject(cutOff());
      };
      port.on('message', (message: ThreadMessage) => {
        if (message.kind === 'begun') {
          onBegun?.();
          port.postMessage(now().getTime());
        } else if (message.kind === 'progress') onProgress?.(message.messagesRead);
        else if (message.kind === 'counted') resolve(message.report);
        else reject(message.kind === 'failed' ? UpstreamError.from(message.failure) : message.error);
      });
      port.once('close', lose);
      signal.addEventListener('abort', leave, { once: true });
      thread.ports.add(port);
      try {
        thread.worker.postMessage({ ...task, port: theirs } satisfies ReportTask, [theirs]);
        return await promise;
      } finally {
        signal.removeEventListener('abort', leave);
        port.off('close', lose);
        port.close();
        thread.ports.delete(port);
        rest();
      }
    },
    /** Ends what is under way and the thread with it. */
    close() {
      isClosed = true;
      end();
    },
  };
}

function cutOff(): UpstreamError {
  return new UpstreamError('unavailable', { operation: 'report', reason: 'the reading was cut off' });
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
