import type { Channel, Person } from './people.ts';

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
