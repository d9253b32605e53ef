import {
  type WebAPICallResult,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Log } from '../../ops/log.ts';
import { createDispatcher, type ProxySettings } from '../../runtime/proxy.ts';
import { isSignedOut, isTokenExpired, slackErrorCode } from '../errors.ts';
import { askedPauseMs, LONGEST_WAIT_MS } from './retry-after.ts';

/** A valid token. `refused` is one that Slack has just answered `token_expired` to. @throws NotInstalledError */
export type BotTokenSource = (refused?: string) => Promise<string>;

/** Logs once that Slack refuses a token that worked, and when it accepts it again. `onRefused` replaces the log. */
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

/** The pauses that Slack asks for: of a method; for messages, in a channel. */
export function createCallLimits(now: () => Date) {
  const untilMs = new Map<string, number>();
  const nameOf = (method: string, { channel }: NonNullable<CallOptions> = {}) =>
    method.startsWith('chat.') ? `${method} ${channel}` : method;
  return {
    /** @throws WebAPIRateLimitedError as Slack’s client does, with the remaining wait */
    check(method: string, options: CallOptions): void {
      const leftMs = (untilMs.get(nameOf(method, options)) ?? 0) - now().getTime();
      // A clock that was set back would prolong the wait.
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

interface SharedState {
  readonly watch: ReturnType<typeof createTokenWatch>;
  readonly limits: ReturnType<typeof createCallLimits>;
}

/** Slack’s own client, which reports whether the token was accepted, and respects the pauses that Slack asks for. */
export class WatchedClient extends WebClient {
  readonly #shared: SharedState;
  readonly #source: BotTokenSource | undefined;

  /** A source is asked before each call. */
  constructor(token: string | BotTokenSource, options: WebClientOptions, shared: SharedState) {
    super(typeof token === 'string' ? token : undefined, options);
    this.#source = typeof token === 'string' ? undefined : token;
    this.#shared = shared;
  }

  override async apiCall(...call: Parameters<WebClient['apiCall']>): Promise<WebAPICallResult> {
    const { watch, limits } = this.#shared;
    limits.check(...call);
    // A token that came with a request is not the bot’s.
    const isOwn = call[1]?.token === undefined;
    try {
      const result = await (isOwn ? this.#callByToken(...call) : super.apiCall(...call));
      if (isOwn) watch.worked();
      return result;
    } catch (error) {
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
      // Slack did nothing: the call may be repeated.
      const renewed = await source(token);
      if (renewed === token) throw error;
      return super.apiCall(method, { ...options, token: renewed });
    }
  }
}

/** Gives a 429 a valid `retry-after`: Slack’s client recognises no rate limit without one. */
export function createFetch(proxies: ProxySettings | undefined): NonNullable<WebClientOptions['fetch']> {
  const send = createPlainFetch(proxies);
  return async (input, init) => {
    const answer = await send(input, init);
    const { status, statusText } = answer;
    const headers = new Headers(answer.headers);
    const waitMs = askedPauseMs(status, headers.get('retry-after'));
    if (waitMs === undefined) return answer;
    headers.set('retry-after', String(Math.ceil(waitMs / 1_000)));
    return new Response(answer.body, { status, statusText, headers });
  };
}

function createPlainFetch(proxies: ProxySettings | undefined): typeof fetch {
  if (!proxies) return fetch;
  let dispatcher: ReturnType<typeof createDispatcher> | undefined;
  return async (input, init) => {
    dispatcher ??= createDispatcher(proxies);
    // Node’s own types are those of another copy of undici.
    const sending: object = { ...init, dispatcher: await dispatcher };
    return fetch(input, sending);
  };
}
