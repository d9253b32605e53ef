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

export type Workspace = ReturnType<typeof createWorkspace>;

/** Several workspaces of one app may share a `server`. Default: a new server for this workspace. */
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
    /** Listens on a free port. `apiUrl` ends in `/api/` and replaces `https://slack.com/api/`. */
    start: connection.start,
    /** A stopped workspace cannot be started again. */
    async stop() {
      changes.stop();
      await connection.stop();
    },
    /** Sets the URL to which requests to the bot are posted: `http://…/slack/events`. */
    connect: connection.connect,
    messages: messages.list,
    files: state.files.list,
    people: () => [...people],
    /** Returns the channels that a person can read, direct message included. @throws for an unknown person */
    channels: (person: string) => conversations.readBy(personNamed(people, person)),
    /** Changes a channel without an event to the bot. @throws for an unknown channel */
    changeChannel(id: string, change: ChannelChange) {
      conversations.change(id, change);
      changed();
    },
    /** Deletes a message, but not its replies. Returns false if the message does not exist. */
    deleteMessage: messages.remove,
    /** Sets a person's locale, such as `es-CL`. @throws for an unknown person */
    speak: (id: string, locale: string) => changePerson(id, { locale }),
    /** Changes a person without an event to the bot. @throws for an unknown person */
    changePerson,
    socketMode: sockets,
    until: changes.until,
    /** Registers a listener for changes of the workspace; returns the function that removes the listener. */
    onChange: changes.listen,
    onExchange: state.exchanges.listen,
    /** Removes all data but people, channels, the bot's connection. Response URLs and trigger ids expire. */
    reset: state.reset,
    /** Makes the next calls of a Web API method, of `response_url` or of `files.upload` fail. */
    failNext: state.failures.add,
    /** Passes calls that are not set to fail to `interceptor`, which may refuse, delay or change them. */
    intercept(interceptor: Interceptor) {
      state.interceptor.current = interceptor;
    },
    respondCalls: state.calls.respond,
    apiCalls: state.calls.api,
  };
}

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

/** Returns whether a Web API call names this workspace: by team id, else channel id, else any other id. */
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
