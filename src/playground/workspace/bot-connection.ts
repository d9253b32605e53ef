import { createViewMethods } from '../modals/view-methods.ts';
import { createChatMethods } from '../slack-api/chat-methods.ts';
import { createConversationMethods, createHistoryMethods } from '../slack-api/conversation-methods.ts';
import { createSender, type Send } from '../slack-api/delivery.ts';
import { createFileMethods } from '../slack-api/files.ts';
import { createSlackApiHandler, type LocalServer, listen } from '../slack-api/http-server.ts';
import { createSocketServer, type SocketServer } from '../slack-api/socket-mode.ts';
import { type ApiCall, createWebApi } from '../slack-api/web-api.ts';
import type { WorkspaceOptions, WorkspaceState } from './state.ts';

/** What goes between a workspace and its bot, over HTTP and sockets. */
interface BotConnection {
  /** Listens on a free port; `apiUrl` ends in `/api/`. */
  start(): Promise<{ apiUrl: string }>;
  /** Closes every connection. */
  stop(): Promise<void>;
  /** Tells where the bot takes requests. */
  connect(requestUrl: string): void;
  readonly send: Send;
  /** The address of the workspace: `http://…`. @throws while the workspace is not started */
  readonly origin: () => string;
  readonly sockets: SocketServer;
}

/** Creates the connection of a workspace to its bot. */
export function createBotConnection(options: WorkspaceOptions, state: WorkspaceState): BotConnection {
  const { acknowledgementTimeoutMs = 3_000, delivery } = options;
  const { changed } = state.changes;
  const stopping = new AbortController();
  let server: LocalServer | undefined;
  let requestUrl: string | undefined;
  const origin = () => {
    if (server === undefined) throw new Error('The workspace was not started');
    return server.origin;
  };
  const sockets = createSocketServer({
    appToken: options.appToken,
    origin,
    acknowledgementTimeoutMs,
    pingIntervalMs: options.socketPingIntervalMs ?? 5_000,
    changed,
  });
  const handle = createSlackApiHandler({
    ...state,
    webApi: webApiOf(options, state, { origin, openSocket: sockets.open }),
    begin: state.exchanges.begin,
    record(call: ApiCall) {
      state.calls[call.method === 'response_url' ? 'respond' : 'api'].push(call);
      changed();
    },
    stopping: stopping.signal,
  });
  const send = createSender({
    signingSecret: options.signingSecret,
    acknowledgementTimeoutMs,
    requestUrl() {
      if (delivery === 'http' && requestUrl === undefined)
        throw new Error('No bot is connected to the workspace');
      return delivery === 'socket_mode' ? undefined : requestUrl;
    },
    sendOverSocket: sockets.send,
    begin: state.exchanges.begin,
    resets: state.resets,
  });
  return {
    send,
    origin,
    sockets,
    async start() {
      server ??= await listen(handle, sockets.upgrade);
      return { apiUrl: `${server.origin}/api/` };
    },
    async stop() {
      stopping.abort();
      const running = server;
      server = undefined;
      await sockets.stop();
      await running?.stop();
    },
    connect(url) {
      requestUrl = url;
    },
  };
}

function webApiOf(
  { botToken, scopes }: WorkspaceOptions,
  state: WorkspaceState,
  server: { readonly origin: () => string; readonly openSocket: SocketServer['open'] },
) {
  return createWebApi({
    ...state,
    botToken,
    scopes,
    openSocket: server.openSocket,
    methods: [
      ...createChatMethods(state),
      ...createConversationMethods(state),
      ...createHistoryMethods({ ...state, scopes }),
      ...createFileMethods({ ...state, origin: server.origin }),
      ...createViewMethods(state),
    ],
  });
}
