import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Call, callOf } from './calls.ts';
import type { BeginExchange, ExchangeEnd } from './exchanges.ts';
import { type Failure, type Failures, isRefusing } from './failures.ts';
import { UPLOADS } from './files/file-methods.ts';
import type { FileStore } from './files/file-store.ts';
import { receiveUpload } from './files/upload.ts';
import type { LocalRequest } from './http-server.ts';
import { isRecord, parseJson } from './json.ts';
import type { Gate } from './limits.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Sky } from './weather.ts';
import type { WebApi } from './web-api.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the routes lead to. */
export interface RoutesDeps {
  readonly webApi: WebApi;
  readonly responseUrls: ResponseUrls;
  readonly files: FileStore;
  readonly failures: Failures;
  readonly sky: Pick<Sky, 'meet'>;
  readonly gate: Pick<Gate, 'refusal'>;
  readonly begin: BeginExchange;
  /** Called with every request once its answer is known. */
  readonly record: (call: Call) => void;
  /** Aborted when the workspace stops: answers that were put off are then not given. */
  readonly stopping: AbortSignal;
}

const API = '/api/';

/** In a form, these are never JSON, whatever they begin with. */
const PLAIN_FIELDS = new Set(['text', 'initial_comment', 'filename', 'title']);

/** Creates the handler of what a bot sends: `POST /api/<method>`, and the addresses handed out for responses and files. */
export function createRoutes(deps: RoutesDeps): (request: LocalRequest) => Promise<Answer> {
  const stopped = new Promise<never>((_, reject) => {
    deps.stopping.addEventListener('abort', () => reject(new Error('The workspace stopped')));
  });
  // Nobody may be waiting.
  stopped.catch(() => {});
  const answered = async (
    method: string,
    args: Args,
    grant: () => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    const end = deps.begin({ from: 'bot', name: method, request: args });
    const failure = deps.failures.take(method);
    if (failure?.delayMs !== undefined) await delay(failure.delayMs, undefined, { signal: deps.stopping });
    const answer =
      failure !== undefined && isRefusing(failure)
        ? failed(method, failure)
        : (deps.gate.refusal(method, args) ?? (await deps.sky.meet(method, grant)));
    deps.record(callOf(method, args, answer));
    end(exchangeEnd(answer));
    if (answer.status !== 0) return answer;
    // A handler that rejects breaks its connection off.
    return answer.error === 'connection_reset' ? Promise.reject(new Error(answer.error)) : stopped;
  };
  return async (request) => {
    if (request.method !== 'POST') return { status: 405, body: 'method_not_allowed' };
    if (request.path.startsWith(API)) {
      const { token: formToken, ...args } = readArgs(request);
      const token = bearerToken(request) ?? (typeof formToken === 'string' ? formToken : undefined);
      const method = request.path.slice(API.length);
      return answered(method, args, () => deps.webApi.call(method, args, token));
    }
    if (request.path.startsWith(UPLOADS)) {
      const { byteLength: length } = request.bytes;
      return answered('files.upload', { length }, () => receiveUpload(request, deps.files));
    }
    const fields = parseJson(request.body);
    return answered('response_url', isRecord(fields) ? fields : {}, () => {
      return deps.responseUrls.use(request.path, fields) ?? { status: 404, body: 'not_found' };
    });
  };
}

function exchangeEnd({ status, body, error }: Answer): ExchangeEnd {
  const outcome = error ?? (status === 200 ? 'ok' : String(status));
  return { answer: body, status, outcome, isProblem: outcome !== 'ok' };
}

/** Arguments as JSON or as a form; in a form, what is not text is JSON within a field. */
function readArgs({ headers, body }: LocalRequest): Args {
  if (headers['content-type']?.startsWith('application/json')) {
    const args = parseJson(body);
    return isRecord(args) ? args : {};
  }
  const fields = [...new URLSearchParams(body)].map(([name, value]) => {
    const isStructured = value.startsWith('[') || value.startsWith('{');
    return [name, isStructured && !PLAIN_FIELDS.has(name) ? (parseJson(value) ?? value) : value];
  });
  return Object.fromEntries(fields);
}

function bearerToken({ headers }: LocalRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}

function failed(method: string, failure: Failure): Answer {
  const isLimit = failure.retryAfterSeconds !== undefined || failure.status === 429;
  const isForResponse = method === 'response_url' || method === 'files.upload';
  const error = failure.error ?? (isLimit ? 'ratelimited' : 'internal_error');
  const refusalStatus = isForResponse ? 500 : 200;
  return {
    status: failure.status ?? (isLimit ? 429 : refusalStatus),
    body: isForResponse ? error : { ok: false, error },
    ...(isLimit ? { headers: { 'retry-after': String(failure.retryAfterSeconds ?? 1) } } : {}),
    error,
  };
}
