import type { Call } from './calls.ts';
import { createChanges, type WaitOptions } from './changes.ts';
import { createChatMethods } from './chat-methods.ts';
import { createConversationMethods } from './conversation-methods.ts';
import { createConversations } from './conversations.ts';
import { describe } from './description.ts';
import { createExchanges, type Exchange } from './exchanges.ts';
import { createFailures, type Failure } from './failures.ts';
import { createFileMethods } from './files/file-methods.ts';
import { createFileStore, type LocalFile } from './files/file-store.ts';
import { type LocalServer, listen } from './http-server.ts';
import { createInteractions, type Interactions, personNamed } from './interactions.ts';
import { createMessageStore, type LocalMessage, type MessageFilter } from './messages.ts';
import { createModalInteractions, type ModalInteractions } from './modals/interactions.ts';
import { createTriggers } from './modals/triggers.ts';
import { createViewMethods } from './modals/view-methods.ts';
import { createViewStore } from './modals/view-store.ts';
import type { Channel, Person, Team } from './people.ts';
import type { Responder } from './responders.ts';
import { createResponseUrls } from './response-urls.ts';
import { createRoutes } from './routes.ts';
import { createSender } from './sender.ts';
import { createSocketServer, type SocketMode } from './socket-mode.ts';
import { createWebApi } from './web-api.ts';

export type { Call } from './calls.ts';
export type { WaitOptions } from './changes.ts';
export type { TypedCommand } from './commands.ts';
export type { Acknowledgement } from './delivery.ts';
export type { Answer, Answers } from './elements/answers.ts';
export type { Exchange } from './exchanges.ts';
export type { Failure } from './failures.ts';
export type { LocalFile } from './files/file-store.ts';
export type { Click, Said } from './interactions.ts';
export type { LocalMessage, MessageFilter } from './messages.ts';
export type { Filled, ViewAction } from './modals/interactions.ts';
export type { LocalView } from './modals/view.ts';
export type { Channel, Person } from './people.ts';
export type { SigningOverrides } from './signing.ts';
export type { DisconnectReason } from './socket-messages.ts';
export type { SocketConnection, SocketMode } from './socket-mode.ts';

/** What a workspace is made of. */
export interface WorkspaceOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  /** The app-level token, `xapp-…`, for Socket Mode. */
  readonly appToken?: string;
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  /** Times of messages and the age of response addresses; signatures always use real time. */
  readonly now?: () => Date;
  readonly teamId?: string;
  readonly teamName?: string;
  /** How long the bot has to acknowledge, 3,000 unless told. */
  readonly acknowledgementTimeoutMs?: number;
  /** How long a `trigger_id` opens a modal, 3,000 ms of real time unless told. */
  readonly triggerLifetimeMs?: number;
  /** How requests reach the bot: over HTTP where it is connected so, else over its sockets, unless told. */
  readonly delivery?: 'http' | 'socket_mode';
  /** Time between the pings over a socket, 5,000 ms unless told. */
  readonly socketPingIntervalMs?: number;
  /** Whether phone numbers in a command's text are made links, as Slack's clients do. */
  readonly linksPhoneNumbers?: boolean;
  /** The app's slash commands; Slackbot answers any other. Without them, all are the app's. */
  readonly commands?: readonly string[];
  /** Whether messages may hold charts and data tables, as in every workspace by and by; true unless told. */
  readonly newerBlocks?: boolean;
}

/** A small Slack on this machine, for one bot. */
export interface Workspace extends Interactions, ModalInteractions {
  /** Listens on a free port; `apiUrl` ends in `/api/` and stands in for `https://slack.com/api/`. */
  start(): Promise<{ apiUrl: string }>;
  /** Closes every connection and ends every wait. A stopped workspace is not started again. */
  stop(): Promise<void>;
  /** Tells where the bot takes requests: `http://…/slack/events`. */
  connect(requestUrl: string): void;
  /** What a person sees, or everything, oldest first. */
  messages(filter?: MessageFilter): LocalMessage[];
  /** The files that were shared, or kept by the bot, oldest first. */
  files(): LocalFile[];
  /** Everybody, with the languages they have now. */
  people(): Person[];
  /** The channels a person reads, the direct message with the bot among them. @throws for nobody here */
  channels(person: string): Channel[];
  /** Changes a person's language in Slack, as `es-CL`. @throws for nobody here */
  speak(person: string, locale: string): void;
  /** The bot's sockets. */
  readonly socketMode: SocketMode;
  /**
   * Resolves with the first value of `what` that is neither `undefined` nor `false`, looked for at once and after
   * every change. Rejects when the time is up, with a message that lists what is there instead.
   */
  until<T>(what: () => T | undefined | false, options?: WaitOptions): Promise<T>;
  /** Has a listener told after every change, until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Has a listener told of every request between Slack and the bot as it ends, until the returned function is called. */
  onExchange(listener: (exchange: Exchange) => void): () => void;
  /**
   * Empties the workspace: only people, channels and the connection to the bot stay, and everybody speaks as at the
   * start. Addresses and triggers handed out before answer as expired ones do.
   */
  reset(): void;
  /** Makes the next calls of a Web API method, or of `response_url` or `files.upload`, go wrong. */
  failNext(method: string, failure: Failure): void;
  /** Uses of response addresses so far. */
  readonly respondCalls: readonly Call[];
  /** Calls of Web API methods so far. */
  readonly apiCalls: readonly Call[];
}

/** Creates a workspace. What happens in it is kept in memory only. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { now = () => new Date(), channels, acknowledgementTimeoutMs = 3_000 } = options;
  // One list for all who look people up, so that a change of language is seen everywhere at once.
  const people = [...options.people];
  const team = createTeam(options.teamId, options.teamName);
  const respondCalls: Call[] = [];
  const apiCalls: Call[] = [];
  const stopping = new AbortController();
  let server: LocalServer | undefined;
  let requestUrl: string | undefined;
  let resets = 0;

  const changes = createChanges(() =>
    describe(messages.list(), views.list(), [...apiCalls, ...respondCalls]),
  );
  const { changed } = changes;
  const { begin, listen: onExchange } = createExchanges(now);
  const conversations = createConversations({ people, channels });
  const messages = createMessageStore({
    now,
    changed,
    mayRead: conversations.mayRead,
    newerBlocks: options.newerBlocks ?? true,
  });
  const files = createFileStore(changed);
  const views = createViewStore({ now, changed });
  const triggers = createTriggers(options.triggerLifetimeMs ?? 3_000);
  const responseUrls = createResponseUrls(now);
  const failures = createFailures();
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
  const webApi = createWebApi({
    botToken: options.botToken,
    team,
    people,
    now,
    openSocket: sockets.open,
    methods: [
      ...createChatMethods({ conversations, messages }),
      ...createConversationMethods({ people, conversations }),
      ...createFileMethods({ files, conversations, messages, origin }),
      ...createViewMethods({ views, triggers, team }),
    ],
  });
  const record = (call: Call) => {
    (call.method === 'response_url' ? respondCalls : apiCalls).push(call);
    changed();
  };
  const routes = createRoutes({
    webApi,
    responseUrls,
    files,
    failures,
    begin,
    record,
    stopping: stopping.signal,
  });
  const send = createSender({
    signingSecret: options.signingSecret,
    acknowledgementTimeoutMs,
    requestUrl() {
      if (options.delivery === 'http' && requestUrl === undefined)
        throw new Error('No bot is connected to the workspace');
      return options.delivery === 'socket_mode' ? undefined : requestUrl;
    },
    sendOverSocket: sockets.send,
    begin,
    resets: () => resets,
  });
  const issueResponseUrl = (respond: Responder) => origin() + responseUrls.issue(respond);
  const forPeople = { people, team, conversations, messages, triggers, issueResponseUrl, send };
  const interactions = createInteractions({
    ...forPeople,
    linksPhoneNumbers: options.linksPhoneNumbers ?? false,
    commands: options.commands,
  });
  const modals = createModalInteractions({ ...forPeople, views, now });

  return {
    ...interactions,
    ...modals,
    async start() {
      server ??= await listen(routes, sockets.upgrade);
      return { apiUrl: `${server.origin}/api/` };
    },
    async stop() {
      stopping.abort();
      changes.stop();
      const running = server;
      server = undefined;
      await sockets.stop();
      await running?.stop();
    },
    connect(url) {
      requestUrl = url;
    },
    messages: messages.list,
    files: files.list,
    people: () => [...people],
    channels: (person) => conversations.readBy(personNamed(people, person)),
    speak(id, locale) {
      const person = personNamed(people, id);
      people.splice(people.indexOf(person), 1, { ...person, locale });
      changed();
    },
    socketMode: sockets,
    until: changes.until,
    onChange: changes.listen,
    onExchange,
    reset() {
      resets += 1;
      for (const part of [messages, files, views, conversations, responseUrls, triggers, failures])
        part.reset();
      respondCalls.length = 0;
      apiCalls.length = 0;
      people.splice(0, people.length, ...options.people);
      changed();
    },
    failNext: failures.add,
    respondCalls,
    apiCalls,
  };
}

function createTeam(id = 'T0LOCAL', name = 'Local'): Team {
  return { id, name, domain: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}
