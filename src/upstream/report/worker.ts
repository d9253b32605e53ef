import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../runtime/yielding.ts';
import { type PlainFailure, UpstreamError } from '../errors.ts';
import { createHttp, type Http, type HttpOptions } from '../http/request.ts';
import { type CountedReport, type CountScope, createReportCounter, type ReportCounter } from './count.ts';

/** Task to read one report. The caller closes `port` at its end, or earlier to cancel the reading. */
export interface ReportTask {
  readonly platform: number;
  readonly http: HttpOptions;
  readonly body: Readonly<Record<string, string>>;
  readonly token: string;
  readonly scope: CountScope;
  readonly port: MessagePort;
}

export type ThreadRequest = ReportTask | Pick<ReportTask, 'platform' | 'http'> | Pick<ReportTask, 'platform'>;

/** The thread's messages about one report: any number of `started` and `progress`, then one of the others. */
export type ThreadMessage =
  /** An answer begins, also after a retry; the main thread replies with its time in Unix milliseconds. */
  | { readonly kind: 'started' }
  | { readonly kind: 'progress'; readonly messagesRead: number }
  | { readonly kind: 'counted'; readonly report: CountedReport }
  | { readonly kind: 'failed'; readonly failure: PlainFailure }
  | { readonly kind: 'broken'; readonly error: unknown };

const PROGRESS_EVERY_MS = 100;

const platforms = new Map<number, Http>();

lowerPriority();
parentPort?.on('message', (request: ThreadRequest) => {
  const { platform } = request;
  if ('port' in request) void read(request);
  // The HTTP client is loaded early, while the main thread may still be logging in.
  else if ('http' in request) void httpOf(request).prepare();
  else {
    platforms.get(platform)?.close();
    platforms.delete(platform);
  }
});

function httpOf({ platform, http: options }: Pick<ReportTask, 'platform' | 'http'>): Http {
  const http = platforms.get(platform) ?? createHttp(options);
  platforms.set(platform, http);
  return http;
}

async function read({ port, body, token, scope, ...target }: ReportTask): Promise<void> {
  const leaving = new AbortController();
  port.once('close', () => leaving.abort());
  const send = (message: ThreadMessage, ...moved: ArrayBuffer[]) => port.postMessage(message, moved);

  let counter: ReportCounter | undefined;
  let reported = 0;
  const reportProgress = () => {
    const messagesRead = counter?.messagesRead() ?? 0;
    if (messagesRead !== reported) send({ kind: 'progress', messagesRead });
    reported = messagesRead;
  };
  const reporting = setInterval(reportProgress, PROGRESS_EVERY_MS);
  try {
    const report = await httpOf(target).read({
      operation: 'report',
      path: ['report_mt'],
      body: { json: body },
      token,
      signal: leaving.signal,
      async begin() {
        const answer = once(port, 'message', { signal: leaving.signal });
        send({ kind: 'started' });
        const [nowMs] = await answer;
        counter = createReportCounter(new Date(nowMs), scope);
        return counter;
      },
    });
    reportProgress();
    send({ kind: 'counted', report }, report.packedCells.buffer);
  } catch (error) {
    if (error instanceof UpstreamError) send({ kind: 'failed', failure: error.plain() });
    else send({ kind: 'broken', error });
  } finally {
    clearInterval(reporting);
  }
}
