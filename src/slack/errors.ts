import { ErrorCode } from '@slack/web-api';

/**
 * Slack's own word for why it refused a call (`not_in_channel`); `timeout` where it did not answer, `server_error`
 * where it answered with an error of its own: either way it may have done what it was asked for. `ratelimited` where
 * it asks for a pause.
 */
export function slackErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === ErrorCode.RequestError) return 'timeout';
  if (error.code === ErrorCode.HTTPError) return 'server_error';
  if (error.code === ErrorCode.RateLimitedError) return 'ratelimited';
  if (error.code !== ErrorCode.PlatformError || !('data' in error)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : undefined;
}

/** How long Slack asks to be left alone, where it says so. */
export function retryAfterMsOf(error: unknown): number | undefined {
  const isLimit = error instanceof Error && 'code' in error && error.code === ErrorCode.RateLimitedError;
  if (!isLimit || !('retryAfter' in error) || typeof error.retryAfter !== 'number') return undefined;
  return error.retryAfter * 1_000;
}

/** Slack's words for a channel that takes no posts of the bot's, and will not by itself. */
const CLOSED: ReadonlySet<string> = new Set([
  'channel_is_limited_access',
  'channel_not_found',
  'is_archived',
  'no_permission',
  'not_in_channel',
  'restricted_action',
  'restricted_action_non_threadable_channel',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'team_access_not_granted',
]);
/** Somebody has deleted the message, or it may not be changed any more. */
const GONE: ReadonlySet<string> = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed']);
/** Slack asks to be left alone for a while. */
const PAUSED: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited']);
/** The same change may be taken the next time. */
const PASSING: ReadonlySet<string> = new Set([
  ...PAUSED,
  'timeout',
  'server_error',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

/** Nothing can be posted in the channel, nor changed. */
export function isChannelUnavailable(refused: string): boolean {
  return CLOSED.has(refused);
}

/** The message cannot be changed, now or later. */
export function isMessageGone(refused: string): boolean {
  return GONE.has(refused);
}

/** Slack took nothing, and asks for a pause before anything more of the kind. */
export function asksForPause(refused: string): boolean {
  return PAUSED.has(refused);
}

/** The same may be taken another time. */
export function isTransient(refused: string): boolean {
  return PASSING.has(refused);
}
