import type { JsonObject } from '../json.ts';

/** Slack's response to a call of the bot: text, or an object sent as JSON. */
export interface SlackResponse {
  /** HTTP status. 0: the bot gets no response, and `error` says how the call fails. */
  readonly status: number;
  readonly body: string | JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly faults?: readonly string[];
}

export interface ApiCall {
  /** What the bot called: the name of a Web API method, `response_url` or `files.upload`. */
  readonly method: string;
  readonly args: JsonObject;
  readonly status: number;
  readonly error?: string;
  readonly faults?: readonly string[];
}

export function callOf(method: string, args: JsonObject, { status, error, faults }: SlackResponse): ApiCall {
  return {
    method,
    args,
    status,
    ...(error === undefined ? {} : { error }),
    ...(faults === undefined || faults.length === 0 ? {} : { faults }),
  };
}

export type Methods = readonly (readonly [name: string, run: (args: JsonObject) => SlackResponse])[];

export function okResponse(fields: JsonObject = {}): SlackResponse {
  return { status: 200, body: { ok: true, ...fields } };
}

export function errorResponse(error: string, faults: readonly string[] = []): SlackResponse {
  const messages = faults.map(
    (fault) => `[ERROR] ${fault.replace(/^(\S+): (.*)$/s, '$2 [json-pointer:$1]')}`,
  );
  const metadata = messages.length === 0 ? {} : { response_metadata: { messages } };
  return { status: 200, body: { ok: false, error, ...metadata }, error, faults };
}

export function rateLimitedResponse(retryAfterSeconds: number): SlackResponse {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return { ...errorResponse('ratelimited'), status: 429, headers };
}

export type Scopes = readonly string[] | undefined;

export function withScopes(scopes: Scopes, answer: SlackResponse): SlackResponse {
  if (scopes === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'x-oauth-scopes': scopes.join(',') } };
}

export function scopeRefusal(scopes: Scopes, needed: string): SlackResponse | undefined {
  if (scopes === undefined || scopes.includes(needed)) return undefined;
  const error = 'missing_scope';
  return { ...errorResponse(error), body: { ok: false, error, needed, provided: scopes.join(',') } };
}
