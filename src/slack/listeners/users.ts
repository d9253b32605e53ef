import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import { isTimeZone } from '../../domain/time/wall-clock.ts';
import { isLanguage, type Language } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts';
import { memoizeStaleIfError } from '../../runtime/memoize.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { displayName } from '../blocks/text.ts';
import { createAskReplicas } from '../connection/replicas.ts';
import { isSlackAnswer, type SlackError, toSlackError } from '../errors.ts';

export interface SlackUser {
  readonly id: string;
  readonly teamId?: string | undefined;
  /** The person's workspaces in the organisation, their main one first. */
  readonly teamIds?: readonly string[] | undefined;
  readonly name: string;
  readonly language: Language;
  readonly timeZone: string;
  /** The person's own choice overrides Slack’s settings. */
  readonly chosen?: Chosen;
  /** `stranger`: Slack Connect; `guest`: some channels; `inactive`: deactivated or a bot; `unknown`: no answer. */
  readonly membership: 'member' | 'guest' | 'stranger' | 'inactive' | 'unknown';
  readonly unknownBecause?: SlackError | undefined;
}

export interface BotIdentity {
  /** For an organisation's token its id, or absent. */
  readonly teamId: string | undefined;
  readonly enterpriseId: string | undefined;
  /** The token is valid in each workspace of an organisation, so some calls must name one. */
  readonly isOrganization?: boolean;
}

export type Users = ReturnType<typeof createUsers>;

interface FindOptions {
  readonly otherwise?: Language | undefined;
  readonly patienceMs?: number | undefined;
  readonly chosen?: (() => Promise<Chosen>) | undefined;
}

interface UsersOptions {
  readonly client: WebClient;
  readonly identity: () => BotIdentity;
  readonly language: Language;
  readonly timeZone: string;
  readonly log: Log;
  /** In real time; 0 asks Slack each time. */
  readonly rememberedMs?: number | undefined;
  /** Preferences override Slack’s details; if they are late, Slack’s are used. */
  readonly preferences?: ((userId: string) => Promise<Chosen>) | undefined;
  readonly preferenceWithinMs?: number | undefined;
}

export interface Chosen {
  readonly language?: Language;
  readonly timeZone?: string;
}

/** Without an answer from Slack: validity of a cached membership, and of cached language and zone. */
export const STALE = { staleMs: HOUR_MS, keptMs: DAY_MS } as const;
/** A trigger is valid for three seconds, and up to three questions precede a form. */
export const PATIENCE_MS = 500;

export function createUsers(options: UsersOptions) {
  const { client, identity, language, timeZone, log, preferences } = options;
  const { rememberedMs = TIMINGS.peopleRememberedMs } = options;
  const askReplicas = createAskReplicas(options.preferenceWithinMs ?? TIMINGS.sharedCountsWithinMs);
  const ask = async (id: string) => {
    const { user } = await client.users.info({ user: id, include_locale: true });
    if (!user) throw new Error('users.info answered without a user');
    const spoken = user.locale?.slice(0, 2);
    return {
      id,
      spoken: isLanguage(spoken) ? spoken : undefined,
      name: nameOf(user) ?? id,
      timeZone: user.tz !== undefined && isTimeZone(user.tz) ? user.tz : timeZone,
      membership: membershipOf(user, identity()),
      teamId: user.team_id,
      teamIds: teamIdsOf(user),
    };
  };
  const load = memoizeStaleIfError({ ...STALE, freshMs: rememberedMs, isAnswer: isSlackAnswer }, ask);

  const findInSlack = async (
    id: string,
    { otherwise = language, patienceMs }: FindOptions,
  ): Promise<SlackUser> => {
    try {
      const { value, ageMs, failure } = await load(id, patienceMs);
      const { spoken = otherwise, ...user } = value;
      if (failure !== undefined)
        log.warn({ err: failure, user: id, ageMs }, 'users.info failed; going by the last answer');
      const known = { ...user, language: spoken };
      if (ageMs < STALE.staleMs) return known;
      return { ...known, membership: 'unknown', unknownBecause: toSlackError(failure) };
    } catch (error) {
      log.warn({ err: error, user: id }, 'users.info failed; answering with the default language and zone');
      const unknownBecause = toSlackError(error);
      return { id, name: id, language: otherwise, timeZone, membership: 'unknown', unknownBecause };
    }
  };

  return {
    /** Never rejects: defaults are used. `otherwise` is for other languages; `patienceMs` allows old details. */
    async find(id: string, asked: FindOptions = {}): Promise<SlackUser> {
      const choice = asked.chosen ?? (preferences && (() => preferences(id)));
      const [user, chosen] = await Promise.all([findInSlack(id, asked), choice && askReplicas(choice)]);
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
  if (user.deleted === true || isAutomatic(user)) return 'inactive';
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

/** Slack does not mark Slackbot as a bot. */
function isAutomatic({ id, is_bot: isBot, is_workflow_bot: isWorkflow }: User): boolean {
  return isBot === true || isWorkflow === true || id === SLACKBOT;
}
