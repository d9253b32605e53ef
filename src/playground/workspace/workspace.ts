import { createModalInteractions } from '../modals/interactions.ts';
import { createInteractions } from '../slack-api/interactions.ts';
import type { SocketMode } from '../slack-api/socket-mode.ts';
import { createBotConnection } from './bot-connection.ts';
import type { ChannelChange } from './conversations.ts';
import { personNamed } from './people.ts';
import { createWorkspaceState, type WorkspaceOptions } from './state.ts';

export type { EnteredValue } from '../block-kit/element-values.ts';
export type { LocalView } from '../modals/view.ts';
export type { Exchange } from '../slack-api/exchanges.ts';
export type { RandomFaults } from '../slack-api/fault-injection.ts';
export type { LocalMessage } from './messages.ts';
export type { LocalChannel, Person } from './people.ts';
export type { WorkspaceOptions } from './state.ts';

/** A small Slack on this machine, for one bot. */
export type Workspace = ReturnType<typeof createWorkspace>;

/** Creates a workspace. What happens in it is kept in memory only. */
export function createWorkspace(options: WorkspaceOptions) {
  const state = createWorkspaceState(options);
  const { people, conversations, messages, changes, randomFaults } = state;
  const { changed } = changes;
  const connection = createBotConnection(options, state);
  const sockets: SocketMode = connection.sockets;
  return {
    ...createInteractions(state, connection.send, connection.origin),
    ...createModalInteractions(state, connection.send),
    /** Listens on a free port; `apiUrl` ends in `/api/` and stands in for `https://slack.com/api/`. */
    start: connection.start,
    /** Closes every connection and ends every wait. A stopped workspace is not started again. */
    async stop() {
      randomFaults.reset();
      changes.stop();
      await connection.stop();
    },
    /** Tells where the bot takes requests: `http://…/slack/events`. */
    connect: connection.connect,
    /** What a person sees, or everything, in the order in which it was posted. */
    messages: messages.list,
    /** The files that were shared, or kept by the bot, oldest first. */
    files: state.files.list,
    /** Everybody, with the languages they have now. */
    people: () => [...people],
    /** The channels a person reads, the direct message with the bot among them. @throws for nobody here */
    channels: (person: string) => conversations.readBy(personNamed(people, person)),
    /**
     * Changes a channel: people archive it or take it up again, invite the bot or remove it, restrict it. The bot is
     * not told. @throws where there is no such channel
     */
    changeChannel(id: string, change: ChannelChange) {
      conversations.change(id, change);
      changed();
    },
    /** Deletes a message, as people may; its replies stay. False where it is not there. */
    deleteMessage: messages.remove,
    /** Changes a person's language in Slack, as `es-CL`. @throws for nobody here */
    speak(id: string, locale: string) {
      const person = personNamed(people, id);
      people.splice(people.indexOf(person), 1, { ...person, locale });
      changed();
    },
    socketMode: sockets,
    until: changes.until,
    /** Has a listener told after every change, until the returned function is called. */
    onChange: changes.listen,
    /** Has a listener told of every request between Slack and the bot as it ends, in the same way. */
    onExchange: state.exchanges.listen,
    /**
     * Empties the workspace: only people, channels and the connection to the bot stay, and everybody speaks as at the
     * start. Addresses and triggers handed out before answer as expired ones do.
     */
    reset: state.reset,
    /** Makes the next calls of a Web API method, or of `response_url` or `files.upload`, go wrong. */
    failNext: state.failures.add,
    injectFaults: randomFaults.set,
    injectedFaultCounts: randomFaults.counts,
    /** Has the bot held to Slack's pace from now on; without an argument there is none. */
    setRateLimits: state.rateLimiter.set,
    /** Uses of response addresses so far. */
    respondCalls: state.calls.respond,
    /** Calls of Web API methods so far. */
    apiCalls: state.calls.api,
  };
}
