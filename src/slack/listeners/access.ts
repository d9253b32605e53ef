import type { WebClient } from '@slack/web-api';
import type { Mention } from '../../domain/detection/mention.ts';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { memoize, memoizeStaleIfError } from '../../runtime/memoize.ts';
import { displayName } from '../blocks/text.ts';
import {
  isSlackAnswer,
  NO_SUCH_USER_GROUP,
  NOT_IN_TEAM,
  type SlackError,
  slackErrorCode,
  toSlackError,
} from '../errors.ts';
import { type BotIdentity, isTeam, PATIENCE_MS, type SlackUser, STALE, type Users } from './users.ts';

export interface RefusalReason {
  readonly refusal: 'channel' | 'person' | 'guest' | 'stranger' | 'unverified';
  readonly because: string;
  readonly cause?: SlackError | undefined;
}

interface AccessOptions {
  /** Ids of the allowed channels. `*` stands for all channels; an empty list allows none. */
  readonly channels: readonly string[];
  readonly userGroups: readonly string[];
  readonly notifyUserGroups: readonly string[];
  readonly revealUserGroups: readonly string[];
  readonly allowsGuests: boolean;
  readonly identity: () => BotIdentity;
  readonly client: WebClient;
  readonly log: Log;
}

export type Access = ReturnType<typeof createAccess>;

export interface Mentionable {
  readonly groups: readonly { readonly id: string; readonly handle: string }[];
  readonly mayMentionAll: boolean;
}

const MEMBERS_TTL_MS = 5 * MINUTE_MS;

/** A request needs an allowed channel or a direct message, and a person of an allowed user group. */
export function createAccess(options: AccessOptions) {
  const { identity, channels, userGroups, allowsGuests, notifyUserGroups, revealUserGroups, client, log } =
    options;
  const byVariable = {
    ALLOWED_USERGROUPS: userGroups,
    NOTIFY_USERGROUPS: notifyUserGroups,
    REVEAL_USERGROUPS: revealUserGroups,
  };
  const { staleMs } = STALE;
  const caching = { freshMs: MEMBERS_TTL_MS, staleMs, ttlMs: staleMs, invalidates: isSlackAnswer };
  const askMembers = async (key: string): Promise<readonly string[]> => {
    const [usergroup = '', team] = key.split(' ');
    try {
      const { users } = await client.usergroups.users.list({ usergroup, ...inTeam(team) });
      return users ?? [];
    } catch (error) {
      const refused = slackErrorCode(error);
      // In an organisation, a user group exists in one workspace; the other workspaces give this error.
      if (team !== undefined && (refused === NO_SUCH_USER_GROUP || refused === NOT_IN_TEAM)) return [];
      if (refused !== NO_SUCH_USER_GROUP) throw error;
      for (const [name, groups] of Object.entries(byVariable)) {
        if (groups.includes(usergroup))
          log.error({ usergroup }, `${name} names a user group that Slack does not know`);
      }
      return [];
    }
  };
  const membersOf = memoizeStaleIfError(caching, askMembers);

  const listGroups = memoize(MEMBERS_TTL_MS, async (team: string) => {
    const { usergroups } = await client.usergroups.list({ include_users: true, ...inTeam(team) });
    return (usergroups ?? []).flatMap(({ id, handle, users = [] }) =>
      id === undefined || handle === undefined ? [] : [{ id, handle: displayName(handle), users }],
    );
  });
  const offered = (team = '') =>
    listGroups(team).catch((error: unknown) => {
      log.warn({ err: error }, 'usergroups.list failed; no user groups are offered');
      return [];
    });

  const cachedMembers = (patienceMs?: number) => async (group: string) =>
    (await membersOf(group, patienceMs)).value;
  const membershipIn = async (groups: readonly string[], person: SlackUser, members = cachedMembers()) => {
    if (groups.includes('*')) return { isMember: true, unanswered: [], cause: undefined };
    const lists = groups.flatMap((group) =>
      teamsOf(person, identity()).map((team) => ({
        group,
        name: team === undefined ? group : `${group} ${team}`,
      })),
    );
    const answers = await Promise.allSettled(lists.map(({ name }) => members(name)));
    const failure = answers.find((answer) => answer.status === 'rejected');
    const unanswered = lists.filter((_, index) => answers[index]?.status === 'rejected');
    return {
      isMember: answers.some((answer) => answer.status === 'fulfilled' && answer.value.includes(person.id)),
      unanswered: [...new Set(unanswered.map(({ group }) => group))],
      cause: toSlackError(failure?.reason),
    };
  };
  const isAmong = async (groups: readonly string[], person: SlackUser, members = cachedMembers()) => {
    const { isMember, unanswered } = await membershipIn(groups, person, members);
    return isMember || (unanswered.length > 0 ? undefined : false);
  };
  const allowsChannel = (channelId: string) =>
    isChannel(channelId) && (channels.includes('*') || channels.includes(channelId));

  return {
    /** The ids of the allowed channels; empty if all channels are allowed. */
    channels: channels.filter((id) => id !== '*'),
    allowsChannel,
    /** People may set the bot to mention them or their groups; members of `NOTIFY_USERGROUPS`, anyone. */
    async mayMention(person: SlackUser, mention: Mention): Promise<boolean | undefined> {
      if (mention.of === 'person' && mention.id === person.id) return true;
      const own = mention.of === 'group' ? [mention.id] : [];
      return isAmong([...notifyUserGroups, ...own], person);
    },
    /** Whether the person may see unmasked data; `undefined`, which counts as no, if Slack did not answer. */
    mayReveal: (person: SlackUser, check: 'before' | 'now'): Promise<boolean | undefined> =>
      isAmong(revealUserGroups, person, check === 'now' ? askMembers : cachedMembers(PATIENCE_MS)),
    async mentionable(person: SlackUser): Promise<Mentionable> {
      const [{ isMember: mayMentionAll }, ...known] = await Promise.all([
        membershipIn(notifyUserGroups, person),
        ...teamsOf(person, identity()).map(offered),
      ]);
      const groups = known.flat().filter(({ users }) => mayMentionAll || users.includes(person.id));
      return { groups: groups.map(({ id, handle }) => ({ id, handle })), mayMentionAll };
    },
    /** `undefined` if the person has access. If Slack takes over `patienceMs`, cached group members count. */
    async refusalFor(
      person: SlackUser,
      channelId: string | undefined,
      patienceMs?: number,
    ): Promise<RefusalReason | undefined> {
      if (person.membership === 'stranger') return { refusal: 'stranger', because: 'another organisation' };
      if (channelId !== undefined && !isDirect(channelId) && !allowsChannel(channelId))
        return { refusal: 'channel', because: 'ALLOWED_CHANNELS' };
      if (person.membership === 'unknown')
        return { refusal: 'unverified', because: 'users.info did not tell', cause: person.unknownBecause };
      if (person.membership === 'inactive') return { refusal: 'person', because: 'deactivated, or a bot' };
      if (person.membership === 'guest' && !allowsGuests)
        return { refusal: 'guest', because: 'ALLOW_GUESTS' };
      const members = cachedMembers(patienceMs);
      const { isMember, unanswered, cause } = await membershipIn(userGroups, person, members);
      if (isMember) return undefined;
      if (unanswered.length === 0) return { refusal: 'person', because: 'ALLOWED_USERGROUPS' };
      const because = `usergroups.users.list failed for ${unanswered.join(', ')}`;
      return { refusal: 'unverified', because, cause };
    },
  };
}

const MOST_TEAMS = 10;

/** Workspaces to name in calls with an organisation's token: the bot's, or else those of the person. */
function teamsOf({ teamIds = [], teamId }: SlackUser, home: BotIdentity): readonly (string | undefined)[] {
  if (!home.isOrganization) return [undefined];
  if (home.teamId !== undefined && isTeam(home.teamId)) return [home.teamId];
  const own = teamId !== undefined && isTeam(teamId) ? [teamId] : [];
  const teams = [...new Set([...teamIds, ...own])].slice(0, MOST_TEAMS);
  return teams.length > 0 ? teams : [undefined];
}

const inTeam = (team: string | undefined) => (team ? { team_id: team } : {});

export function isChannel(channelId: string | undefined): channelId is string {
  return channelId !== undefined && /^[CG][A-Z0-9]*$/.test(channelId);
}

const isDirect = (channelId: string) => channelId.startsWith('D');

/** Checks a person's access again before a late answer is posted, because it may have changed meanwhile. */
export async function refusalOfLater(
  personId: string,
  channelId: string | undefined,
  { users, access }: { readonly users: Users; readonly access: Pick<Access, 'refusalFor'> },
): Promise<RefusalReason | undefined> {
  return access.refusalFor(await users.find(personId), channelId);
}
