import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import { isTimeZone } from '../../domain/time/wall-clock.ts';
import { isLanguage, type Language } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts';
import { memoizeStaleIfError } from '../../runtime/memoize.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { displayName } from '../blocks/text.ts';
import { createSharedQuery } from '../connection/shared-query.ts';
import { isSlackAnswer, type SlackError, toSlackError } from '../errors.ts';

export interface SlackUser {
  readonly id: string;
  readonly teamId?: string | undefined;
  /** The person's workspaces in the organisation, the main one first. */
  readonly teamIds?: readonly string[] | undefined;
  readonly name: string;
  readonly language: Language;
  readonly timeZone: string;
  readonly chosen?: UserPreferences;
  /** `stranger`: of another company; `inactive`: deactivated, or a bot; `unknown`: Slack did not answer. */
  readonly membership: 'member' | 'guest' | 'stranger' | 'inactive' | 'unknown';
  readonly unknownBecause?: SlackError | undefined;
}

export interface BotIdentity {
  /** Id of the bot's workspace; with an organisation's token, the organisation's id or `undefined`. */
  readonly teamId: string | undefined;
  readonly enterpriseId: string | undefined;
  readonly botUserId?: string | undefined;
  /** The bot's token is valid for all workspaces of an organisation, so some calls must name a workspace. */
  readonly isOrganization?: boolean;
}

export type Users = ReturnType<typeof createUsers>;

interface FindOptions {
  readonly defaultLanguage?: Language | undefined;
  readonly patienceMs?: number | undefined;
}

interface UsersOptions {
  readonly client: WebClient;
  readonly identity: () => BotIdentity;
  readonly language: Language;
  readonly timeZone: string;
  readonly log: Log;
  /** How long Slack's data about a person are cached, in milliseconds; 0 disables the cache. */
  readonly ttlMs?: number | undefined;
  /** Reads what a person chose in the bot; Slack's settings are used if the database is late. */
  readonly preferences?: ((userId: string) => Promise<UserPreferences>) | undefined;
  readonly preferenceTimeoutMs?: number | undefined;
}

interface UserPreferences {
  readonly language?: Language;
  readonly timeZone?: string;
}

/** If Slack does not answer: a cached membership is used for an hour, cached language and zone for a day. */
export const STALE = { staleMs: HOUR_MS, ttlMs: DAY_MS } as const;
/** Longest wait for one call of Slack before a form opens: Slack allows 3 s, and there are up to 3 calls. */
export const PATIENCE_MS = 500;

export function createUsers(options: UsersOptions) {
  const { client, identity, language, timeZone, log, preferences } = options;
  const { ttlMs = TIMINGS.peopleTtlMs } = options;
  const queryShared = createSharedQuery(options.preferenceTimeoutMs ?? TIMINGS.sharedCountsTimeoutMs);
  const ask = async (id: string) => {
    const { user } = await client.users.info({ user: id, include_locale: true });
    if (!user) throw new Error('users.info answered without a user');
    const slackLanguage = user.locale?.slice(0, 2);
    return {
      id,
      slackLanguage: isLanguage(slackLanguage) ? slackLanguage : undefined,
      name: nameOf(user) ?? id,
      timeZone: user.tz !== undefined && isTimeZone(user.tz) ? user.tz : timeZone,
      membership: membershipOf(user, identity()),
      teamId: user.team_id,
      teamIds: teamIdsOf(user),
    };
  };
  const load = memoizeStaleIfError({ ...STALE, freshMs: ttlMs, invalidates: isSlackAnswer }, ask);

  const findInSlack = async (
    id: string,
    { defaultLanguage = language, patienceMs }: FindOptions,
  ): Promise<SlackUser> => {
    try {
      const { value, ageMs, failure } = await load(id, patienceMs);
      const { slackLanguage = defaultLanguage, ...user } = value;
      if (failure !== undefined)
        log.warn({ err: failure, user: id, ageMs }, 'users.info failed; using the last answer');
      const known = { ...user, language: slackLanguage };
      if (ageMs < STALE.staleMs) return known;
      return { ...known, membership: 'unknown', unknownBecause: toSlackError(failure) };
    } catch (error) {
      log.warn({ err: error, user: id }, 'users.info failed; answering with the default language and zone');
      const unknownBecause = toSlackError(error);
      return { id, name: id, language: defaultLanguage, timeZone, membership: 'unknown', unknownBecause };
    }
  };

  return {
    async find(id: string, options: FindOptions = {}): Promise<SlackUser> {
      const choosing = preferences && queryShared(() => preferences(id));
      const [user, chosen] = await Promise.all([findInSlack(id, options), choosing]);
      return chosen ? { ...user, ...chosen, chosen } : user;
    },
  };
}

export const SLACKBOT = 'USLACKBOT';

type User = NonNullable<UsersInfoResponse['user']>;

function membershipOf(user: User, home: BotIdentity): SlackUser['membership'] {
  if (user.is_stranger === true) return 'stranger';
  const isHomeKnown = home.teamId !== undefined || home.enterpriseId !== undefined;
  if (!isHomeKnown || user.team_id === undefined) throw new Error('Slack did not say which team is whose');
  const enterprise = user.enterprise_user?.enterprise_id;
  const isHome =
    user.team_id === home.teamId || (enterprise !== undefined && enterprise === home.enterpriseId);
  if (!isHome) return 'stranger';
  const isAutomatic = user.is_bot === true || user.is_workflow_bot === true || user.id === SLACKBOT;
  if (user.deleted === true || isAutomatic) return 'inactive';
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member';
}

function teamIdsOf({ team_id: own, enterprise_user: inOrganization }: User): readonly string[] | undefined {
  if (!inOrganization) return undefined;
  const ids = [own, ...(inOrganization.teams ?? [])].flatMap((id) =>
    id !== undefined && isTeam(id) ? [id] : [],
  );
  return [...new Set(ids)];
}

export const isTeam = (id: string): boolean => id.startsWith('T');

function nameOf({ profile, real_name: realName, name }: User): string | undefined {
  const given = profile?.display_name || realName || name;
  return given === undefined ? undefined : displayName(given);
}
