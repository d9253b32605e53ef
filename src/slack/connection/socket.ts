import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { backoffMs } from '../../runtime/timeouts.ts';
import { createBoltLogger } from './clients.ts';
import type { Connection } from './http.ts';
import { createSlackSocket, type SlackSocket } from './slack-socket.ts';

interface SocketConnectionOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly log: Log;
}

/** Half a second before the second attempt, at most half a minute. */
const RECONNECTING = { firstMs: 250, mostMs: 30_000 };
/** Slack closes a socket about ten seconds after it has warned of that. */
const LEFT_AFTER_MS = 20_000;

/** What kept the first connection from being made is put down to the app-level token where Slack says so. */
export class SocketModeError extends Error {
  override readonly name = 'SocketModeError';
}

/**
 * Over web sockets: as a rule one. Every few hours Slack asks for another in its place; until that is there, and Slack has
 * closed the old one, both are read.
 */
export function createSocketConnection({ appToken, apiUrl, log }: SocketConnectionOptions): Connection {
  const clientOptions = {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
  };
  const settings = { appToken, logger: createBoltLogger(log), installerOptions: { clientOptions } };
  const stopping = new AbortController();
  const { signal } = stopping;
  const sockets = new Set<SlackSocket>();
  const isNew = createEnvelopeMemory();
  let app: App;
  let isConnecting = false;

  async function connect(): Promise<void> {
    const socket = createSlackSocket({
      app,
      settings,
      log,
      isNew,
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
        // At once the first time: Slack asks for a new connection every few hours.
        if (attempt > 0) await pause(backoffMs(attempt, RECONNECTING), undefined, { signal });
        await connect();
        log.info({ attempt }, 'connected to Slack again');
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, attempt }, 'no connection to Slack; trying again');
      }
    }
    isConnecting = false;
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
      await Promise.all([...sockets].map((socket) => socket.close()));
    },
  };
}

/** Payloads that Slack sent lately: what comes over a second socket, too, is handled once. */
const MOST_REMEMBERED = 1_000;

function createEnvelopeMemory(): (envelopeId: string) => boolean {
  const remembered = new Set<string>();
  return (id) => {
    if (remembered.has(id)) return false;
    remembered.add(id);
    const [oldest] = remembered;
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return true;
  };
}
