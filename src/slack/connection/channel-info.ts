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
    // Not cached: the next answer may differ.
    if ('refused' in channel) throw new Error(`Slack does not tell of a channel: ${channel.refused}`);
    return channel.is_ext_shared === undefined
      ? undefined
      : channel.is_ext_shared || channel.is_pending_ext_shared === true;
  });
  return {
    /** `undefined` if no refusal is known before a post. Asks Slack each time. */
    async refusalFor(id: string): Promise<SlackError | undefined> {
      const channel = await ask(id);
      if ('refused' in channel) return channel;
      const refused = channelErrorCode(channel);
      return refused === undefined ? undefined : { refused };
    },
    /** Slack Connect: another organisation reads the channel or is invited. `undefined`: unknown. */
    isExternallyShared: (id: string): Promise<boolean | undefined> => isShared(id).catch(() => undefined),
  };
}

/** A token with the scope for only public or only private channels does not find the others. */
function isHiddenByScopes(error: unknown, { refused }: SlackError): boolean {
  if (isScopeMissing(refused)) return true;
  const granted = grantedScopes(error);
  return (
    unavailableReason(refused) === 'notFound' &&
    granted !== undefined &&
    CHANNEL_SCOPES.some((scope) => !granted.includes(scope))
  );
}
