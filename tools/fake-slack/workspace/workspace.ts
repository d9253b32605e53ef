import type { JsonObject } from '../json.ts';
import { createModalInteractions } from '../modals/interactions.ts';
import { createSender } from '../slack-api/delivery.ts';
import { createEvents } from '../slack-api/events.ts';
import type { Interceptor } from '../slack-api/fault-injection.ts';
import { UPLOADS } from '../slack-api/file-methods.ts';
import { createSteps } from '../slack-api/functions.ts';
import { createSlackApiHandler } from '../slack-api/http-server.ts';
import { createInteractions } from '../slack-api/interactions.ts';
import { createSlackServer, type SlackServer } from '../slack-api/slack-server.ts';
import type { SocketMode } from '../slack-api/socket-mode.ts';
import { createWebApi, holdsToken } from '../slack-api/web-api.ts';
import type { ChannelChange } from './conversations.ts';
import { type Person, personNamed } from './people.ts';
import { createWorkspaceState, type WorkspaceOptions, type WorkspaceState } from './state.ts';

export type { EnteredValue } from '../block-kit/element-values.ts';
export type { LocalView } from '../modals/view.ts';
export type { LocalExecution } from '../slack-api/executions.ts';
export type { Exchange } from './changes.ts';
export type { LocalMessage } from './messages.ts';
export type { LocalChannel, Person, UserGroup } from './people.ts';
export type { WorkspaceOptions } from './state.ts';

/** A small Slack on this machine, for one bot. */
export type Workspace = ReturnType<typeof createWorkspace>;

/** `server` is the address that it shares with other workspaces of the app; one of its own unless told. */
export function createWorkspace(options: WorkspaceOptions, server = createSlackServer(options)) {
  const state = createWorkspaceState(options);
  const { people, conversations, messages, changes } = state;
  const { changed } = changes;
  const connection = createBotConnection(options, state, server);
  const sockets: SocketMode = connection.sockets;
  const changePerson = (id: string, change: Partial<Person>) => {
    const person = personNamed(people, id);
    people.splice(people.indexOf(person), 1, { ...person, ...change });
    changed();
  };
  const events = createEvents(state, connection.send);
  return {
    ...createInteractions(state, connection.send, connection.origin),
    ...createModalInteractions(state, connection.send),
    ...events,
    ...createSteps(state, events.sendEvent),
    /** Listens on a free port; `apiUrl` ends in `/api/` and stands in for `https://slack.com/api/`. */
    start: connection.start,
    /** A stopped workspace is not started again. */
    async stop() {
      changes.stop();
      await connection.stop();
    },
    /** `http://…/slack/events` */
    connect: connection.connect,
    messages: messages.list,
    files: state.files.list,
    people: () => [...people],
    /** The channels a person reads, the direct message with the bot among them. @throws for nobody here */
    channels: (person: string) => conversations.readBy(personNamed(people, person)),
    /** The bot is not told. @throws where there is no such channel */
    changeChannel(id: string, change: ChannelChange) {
      conversations.change(id, change);
      changed();
    },
    /** Deletes a message, as people may; its replies stay. False where it is not there. */
    deleteMessage: messages.remove,
    /** `locale` is such as `es-CL`. @throws for nobody here */
    speak: (id: string, locale: string) => changePerson(id, { locale }),
    /** The bot is not told. @throws for nobody here */
    changePerson,
    socketMode: sockets,
    until: changes.until,
    /** Returns what ends it. */
    onChange: changes.listen,
    onExchange: state.exchanges.listen,
    /** Only people, channels and the bot's connection stay; addresses and triggers handed out before are expired. */
    reset: state.reset,
    /** Makes the next calls of a Web API method, or of `response_url` or `files.upload`, go wrong. */
    failNext: state.failures.add,
    /** Has every call that is not made to go wrong so go through this one, which may refuse, delay or change it. */
    intercept(interceptor: Interceptor) {
      state.interceptor.current = interceptor;
    },
    respondCalls: state.calls.respond,
    apiCalls: state.calls.api,
  };
}

/** Creates what goes between a workspace and its bot, over HTTP and sockets. */
function createBotConnection(options: WorkspaceOptions, state: WorkspaceState, server: SlackServer) {
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
