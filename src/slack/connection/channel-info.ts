import type { ConversationsInfoResponse, WebClient } from '@slack/web-api';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { memoize } from '../../runtime/memoize.ts';
import {
  channelErrorCode,
  grantedScopes,
  isScopeMissing,
  type SlackError,
  toSlackError,
  unavailableReason,
} from '../errors.ts';
import { CHANNEL_SCOPES } from './scopes.ts';

type Channel = NonNullable<ConversationsInfoResponse['channel']>;

const TTL_MS = 5 * MINUTE_MS;

export type ChannelInfo = ReturnType<typeof createChannelInfo>;

export function createChannelInfo(client: WebClient) {
  const ask = async (id: string): Promise<Channel | SlackError> => {
    try {
      const { channel = {} } = await client.conversations.info({ channel: id });
      return channel;
    } catch (error) {
      const refusal = toSlackError(error);
      if (!refusal) throw error;
      return isHiddenByScopes(error, refusal) ? {} : refusal;
    }
  };
  const isShared = memoize(TTL_MS, async (id) => {
    const channel = await ask(id);
    // An error is not cached, so the next call asks Slack again.
    if ('refused' in channel) throw new Error(`Slack does not tell of a channel: ${channel.refused}`);
    return channel.is_ext_shared === undefined
      ? undefined
      : channel.is_ext_shared || channel.is_pending_ext_shared === true;
  });
  return {
    /** Asks Slack if the channel accepts posts. Returns the error it would give, `undefined` if unknown. */
    async refusalFor(id: string): Promise<SlackError | undefined> {
      const channel = await ask(id);
      if ('refused' in channel) return channel;
      const refused = channelErrorCode(channel);
      return refused === undefined ? undefined : { refused };
    },
    /** Whether another organisation reads the channel or is invited to it; `undefined` if that is unknown. */
    isExternallyShared: (id: string): Promise<boolean | undefined> => isShared(id).catch(() => undefined),
  };
}

/** Without the scope for public or for private channels, Slack does not find channels of that kind. */
function isHiddenByScopes(error: unknown, { refused }: SlackError): boolean {
  if (isScopeMissing(refused)) return true;
  const granted = grantedScopes(error);
  return (
    unavailableReason(refused) === 'notFound' &&
    granted !== undefined &&
    CHANNEL_SCOPES.some((scope) => !granted.includes(scope))
  );
}
