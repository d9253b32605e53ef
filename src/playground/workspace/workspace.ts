import { createModalInteractions, type ModalInteractions } from '../modals/interactions.ts';
import type { Exchange } from '../slack-api/exchanges.ts';
import type { ArrangedFailure, RandomFaultCounts, RandomFaults } from '../slack-api/fault-injection.ts';
import type { LocalFile } from '../slack-api/files.ts';
import { createInteractions, type Interactions } from '../slack-api/interactions.ts';
import type { RateLimits } from '../slack-api/rate-limits.ts';
import type { ResponseHandler } from '../slack-api/response-urls.ts';
import type { SocketMode } from '../slack-api/socket-mode.ts';
import type { ApiCall } from '../slack-api/web-api.ts';
import { createBotConnection } from './bot-connection.ts';
import type { WaitOptions } from './changes.ts';
import type { ChannelChange } from './conversations.ts';
import type { LocalMessage, MessageFilter } from './messages.ts';
import { type LocalChannel, type Person, personNamed } from './people.ts';
import { createWorkspaceState, type WorkspaceOptions } from './state.ts';

export type { EnteredValue } from '../block-kit/element-values.ts';
export type { LocalView } from '../modals/view.ts';
export type { Exchange } from '../slack-api/exchanges.ts';
export type { RandomFaults } from '../slack-api/fault-injection.ts';
export type { LocalMessage } from './messages.ts';
export type { LocalChannel, Person } from './people.ts';
export type { WorkspaceOptions } from './state.ts';

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
  channels(person: string): LocalChannel[];
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
  const state = createWorkspaceState(options);
  const { people, conversations, messages, files, changes, randomFaults } = state;
  const { changed } = changes;
  const connection = createBotConnection(options, state);
  const forPeople = {
    ...state,
    send: connection.send,
    issueResponseUrl: (respond: ResponseHandler) => connection.origin() + state.responseUrls.issue(respond),
  };
  return {
    ...createInteractions({
      ...forPeople,
      linksPhoneNumbers: options.linksPhoneNumbers ?? false,
      commands: options.commands,
      escapes: options.escapes ?? [],
    }),
    ...createModalInteractions(forPeople),
    start: connection.start,
    async stop() {
      randomFaults.reset();
      changes.stop();
      await connection.stop();
    },
    connect: connection.connect,
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
    socketMode: connection.sockets,
    until: changes.until,
    onChange: changes.listen,
    onExchange: state.exchanges.listen,
    reset: state.reset,
    failNext: state.failures.add,
    injectFaults: randomFaults.set,
    injectedFaultCounts: randomFaults.counts,
    setRateLimits: state.rateLimiter.set,
    respondCalls: state.calls.respond,
    apiCalls: state.calls.api,
  };
}
