import { once } from 'node:events';
import { type IncomingMessage, request as sendByHttp } from 'node:http';
import { request as sendByHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { type Logger, LogLevel } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../../ops/log.ts';
import { createAgents, type ProxySettings, proxyFor } from '../../runtime/proxy.ts';
import { TIMINGS, type Timings } from '../../runtime/timings.ts';
import { askedPauseMs } from './retry-after.ts';
import {
  type BotTokenSource,
  createCallLimits,
  createFetch,
  createTokenWatch,
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

/** Asking is repeated once, posting is not: it may have been taken. None waits out a 429, which holds up the rest. */
export function createClients(options: ClientOptions) {
  const { botToken, onTokenRefused, apiUrl, log, now = () => new Date(), proxies } = options;
  const { timings = TIMINGS } = options;
  const shared = {
    watch: createTokenWatch(log, onTokenRefused),
    limits: createCallLimits(now),
  };
  const fetch = createFetch(proxies);
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
    asking: client(timings.slackAnswerMs, 1),
    posting: client(timings.slackPostMs, 0),
    forms: client(timings.slackFormMs, 0),
    fetch: createPostJson(proxies, timings),
  };
}

export type PostJson = ReturnType<typeof createPostJson>;

/** Slack keeps a connection for far longer, so it rarely ends under a request. */
const KEPT = { keepAlive: true, timeout: 1_000 };

/**
 * Posts JSON to a `response_url` on connections that stay open. An exchange that breaks off is retried, as a second
 * answer is better than none. Rejects with what kept it from being sent.
 */
export function createPostJson(proxies: ProxySettings | undefined, { slackAnswerMs } = TIMINGS) {
  const agents = new Map<string | undefined, Agents>();
  const agentsBy = (proxy: string | undefined) => {
    const made = agents.get(proxy) ?? createAgents(proxy, KEPT);
    agents.set(proxy, made);
    return made;
  };
  return async (url: string, body: object) => {
    const target = new URL(url);
    const text = JSON.stringify(body);
    const signal = AbortSignal.timeout(slackAnswerMs);
    const post = () => postBy(agentsBy(proxyFor(target, proxies)), target, text, signal);
    return await post().catch((error: unknown) => {
      if (!isBrokenOff(error)) throw error;
      return post();
    });
  };
}

type Agents = ReturnType<typeof createAgents>;

/** Not `fetch`, the transport of Slack’s own client: with it a look-up takes a tenth more of the processor. */
async function postBy({ http, https }: Agents, url: URL, body: string, signal: AbortSignal) {
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
  return { status, text, waitMs: askedPauseMs(status, headers['retry-after']) };
}

const BROKEN_OFF = ['ECONNRESET', 'EPIPE'];

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BROKEN_OFF.includes(String(error.code));
}

const levels: Readonly<Record<string, LogLevel>> = {
  trace: LogLevel.DEBUG,
  debug: LogLevel.DEBUG,
  info: LogLevel.INFO,
  warn: LogLevel.WARN,
};

/** Messages of Bolt and its clients, cut to a line. Debug entries quote whole requests: they are dropped. */
export function createBoltLogger(log: Log): Logger {
  const write = (level: 'info' | 'warn' | 'error', parts: unknown[]) => {
    const text = parts.map((part) => (part instanceof Error ? part.name : String(part))).join(' ');
    const line = text.split('\n', 1)[0] ?? '';
    // A text in quotes may be a part of a request.
    log[level]({ from: 'bolt' }, line.replaceAll(/".*"/g, '"…"').slice(0, LONGEST));
  };
  return {
    debug: () => undefined,
    info: (...parts) => log.debug({ from: 'bolt' }, parts.map(String).join(' ').slice(0, LONGEST)),
    warn: (...parts) => write('warn', parts),
    error: (...parts) => write('error', parts),
    getLevel: () => levels[log.level] ?? LogLevel.ERROR,
    setLevel: () => undefined,
    setName: () => undefined,
  };
}

const LONGEST = 300;
