import { createSender } from '../slack-api/delivery.ts';
import { createSlackApiHandler, type LocalServer, listen } from '../slack-api/http-server.ts';
import { createSocketServer } from '../slack-api/socket-mode.ts';
import { createWebApi } from '../slack-api/web-api.ts';
import type { WorkspaceOptions, WorkspaceState } from './state.ts';

/** Creates what goes between a workspace and its bot, over HTTP and sockets. */
export function createBotConnection(options: WorkspaceOptions, state: WorkspaceState) {
  const { acknowledgementTimeoutMs = 3_000, delivery, socketTimes } = options;
  const stopping = new AbortController();
  let server: LocalServer | undefined;
  let requestUrl: string | undefined;
  /** @throws while the workspace is not started */
  const origin = () => {
    if (server === undefined) throw new Error('The workspace was not started');
    return server.origin;
  };
  const sockets = createSocketServer({
    appToken: options.appToken,
    origin,
    acknowledgementTimeoutMs,
    changed: state.changes.changed,
    ...(socketTimes === undefined ? {} : { times: socketTimes }),
  });
  const webApi = createWebApi(state, { origin, openSocket: sockets.open });
  const handle = createSlackApiHandler(state, webApi, stopping.signal);
  const send = createSender(state, {
    signingSecret: options.signingSecret,
    acknowledgementTimeoutMs,
    requestUrl() {
      if (delivery === 'http' && requestUrl === undefined)
        throw new Error('No bot is connected to the workspace');
      return delivery === 'socket_mode' ? undefined : requestUrl;
    },
    sendOverSocket: sockets.send,
  });
  return {
    send,
    origin,
    sockets,
    /** Listens on a free port; `apiUrl` ends in `/api/`. */
    async start(): Promise<{ apiUrl: string }> {
      server ??= await listen(handle, sockets.upgrade);
      return { apiUrl: `${server.origin}/api/` };
    },
    async stop(): Promise<void> {
      stopping.abort();
      const running = server;
      server = undefined;
      await sockets.stop();
      await running?.stop();
    },
    connect(url: string) {
      requestUrl = url;
    },
  };
}
