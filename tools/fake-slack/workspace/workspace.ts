import { createModalInteractions } from '../modals/interactions.ts';
import { createEvents } from '../slack-api/events.ts';
import type { Interceptor } from '../slack-api/fault-injection.ts';
import { createSteps } from '../slack-api/functions.ts';
import { createInteractions } from '../slack-api/interactions.ts';
import { createSlackServer } from '../slack-api/slack-server.ts';
import type { SocketMode } from '../slack-api/socket-mode.ts';
import { createBotConnection } from './bot-connection.ts';
import type { ChannelChange } from './conversations.ts';
import { type Person, personNamed } from './people.ts';
import { createWorkspaceState, type WorkspaceOptions } from './state.ts';

export type { EnteredValue } from '../block-kit/element-values.ts';
export type { LocalView } from '../modals/view.ts';
export type { Exchange } from '../slack-api/exchanges.ts';
export type { LocalExecution } from '../slack-api/executions.ts';
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
