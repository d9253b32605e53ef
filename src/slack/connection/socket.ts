import { setTimeout as pause } from 'node:timers/promises';
import type { App, SocketModeReceiverOptions } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { type Metrics, NO_METRICS } from '../../ops/metrics.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { createDispatcher, type ProxySettings } from '../../runtime/proxy.ts';
import { backoffMs } from '../../runtime/timeouts.ts';
import { TIMINGS, type Timings } from '../../runtime/timings.ts';
import { createBoltLogger } from './clients.ts';
import type { Connection } from './http.ts';
import { createSlackSocket, type SlackSocket } from './slack-socket.ts';
import { createFetch } from './web-client.ts';

interface SocketConnectionOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly log: Log;
  readonly proxies?: ProxySettings | undefined;
  readonly metrics?: Metrics;
  readonly timings?: Pick<Timings, 'socketRetryMs'> & Partial<Pick<Timings, 'socketRecountMs'>>;
}

const LONGEST_PAUSE_MS = 30_000;
/** Not shorter, because each of several replicas recounts, and a socket that is replaced counts twice. */
const LONGEST_RECOUNT_MS = 10 * MINUTE_MS;
/** An old socket is closed after this time; Slack normally closes a socket ten seconds after its warning. */
const LEFT_AFTER_MS = 20_000;

export class SocketModeError extends Error {
  override readonly name = 'SocketModeError';
}

/** Opens a new socket when Slack asks for one, every few hours. The old one is used until it is closed. */
export function createSocketConnection(options: SocketConnectionOptions): Connection {
  const { appToken, apiUrl, log, proxies, metrics = NO_METRICS, timings = TIMINGS } = options;
  const clientOptions = {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    fetch: createFetch(proxies, apiUrl),
  };
  const settings: SocketModeReceiverOptions = {
    appToken,
    logger: createBoltLogger(log),
    installerOptions: { clientOptions },
    customPropertiesExtractor: ({ envelope_id: requestId }) => ({ requestId }),
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const sockets = new Set<SlackSocket>();
  let dispatcher: ReturnType<typeof createDispatcher> | undefined;
  let app: App;
  let isConnecting = false;
  const pauses = { firstMs: timings.socketRetryMs, maxMs: LONGEST_PAUSE_MS };
  const recounts = { firstMs: timings.socketRecountMs ?? TIMINGS.socketRecountMs, maxMs: LONGEST_RECOUNT_MS };
  const openSockets = () => [...sockets].filter((one) => ['open', 'leaving'].includes(one.state())).length;
  /** Connections of the app that are not of this process, by Slack's last greeting. */
  const others = { count: 0, repeats: 0 };
  let recounting: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    dispatcher ??= proxies && createDispatcher(proxies);
    const through = dispatcher && { dispatcher: await dispatcher };
    // After the bot was stopped, no socket may open, because nothing would close it.
    signal.throwIfAborted();
    const socket = createSlackSocket({
      app,
      settings: { ...settings, ...through },
      log,
      metrics,
      onGreeted(connections) {
        const count = Math.max(0, connections - openSockets() - 1);
        others.repeats = count === others.count ? others.repeats + 1 : 0;
        others.count = count;
        planRecount();
      },
      onLeaving(reason) {
        if (reason === 'link_disabled')
          log.error('Socket Mode is turned off in the settings of the app at Slack');
        void reconnect();
      },
      onClosed() {
        sockets.delete(socket);
        void reconnect();
      },
    });
    const before = [...sockets];
    sockets.add(socket);
    await socket.open();
    for (const old of before) setTimeout(() => void old.close(), LEFT_AFTER_MS).unref();
  }

  async function reconnect(): Promise<void> {
    const isOpen = () => [...sockets].some((socket) => socket.state() === 'open');
    if (isConnecting) return;
    isConnecting = true;
    for (let attempt = 0; !signal.aborted && !isOpen(); attempt += 1) {
      try {
        // Only a repeated attempt waits: normally Slack has just asked for a new connection.
        if (attempt > 0) await pause(backoffMs(attempt, pauses), undefined, { signal });
        await connect();
        log.info({ attempt }, 'connected to Slack again');
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, attempt }, 'no connection to Slack; trying again');
      }
    }
    isConnecting = false;
  }

  /** Only a greeting has a count, so the end of other connections is seen by opening another socket. */
  function planRecount(): void {
    clearTimeout(recounting);
    if (others.count > 0 && !signal.aborted)
      recounting = setTimeout(recount, backoffMs(others.repeats, recounts)).unref();
  }

  async function recount(): Promise<void> {
    if (isConnecting) return planRecount();
    isConnecting = true;
    await connect().catch(planRecount);
    isConnecting = false;
    void reconnect();
  }

  return {
    receiver: {
      init(bolt) {
        app = bolt;
      },
      start: async () => undefined,
      stop: async () => undefined,
    },
    async start() {
      isConnecting = true;
      try {
        await connect();
      } catch (error) {
        throw new SocketModeError('Slack did not give out a connection', { cause: error });
      } finally {
        isConnecting = false;
      }
      void reconnect();
      return {};
    },
    async stop() {
      stopping.abort();
      clearTimeout(recounting);
      await Promise.all([...sockets].map((socket) => socket.close()));
    },
    connections: () => ({ own: openSockets(), app: others.count + openSockets() }),
    isReady: () => openSockets() > 0,
  };
}
