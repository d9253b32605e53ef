import type { WebClient } from '@slack/web-api';
import { closedWord, isScopeMissing, slackErrorCode } from '../../slack/errors.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';

const group = 'Slack';
const LIMIT_MS = 20_000;
/** Asked for at once: Slack takes some fifty of such questions a minute, and a long list is told in part. */
const MOST_CHANNELS = 40;
const CLOSED = 'nobody may ask: set it, or * for all';
const how = { limitMs: LIMIT_MS, lateAdvice: 'Slack is slow: try again' };

/** Who may ask, and where. */
export interface AllowedLists {
  /** Ids, or `*`, by the variable that names them. */
  readonly channels: Readonly<Record<string, readonly string[]>>;
  readonly userGroups: Readonly<Record<string, readonly string[]>>;
  /** Variables whose values nothing can be tried with. */
  readonly atFault: readonly string[];
  readonly attempt: Attempt;
}

/** Each channel that is listed, by its name, and whether the bot is a member. */
export async function checkChannels(
  { attempt, atFault, channels }: AllowedLists,
  client: WebClient,
): Promise<Diagnosis[]> {
  const lists = Object.entries(channels).map(async ([name, ids]) => {
    const named = { group, name } as const;
    if (atFault.includes(name)) return [{ ...named, ...notTried(`${name} is at fault`) }];
    if (ids.length === 0) return [{ ...named, ...wrong('left out', CLOSED) }];
    if (ids.includes('*')) return [{ ...named, ...ok('every channel') }];
    const asked = ids.slice(0, MOST_CHANNELS);
    const diagnoses = asked.map((id) => attempt(named, how, () => channelResult(client, id)));
    const left = ids.length - asked.length;
    const more = left > 0 ? [{ ...named, ...notTried(`${left} more channels`) }] : [];
    return [...(await Promise.all(diagnoses)), ...more];
  });
  return (await Promise.all(lists)).flat();
}

async function channelResult(client: WebClient, id: string): Promise<Result> {
  try {
    const { channel = {} } = await client.conversations.info({ channel: id });
    const name = `#${channel.name ?? id}`;
    const closed = closedWord(channel);
    if (closed === undefined) return ok(`${name}, and the bot is a member`);
    if (closed === 'not_in_channel')
      return warning(
        `the bot is not a member of ${name}: nothing can be shared or posted there`,
        'in that channel: /invite @SMS Desk',
      );
    return warning(`${name} takes no posts (${closed})`, 'take it off the list, or open it again');
  } catch (error) {
    if (slackErrorCode(error) === 'channel_not_found')
      return wrong(
        `no channel ${id}, or a private one without the bot`,
        'copy the id from the channel’s details, or invite the bot',
      );
    const result = untold(id, error);
    if (result) return result;
    throw error;
  }
}

/** Of the missing scope its own line tells. */
function untold(id: string, error: unknown): Result | undefined {
  const code = slackErrorCode(error);
  if (code === undefined) return undefined;
  return notTried(
    `${id}: ${isScopeMissing(code) ? 'the scope to look is missing' : `Slack answers ${code}`}`,
  );
}

/** Each user group that is listed, by its name, and whether anybody is in it. */
export async function checkUserGroups(
  { attempt, atFault, userGroups }: AllowedLists,
  client: WebClient,
  isOrganization: boolean,
): Promise<Diagnosis[]> {
  const lists = Object.entries(userGroups);
  // One question for all of them.
  const known = listGroups(client, isOrganization);
  known.catch(() => undefined);
  const diagnoses = lists.map(async ([name, ids]) => {
    const named = { group, name } as const;
    if (atFault.includes(name)) return [{ ...named, ...notTried(`${name} is at fault`) }];
    if (ids.length === 0) return [{ ...named, ...closedTo(name) }];
    if (ids.includes('*')) return [{ ...named, ...ok('everybody') }];
    return Promise.all(
      ids.map((id) =>
        attempt(named, { ...how, explain: (error) => untold(id, error) }, async () => {
          const found = (await known).find((one) => one.id === id);
          return groupResult(id, found);
        }),
      ),
    );
  });
  return (await Promise.all(diagnoses)).flat();
}

/** A token for an organisation is told by which of its workspaces: so many of them are looked at. */
const MOST_TEAMS = 20;

async function listGroups(client: WebClient, isOrganization: boolean): Promise<SlackGroup[]> {
  const asked = { include_disabled: true, include_count: true };
  if (!isOrganization) return (await client.usergroups.list(asked)).usergroups ?? [];
  const { teams = [] } = await client.auth.teams.list({ limit: MOST_TEAMS });
  const ids = teams.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const lists = await Promise.all(ids.map((team_id) => client.usergroups.list({ ...asked, team_id })));
  return lists.flatMap(({ usergroups = [] }) => usergroups);
}

type SlackGroup = NonNullable<Awaited<ReturnType<WebClient['usergroups']['list']>>['usergroups']>[number];

function groupResult(id: string, found: SlackGroup | undefined): Result {
  if (found === undefined)
    return wrong(`Slack knows no user group ${id}`, 'copy the id from the group’s page in Slack');
  const { handle, date_delete: disabledAt, user_count: count } = found;
  if (disabledAt) return wrong(`@${handle} is disabled`, 'enable it in Slack, or list another one');
  if (Number(count) === 0) return wrong(`nobody is in @${handle}`, 'add people to it, or list another one');
  return ok(`@${handle}, ${count} ${Number(count) === 1 ? 'person' : 'people'}`);
}

/** Only without the one is nobody answered; the others allow more than a question. */
function closedTo(name: string): Result {
  return name === 'ALLOWED_USERGROUPS' ? wrong('left out', CLOSED) : ok('left out: nobody');
}
