import { ErrorCode } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { isChannelUnavailable, toSlackError, unavailableReason } from '../../src/slack/errors.ts';

describe('an error thrown by Slack’s client', () => {
  const thrown = (code: string, more: object = {}) => Object.assign(new Error('thrown'), { code, ...more });

  const connectionError = (code: string) => {
    const reason = Object.assign(new Error('the way'), { code });
    return thrown(ErrorCode.RequestError, { cause: new TypeError('fetch failed', { cause: reason }) });
  };

  test.each([
    [
      'a refusal',
      thrown(ErrorCode.PlatformError, { data: { error: 'is_archived' } }),
      { refused: 'is_archived' },
    ],
    [
      'a scope that the token lacks',
      thrown(ErrorCode.PlatformError, { data: { error: 'missing_scope', needed: 'files:write' } }),
      { refused: 'missing_scope', neededScope: 'files:write' },
    ],
    ['no answer', thrown(ErrorCode.RequestError), { refused: 'timeout' }],
    ['a connection that broke off', connectionError('ECONNRESET'), { refused: 'timeout' }],
    ['a connection that was never made', connectionError('ECONNREFUSED'), { refused: 'unreachable' }],
    ['an address that nobody knows', connectionError('ENOTFOUND'), { refused: 'unreachable' }],
    ['an error of Slack’s own', thrown(ErrorCode.HTTPError), { refused: 'server_error' }],
    [
      'a request for a pause',
      thrown(ErrorCode.RateLimitedError, { retryAfter: 3 }),
      { refused: 'ratelimited', retryAfterMs: 3_000 },
    ],
    ['an error of the bot’s', new Error('mistake'), undefined],
  ])('is converted: %s', (_, error, expected) => {
    expect(toSlackError(error)).toEqual(expected);
  });
});

test('an inactive channel is unavailable, like an archived one', () => {
  expect([isChannelUnavailable('is_inactive'), unavailableReason('is_inactive')]).toEqual([true, 'archived']);
});
