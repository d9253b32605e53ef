import { setTimeout as pause } from 'node:timers/promises';
import { type App, SocketModeReceiver, type SocketModeReceiverOptions } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import type { Metrics } from '../../ops/metrics.ts';
import { jsonValue } from '../../runtime/json.ts';
import { finishesWithin } from '../../runtime/timeouts.ts';

/** `leaving`: Slack has asked the bot for a new socket, and may still send requests over this one. */
type SocketState = 'opening' | 'open' | 'leaving' | 'closed';

interface SlackSocketOptions {
  readonly app: App;
  readonly settings: SocketModeReceiverOptions;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Gets the number of the app's connections from Slack's greeting: with this one, and with dead ones. */
  readonly onGreeted: (connections: number) => void;
  readonly onLeaving: (reason: string) => void;
  readonly onClosed: () => void;
}

export type SlackSocket = ReturnType<typeof createSlackSocket>;

export class SocketRefusedError extends Error {
  override readonly name = 'SocketRefusedError';
  /** Why there is no socket: Slack's reason, such as `too_many_websockets`; or `closed` or `no_greeting`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The web socket was not opened: ${reason}`);
    this.reason = reason;
  }
}

const GREETED_WITHIN_MS = 15_000;
/** Longest wait for a socket to close: Slack confirms at once, but keeps the TCP connection for seconds. */
const CLOSED_WITHIN_MS = 250;

/** Opens one socket. It does not reconnect: Slack's client would close it before the next one is open. */
export function createSlackSocket(options: SlackSocketOptions) {
  const { app, settings, log, metrics, onGreeted, onLeaving, onClosed } = options;
  const receiver = new SocketModeReceiver({ ...settings, autoReconnectEnabled: false });
  receiver.init(app);
  const { client } = receiver;
  const refused = Promise.withResolvers<never>();
  // Without a handler, a rejection that nothing waits for would end the process.
  refused.promise.catch(() => undefined);
  let state: SocketState = 'opening';

  intercept('ws_message', async (pass: Pass, data: unknown, isBinary: unknown) => {
    const message = parse(data);
    if (message?.type === 'hello') onGreeted(Number(message.num_connections) || 1);
    if (message?.type !== 'disconnect') return void (message && (await pass(data, isBinary)));
    const reason = String(message.reason);
    if (state === 'opening') refused.reject(new SocketRefusedError(reason));
    if (state !== 'open') return;
    state = 'leaving';
    onLeaving(reason);
  });
  intercept('slack_event', async (pass: Pass, event: SlackEvent) => {
    const arrivedMs = performance.now();
    const ack: SlackEvent['ack'] = async (response) => {
      await event.ack(response);
      metrics.acknowledged((performance.now() - arrivedMs) / 1_000);
    };
    await pass({ ...event, ack });
  });
  // This listener is registered before `open`, because a message may arrive together with Slack's greeting.
  client.on('connected', () => {
    if (state === 'opening') state = 'open';
  });
  client.on('disconnected', () => {
    if (state === 'closed') return;
    state = 'closed';
    onClosed();
  });

  function intercept<Args extends unknown[]>(
    event: string,
    listener: (pass: Pass, ...args: Args) => Promise<void>,
  ): void {
    const existing = client.listeners(event);
    client.removeAllListeners(event);
    const pass: Pass = (...args) => Promise.all(existing.map((one) => one(...args)));
    client.on(event, (...args: Args) => {
      // An uncaught error in a listener would end the process.
      listener(pass, ...args).catch((error: unknown) => {
        log.warn({ err: error }, 'a message of Slack was not understood');
      });
    });
  }

  async function close(): Promise<void> {
    const closed = client.disconnect();
    // The first `disconnect` sends a close frame; the second closes the TCP connection.
    if (!(await finishesWithin(CLOSED_WITHIN_MS, closed))) await client.disconnect();
  }

  return {
    state: () => state,
    async open(): Promise<void> {
      const late = new AbortController();
      const greeted = client.start();
      try {
        await Promise.race([greeted, refused.promise, fail(late.signal)]);
        if (state === 'closed') throw new SocketRefusedError('closed');
      } catch (error) {
        // If Slack opens the socket after this failure, it is closed at once.
        void greeted.then(close, close);
        await close();
        throw error ?? new SocketRefusedError('closed');
      } finally {
        late.abort();
      }
    },
    close,
  };
}

async function fail(signal: AbortSignal): Promise<never> {
  await pause(GREETED_WITHIN_MS, undefined, { signal });
  throw new SocketRefusedError('no_greeting');
}

interface SlackEvent {
  readonly ack: (response?: unknown) => Promise<void>;
}

type Pass = (...args: unknown[]) => Promise<unknown>;

function parse(data: unknown): Readonly<Record<string, unknown>> | undefined {
  const message = jsonValue(String(data));
  return typeof message === 'object' && message !== null ? { ...message } : undefined;
}
