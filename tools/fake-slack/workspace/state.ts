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

export interface LocalShortcut {
  readonly name: string;
  readonly type: 'message' | 'global';
  readonly callbackId: string;
}

/** Delays with which fake Slack closes a Socket Mode connection, in milliseconds. */
export interface SocketTimes {
  /** Time from `refresh_requested` to the close frame; requests continue until then. Default: 1,000. */
  readonly closesAfterMs?: number;
  /** Time that TCP stays open after both sides have sent a close frame. Default: 5,000. */
  readonly tcpLingerMs?: number;
}

export interface WorkspaceOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  /** The app-level token, `xapp-…`, for Socket Mode. */
  readonly appToken?: string;
  readonly people: readonly Person[];
  readonly channels: readonly LocalChannel[];
  /** User groups that people can mention by handle. A person may also be in groups not listed here. */
  readonly userGroups?: readonly UserGroup[];
  /** Clock for the times of messages. Signatures and time limits always use real time. */
  readonly now?: () => Date;
  readonly teamName?: string;
  /** Id of the workspace. Default: `T0LOCAL`. */
  readonly teamId?: string;
  readonly organization?: Organization;
  /** The app is installed for the whole organisation: `botToken` is valid in all its workspaces. */
  readonly isOrganizationInstall?: boolean;
  /** Time in which the bot must acknowledge a request. Default: 3,000. */
  readonly acknowledgementTimeoutMs?: number;
  /** Time for which a `trigger_id` is valid, in real time. Default: 3,000. */
  readonly triggerLifetimeMs?: number;
  /** How requests reach the bot. Default: HTTP if `connect` was called with a URL, else Socket Mode. */
  readonly delivery?: 'http' | 'socket_mode';
  readonly socketTimes?: SocketTimes;
  /** If true, phone numbers in typed texts become links, as in Slack's clients. */
  readonly linksPhoneNumbers?: boolean;
  /** The app's slash commands; Slackbot refuses all others. Without a list, every command is the app's. */
  readonly commands?: readonly string[];
  /** Commands with `should_escape`: Slack replaces mentioned channels and people in their text by ids. */
  readonly escapes?: readonly string[];
  /** Events that the app subscribes to, such as `message.im`. Default: none. */
  readonly events?: readonly string[];
  readonly botName?: string;
  /** Scopes of the bot's token, such as `chat:write`. Default: all. */
  readonly scopes?: readonly string[];
  /** Whether the app has a Messages tab, without which it cannot send direct messages. Default: true. */
  readonly messagesTab?: boolean;
  /** Whether the app has a Home tab. Default: true. */
  readonly homeTab?: boolean;
  /** The app's shortcuts. Without a list, every callback id is a valid message and global shortcut. */
  readonly shortcuts?: readonly LocalShortcut[];
  readonly steps?: readonly StepDefinition[];
  /** Whether messages may contain charts and data tables. Default: true. */
  readonly newerBlocks?: boolean;
}

export type WorkspaceState = ReturnType<typeof createWorkspaceState>;

export function createWorkspaceState(options: WorkspaceOptions) {
  const { now = () => new Date(), channels } = options;
  // All parts of the workspace share this list, so that they see a changed person.
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
