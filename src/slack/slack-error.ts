import { ErrorCode } from '@slack/web-api';

/**
 * Slack's own word for why it refused a call (`not_in_channel`); `timeout` where it did not answer, `server_error`
 * where it answered with an error of its own: either way it may have done what it was asked for. `ratelimited` where
 * it asks for a pause.
 */
export function slackErrorOf(error: unknown): string | undefined {
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
