import { once } from 'node:events';
import { type IncomingMessage, request as sendByHttp } from 'node:http';
import { request as sendByHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { type Logger, LogLevel } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import { type Log, logCall, reasonOf } from '../../ops/log.ts';
import { errorCode } from '../../runtime/error-code.ts';
import { createAgents, type ProxySettings, proxyFor } from '../../runtime/proxy.ts';
import { TIMINGS, type Timings } from '../../runtime/timings.ts';
import {
  type BotTokenSource,
  createCallLimits,
  createFetch,
  createTokenWatch,
  requestedPauseMs,
  WatchedClient,
} from './web-client.ts';

interface ClientOptions {
  readonly botToken: string | BotTokenSource;
  readonly onTokenRefused?: (() => void) | undefined;
  readonly apiUrl: string;
  readonly log: Log;
  readonly now?: () => Date;
  readonly proxies?: ProxySettings | undefined;
  readonly timings?: Timings;
}

/** Clients of Slack. Only reads are retried: a failed post may have been accepted. A 429 is never retried. */
export function createClients(options: ClientOptions) {
  const { botToken, onTokenRefused, apiUrl, log, now = () => new Date(), proxies } = options;
  const { timings = TIMINGS } = options;
  const shared = { log, watch: createTokenWatch(log, onTokenRefused), limits: createCallLimits(now) };
  const fetch = createFetch(proxies, apiUrl);
  const client = (timeout: number, retries: number) => {
    const options: WebClientOptions = {
      slackApiUrl: apiUrl,
      retryConfig: { retries, minTimeout: 200, maxTimeout: 1_000 },
      rejectRateLimitedCalls: true,
      timeout,
      fetch,
      logger: createBoltLogger(log),
    };
    return new WatchedClient(botToken, options, shared);
  };
  return {
    asking: client(timings.slackAnswerTimeoutMs, 1),
    posting: client(timings.slackPostTimeoutMs, 0),
    forms: client(timings.slackFormTimeoutMs, 0),
    fetch: logged(createPostJson(proxies, timings), log),
  };
}

export type PostJson = ReturnType<typeof createPostJson>;

/** Idle connections are closed after a second, long before Slack closes them and a request could fail. */
const KEEP_ALIVE = { keepAlive: true, timeout: 1_000 };

/** Posts JSON to a `response_url`. Retries once after a connection reset: better two answers than none. */
export function createPostJson(proxies: ProxySettings | undefined, { slackAnswerTimeoutMs } = TIMINGS) {
  const agents = new Map<string | undefined, Agents>();
  const agentsFor = (proxy: string | undefined) => {
    const agent = agents.get(proxy) ?? createAgents(proxy, KEEP_ALIVE);
    agents.set(proxy, agent);
    return agent;
  };
  return async (url: string, body: object) => {
    const target = new URL(url);
    const text = JSON.stringify(body);
    const signal = AbortSignal.timeout(slackAnswerTimeoutMs);
    const post = () => postWith(agentsFor(proxyFor(target, proxies)), target, text, signal);
    return await post().catch((error: unknown) => {
      if (!CONNECTION_RESET.includes(errorCode(error) ?? '')) throw error;
      return post();
    });
  };
}

function logged(post: PostJson, log: Log): PostJson {
  return async (...call) => {
    const startedMs = performance.now();
    const note = (outcome: string) => logCall(log, { method: 'response_url', outcome }, startedMs);
    try {
      const answer = await post(...call);
      note(String(answer.status));
      return answer;
    } catch (error) {
      note(reasonOf(error));
      throw error;
    }
  };
}

type Agents = ReturnType<typeof createAgents>;

/** Posts with Node's `http` module, because `fetch` costs a tenth more CPU time per message look-up. */
async function postWith({ http, https }: Agents, url: URL, body: string, signal: AbortSignal) {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, signal };
  const request =
    url.protocol === 'https:'
      ? sendByHttps(url, { ...options, agent: https })
      : sendByHttp(url, { ...options, agent: http });
  const answered = once(request, 'response');
  request.end(body);
  const answer: IncomingMessage = (await answered)[0];
  const { statusCode: status = 0, headers } = answer;
  const text = await readText(answer).catch(() => '');
  return { status, text, waitMs: requestedPauseMs(status, headers['retry-after']) };
}

const CONNECTION_RESET = ['ECONNRESET', 'EPIPE'];

/** Logs the first line of messages from Bolt. Drops debug messages, which quote whole requests. */
export function createBoltLogger(log: Log): Logger {
  const write = (level: 'info' | 'warn' | 'error', parts: unknown[]) => {
    const text = parts.map((part) => (part instanceof Error ? part.name : String(part))).join(' ');
    const line = text.split('\n', 1)[0] ?? '';
    // Text in quotes may come from a request, so it is not logged.
    log[level]({ from: 'bolt' }, line.replaceAll(/".*"/g, '"…"').slice(0, LONGEST_LINE));
  };
  return {
    debug: () => undefined,
    info: (...parts) => log.debug({ from: 'bolt' }, parts.map(String).join(' ').slice(0, LONGEST_LINE)),
    warn: (...parts) => write('warn', parts),
    error: (...parts) => write('error', parts),
    // The bot's log has its own level.
    getLevel: () => LogLevel.INFO,
    setLevel: () => undefined,
    setName: () => undefined,
  };
}

const LONGEST_LINE = 300;
