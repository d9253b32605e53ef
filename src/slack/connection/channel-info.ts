import type { ConversationsInfoResponse, WebClient } from '@slack/web-api';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { memoize } from '../../runtime/memoize.ts';
import {
  closedWord,
  grantedScopes,
  isScopeMissing,
  type SlackError,
  toSlackError,
  unavailableReason,
} from '../errors.ts';
import { CHANNEL_SCOPES } from './scopes.ts';

/** What Slack tells of a channel before anything is posted there. It may be told nothing: the scopes are optional. */
export interface ChannelInfo {
  /** What stands against a post; `undefined` where nothing does, and where only the post itself would show. Asked anew. */
  refusalFor(channelId: string): Promise<SlackError | undefined>;
  /**
   * Whether people of another organisation read the channel, or are invited to (Slack Connect); `undefined` where Slack
   * does not tell. Remembered for some minutes.
   */
  isExternallyShared(channelId: string): Promise<boolean | undefined>;
}

type Channel = NonNullable<ConversationsInfoResponse['channel']>;

const REMEMBERED_MS = 5 * MINUTE_MS;

export function createChannelInfo(client: WebClient): ChannelInfo {
  const ask = async (id: string): Promise<Channel | SlackError> => {
    try {
      const { channel = {} } = await client.conversations.info({ channel: id });
      return channel;
    } catch (error) {
      const refusal = toSlackError(error);
      if (!refusal) throw error;
      return isUntold(error, refusal) ? {} : refusal;
    }
  };
  const isShared = memoize(REMEMBERED_MS, async (id) => {
    const channel = await ask(id);
    // Not remembered: it may be another answer in a moment.
    if ('refused' in channel) throw new Error(`Slack does not tell of a channel: ${channel.refused}`);
    return channel.is_ext_shared === undefined
      ? undefined
      : channel.is_ext_shared || channel.is_pending_ext_shared === true;
  });
  return {
    async refusalFor(id) {
      const channel = await ask(id);
      if ('refused' in channel) return channel;
      const refused = closedWord(channel);
      return refused === undefined ? undefined : { refused };
    },
    isExternallyShared: (id) => isShared(id).catch(() => undefined),
  };
}

/** A token that may ask of one kind of channel alone finds none of the other. */
function isUntold(error: unknown, { refused }: SlackError): boolean {
  if (isScopeMissing(refused)) return true;
  const granted = grantedScopes(error);
  return (
    unavailableReason(refused) === 'notFound' &&
    granted !== undefined &&
    CHANNEL_SCOPES.some((scope) => !granted.includes(scope))
  );
}
