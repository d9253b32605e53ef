import type { Call } from './calls.ts';
import { createChanges, type WaitOptions } from './changes.ts';
import { createFailures, type Failure } from './failures.ts';
import { type LocalServer, listen } from './http-server.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { createMessageStore, type LocalMessage, type MessageFilter } from './messages.ts';
import type { Channel, Person, Team } from './people.ts';
import { createResponseUrls } from './response-urls.ts';
import { createRoutes } from './routes.ts';
import { createWebApi } from './web-api.ts';

export type { Call } from './calls.ts';
export type { WaitOptions } from './changes.ts';
export type { Acknowledgement } from './delivery.ts';
export type { Failure } from './failures.ts';
export type { Click, TypedCommand } from './interactions.ts';
export type { LocalMessage, MessageFilter } from './messages.ts';
export type { Channel, Person } from './people.ts';
export type { SigningOverrides } from './signing.ts';

/** What a workspace is made of. */
export interface WorkspaceOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  /** Times of messages and the age of response addresses; signatures always use real time. */
  readonly now?: () => Date;
  readonly teamId?: string;
  readonly teamName?: string;
  /** How long the bot has to acknowledge, 3,000 unless told. */
  readonly acknowledgementTimeoutMs?: number;
  /** Whether phone numbers in a command's text are made links, as Slack's clients do. */
  readonly linksPhoneNumbers?: boolean;
}

/** A small Slack on this machine, for one bot. */
export interface Workspace extends Interactions {
  /** Listens on a free port; `apiUrl` ends in `/api/` and stands in for `https://slack.com/api/`. */
  start(): Promise<{ apiUrl: string }>;
  /** Closes every connection and ends every wait. A stopped workspace is not started again. */
  stop(): Promise<void>;
  /** Tells where the bot takes requests: `http://…/slack/events`. */
  connect(requestUrl: string): void;
  /** What a person sees, or everything, oldest first. */
  messages(filter?: MessageFilter): LocalMessage[];
  /**
   * Resolves with the first value of `what` that is neither `undefined` nor `false`, looked for at once and after
   * every change. Rejects when the time is up, with a message that lists what is there instead.
   */
  until<T>(what: () => T | undefined | false, options?: WaitOptions): Promise<T>;
  /** Makes the next calls of a Web API method, or of `response_url`, go wrong. */
  failNext(method: string, failure: Failure): void;
  /** Uses of response addresses so far. */
  readonly respondCalls: readonly Call[];
  /** Calls of Web API methods so far. */
  readonly apiCalls: readonly Call[];
}

/** Creates a workspace. What happens in it is kept in memory only. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { now = () => new Date(), people, channels } = options;
  const team = createTeam(options.teamId, options.teamName);
  const respondCalls: Call[] = [];
  const apiCalls: Call[] = [];
  const stopping = new AbortController();
  let server: LocalServer | undefined;
  let requestUrl: string | undefined;

  const changes = createChanges(() => describe(messages.list(), [...apiCalls, ...respondCalls]));
  const messages = createMessageStore({ now, changed: changes.changed });
  const responseUrls = createResponseUrls(now);
  const failures = createFailures();
  const webApi = createWebApi({ botToken: options.botToken, team, people, channels, messages, now });
  const record = (call: Call) => {
    (call.method === 'response_url' ? respondCalls : apiCalls).push(call);
    changes.changed();
  };
  const routes = createRoutes({ webApi, responseUrls, failures, record, stopping: stopping.signal });
  const interactions = createInteractions({
    signingSecret: options.signingSecret,
    acknowledgementTimeoutMs: options.acknowledgementTimeoutMs ?? 3_000,
    linksPhoneNumbers: options.linksPhoneNumbers ?? false,
    people,
    channels,
    team,
    messages,
    responseUrls,
    addresses() {
      if (server === undefined) throw new Error('The workspace was not started');
      if (requestUrl === undefined) throw new Error('No bot is connected to the workspace');
      return { origin: server.origin, requestUrl };
    },
  });

  return {
    ...interactions,
    async start() {
      server ??= await listen(routes);
      return { apiUrl: `${server.origin}/api/` };
    },
    async stop() {
      stopping.abort();
      changes.stop();
      const running = server;
      server = undefined;
      await running?.stop();
    },
    connect(url) {
      requestUrl = url;
    },
    messages: messages.list,
    until: changes.until,
    failNext: failures.add,
    respondCalls,
    apiCalls,
  };
}

function createTeam(id = 'T0LOCAL', name = 'Local'): Team {
  return { id, name, domain: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}

/** What there is in the workspace, for a wait that was in vain. */
function describe(messages: readonly LocalMessage[], calls: readonly Call[]): string {
  const shownMessages = messages.map(({ channel, visibleTo = 'everyone', text, blocks, replaced }) => {
    const said = text === '' ? `${blocks.length} blocks` : JSON.stringify(text.slice(0, 200));
    return `  ${channel}, for ${visibleTo}, replaced ${replaced} times: ${said}`;
  });
  const shownCalls = calls.map(({ method, status, error = 'ok', faults = [] }) =>
    [`  ${method}: ${status} ${error}`, ...faults].join(' '),
  );
  return [
    shownMessages.length === 0 ? 'There is no message.' : 'Messages:',
    ...shownMessages,
    shownCalls.length === 0 ? 'The bot called nothing.' : 'Calls of the bot:',
    ...shownCalls,
  ].join('\n');
}
