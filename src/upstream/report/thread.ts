import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { kindOf } from '../../runtime/error-code.ts';
import { startThread } from '../../runtime/threads/thread.ts';
import { UpstreamError } from '../errors.ts';
import type { HttpOptions } from '../http/request.ts';
import type { CountedReport } from './count.ts';
import type { FiguresOptions } from './figures.ts';
import type { ReportTask, ThreadMessage, ThreadRequest } from './worker.ts';

interface PlatformOptions extends HttpOptions {
  readonly now: () => Date;
  readonly log: Log;
}

interface CountOptions extends FiguresOptions {
  readonly signal: AbortSignal;
  /** Told when an answer begins, perhaps anew. */
  readonly onBegun?: () => void;
}

interface Thread {
  readonly worker: Worker;
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

export type ReportThread = ReturnType<typeof createReportThread>;

/**
 * A thread that reads reports, so that a large one keeps nobody waiting in this one. The first reading starts it, and it
 * ends once it has had nothing to do for `idleMs`. It holds the process only while it reads. Where it breaks down, its
 * readings fail, and the next one starts another.
 */
export function createReportThread(idleMs = MINUTE_MS) {
  let current: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let platforms = 0;

  function start(log: Log): Thread {
    const worker = startThread(new URL('./worker.ts', import.meta.url), {
      name: 'reports',
      limits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.unref();
    const thread = { worker, ports: new Set<MessagePort>() };
    worker.on('error', (error) => {
      // Its message may quote what was being read.
      log.error({ reason: kindOf(error) }, 'the thread that reads reports broke down');
    });
    worker.once('exit', () => {
      // A port that had not arrived in the thread yet stays open without this.
      for (const port of thread.ports) port.close();
    });
    return thread;
  }

  function rest(): void {
    clearTimeout(idle);
    if (current?.ports.size !== 0) return;
    idle = setTimeout(() => {
      void current?.worker.terminate();
      current = undefined;
    }, idleMs).unref();
  }

  function forPlatform({ now, log, ...http }: PlatformOptions) {
    platforms += 1;
    const platform = platforms;
    const own = new Set<MessagePort>();
    let isClosed = false;

    function send(request: ThreadRequest): Thread {
      clearTimeout(idle);
      current ??= start(log);
      current.worker.postMessage(request, 'port' in request ? [request.port] : []);
      return current;
    }

    return {
      /** Prepares for a reading that is about to come: to start the thread takes a fifth of a second. */
      wake() {
        if (isClosed) return;
        send({ platform, http });
        rest();
      },
      /** Reads one report. @throws UpstreamError, or the reason of `signal` */
      async count(
        task: Omit<ReportTask, 'port' | 'platform' | 'http'>,
        { signal, onProgress, onBegun }: CountOptions,
      ): Promise<CountedReport> {
        signal.throwIfAborted();
        if (isClosed) throw cutOff();
        const { port1: port, port2: theirs } = new MessageChannel();
        const { promise, resolve, reject } = Promise.withResolvers<CountedReport>();
        const thread = send({ ...task, platform, http, port: theirs });
        const leave = () => reject(signal.reason);
        const lose = () => {
          // A port hears of its thread's end before the thread is said to have ended.
          if (!isClosed && current === thread) current = undefined;
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
        for (const ports of [own, thread.ports]) ports.add(port);
        try {
          return await promise;
        } finally {
          signal.removeEventListener('abort', leave);
          port.off('close', lose);
          port.close();
          for (const ports of [own, thread.ports]) ports.delete(port);
          rest();
        }
      },
      close() {
        isClosed = true;
        for (const port of own) port.close();
        current?.worker.postMessage({ platform } satisfies ThreadRequest);
      },
    };
  }

  return { forPlatform };
}

function cutOff(): UpstreamError {
  return new UpstreamError('unavailable', { operation: 'report', reason: 'the reading was cut off' });
}
