import { createModalInteractions, type ModalInteractions } from '../modals/interactions.ts';
import { createTriggers } from '../modals/triggers.ts';
import { createViewMethods } from '../modals/view-methods.ts';
import { createViewStore } from '../modals/view-store.ts';
import { createChatMethods } from '../slack-api/chat-methods.ts';
import { createConversationMethods, createHistoryMethods } from '../slack-api/conversation-methods.ts';
import { createSender } from '../slack-api/delivery.ts';
import { createExchanges, type Exchange } from '../slack-api/exchanges.ts';
import {
  type ArrangedFailure,
  createArrangedFailures,
  createFaultInjector,
  type RandomFaultCounts,
  type RandomFaults,
} from '../slack-api/fault-injection.ts';
import { createFileMethods, createFileStore, type LocalFile } from '../slack-api/files.ts';
import { createRequestHandler, type LocalServer, listen } from '../slack-api/http-server.ts';
import { createInteractions, type Interactions } from '../slack-api/interactions.ts';
import { createResponseUrls, type Responder } from '../slack-api/response-urls.ts';
import { createSocketServer, type SocketMode } from '../slack-api/socket-mode.ts';
import { type ApiCall, createRateLimiter, createWebApi, type RateLimits } from '../slack-api/web-api.ts';
import { createChanges, describeWorkspace, type WaitOptions } from './changes.ts';
import { type ChannelChange, createConversations } from './conversations.ts';
import { createMessageStore, type LocalMessage, type MessageFilter } from './messages.ts';
import { type Channel, type Person, personNamed, type Team } from './people.ts';

/** What a workspace is made of. */
export interface WorkspaceOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  /** The app-level token, `xapp-…`, for Socket Mode. */
  readonly appToken?: string;
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  /** Times of messages; signatures and time limits always use real time. */
  readonly now?: () => Date;
  readonly teamId?: string;
  readonly teamName?: string;
  /** How long the bot has to acknowledge, 3,000 unless told. */
  readonly acknowledgementTimeoutMs?: number;
  /** How long a `trigger_id` opens a modal, 3,000 ms of real time unless told. */
  readonly triggerLifetimeMs?: number;
  /** How long a `response_url` takes answers, 30 minutes of real time unless told. */
  readonly responseUrlLifetimeMs?: number;
  /** How requests reach the bot: over HTTP where it is connected so, else over its sockets, unless told. */
  readonly delivery?: 'http' | 'socket_mode';
  /** Time between the pings over a socket, 5,000 ms unless told. */
  readonly socketPingIntervalMs?: number;
  /** Whether phone numbers in a command's text are made links, as Slack's clients do. */
  readonly linksPhoneNumbers?: boolean;
  /** The app's slash commands; Slackbot answers any other. Without them, all are the app's. */
  readonly commands?: readonly string[];
  /** Those of them whose text names channels and people by their ids: `should_escape` in the manifest. */
  readonly escapes?: readonly string[];
  /** What the bot's token may do, such as `chat:write`; everything unless told. */
  readonly scopes?: readonly string[];
  /** Whether messages may hold charts and data tables, as in every workspace by and by; true unless told. */
  readonly newerBlocks?: boolean;
}

export type { EnteredValue, EnteredValues } from '../block-kit/element-values.ts';
export type { FilledForm as Filled, ViewAction } from '../modals/interactions.ts';
export type { LocalView } from '../modals/view.ts';
export type { TypedCommand } from '../slack-api/commands.ts';
export type { Acknowledgement, SigningOverrides } from '../slack-api/delivery.ts';
export type { Exchange } from '../slack-api/exchanges.ts';
export type {
  ArrangedFailure as Failure,
  RandomFaultCounts as WeatherCounts,
  RandomFaults as Weather,
} from '../slack-api/fault-injection.ts';
export type { LocalFile } from '../slack-api/files.ts';
export type { Click, TypedMessage as Said } from '../slack-api/interactions.ts';
export type { DisconnectReason, SocketConnection, SocketMode } from '../slack-api/socket-mode.ts';
export type { ApiCall as Call, RateLimits as Limits } from '../slack-api/web-api.ts';
export type { WaitOptions } from './changes.ts';
export type { ChannelChange } from './conversations.ts';
export type { LocalMessage, MessageFilter } from './messages.ts';
export type { Channel, Person } from './people.ts';

/** A small Slack on this machine, for one bot. */
export interface Workspace extends Interactions, ModalInteractions {
  /** Listens on a free port; `apiUrl` ends in `/api/` and stands in for `https://slack.com/api/`. */
  start(): Promise<{ apiUrl: string }>;
  /** Closes every connection and ends every wait. A stopped workspace is not started again. */
  stop(): Promise<void>;
  /** Tells where the bot takes requests: `http://…/slack/events`. */
  connect(requestUrl: string): void;
  /** What a person sees, or everything, in the order in which it was posted. */
  messages(filter?: MessageFilter): LocalMessage[];
  /** The files that were shared, or kept by the bot, oldest first. */
  files(): LocalFile[];
  /** Everybody, with the languages they have now. */
  people(): Person[];
  /** The channels a person reads, the direct message with the bot among them. @throws for nobody here */
  channels(person: string): Channel[];
  /**
   * Changes a channel: people archive it or take it up again, invite the bot or remove it, restrict it. The bot is not
   * told. @throws where there is no such channel
   */
  changeChannel(channel: string, change: ChannelChange): void;
  /** Deletes a channel, for good. @throws where there is no such channel */
  deleteChannel(channel: string): void;
  /** Deletes a message, as people may; its replies stay. False where it is not there. */
  deleteMessage(ts: string): boolean;
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
  failNext(method: string, failure: ArrangedFailure): void;
  /** Has calls go wrong at random from now on; without an argument none do. What is on its way still lands. */
  injectFaults(faults?: RandomFaults): void;
  /** What went wrong at random so far. */
  injectedFaultCounts(): RandomFaultCounts;
  /** Has the bot held to Slack's pace from now on; without an argument there is none. */
  setRateLimits(limits?: RateLimits): void;
  /** Uses of response addresses so far. */
  readonly respondCalls: readonly ApiCall[];
  /** Calls of Web API methods so far. */
  readonly apiCalls: readonly ApiCall[];
}

/** Creates a workspace. What happens in it is kept in memory only. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { now = () => new Date(), channels, acknowledgementTimeoutMs = 3_000 } = options;
  // One list for all who look people up, so that a change of language is seen everywhere at once.
  const people = [...options.people];
  const team = createTeam(options.teamId, options.teamName);
  const respondCalls: ApiCall[] = [];
  const apiCalls: ApiCall[] = [];
  const stopping = new AbortController();
  let server: LocalServer | undefined;
  let requestUrl: string | undefined;
  let resets = 0;

  const changes = createChanges(() =>
    describeWorkspace(messages.list(), views.list(), [...apiCalls, ...respondCalls]),
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
  const responseUrls = createResponseUrls(options.responseUrlLifetimeMs ?? 30 * 60_000);
  const failures = createArrangedFailures();
  const randomFaults = createFaultInjector();
  const rateLimiter = createRateLimiter();
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
    scopes: options.scopes,
    openSocket: sockets.open,
    methods: [
      ...createChatMethods({ conversations, messages }),
      ...createConversationMethods({ people, conversations }),
      ...createHistoryMethods({ conversations, messages, scopes: options.scopes }),
      ...createFileMethods({ files, conversations, messages, origin }),
      ...createViewMethods({ views, triggers, team }),
    ],
  });
  const record = (call: ApiCall) => {
    (call.method === 'response_url' ? respondCalls : apiCalls).push(call);
    changed();
  };
  const routes = createRequestHandler({
    webApi,
    responseUrls,
    files,
    failures,
    faults: randomFaults,
    rateLimiter,
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
    escapes: options.escapes ?? [],
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
      randomFaults.reset();
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
    changeChannel(id, change) {
      conversations.change(id, change);
      changed();
    },
    deleteChannel(id) {
      conversations.remove(id);
      changed();
    },
    deleteMessage: messages.remove,
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
      for (const part of [
        messages,
        files,
        views,
        conversations,
        responseUrls,
        triggers,
        failures,
        randomFaults,
      ])
        part.reset();
      rateLimiter.set();
      respondCalls.length = 0;
      apiCalls.length = 0;
      people.splice(0, people.length, ...options.people);
      changed();
    },
    failNext: failures.add,
    injectFaults: randomFaults.set,
    injectedFaultCounts: randomFaults.counts,
    setRateLimits: rateLimiter.set,
    respondCalls,
    apiCalls,
  };
}

function createTeam(id = 'T0LOCAL', name = 'Local'): Team {
  return { id, name, domain: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}
