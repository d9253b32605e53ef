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

interface ThreadPlatformOptions extends HttpOptions {
  readonly now: () => Date;
  readonly log: Log;
}

interface CountOptions extends FiguresOptions {
  readonly signal: AbortSignal;
  /** Called when an answer begins, also for a retry. */
  readonly onStarted?: () => void;
}

interface Thread {
  readonly worker: Worker;
  readonly ports: Set<MessagePort>;
}

/** Above this limit V8 collects far less often: socket buffers count too. Readings use a hundredth of it. */
const MOST_MEGABYTES = 2048;
/** A larger young generation takes 60 MB more and saves no time. `--max-semi-space-size` overrides it. */
const YOUNG_MEGABYTES = 3;

export type ReportThread = ReturnType<typeof createReportThread>;

/** Keeps reports off the main thread. Starts on demand, ends when idle; after a crash a new thread starts. */
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
      // The error message may quote the report.
      log.error({ reason: kindOf(error) }, 'the thread that reads reports broke down');
    });
    worker.once('exit', () => {
      if (current === thread) current = undefined;
      // Without this, a port that has not arrived in the thread stays open.
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

  function forPlatform({ now, log, ...http }: ThreadPlatformOptions) {
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
      /** Starts the thread early: a start takes a fifth of a second. */
      wake() {
        if (isClosed) return;
        send({ platform, http });
        rest();
      },
      /** @throws UpstreamError, or the reason of `signal` */
      async count(
        task: Omit<ReportTask, 'port' | 'platform' | 'http'>,
        { signal, onProgress, onStarted }: CountOptions,
      ): Promise<CountedReport> {
        signal.throwIfAborted();
        if (isClosed) throw cutOff();
        const { port1: port, port2: theirs } = new MessageChannel();
        const { promise, resolve, reject } = Promise.withResolvers<CountedReport>();
        const thread = send({ ...task, platform, http, port: theirs });
        const leave = () => reject(signal.reason);
        const lose = () => {
          // A port closes before the thread's `exit` event.
          if (!isClosed && current === thread) current = undefined;
          reject(cutOff());
        };
        port.on('message', (message: ThreadMessage) => {
          if (message.kind === 'started') {
            onStarted?.();
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
