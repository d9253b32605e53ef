import { setTimeout as delay } from 'node:timers/promises';
import { isRecord, type JsonObject, parseJson } from '../json.ts';
import type { ExchangeEnd } from '../workspace/changes.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { type ArrangedFailure, type ExecuteCall, isRefusing } from './fault-injection.ts';
import { UPLOADS } from './file-methods.ts';
import type { FileStore } from './files.ts';
import { API, type LocalRequest, readCall } from './listener.ts';
import { callOf, type SlackResponse } from './responses.ts';
import type { WebApi } from './web-api.ts';

/** Answers the bot's HTTP calls. When `stopping` is aborted, calls that still wait get no answer. */
export function createSlackApiHandler(
  state: WorkspaceState,
  webApi: WebApi,
  stopping: AbortSignal,
): (request: LocalRequest) => Promise<SlackResponse> {
  const stopped = new Promise<never>((_, reject) => {
    stopping.addEventListener('abort', () => reject(new Error('The workspace stopped')));
  });
  // Without this handler, the rejection of `stopped` would end the process if no call waits for it.
  stopped.catch(() => {});
  const answered = async (method: string, args: JsonObject, grant: ExecuteCall): Promise<SlackResponse> => {
    const end = state.exchanges.begin({ from: 'bot', name: method, request: args });
    const failure = state.failures.take(method);
    if (failure?.delayMs !== undefined) await delay(failure.delayMs, undefined, { signal: stopping });
    const answer =
      failure !== undefined && isRefusing(failure)
        ? failed(method, failure)
        : await state.interceptor.current(method, args, grant);
    state.calls[method === 'response_url' ? 'respond' : 'api'].push(callOf(method, args, answer));
    state.changes.changed();
    end(exchangeEnd(answer));
    if (answer.status !== 0) return answer;
    // If this function rejects, the server cuts the connection without an answer.
    return answer.error === 'connection_reset' ? Promise.reject(new Error(answer.error)) : stopped;
  };
  return async (request) => {
    if (request.method !== 'POST') return { status: 405, body: 'method_not_allowed' };
    if (request.path.startsWith(API)) {
      const { args, token } = readCall(request);
      const method = request.path.slice(API.length);
      return answered(method, args, (given) => webApi(method, given, token));
    }
    if (request.path.startsWith(UPLOADS)) {
      const { byteLength: length } = request.bytes;
      return answered('files.upload', { length }, () => receiveUpload(request, state.files));
    }
    const fields = parseJson(request.body);
    return answered('response_url', isRecord(fields) ? fields : {}, () => {
      return state.responseUrls.use(request.path, fields) ?? { status: 404, body: 'not_found' };
    });
  };
}

function exchangeEnd({ status, body, error }: SlackResponse): ExchangeEnd {
  const outcome = error ?? (status === 200 ? 'ok' : String(status));
  return { answer: body, status, outcome, isProblem: outcome !== 'ok' };
}

function failed(method: string, failure: ArrangedFailure): SlackResponse {
  const isLimit = failure.retryAfterSeconds !== undefined || failure.status === 429;
  const isForResponse = method === 'response_url' || method === 'files.upload';
  const error = failure.error ?? (isLimit ? 'ratelimited' : 'internal_error');
  const refusalStatus = isForResponse ? 500 : 200;
  return {
    status: failure.status ?? (isLimit ? 429 : refusalStatus),
    // Slack's `response_url` sends an error as JSON with status 200, as text with any other status.
    body: isForResponse && failure.status !== 200 ? error : { ok: false, error },
    ...(isLimit ? { headers: { 'retry-after': String(failure.retryAfterSeconds ?? 1) } } : {}),
    error,
  };
}

/** Receives the content of an uploaded file: raw bytes, or a form with one file. */
async function receiveUpload(request: LocalRequest, files: FileStore): Promise<SlackResponse> {
  const content = await contentOf(request);
  if (content === undefined) return { status: 400, body: 'no file', error: 'no_file' };
  const refusal = files.receive(request.path.slice(UPLOADS.length), content);
  if (refusal === 'unknown') return { status: 404, body: 'unknown address', error: refusal };
  if (refusal === 'wrong_size') return { status: 400, body: 'not the announced size', error: refusal };
  return { status: 200, body: `OK - ${content.byteLength}` };
}

async function contentOf({ headers, bytes }: LocalRequest): Promise<Buffer | undefined> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return bytes;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  return file === undefined ? undefined : Buffer.from(await file.arrayBuffer());
}
