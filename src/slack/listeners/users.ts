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
  /** The workspace of theirs; left out where Slack did not say. */
  readonly teamId?: string | undefined;
  /** The workspaces of their organisation that they are in, theirs first; none where there is no organisation. */
  readonly teamIds?: readonly string[] | undefined;
  readonly name: string;
  readonly language: Language;
  /** IANA zone in which this person reads times. */
  readonly timeZone: string;
  /** What of them is theirs because they chose it; left out where nothing is. */
  readonly chosen?: Chosen;
  /**
   * A `stranger` belongs to another organisation (Slack Connect), a `guest` is in some channels only, `inactive` are a
   * deactivated person, a bot and a workflow; `unknown` where Slack did not say.
   */
  readonly membership: 'member' | 'guest' | 'stranger' | 'inactive' | 'unknown';
  /** What Slack answered where it did not say. */
  readonly unknownBecause?: SlackError | undefined;
}

export interface BotIdentity {
  /** The workspace; of a token for a whole organisation, that one's id, or nothing. */
  readonly teamId: string | undefined;
  readonly enterpriseId: string | undefined;
  /** Whether the token is good in each workspace of an organisation: then some calls have to say which one is meant. */
  readonly isOrganization?: boolean;
}

export interface Users {
  /**
   * Never rejects: the defaults stand in. `otherwise` is spoken to somebody who speaks no language of ours. Slack is waited
   * for unless `patienceMs` says for how long, where somebody was known before.
   */
  find(id: string, options?: FindOptions): Promise<SlackUser>;
}

interface FindOptions {
  readonly otherwise?: Language | undefined;
  readonly patienceMs?: number | undefined;
  /** What they chose, where it is read with more; left out where it is to be looked up. */
  readonly chosen?: (() => Promise<Chosen>) | undefined;
}

interface UsersOptions {
  readonly client: WebClient;
  readonly identity: () => BotIdentity;
  readonly language: Language;
  readonly timeZone: string;
  readonly log: Log;
  /** For how long a person is not asked for anew, in real time: five minutes unless told; 0 asks Slack every time. */
  readonly rememberedMs?: number | undefined;
  /** What somebody chose for themselves, which wins over what Slack says; where it is late, Slack's word does. */
  readonly preferences?: ((userId: string) => Promise<Chosen>) | undefined;
  readonly preferenceWithinMs?: number | undefined;
}

export interface Chosen {
  readonly language?: Language;
  /** IANA. */
  readonly timeZone?: string;
}

/** While Slack does not answer: for how long somebody is still who they were, and language and zone are still theirs. */
export const STALE = { staleMs: HOUR_MS, keptMs: DAY_MS } as const;
/** Before a form is opened, whose trigger lives for three seconds, Slack is asked up to three things. */
export const PATIENCE_MS = 500;

/** Finds out a person's language, zone and organisation (`users.info`), and keeps it for five minutes. */
export function createUsers(options: UsersOptions): Users {
  const { client, identity, language, timeZone, log, preferences } = options;
  const { rememberedMs = TIMINGS.peopleRememberedMs } = options;
  const { preferenceWithinMs = TIMINGS.sharedCountsWithinMs } = options;
  const askReplicas = createAskReplicas(preferenceWithinMs);
  const ask = async (id: string) => {
    const { user } = await client.users.info({ user: id, include_locale: true });
    if (!user) throw new Error('users.info answered without a user');
    const spoken = user.locale?.slice(0, 2);
    return {
      id,
      // Theirs where it is one of ours; else it depends on what they are told.
      spoken: isLanguage(spoken) ? spoken : undefined,
      name: nameOf(user) ?? id,
      timeZone: user.tz !== undefined && isTimeZone(user.tz) ? user.tz : timeZone,
      membership: membershipOf(user, identity()),
      teamId: user.team_id,
      teamIds: teamIdsOf(user),
    };
  };
  const caching = { ...STALE, freshMs: rememberedMs, isAnswer: isSlackAnswer };
  const load = memoizeStaleIfError(caching, ask);

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
    async find(id, asked = {}) {
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

/** An organisation has an id of another kind. */
export const isTeam = (id: string): boolean => id.startsWith('T');

/** As it is fit to be shown to others: a name may hold anything. */
function nameOf({ profile, real_name: realName, name }: User): string | undefined {
  const given = profile?.display_name || realName || name;
  return given === undefined ? undefined : displayName(given);
}

/** Slackbot says of itself that it is no bot. */
function isAutomatic({ id, is_bot: isBot, is_workflow_bot: isWorkflow }: User): boolean {
  return isBot === true || isWorkflow === true || id === SLACKBOT;
}
