import { SocketModeReceiver } from '@slack/bolt';
import type { Log } from '../ops/log.ts';
import { createBoltLogger } from './bolt-log.ts';
import type { Connection } from './receiver.ts';

export interface SocketConnectionOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly log: Log;
}

/** Asking for an address must not end while Slack is away: nothing in the client tries again after it has given up. */
const NEVER_GIVE_UP = {
  forever: true,
  factor: 1.5,
  minTimeout: 250,
  maxTimeout: 15_000,
  randomize: true,
} as const;
const DISCONNECT_MS = 2_000;

/** Slack's requests over a web socket that the bot opens: no address of its own, reconnects by itself. */
export function createSocketConnection({ appToken, apiUrl, log }: SocketConnectionOptions): Connection {
  const logger = createBoltLogger(log);
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    installerOptions: { clientOptions: { slackApiUrl: apiUrl, retryConfig: NEVER_GIVE_UP, timeout: 10_000 } },
  });
  const { client } = receiver;
  const connected = () => log.info('connected to Slack by web socket');
  client.on('connected', connected);

  return {
    receiver,
    async start() {
      await receiver.start();
      return {};
    },
    async stop() {
      client.off('connected', connected);
      // A reconnect that was under way goes on after a disconnect, and must not outlive the bot.
      client.on('connected', () => void client.disconnect());
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, DISCONNECT_MS);
      await Promise.race([client.disconnect(), late.promise]);
      clearTimeout(timer);
    },
  };
}
