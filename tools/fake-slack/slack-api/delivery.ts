import { createHmac } from 'node:crypto';
import { type JsonObject, parseJson, textIn } from '../json.ts';
import type { ExchangeEnd } from '../workspace/changes.ts';
import type { WorkspaceState } from '../workspace/state.ts';

export interface Acknowledgement {
  /** HTTP status of the bot's answer; 0 if no answer came; 200 for an acknowledgement in Socket Mode. */
  readonly status: number;
  readonly body: string;
  readonly afterMs: number;
  /** True if the bot did not answer in time: Slack shows `operation_timeout`, even after a late answer. */
  readonly timedOut: boolean;
  /** Slack's error code for an invalid acknowledgement of a form. */
  readonly refused?: string;
  readonly faults?: readonly string[];
  /** True if Slack sent no request, because the command is unknown or not allowed in that place. */
  readonly isNotSent?: true;
}

export const UNREACHABLE = { status: 0, body: '', afterMs: 0, timedOut: false } as const;

export interface BotRequest {
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
  /** Whether the bot may answer the request with a payload in its acknowledgement. */
  readonly acceptsPayload: boolean;
  /** Processes the bot's acknowledgement. The sender of the request gets the returned value. */
  readonly onAcknowledged?: (acknowledgement: Acknowledgement) => Acknowledgement;
  /** Makes the signature invalid for tests; has an effect only over HTTP. */
  readonly signing?: SigningOverrides;
}

export type Send = (request: BotRequest) => Promise<Acknowledgement>;

/** Sends Slack's requests to the bot. A bot's answer that comes after a reset of the workspace is ignored. */
export function createSender(
  state: WorkspaceState,
  options: {
    readonly signingSecret: string;
    readonly acknowledgementTimeoutMs: number;
    /** Returns the bot's URL; `undefined` if requests go over Socket Mode. */
    readonly requestUrl: () => string | undefined;
    readonly sendOverSocket: Send;
  },
): Send {
  const { signingSecret, acknowledgementTimeoutMs } = options;
  const carry: Send = async (request) => {
    const url = options.requestUrl();
    if (url === undefined) return options.sendOverSocket(request);
    return postToBot(
      url,
      signBody(bodyOf(request), signingSecret, request.signing),
      acknowledgementTimeoutMs,
    );
  };
  return async (request) => {
    const resets = state.resets();
    const { payload, onAcknowledged } = request;
    const end = state.exchanges.begin({ from: 'slack', name: nameOf(request), request: payload });
    const acknowledgement = await carry(request);
    const isCurrent = state.resets() === resets;
    const result =
      isCurrent && onAcknowledged !== undefined ? onAcknowledged(acknowledgement) : acknowledgement;
    end(exchangeEnd(result, acknowledgementTimeoutMs));
    return result;
  };
}

function exchangeEnd(acknowledgement: Acknowledgement, timeoutMs: number): ExchangeEnd {
  const { status, body, timedOut, refused } = acknowledgement;
  const answer = parseJson(body) ?? body;
  const isProblem = status !== 200 || refused !== undefined;
  if (timedOut) return { answer, status, outcome: `no answer in ${timeoutMs / 1000} s`, isProblem };
  if (status === 0) return { answer, status, outcome: 'no connection', isProblem };
  return { answer, status, outcome: refused ?? String(status), isProblem };
}

function nameOf({ type, payload }: BotRequest): string {
  if (type === 'events_api') return eventName(payload.event);
  return String(type === 'slash_commands' ? payload.command : payload.type);
}

function eventName(event: unknown): string {
  return textIn(event, 'bot_id') === '' ? textIn(event, 'type') : 'own message';
}

interface Body {
  readonly contentType: string;
  readonly text: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** Encodes a request: events as JSON, commands as forms, others as JSON in a form field `payload`. */
function bodyOf({ type, payload }: BotRequest): Body {
  const json = JSON.stringify(payload);
  if (type === 'events_api') return { contentType: 'application/json', text: json };
  if (type === 'interactive')
    return { contentType: FORM, text: new URLSearchParams({ payload: json }).toString() };
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)]);
  return { contentType: FORM, text: new URLSearchParams(fields).toString() };
}

async function postToBot(
  url: string,
  { headers, body: sent }: { readonly headers: Record<string, string>; readonly body: string },
  timeoutMs: number,
): Promise<Acknowledgement> {
  const begin = performance.now();
  const afterMs = () => Math.round(performance.now() - begin);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await response.text();
    return { status: response.status, body, afterMs: afterMs(), timedOut: false };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { ...UNREACHABLE, afterMs: afterMs(), timedOut };
  }
}

/** Overrides that make a request's signature invalid, to test that the bot refuses the request. */
export interface SigningOverrides {
  readonly secret?: string;
  /** Unix time used in the signature and in `x-slack-request-timestamp`. */
  readonly timestampSeconds?: number;
  readonly tamperBody?: (body: string) => string;
}

/** Signs with real time, not the simulated clock, because the bot compares the time with its own clock. */
export function signBody({ contentType, text }: Body, secret: string, overrides: SigningOverrides = {}) {
  const timestamp = overrides.timestampSeconds ?? Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', overrides.secret ?? secret)
    .update(`v0:${timestamp}:${text}`)
    .digest('hex');
  return {
    body: overrides.tamperBody?.(text) ?? text,
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${signature}`,
    },
  };
}
