import {
  type WebAPICallResult,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import { type Log, logCall, reasonOf } from '../../ops/log.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { createDispatcher, type ProxySettings } from '../../runtime/proxy.ts';
import { retryAfterMs } from '../../runtime/timeouts.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { isSignedOut, isTokenExpired, isWebApiAnswer, NOT_SLACK, slackErrorCode } from '../errors.ts';

/** Returns the bot's token. Pass as `refused` a token that Slack refused as expired, to get a renewed one. */
export type BotTokenSource = (refused?: string) => Promise<string>;

/** When Slack refuses a token that worked, calls `onRefused` or logs; logs if Slack accepts it later. */
export function createTokenWatch(log: Log, onRefused?: () => void) {
  let state: 'untried' | 'good' | 'refused' = 'untried';
  return {
    worked(): void {
      if (state === 'refused') log.info('Slack takes the bot’s token again');
      state = 'good';
    },
    failed(error: unknown) {
      const reason = slackErrorCode(error);
      if (state !== 'good' || reason === undefined || !isSignedOut(reason)) return;
      state = 'refused';
      if (onRefused) return onRefused();
      log.error(
        { reason },
        'Slack no longer takes the bot’s token, so nothing is posted: install the app again (“OAuth & Permissions”), copy the token to SLACK_BOT_TOKEN and start the bot again',
      );
    },
  };
}

/** After a 429, refuses calls of the same method (for messages: in the same channel) until the pause ends. */
export function createCallLimits(now: () => Date) {
  const untilMs = new Map<string, number>();
  const nameOf = (method: string, { channel }: NonNullable<CallOptions> = {}) =>
    method.startsWith('chat.') ? `${method} ${channel}` : method;
  return {
    check(method: string, options: CallOptions): void {
      const leftMs = (untilMs.get(nameOf(method, options)) ?? 0) - now().getTime();
      // If more than the longest pause is left, the clock was set back, and the call is allowed.
      if (leftMs > 0 && leftMs <= LONGEST_WAIT_MS)
        throw new WebAPIRateLimitedError(Math.ceil(leftMs / 1_000));
    },
    note(error: unknown, method: string, options: CallOptions): void {
      if (!(error instanceof WebAPIRateLimitedError)) return;
      const nowMs = now().getTime();
      for (const [name, ms] of untilMs) if (ms <= nowMs) untilMs.delete(name);
      untilMs.set(nameOf(method, options), nowMs + error.retryAfter * 1_000);
    },
  };
}

type CallOptions = Parameters<WebClient['apiCall']>[1];

interface SharedClientState {
  readonly log: Log;
  readonly watch: ReturnType<typeof createTokenWatch>;
  readonly limits: ReturnType<typeof createCallLimits>;
}

export class WatchedClient extends WebClient {
  readonly #shared: SharedClientState;
  readonly #source: BotTokenSource | undefined;

  constructor(token: string | BotTokenSource, options: WebClientOptions, shared: SharedClientState) {
    super(typeof token === 'string' ? token : undefined, options);
    this.#source = typeof token === 'string' ? undefined : token;
    this.#shared = shared;
  }

  override async apiCall(...call: Parameters<WebClient['apiCall']>): Promise<WebAPICallResult> {
    const { watch, limits, log } = this.#shared;
    limits.check(...call);
    const [method] = call;
    const startedMs = performance.now();
    // A token in the call's options is not the bot's, so its success or refusal is not recorded.
    const isOwn = call[1]?.token === undefined;
    try {
      const result = await (isOwn ? this.#callByToken(...call) : super.apiCall(...call));
      if (isOwn) watch.worked();
      logCall(log, { method, outcome: 'ok' }, startedMs);
      return result;
    } catch (error) {
      logCall(log, { method, outcome: slackErrorCode(error) ?? reasonOf(error) }, startedMs);
      limits.note(error, ...call);
      if (isOwn) watch.failed(error);
      throw error;
    }
  }

  async #callByToken(method: string, options: CallOptions): Promise<WebAPICallResult> {
    const source = this.#source;
    if (!source) return super.apiCall(method, options);
    const token = await source();
    try {
      return await super.apiCall(method, { ...options, token });
    } catch (error) {
      if (!isTokenExpired(slackErrorCode(error))) throw error;
      // Slack refused the expired token and did nothing, so the call can be repeated with a new token.
      const renewed = await source(token);
      if (renewed === token) throw error;
      return super.apiCall(method, { ...options, token: renewed });
    }
  }
}

/**
 * A `fetch` that gives each answer 429 a valid `retry-after`: else Slack's client sees no rate limit. A body
 * that the Web API at `apiUrl` would not send becomes an error code: Slack's client would use it as the code.
 */
export function createFetch(
  proxies: ProxySettings | undefined,
  apiUrl?: string,
): NonNullable<WebClientOptions['fetch']> {
  const send = createPlainFetch(proxies);
  return async (input, init) => {
    const answer = await send(input, init);
    const { status, statusText } = answer;
    const headers = new Headers(answer.headers);
    if (status === 200 && apiUrl !== undefined && String(input).startsWith(apiUrl)) {
      const body = await answer.text();
      return new Response(isWebApiAnswer(body) ? body : NOT_SLACK_ANSWER, { status, statusText, headers });
    }
    const waitMs = requestedPauseMs(status, headers.get('retry-after'));
    if (waitMs === undefined) return answer;
    headers.set('retry-after', String(Math.ceil(waitMs / 1_000)));
    return new Response(answer.body, { status, statusText, headers });
  };
}

const NOT_SLACK_ANSWER = JSON.stringify({ ok: false, error: NOT_SLACK });

function createPlainFetch(proxies: ProxySettings | undefined): typeof fetch {
  if (!proxies) return fetch;
  let dispatcher: ReturnType<typeof createDispatcher> | undefined;
  return async (input, init) => {
    dispatcher ??= createDispatcher(proxies);
    // The type is `object`, because Node's types come from another copy of undici.
    const sending: object = { ...init, dispatcher: await dispatcher };
    return fetch(input, sending);
  };
}

const LONGEST_WAIT_MS = HOUR_MS;

/** The pause that Slack requests with an answer 429, at most an hour; `undefined` for other answers. */
export function requestedPauseMs(status: number, retryAfter: string | null | undefined): number | undefined {
  if (status !== 429) return undefined;
  return Math.min(retryAfterMs(retryAfter) ?? TIMINGS.slackPauseMs, LONGEST_WAIT_MS);
}
