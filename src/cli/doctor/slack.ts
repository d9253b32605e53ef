import type { WebClient } from '@slack/web-api';
import { networkAdvice } from '../../app/start-failure.ts';
import type { Config, ProcessConfig } from '../../config.ts';
import { scopes } from '../../features/index.ts';
import type { Log } from '../../ops/log.ts';
import { networkFaultOf } from '../../runtime/network-fault.ts';
import { createClients } from '../../slack/connection/clients.ts';
import { closedWord, isScopeMissing, isSignedOut, slackErrorCode } from '../../slack/errors.ts';
import { type Attempt, type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';

interface SlackOptions {
  readonly config: Config;
  readonly attempt: Attempt;
  readonly log: Log;
}

const group = 'Slack';
const LIMIT_MS = 15_000;
const REACHING = 'check SLACK_API_URL, the network and its proxy';
const TOKEN = 'copy the bot token again from “OAuth & Permissions” to SLACK_BOT_TOKEN';
const APP_TOKEN =
  'make an app-level token with connections:write (“Basic Information”), turn Socket Mode on, and put it into SLACK_APP_TOKEN';
const UNTOLD = 'Of events, shortcuts and the Home tab Slack tells nothing: compare them with manifest.yml';
/** Slack takes some fifty such questions a minute: the rest of a longer list is told as not tried. */
const MOST_CHANNELS = 40;
/** A token for an organisation is told by which of its workspaces: user groups of so many of them are looked up. */
const MOST_TEAMS = 20;
const CLOSED = 'nobody may ask: set it, or * for all';

/** What asks Slack something with a token has in common. */
export const asking = { group, limitMs: LIMIT_MS, lateAdvice: REACHING } as const;

/** Tries both tokens, and looks at what Slack tells of scopes, channels and user groups. Nothing is posted. */
export async function checkSlack(options: SlackOptions): Promise<Diagnosis[]> {
  const { slack } = options.config;
  const [appToken, ofBot] = await Promise.all([checkAppToken(options), checkBotToken(options)]);
  const secret = slack.appToken === undefined ? [await checkSecret(slack, options.attempt)] : [];
  return [...ofBot.slice(0, 1), appToken, ...secret, ...ofBot.slice(1)];
}

/** Signs in as a start does, and where that works looks up what the settings name. */
async function checkBotToken(options: SlackOptions): Promise<Diagnosis[]> {
  const { config, attempt, log } = options;
  const { slack, proxies, access, auditChannel } = config;
  const { asking: client } = createClients({ ...slack, proxies, log });
  const step = {
    ...{ ...asking, name: 'bot token', needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL'] },
    explain: (error: unknown) => refusal(error, TOKEN, config),
  };
  let signedIn: Awaited<ReturnType<typeof client.auth.test>> | undefined;
  const token = await attempt(step, async () => {
    signedIn = await client.auth.test();
    return ok(`“${signedIn.user}” in “${signedIn.team}”`);
  });
  const channels = {
    ALLOWED_CHANNELS: access.channels,
    ...(auditChannel === undefined ? {} : { AUDIT_CHANNEL: [auditChannel] }),
  };
  const userGroups = {
    ALLOWED_USERGROUPS: access.userGroups,
    NOTIFY_USERGROUPS: access.notifyUserGroups,
    REVEAL_USERGROUPS: access.revealUserGroups,
  };
  if (token.outcome !== 'ok' || !signedIn) {
    const names = ['scopes', ...Object.keys(channels), ...Object.keys(userGroups)];
    return [
      token,
      ...names.map((name): Diagnosis => ({ group, name, ...notTried('without the bot token') })),
    ];
  }
  // One question for all of them.
  const known = listGroups(client, signedIn.is_enterprise_install === true);
  known.catch(() => undefined);
  const lists = await Promise.all([
    ...Object.entries(channels).map(([name, ids]) =>
      checkList(attempt, { name, ids, closed: wrong('left out', CLOSED), all: 'every channel' }, (id) =>
        channelResult(client, id),
      ),
    ),
    ...Object.entries(userGroups).map(([name, ids]) => {
      // Only without the one is nobody answered; the others allow more than a question.
      const closed = name === 'ALLOWED_USERGROUPS' ? wrong('left out', CLOSED) : ok('left out: nobody');
      return checkList(attempt, { name, ids, closed, all: 'everybody' }, async (id) =>
        groupResult(
          id,
          (await known).find((one) => one.id === id),
        ),
      );
    }),
  ]);
  return [token, ...scopeResults(signedIn.response_metadata?.scopes), ...lists.flat()];
}

function checkAppToken({ config, attempt, log }: SlackOptions): Promise<Diagnosis> {
  const { slack, proxies } = config;
  const step = {
    ...{ ...asking, name: 'app token', needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL'] },
    isUntimed: slack.appToken === undefined,
    explain: (error: unknown) => refusal(error, APP_TOKEN, config),
  };
  return attempt(step, async () => {
    if (slack.appToken === undefined) return ok('left out: requests come over HTTP');
    // It hands out an address. Nothing connects to it, so none of the ten connections is taken.
    await createClients({ ...slack, botToken: slack.appToken, proxies, log }).asking.apps.connections.open();
    return ok('Socket Mode gives out a connection');
  });
}

/** Slack's are 32 hexadecimal digits; whether it is the right one only a request of Slack's own shows. */
export function checkSecret({ signingSecret }: ProcessConfig['slack'], attempt: Attempt): Promise<Diagnosis> {
  const step = { ...asking, name: 'signing secret', needs: ['SLACK_SIGNING_SECRET'], isUntimed: true };
  return attempt(step, async () =>
    /^[\da-f]{32}$/.test(signingSecret)
      ? ok('has the shape of Slack’s')
      : wrong(
          'does not have the shape of Slack’s: 32 digits and letters from a to f',
          'copy it again from “Basic Information” → Signing Secret to SLACK_SIGNING_SECRET',
        ),
  );
}

function scopeResults(granted: readonly string[] | undefined): Diagnosis[] {
  const diagnosis = (result: Result): Diagnosis => ({ group, name: 'scopes', ...result });
  if (granted === undefined) return [diagnosis(notTried('Slack does not tell of them'))];
  const { missing, lost } = lackingScopes(granted);
  const needless = granted.filter((scope) => !scopes.required.includes(scope) && !scopes.optional.has(scope));
  const results = [
    ...(missing.length > 0
      ? [wrong(`missing: ${missing.join(', ')}`, 'update the app from manifest.yml, and install it again')]
      : []),
    ...lost.map(([scope, loss]) => warning(`without ${scope}: ${loss}`, 'docs/scopes.md tells more')),
    ...(needless.length > 0
      ? [warning(`nobody needs: ${needless.join(', ')}`, 'take them away under “OAuth & Permissions”')]
      : []),
  ];
  if (results.length === 0) results.push(ok(`all ${granted.length} that it needs. ${UNTOLD}`));
  return results.map(diagnosis);
}

/** Those that the bot cannot do without, and those that it goes without, each with what is lost. */
export function lackingScopes(granted: readonly string[]) {
  const lacks = (scope: string) => !granted.includes(scope);
  return {
    missing: scopes.required.filter(lacks),
    lost: [...scopes.optional].filter(([scope]) => lacks(scope)),
  };
}

interface AllowedList {
  /** The variable. */
  readonly name: string;
  /** Ids, or `*`. */
  readonly ids: readonly string[];
  /** What it means that nothing is listed. */
  readonly closed: Result;
  /** Who or what is allowed by `*`. */
  readonly all: string;
}

/** Each id of a list, by what Slack knows of it. */
async function checkList(
  attempt: Attempt,
  { name, ids, closed, all }: AllowedList,
  resultOf: (id: string) => Promise<Result>,
): Promise<Diagnosis[]> {
  const step = { group, name, needs: [name], lateAdvice: 'Slack is slow: try again' } as const;
  if (ids.length === 0 || ids.includes('*')) {
    return [await attempt({ ...step, isUntimed: true }, async () => (ids.length === 0 ? closed : ok(all)))];
  }
  const asked = ids.slice(0, MOST_CHANNELS);
  const diagnoses = await Promise.all(
    asked.map((id) => attempt({ ...step, explain: (error) => untold(id, error) }, () => resultOf(id))),
  );
  const left = ids.length - asked.length;
  return left > 0 ? [...diagnoses, { group, name, ...notTried(`${left} more`) }] : diagnoses;
}

async function channelResult(client: WebClient, id: string): Promise<Result> {
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
}

/** Of the missing scope its own line tells. */
function untold(id: string, error: unknown): Result | undefined {
  const code = slackErrorCode(error);
  if (code === undefined) return undefined;
  if (code === 'channel_not_found')
    return wrong(
      `no channel ${id}, or a private one without the bot`,
      'copy the id from the channel’s details, or invite the bot',
    );
  const why = isScopeMissing(code) ? 'the scope to look is missing' : `Slack answers ${code}`;
  return notTried(`${id}: ${why}`);
}

type SlackGroup = NonNullable<Awaited<ReturnType<WebClient['usergroups']['list']>>['usergroups']>[number];

async function listGroups(client: WebClient, isOrganization: boolean): Promise<SlackGroup[]> {
  const asked = { include_disabled: true, include_count: true };
  if (!isOrganization) return (await client.usergroups.list(asked)).usergroups ?? [];
  const { teams = [] } = await client.auth.teams.list({ limit: MOST_TEAMS });
  const ids = teams.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const lists = await Promise.all(ids.map((team_id) => client.usergroups.list({ ...asked, team_id })));
  return lists.flatMap(({ usergroups = [] }) => usergroups);
}

function groupResult(id: string, found: SlackGroup | undefined): Result {
  if (found === undefined)
    return wrong(`Slack knows no user group ${id}`, 'copy the id from the group’s page in Slack');
  const { handle, date_delete: disabledAt, user_count: count } = found;
  if (disabledAt) return wrong(`@${handle} is disabled`, 'enable it in Slack, or list another one');
  if (Number(count) === 0) return wrong(`nobody is in @${handle}`, 'add people to it, or list another one');
  return ok(`@${handle}, ${count} ${Number(count) === 1 ? 'person' : 'people'}`);
}

/** What a refusal of Slack's, or a failure to reach it, means. */
export function refusal(error: unknown, advice: string, { slack, proxies }: ProcessConfig): Result {
  const code = slackErrorCode(error);
  // Slack's own are such words: a web page is none.
  if (code === undefined || code === 'server_error' || !/^[a-z_]+$/.test(code))
    return wrong('what answers is not Slack, or it fails', REACHING);
  if (code === 'unreachable' || code === 'timeout') {
    const onNetwork = networkAdvice(networkFaultOf(error), slack.apiUrl, proxies);
    return wrong('Slack cannot be reached', onNetwork ?? REACHING);
  }
  if (code === 'ratelimited') return warning('Slack asks for a pause', 'try again in a minute');
  if (isScopeMissing(code) || isSignedOut(code)) return wrong(`Slack does not take it (${code})`, advice);
  return wrong(`Slack answers ${code}`, advice);
}
