import { HALF_HOUR_MS } from '../../../src/runtime/durations.ts';
import { createTriggers, createViews } from '../modals/views.ts';
import { createExecutions, type StepDefinition } from '../slack-api/executions.ts';
import { createArrangedFailures, type Interceptor } from '../slack-api/fault-injection.ts';
import { createFileStore } from '../slack-api/files.ts';
import { createResponseUrls } from '../slack-api/response-urls.ts';
import type { ApiCall } from '../slack-api/responses.ts';
import { createChanges, createExchanges, describeWorkspace } from './changes.ts';
import { createConversations } from './conversations.ts';
import { createMessageStore } from './messages.ts';
import {
  BOT,
  type LocalChannel,
  type Organization,
  type Person,
  type Team,
  type UserGroup,
} from './people.ts';

/** A message shortcut or global shortcut of the app. */
export interface LocalShortcut {
  readonly name: string;
  readonly type: 'message' | 'global';
  readonly callbackId: string;
}

/** How Slack ends connections, in milliseconds. */
export interface SocketTimes {
  /** From a `refresh_requested` to the close frame. Default: 1,000. Until then requests continue. */
  readonly closesAfterMs?: number;
  /** How long TCP stays open after both close frames. Default: 5,000. */
  readonly tcpLingerMs?: number;
}

export interface WorkspaceOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  /** The app-level token, `xapp-…`, for Socket Mode. */
  readonly appToken?: string;
  readonly people: readonly Person[];
  readonly channels: readonly LocalChannel[];
  /** Needed only to mention a group by its handle; people may be in groups without it. */
  readonly userGroups?: readonly UserGroup[];
  /** Times of messages; signatures and time limits always use real time. */
  readonly now?: () => Date;
  readonly teamName?: string;
  /** Default: `T0LOCAL`. */
  readonly teamId?: string;
  /** The organisation that the workspace is in. */
  readonly organization?: Organization;
  /** The app is installed for the whole organisation: `botToken` is valid in all its workspaces. */
  readonly isOrganizationInstall?: boolean;
  /** Time limit of acknowledgements. Default: 3,000. */
  readonly acknowledgementTimeoutMs?: number;
  /** Lifetime of a `trigger_id` in real time. Default: 3,000. */
  readonly triggerLifetimeMs?: number;
  /** Default: HTTP if the bot is connected by it, else Socket Mode. */
  readonly delivery?: 'http' | 'socket_mode';
  readonly socketTimes?: SocketTimes;
  /** Link phone numbers in a command's text, as Slack's clients do. */
  readonly linksPhoneNumbers?: boolean;
  /** The app's slash commands; Slackbot answers all others. Without a list, all are the app's. */
  readonly commands?: readonly string[];
  /** Commands with `should_escape` in the manifest: their text has the ids of channels and people. */
  readonly escapes?: readonly string[];
  /** Subscribed events, such as `message.im`. Default: none. */
  readonly events?: readonly string[];
  /** The name by which people mention the bot. */
  readonly botName?: string;
  /** Scopes of the bot's token, such as `chat:write`. Default: all. */
  readonly scopes?: readonly string[];
  /** The app's Messages tab; without it the bot cannot send direct messages. Default: true. */
  readonly messagesTab?: boolean;
  /** Default: true. */
  readonly homeTab?: boolean;
  /** The app's shortcuts. Without a list, every callback id is valid for both kinds. */
  readonly shortcuts?: readonly LocalShortcut[];
  readonly steps?: readonly StepDefinition[];
  /** Messages may have charts and data tables. Default: true. */
  readonly newerBlocks?: boolean;
}

export type WorkspaceState = ReturnType<typeof createWorkspaceState>;

export function createWorkspaceState(options: WorkspaceOptions) {
  const { now = () => new Date(), channels } = options;
  // One shared list, so that a change of a person is visible everywhere.
  const people = [...options.people];
  const calls: { readonly api: ApiCall[]; readonly respond: ApiCall[] } = { api: [], respond: [] };
  const changes = createChanges(() =>
    describeWorkspace(messages.list(), views.list(), [...calls.api, ...calls.respond]),
  );
  const { changed } = changes;
  const conversations = createConversations({ people, channels });
  const { mayRead } = conversations;
  const messages = createMessageStore({ now, changed, mayRead, newerBlocks: options.newerBlocks ?? true });
  const files = createFileStore(changed);
  const views = createViews({ now, changed });
  const executions = createExecutions(changed);
  const triggers = createTriggers(options.triggerLifetimeMs ?? 3_000);
  const responseUrls = createResponseUrls(HALF_HOUR_MS);
  const failures = createArrangedFailures();
  const grantAll: Interceptor = (_method, args, grant) => grant(args);
  const interceptor = { current: grantAll };
  let resets = 0;
  return {
    now,
    people,
    userGroups: options.userGroups ?? [],
    team: createTeam(options),
    botToken: options.botToken,
    scopes: options.scopes,
    events: options.events ?? [],
    botName: options.botName ?? BOT.name,
    messagesTab: options.messagesTab ?? true,
    homeTab: options.homeTab ?? true,
    shortcuts: options.shortcuts,
    steps: options.steps ?? [],
    executions,
    commands: options.commands,
    escapes: options.escapes ?? [],
    linksPhoneNumbers: options.linksPhoneNumbers ?? false,
    calls,
    changes,
    exchanges: createExchanges(now),
    conversations,
    messages,
    files,
    views,
    triggers,
    responseUrls,
    failures,
    interceptor,
    resets: () => resets,
    reset() {
      resets += 1;
      const issued = [responseUrls, triggers];
      const stores = [messages, files, views, executions, conversations, failures];
      for (const part of [...stores, ...issued]) part.reset();
      interceptor.current = grantAll;
      calls.api.length = 0;
      calls.respond.length = 0;
      people.splice(0, people.length, ...options.people);
      changed();
    },
  };
}

function createTeam(options: WorkspaceOptions): Team {
  const { teamName: name = 'Local', teamId: id = 'T0LOCAL', organization, isOrganizationInstall } = options;
  return {
    id,
    name,
    domain: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    ...(organization === undefined ? {} : { organization }),
    ...(isOrganizationInstall === undefined ? {} : { isOrganizationInstall }),
  };
}
