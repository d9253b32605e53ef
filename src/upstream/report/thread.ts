import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { Log } from '../../ops/log.ts';
import { kindOf } from '../../runtime/error-code.ts';
import { startThread } from '../../runtime/threads/thread.ts';
import { unlessAborted } from '../../runtime/timeouts.ts';
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
  readonly onStarted?: () => void;
}

interface Thread {
  readonly worker: Worker;
  readonly ports: Set<MessagePort>;
}

/** Memory limit of the thread that reads reports; if lower, V8 would collect garbage far more often. */
const MOST_MEGABYTES = 2048;
/** Size of V8's young generation; a larger one takes 60 MB more memory and saves no time. */
const YOUNG_MEGABYTES = 3;
/** The idle thread holds some 60 MB; its next start takes 0.2 s, while the client logs in. */
const IDLE_MS = 5_000;

export type ReportThread = ReturnType<typeof createReportThread>;

/** Reads reports in a thread that starts on demand, ends when idle, and is replaced after a crash. */
export function createReportThread(idleMs = IDLE_MS) {
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
      // Only the kind of error is logged, because the message may quote the report.
      log.error({ reason: kindOf(error) }, 'the thread that reads reports broke down');
    });
    worker.once('exit', () => {
      if (current === thread) current = undefined;
      // Closes ports that were sent to the thread but did not reach it, because they would stay open.
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
      /** Starts the thread before it is needed, because a start takes 0.2 seconds. */
      wake() {
        if (isClosed) return;
        send({ platform, http });
        rest();
      },
      /** Counts a report in the thread. @throws UpstreamError if this fails, or the reason of an abort */
      async count(
        task: Omit<ReportTask, 'port' | 'platform' | 'http'>,
        { signal, onProgress, onStarted }: CountOptions,
      ): Promise<CountedReport> {
        signal.throwIfAborted();
        if (isClosed) throw cutOff();
        const { port1: port, port2: theirs } = new MessageChannel();
        const { promise, resolve, reject } = Promise.withResolvers<CountedReport>();
        const thread = send({ ...task, platform, http, port: theirs });
        const lose = () => {
          // Unless this client closed it, a closed port means that the thread has ended.
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
        for (const ports of [own, thread.ports]) ports.add(port);
        try {
          return await unlessAborted(promise, signal);
        } finally {
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
