import { ErrorCode } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import {
  asksForPause,
  buttonRefusal,
  isChannelUnavailable,
  isMessageGone,
  isScopeMissing,
  isSignedOut,
  isTransient,
  isTriggerOver,
  isUnclear,
  toSlackError,
  unavailableReason,
} from '../../src/slack/errors.ts';

/** What the bot tells of a code, by the names of the functions that say so. */
function known(code: string) {
  const said = {
    isTransient,
    isUnclear,
    asksForPause,
    isChannelUnavailable,
    isMessageGone,
    isSignedOut,
    isScopeMissing,
    isTriggerOver,
  };
  return Object.entries(said).flatMap(([name, says]) => (says(code) ? [name] : []));
}

describe('a code of Slack’s', () => {
  test.each([
    ['not_in_channel', ['isChannelUnavailable'], 'notMember', 'notMember'],
    ['channel_not_found', ['isChannelUnavailable'], 'notFound', 'notMember'],
    ['restricted_action_thread_only_channel', ['isChannelUnavailable'], 'notAllowed', 'notAllowed'],
    ['restricted_action_read_only_channel', ['isChannelUnavailable'], 'readOnly', 'notAllowed'],
    ['missing_scope', ['isScopeMissing'], 'scopeMissing', undefined],
    ['token_revoked', ['isSignedOut'], 'noAccess', undefined],
    ['message_not_found', ['isMessageGone'], undefined, undefined],
    ['messages_tab_disabled', [], undefined, 'messagesTabOff'],
    ['ratelimited', ['isTransient', 'asksForPause'], 'busy', 'busy'],
    ['timeout', ['isTransient', 'isUnclear', 'isTriggerOver'], 'timeout', 'timeout'],
    ['unreachable', ['isTransient', 'asksForPause', 'isTriggerOver'], 'timeout', 'busy'],
    ['internal_error', ['isTransient', 'isUnclear'], undefined, undefined],
    ['something_new', [], undefined, undefined],
    ['constructor', [], undefined, undefined],
  ])('%s', (code, traits, ofChannel, ofButton) => {
    expect(known(code)).toEqual(traits);
    expect(unavailableReason(code)).toBe(ofChannel);
    expect(buttonRefusal(code)).toBe(ofButton);
  });
});

describe('what Slack’s client throws', () => {
  const thrown = (code: string, more: object = {}) => Object.assign(new Error('thrown'), { code, ...more });

  const lostWay = (code: string) => {
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
    ['a connection that broke off', lostWay('ECONNRESET'), { refused: 'timeout' }],
    ['a connection that was never made', lostWay('ECONNREFUSED'), { refused: 'unreachable' }],
    ['an address that nobody knows', lostWay('ENOTFOUND'), { refused: 'unreachable' }],
    ['an error of Slack’s own', thrown(ErrorCode.HTTPError), { refused: 'server_error' }],
    [
      'a request for a pause',
      thrown(ErrorCode.RateLimitedError, { retryAfter: 3 }),
      { refused: 'ratelimited', retryAfterMs: 3_000 },
    ],
    ['an error of the bot’s', new Error('mistake'), undefined],
  ])('%s', (_, error, said) => {
    expect(toSlackError(error)).toEqual(said);
  });
});
