import { setTimeout as pause } from 'node:timers/promises';
import { SocketModeReceiver } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { backoffMs } from '../../runtime/timeouts.ts';
import { createBoltLogger } from './clients.ts';
import type { Connection } from './http.ts';

interface SocketConnectionOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly log: Log;
}

const DISCONNECT_MS = 2_000;
/** Half a second before the second attempt, at most half a minute. */
const RECONNECTING = { firstMs: 250, mostMs: 30_000 };

/** What kept the first connection from being made is put down to the app-level token where Slack says so. */
export class SocketModeError extends Error {
  override readonly name = 'SocketModeError';
}

/** Over a web socket. Reconnects here: in the client a failed attempt goes uncaught and ends the process. */
export function createSocketConnection({ appToken, apiUrl, log }: SocketConnectionOptions): Connection {
  const receiver = new SocketModeReceiver({
    appToken,
    logger: createBoltLogger(log),
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        slackApiUrl: apiUrl,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: 10_000,
      },
    },
  });
  const { client } = receiver;
  const stopping = new AbortController();
  let isConnecting = false;

  async function connect(): Promise<void> {
    isConnecting = true;
    try {
      await client.start();
    } finally {
      isConnecting = false;
    }
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        // At once the first time: Slack asks for a new connection every few hours.
        if (attempt > 0)
          await pause(backoffMs(attempt, RECONNECTING), undefined, { signal: stopping.signal });
        await connect();
        log.info({ attempt }, 'connected to Slack again');
        return;
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: error, attempt }, 'no connection to Slack; trying again');
      }
    }
  }

  return {
    receiver,
    async start() {
      await connect().catch((error: unknown) => {
        throw new SocketModeError('Slack did not give out a connection', { cause: error });
      });
      client.on('disconnected', () => {
        if (!isConnecting && !stopping.signal.aborted) void reconnect();
      });
      return {};
    },
    async stop() {
      stopping.abort();
      // A connection that was being made may be there only after this, and must not outlive the bot.
      client.on('connected', () => void client.disconnect());
      await Promise.race([client.disconnect(), pause(DISCONNECT_MS, undefined, { ref: false })]);
    },
  };
}
