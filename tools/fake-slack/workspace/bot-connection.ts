import type { JsonObject } from '../json.ts';
import { createSender } from '../slack-api/delivery.ts';
import { UPLOADS } from '../slack-api/file-methods.ts';
import { createSlackApiHandler } from '../slack-api/http-server.ts';
import type { SlackServer } from '../slack-api/slack-server.ts';
import { createWebApi, holdsToken } from '../slack-api/web-api.ts';
import type { WorkspaceOptions, WorkspaceState } from './state.ts';

/** Creates what goes between a workspace and its bot, over HTTP and sockets. */
export function createBotConnection(options: WorkspaceOptions, state: WorkspaceState, server: SlackServer) {
  const { acknowledgementTimeoutMs = 3_000, delivery } = options;
  const { origin, sockets } = server;
  const stopping = new AbortController();
  let requestUrl: string | undefined;
  const webApi = createWebApi(state, { origin, openSocket: sockets.open });
  const tenant = {
    holdsToken: (token: string) => holdsToken(state, token),
    holdsAddress: (path: string) =>
      path.startsWith(UPLOADS)
        ? state.files.isAnnounced(path.slice(UPLOADS.length))
        : state.responseUrls.has(path),
    isMeant: (args: JsonObject) => isMeant(state, args),
    handle: createSlackApiHandler(state, webApi, stopping.signal),
    changed: state.changes.changed,
  };
  server.join(tenant);
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
      await server.start();
      return { apiUrl: `${origin()}/api/` };
    },
    async stop(): Promise<void> {
      stopping.abort();
      await server.leave(tenant);
    },
    connect(url: string) {
      requestUrl = url;
    },
  };
}

/** Whether what a call names is in this workspace: a team first, then a channel, then anything else. */
function isMeant(state: WorkspaceState, args: JsonObject): boolean {
  if (args.team_id !== undefined) return args.team_id === state.team.id;
  const channel = args.channel ?? args.channel_id;
  if (channel !== undefined) return state.conversations.target(channel) !== undefined;
  const person = args.user ?? args.user_id ?? args.users;
  return (
    state.people.some(({ id }) => id === person) ||
    state.triggers.isIssued(args.trigger_id) ||
    state.views.find(args.view_id) !== undefined ||
    state.executions.find(args.function_execution_id) !== undefined
  );
}
