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

/** A shortcut of the app's, in the menu of messages or from anywhere. */
export interface LocalShortcut {
  readonly name: string;
  readonly type: 'message' | 'global';
  readonly callbackId: string;
}

/** How Slack ends connections, in milliseconds. */
export interface SocketTimes {
  /** From a `refresh_requested` to the close frame, 1,000 unless told. Until then requests come as before. */
  readonly closesAfterMs?: number;
  /** How long TCP stays open once both ends have said that they close, 5,000 unless told. */
  readonly tcpKeptMs?: number;
}

export interface WorkspaceOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  /** The app-level token, `xapp-…`, for Socket Mode. */
  readonly appToken?: string;
  readonly people: readonly Person[];
  readonly channels: readonly LocalChannel[];
  /** Without them groups have people in them all the same, and nobody can mention one by its handle. */
  readonly userGroups?: readonly UserGroup[];
  /** Times of messages; signatures and time limits always use real time. */
  readonly now?: () => Date;
  readonly teamName?: string;
  /** `T0LOCAL` unless told. */
  readonly teamId?: string;
  /** The organisation that the workspace is in. */
  readonly organization?: Organization;
  /** Whether the app was installed for the whole organisation: `botToken` is good in all its workspaces then. */
  readonly isOrganizationInstall?: boolean;
  /** How long the bot has to acknowledge, 3,000 unless told. */
  readonly acknowledgementTimeoutMs?: number;
  /** How long a `trigger_id` opens a modal, 3,000 ms of real time unless told. */
  readonly triggerLifetimeMs?: number;
  /** How requests reach the bot: over HTTP where it is connected so, else over its sockets, unless told. */
  readonly delivery?: 'http' | 'socket_mode';
  readonly socketTimes?: SocketTimes;
  /** Whether phone numbers in a command's text are made links, as Slack's clients do. */
  readonly linksPhoneNumbers?: boolean;
  /** The app's slash commands; Slackbot answers any other. Without them, all are the app's. */
  readonly commands?: readonly string[];
  /** Those of them whose text names channels and people by their ids: `should_escape` in the manifest. */
  readonly escapes?: readonly string[];
  /** What the app has subscribed to, such as `message.im`; nothing unless told. */
  readonly events?: readonly string[];
  /** By which name people mention the bot. */
  readonly botName?: string;
  /** What the bot's token may do, such as `chat:write`; everything unless told. */
  readonly scopes?: readonly string[];
  /** Whether the app's Messages tab is on, without which it sends no direct message; true unless told. */
  readonly messagesTab?: boolean;
  /** Whether the app has a Home tab; true unless told. */
  readonly homeTab?: boolean;
  /** The app's shortcuts. Without them, any callback id is one of each kind. */
  readonly shortcuts?: readonly LocalShortcut[];
  /** The app's workflow steps. */
  readonly steps?: readonly StepDefinition[];
  /** Whether messages may hold charts and data tables, as in every workspace by and by; true unless told. */
  readonly newerBlocks?: boolean;
}

export type WorkspaceState = ReturnType<typeof createWorkspaceState>;

export function createWorkspaceState(options: WorkspaceOptions) {
  const { now = () => new Date(), channels } = options;
  // One list for all who look people up, so that a change of language is seen everywhere at once.
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
      const held = [messages, files, views, executions, conversations, failures];
      for (const part of [...held, ...issued]) part.reset();
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
