import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import { isTimeZone } from '../../domain/time/wall-clock.ts';
import { isLanguage, type Language } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { memoize } from '../../runtime/memoize.ts';
import { type SlackError, toSlackError } from '../errors.ts';

export interface SlackUser {
  readonly id: string;
  readonly name: string;
  readonly language: Language;
  /** IANA zone in which this person reads times. */
  readonly timeZone: string;
  /**
   * A `stranger` belongs to another organisation (Slack Connect), a `guest` is in some channels only, `inactive` are a
   * deactivated person and a bot; `unknown` where Slack did not say.
   */
  readonly membership: 'member' | 'guest' | 'stranger' | 'inactive' | 'unknown';
  /** What Slack answered where it did not say. */
  readonly unknownBecause?: SlackError | undefined;
}

export interface BotIdentity {
  readonly teamId: string | undefined;
  readonly enterpriseId: string | undefined;
}

export interface Users {
  /** Never rejects: the defaults stand in. `otherwise` is spoken to somebody who speaks no language of ours. */
  find(id: string, otherwise?: Language): Promise<SlackUser>;
}

interface UsersOptions {
  readonly client: WebClient;
  readonly identity: () => BotIdentity;
  readonly language: Language;
  readonly timeZone: string;
  readonly log: Log;
  /** For how long a person is remembered, in real time: a day unless told; 0 asks Slack every time. */
  readonly rememberedMs?: number | undefined;
}

/** Finds out a person's language, zone and organisation (`users.info`), and keeps it for a day. */
export function createUsers(options: UsersOptions): Users {
  const { client, identity, language, timeZone, log, rememberedMs = DAY_MS } = options;
  const ask = async (id: string) => {
    const { user } = await client.users.info({ user: id, include_locale: true });
    if (!user) throw new Error('users.info answered without a user');
    const spoken = user.locale?.slice(0, 2);
    return {
      id,
      // Theirs where it is one of ours; else it depends on what they are told.
      spoken: isLanguage(spoken) ? spoken : undefined,
      name: user.profile?.display_name || user.real_name || user.name || id,
      timeZone: user.tz !== undefined && isTimeZone(user.tz) ? user.tz : timeZone,
      membership: membershipOf(user, identity()),
    };
  };
  const load = rememberedMs > 0 ? memoize(rememberedMs, ask) : ask;

  return {
    async find(id, otherwise = language) {
      try {
        const { spoken = otherwise, ...user } = await load(id);
        return { ...user, language: spoken };
      } catch (error) {
        log.warn({ err: error, user: id }, 'users.info failed; answering with the default language and zone');
        const unknownBecause = toSlackError(error);
        return { id, name: id, language: otherwise, timeZone, membership: 'unknown', unknownBecause };
      }
    },
  };
}

type User = NonNullable<UsersInfoResponse['user']>;

function membershipOf(user: User, home: BotIdentity): SlackUser['membership'] {
  if (user.is_stranger === true) return 'stranger';
  if (home.teamId === undefined || user.team_id === undefined)
    throw new Error('Slack did not say which team is whose');
  const enterprise = user.enterprise_user?.enterprise_id;
  const isHome =
    user.team_id === home.teamId || (enterprise !== undefined && enterprise === home.enterpriseId);
  if (!isHome) return 'stranger';
  if (user.deleted === true || user.is_bot === true) return 'inactive';
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member';
}
