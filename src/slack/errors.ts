import { ErrorCode } from '@slack/web-api';
import { z } from 'zod';
import type { Translations } from '../i18n/index.ts';
import { jsonValue } from '../runtime/json.ts';
import { NEVER_CONNECTED, networkFaultOf } from '../runtime/network-fault.ts';

export interface SlackError {
  /** Slack's error code, or the bot's: `timeout`, `server_error` (Slack may have acted), `unreachable`. */
  readonly refused: string;
  readonly retryAfterMs?: number;
  readonly detail?: string;
  readonly neededScope?: string;
}

/** Why the bot cannot post in a channel; each reason has its texts. */
type UnavailableReason = Exclude<keyof Translations['channels']['closed'], 'other'>;

interface KnownError {
  readonly isTransient?: true;
  /** Slack did not execute the call, and requests a pause before the next call of the same method. */
  readonly asksForPause?: true;
  /** The channel permanently refuses posts of the bot. */
  readonly isChannelUnavailable?: true;
  readonly isMessageGone?: true;
  /** Slack refuses all calls of the bot until its token is renewed or the app is installed again. */
  readonly isSignedOut?: true;
  readonly isTokenExpired?: true;
  readonly isScopeMissing?: true;
  readonly channel?: UnavailableReason;
  readonly button?: Exclude<keyof Translations['post']['refused'], 'other'>;
  readonly isRunEnded?: true;
  /** Text for the log: what an administrator of the bot can do about the error. */
  readonly remedy?: string;
}

const CHANNEL_RULE = { isChannelUnavailable: true, channel: 'notAllowed' } as const;
const ARCHIVED = { isChannelUnavailable: true, channel: 'archived' } as const;
/** A failure for the moment. Slack may have executed the call. */
const PASSING = { isTransient: true, channel: 'timeout', button: 'timeout' } as const;
/** The bot's code for an answer with status 200 that another server gave in Slack's place. */
export const NOT_SLACK = 'not_slack';

const KNOWN_ERRORS: Readonly<Record<string, KnownError>> = {
  not_in_channel: { isChannelUnavailable: true, channel: 'notMember' },
  channel_not_found: { isChannelUnavailable: true, channel: 'notFound' },
  is_archived: ARCHIVED,
  is_inactive: ARCHIVED,
  restricted_action: CHANNEL_RULE,
  restricted_action_non_threadable_channel: CHANNEL_RULE,
  restricted_action_read_only_channel: { ...CHANNEL_RULE, channel: 'readOnly' },
  restricted_action_thread_only_channel: CHANNEL_RULE,
  channel_is_limited_access: CHANNEL_RULE,
  no_permission: CHANNEL_RULE,
  team_access_not_granted: CHANNEL_RULE,

  missing_scope: { isScopeMissing: true, channel: 'scopeMissing' },
  not_allowed_token_type: { channel: 'notAllowed' },
  account_inactive: { isSignedOut: true, channel: 'noAccess' },
  invalid_auth: { isSignedOut: true, channel: 'noAccess' },
  token_revoked: { isSignedOut: true, channel: 'noAccess' },
  token_expired: { isSignedOut: true, isTokenExpired: true, channel: 'noAccess' },
  not_authed: { isSignedOut: true, channel: 'noAccess' },

  messages_tab_disabled: {
    button: 'messagesTabOff',
    remedy:
      'turn on the Messages tab in the app’s settings (App Home → Messages Tab), or update the app from manifest.yml',
  },

  message_not_found: { isMessageGone: true },
  cant_update_message: { isMessageGone: true },
  edit_window_closed: { isMessageGone: true },

  ratelimited: { isTransient: true, asksForPause: true, channel: 'busy' },
  rate_limited: { isTransient: true, asksForPause: true, channel: 'busy' },
  // The timed-out call may have worked: https://docs.slack.dev/reference/methods/chat.postMessage#errors
  timeout: PASSING,
  unreachable: { isTransient: true, asksForPause: true, channel: 'busy' },
  server_error: PASSING,
  internal_error: PASSING,
  fatal_error: PASSING,
  service_unavailable: PASSING,
  request_timeout: PASSING,
  // The workspace is moving into an organisation.
  team_added_to_org: { ...PASSING, asksForPause: true },
  org_login_required: { ...PASSING, asksForPause: true },
  [NOT_SLACK]: {
    ...PASSING,
    remedy: 'another server answers in Slack’s place: check HTTPS_PROXY, NO_PROXY and SLACK_API_URL',
  },

  execution_not_in_running_state: { isRunEnded: true },
};

export const INVALID_BLOCKS = 'invalid_blocks';
export const FORM_CHANGED = 'hash_conflict';
export const INVALID_CURSOR = 'invalid_cursor';
export const NOT_IN_TEAM = 'team_access_not_granted';
export const NO_SUCH_USER_GROUP = 'no_such_subteam';

export function rateLimited(retryAfterMs: number): SlackError {
  return { refused: 'ratelimited', retryAfterMs };
}

const known = (code: string): KnownError =>
  (Object.hasOwn(KNOWN_ERRORS, code) ? KNOWN_ERRORS[code] : undefined) ?? {};

export const isTransient = (code: string): boolean => known(code).isTransient === true;
export const asksForPause = (code: string): boolean => known(code).asksForPause === true;
export const isChannelUnavailable = (code: string): boolean => known(code).isChannelUnavailable === true;
export const isMessageGone = (code: string): boolean => known(code).isMessageGone === true;
export const isSignedOut = (code: string): boolean => known(code).isSignedOut === true;
export const isTokenExpired = (code: string | undefined): boolean =>
  code !== undefined && known(code).isTokenExpired === true;
export const isScopeMissing = (code: string): boolean => known(code).isScopeMissing === true;
export const isRunEnded = (code: string): boolean => known(code).isRunEnded === true;

/** Whether the error is an answer from Slack that a retry would not change. */
export function isSlackAnswer(error: unknown): boolean {
  const refused = slackErrorCode(error);
  return refused !== undefined && !isTransient(refused);
}

export const isUnclear = (code: string): boolean => isTransient(code) && !asksForPause(code);

export const unavailableReason = (code: string): UnavailableReason | undefined => known(code).channel;

export const buttonRefusal = (code: string): KnownError['button'] => known(code).button;

export const remedyFor = (code: string): string | undefined => known(code).remedy;

/** The error code with which Slack would refuse a post in the channel; `undefined` if it would not. */
export function channelErrorCode(channel: ChannelState): string | undefined {
  if (channel.is_archived) return 'is_archived';
  if (channel.is_member === false) return 'not_in_channel';
  if (channel.is_read_only || channel.is_frozen) return 'restricted_action_read_only_channel';
  return channel.is_thread_only ? 'restricted_action_thread_only_channel' : undefined;
}

type ChannelState = Partial<
  Record<'is_archived' | 'is_frozen' | 'is_member' | 'is_read_only' | 'is_thread_only', boolean>
>;

const webApiAnswer = z.object({ ok: z.boolean() });

/** Whether the body of an answer with status 200 is from Slack's Web API, not a page of a proxy. */
export const isWebApiAnswer = (body: string): boolean => webApiAnswer.safeParse(jsonValue(body)).success;

const texts = z.array(z.string()).optional().catch(undefined);
const refusedAnswer = z.object({
  needed: z.string().optional().catch(undefined),
  response_metadata: z.object({ scopes: texts, messages: texts }).optional().catch(undefined),
});

const answerIn = (error: unknown) => z.object({ data: refusedAnswer }).safeParse(error).data?.data;

export function grantedScopes(error: unknown): readonly string[] | undefined {
  return answerIn(error)?.response_metadata?.scopes;
}

/** Slack's error code with its details; `undefined` if neither Slack nor the network caused the error. */
export function toSlackError(error: unknown): SlackError | undefined {
  const refused = slackErrorCode(error);
  if (refused === undefined) return undefined;
  if (refused === INVALID_BLOCKS) {
    const messages = answerIn(error)?.response_metadata?.messages ?? [];
    return messages.length > 0 ? { refused, detail: messages.join(' ') } : { refused };
  }
  const neededScope = isScopeMissing(refused) && answerIn(error)?.needed;
  if (neededScope) return { refused, neededScope };
  const isLimit = error instanceof Error && 'code' in error && error.code === ErrorCode.RateLimitedError;
  if (!isLimit || !('retryAfter' in error) || typeof error.retryAfter !== 'number') return { refused };
  return rateLimited(error.retryAfter * 1_000);
}

export function blocksRefusal({ refused, detail = refused }: SlackError): string | undefined {
  return refused === INVALID_BLOCKS ? detail : undefined;
}

export function slackErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === ErrorCode.RequestError) return isConnected(error) ? 'timeout' : 'unreachable';
  if (error.code === ErrorCode.HTTPError) return 'server_error';
  if (error.code === ErrorCode.RateLimitedError) return 'ratelimited';
  if (error.code !== ErrorCode.PlatformError || !('data' in error)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : undefined;
}

/** Whether the failed request had a connection to the server, which may then have acted. */
export function isConnected(error: unknown): boolean {
  const { code = '', proxyStatus } = networkFaultOf(error);
  return proxyStatus === undefined && !NEVER_CONNECTED.includes(code);
}
