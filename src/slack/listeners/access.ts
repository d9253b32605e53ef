import type { WebClient } from '@slack/web-api';
import type { Translations } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { memoize } from '../../runtime/memoize.ts';
import { NO_SUCH_USER_GROUP, slackErrorCode } from '../errors.ts';
import type { SlackUser } from './users.ts';

/** Why somebody gets no answer; the name of the sentence that says so. */
type Refusal = Extract<keyof Translations['refusals'], 'channel' | 'person' | 'stranger' | 'unverified'>;

interface RefusalReason {
  readonly refusal: Refusal;
  /** For the log: the setting that decides, or what could not be asked. */
  readonly because: string;
}

interface AccessOptions {
  /** Ids, or `*`; none lets nobody in. */
  readonly channels: readonly string[];
  readonly userGroups: readonly string[];
  readonly client: WebClient;
  readonly log: Log;
}

export interface Access {
  /** What stands against answering this person in this channel; `undefined` when nothing does. */
  refusalFor(person: SlackUser, channelId: string | undefined): Promise<RefusalReason | undefined>;
  /** Whether answers may be shown in a channel to all who are in it. */
  allowsChannel(channelId: string): boolean;
  /** The channels with answers, by id; none where every channel has them. */
  readonly channels: readonly string[];
}

const MEMBERS_REMEMBERED_MS = 5 * MINUTE_MS;

/** Channel and a group of the person's must both be allowed; in a direct message the group. Strangers never get in. */
export function createAccess({ channels, userGroups, client, log }: AccessOptions): Access {
  const membersOf = memoize(MEMBERS_REMEMBERED_MS, async (usergroup) => {
    try {
      const { users } = await client.usergroups.users.list({ usergroup });
      return users ?? [];
    } catch (error) {
      if (slackErrorCode(error) !== NO_SUCH_USER_GROUP) throw error;
      log.error({ usergroup }, 'ALLOWED_USERGROUPS names a user group that Slack does not know');
      return [];
    }
  });

  const refusalByGroup = async (person: SlackUser): Promise<RefusalReason | undefined> => {
    if (userGroups.includes('*')) return undefined;
    const answers = await Promise.allSettled(userGroups.map((group) => membersOf(group)));
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value.includes(person.id)))
      return undefined;
    const unanswered = userGroups.filter((_, index) => answers[index]?.status === 'rejected');
    return unanswered.length > 0
      ? { refusal: 'unverified', because: `usergroups.users.list failed for ${unanswered.join(', ')}` }
      : { refusal: 'person', because: 'ALLOWED_USERGROUPS' };
  };

  const allowsChannel = (channelId: string) => channels.includes('*') || channels.includes(channelId);

  return {
    channels: channels.filter((id) => id !== '*'),
    allowsChannel,
    async refusalFor(person, channelId) {
      if (person.membership === 'stranger') return { refusal: 'stranger', because: 'another organisation' };
      if (isChannel(channelId) && !allowsChannel(channelId))
        return { refusal: 'channel', because: 'ALLOWED_CHANNELS' };
      if (person.membership === 'unknown')
        return { refusal: 'unverified', because: 'users.info did not tell' };
      return refusalByGroup(person);
    },
  };
}

/** A place others read too; a direct message has an id as well, and nobody else in it. */
export function isChannel(channelId: string | undefined): channelId is string {
  return channelId !== undefined && !channelId.startsWith('D');
}
