import type { WebClient } from '@slack/web-api';
import type { Config, ProcessConfig, SeveralConfig } from '../../config.ts';
import { openControl } from '../../control/open-control.ts';
import { storedInstallations } from '../../control/operations.ts';
import { scopes } from '../../features/index.ts';
import type { Log } from '../../ops/log.ts';
import { networkFaultOf } from '../../runtime/network-fault.ts';
import { createClients } from '../../slack/connection/clients.ts';
import { missingScopes } from '../../slack/connection/scopes.ts';
import {
  channelErrorCode,
  isScopeMissing,
  isSignedOut,
  isTokenExpired,
  NOT_SLACK,
  slackErrorCode,
} from '../../slack/errors.ts';
import { DatabaseError } from '../../store/connection.ts';
import { appAccount, sealedTokens } from '../../store/installations/sealed-tokens.ts';
import { loadSealer } from '../command.ts';
import {
  type Attempt,
  type CheckResult,
  type Diagnosis,
  notTried,
  ok,
  unreached,
  warning,
  wrong,
} from './diagnosis.ts';

const group = 'Slack';
const REACH_ADVICE = 'check SLACK_API_URL, the network and its proxy';
const TOKEN = 'copy the bot token again from “OAuth & Permissions” to SLACK_BOT_TOKEN';
const APP_TOKEN =
  'make an app-level token with connections:write (“Basic Information”), turn Socket Mode on, and put it into SLACK_APP_TOKEN';
const NOT_CHECKED =
  'Of events, shortcuts and the Home tab Slack tells nothing: compare them with manifest.yml';
const REDIRECT =
  'not checked, because Slack does not show it: under “OAuth & Permissions” → Redirect URLs there must be this bot’s https address with /slack/oauth_redirect';
const INSTALL = 'have an administrator of it open /slack/install of this bot';
/** Maximum number of ids checked in one list; Slack allows about 50 such requests a minute. */
const MOST_CHANNELS = 40;
const MOST_TEAMS = 20;
const NO_ONE = wrong('left out', 'no one can use the bot: set it, or * for all');

const step = (name: string, ...needs: string[]) =>
  ({ group, name, needs: [...needs, 'SLACK_API_URL'], lateAdvice: REACH_ADVICE }) as const;

/** Tries both tokens, and checks scopes, channels and user groups. Posts nothing. */
export async function checkSlack(config: Config, attempt: Attempt, log: Log): Promise<Diagnosis[]> {
  const { slack } = config;
  const [ofBot, ...others] = await Promise.all([
    checkBotToken(config, attempt, log),
    checkAppToken(config, attempt, log),
    ...(slack.appToken === undefined ? [checkSecret(slack, attempt)] : []),
  ]);
  return [...ofBot, ...others];
}

async function checkBotToken(config: Config, attempt: Attempt, log: Log): Promise<Diagnosis[]> {
  const { slack, proxies } = config;
  const { asking: client } = createClients({ ...slack, proxies, log });
  const explain = (error: unknown) => refusal(error, TOKEN, config);
  let signedIn: Awaited<ReturnType<typeof signIn>> | undefined;
  const token = await attempt({ ...step('bot token', 'SLACK_BOT_TOKEN'), explain }, async () => {
    signedIn = await signIn(client);
    return ok(signedIn.who);
  });
  const lists = listsOf(config, client, signedIn?.isOrganization === true);
  if (token.outcome !== 'ok' || !signedIn) {
    const without = notTried('without the bot token');
    const names = ['scopes', ...lists.map(({ name }) => name)];
    return [token, ...names.map((name) => ({ group, name, ...without }) as const)];
  }
  const scopesFound =
    signedIn.scopes.length > 0 ? signedIn.scopes : [ok(`all that it needs. ${NOT_CHECKED}`)];
  const found = scopesFound.map((result) => ({ group, name: 'scopes', ...result }) as const);
  return [token, ...found, ...(await Promise.all(lists.map((list) => checkList(list, attempt)))).flat()];
}

async function signIn(client: WebClient) {
  const { user, team, is_enterprise_install: isOrganization, response_metadata } = await client.auth.test();
  return { who: `“${user}” in “${team}”`, isOrganization, scopes: scopeResults(response_metadata?.scopes) };
}

function checkAppToken(config: Config, attempt: Attempt, log: Log): Promise<Diagnosis> {
  const { slack, proxies } = config;
  const explain = (error: unknown) => refusal(error, APP_TOKEN, config);
  return attempt({ ...step('app token', 'SLACK_APP_TOKEN'), explain }, async () => {
    if (slack.appToken === undefined) return ok('left out: requests come over HTTP');
    // Requests a web socket’s address without connecting, so that the app’s ten connections stay free.
    await createClients({ ...slack, botToken: slack.appToken, proxies, log }).asking.apps.connections.open();
    return ok('Socket Mode gives out a connection');
  });
}

/** Checks only the form of the secret, because only a request from Slack could show that it is right. */
function checkSecret({ signingSecret }: ProcessConfig['slack'], attempt: Attempt): Promise<Diagnosis> {
  const found = 'does not have the shape of Slack’s: 32 digits and letters from a to f';
  const advice = 'copy it again from “Basic Information” → Signing Secret to SLACK_SIGNING_SECRET';
  return attempt(step('signing secret', 'SLACK_SIGNING_SECRET'), async () =>
    /^[\da-f]{32}$/.test(signingSecret) ? ok('has the shape of Slack’s') : wrong(found, advice),
  );
}

/** @returns problems with the app’s scopes, the worst first */
function scopeResults(granted: readonly string[] | undefined): CheckResult[] {
  if (granted === undefined) return [notTried('Slack does not tell of its scopes')];
  const { missing, lost } = missingScopes(granted, scopes);
  const needless = granted.filter((scope) => !scopes.required.includes(scope) && !scopes.optional.has(scope));
  const update = 'update the app from manifest.yml, and install it again';
  const remove = 'take them away under “OAuth & Permissions”';
  const results = lost.map(([scope, loss]) => warning(`without ${scope}: ${loss}`, 'docs/scopes.md'));
  if (missing.length > 0) results.unshift(wrong(`missing: ${missing.join(', ')}`, update));
  if (needless.length > 0) results.push(warning(`not needed: ${needless.join(', ')}`, remove));
  return results;
}

/** Returns the settings’ lists of ids; `closed` is the result for an empty list, `resultOf` checks one id. */
function listsOf({ access, auditChannel }: Config, client: WebClient, isOrganization: boolean) {
  let known: Promise<SlackGroup[]> | undefined;
  const resultOf = (id: string) => channelResult(client, id);
  const ofChannel = { closed: NO_ONE, all: 'every channel', resultOf };
  const ofGroup = {
    closed: ok('left out: no group'),
    all: 'everybody',
    async resultOf(id: string) {
      known ??= listGroups(client, isOrganization);
      return groupResult(id, await known);
    },
  };
  return [
    { ...ofChannel, name: 'ALLOWED_CHANNELS', ids: access.channels },
    ...(auditChannel === undefined ? [] : [{ ...ofChannel, name: 'AUDIT_CHANNEL', ids: [auditChannel] }]),
    { ...ofGroup, name: 'ALLOWED_USERGROUPS', ids: access.userGroups, closed: NO_ONE },
    { ...ofGroup, name: 'NOTIFY_USERGROUPS', ids: access.notifyUserGroups },
    { ...ofGroup, name: 'REVEAL_USERGROUPS', ids: access.revealUserGroups },
  ];
}

type AllowedList = ReturnType<typeof listsOf>[number];

async function checkList(
  { name, ids, closed, all, resultOf }: AllowedList,
  attempt: Attempt,
): Promise<Diagnosis[]> {
  const list = { group, name, needs: [name], lateAdvice: 'Slack is slow: try again' } as const;
  const isAll = ids.includes('*');
  if (ids.length === 0 || isAll) return [await attempt(list, async () => (isAll ? ok(all) : closed))];
  const checked = ids.slice(0, MOST_CHANNELS);
  const left = ids.length - checked.length;
  const diagnoses = await Promise.all(
    checked.map((id) => attempt({ ...list, explain: (error) => explainList(id, error) }, () => resultOf(id))),
  );
  return left > 0 ? [...diagnoses, { group, name, ...notTried(`${left} more`) }] : diagnoses;
}

async function channelResult(client: WebClient, id: string): Promise<CheckResult> {
  const { channel = {} } = await client.conversations.info({ channel: id });
  const name = `#${channel.name ?? id}`;
  const closed = channelErrorCode(channel);
  if (closed === undefined) return ok(`${name}, and the bot is a member`);
  if (closed !== 'not_in_channel')
    return warning(`${name} takes no posts (${closed})`, 'take it off the list, or open it again');
  const found = `the bot is not a member of ${name}: nothing can be shared or posted there`;
  return warning(found, 'in that channel: /invite @SMS Desk');
}

/** Explains why an id was not checked. A missing scope is only named, as another line explains it. */
function explainList(id: string, error: unknown): CheckResult | undefined {
  const code = slackErrorCode(error);
  if (code === undefined) return undefined;
  const found = `no channel ${id}, or a private one without the bot`;
  if (code === 'channel_not_found')
    return wrong(found, 'copy the id from the channel’s details, or invite the bot');
  return notTried(
    `${id}: ${isScopeMissing(code) ? 'the scope to look is missing' : `Slack answers ${code}`}`,
  );
}

type SlackGroup = NonNullable<Awaited<ReturnType<WebClient['usergroups']['list']>>['usergroups']>[number];

async function listGroups(client: WebClient, isOrganization: boolean): Promise<SlackGroup[]> {
  const options = { include_disabled: true, include_count: true };
  if (!isOrganization) return (await client.usergroups.list(options)).usergroups ?? [];
  const { teams = [] } = await client.auth.teams.list({ limit: MOST_TEAMS });
  const ids = teams.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const lists = await Promise.all(ids.map((team_id) => client.usergroups.list({ ...options, team_id })));
  return lists.flatMap(({ usergroups = [] }) => usergroups);
}

function groupResult(id: string, known: readonly SlackGroup[]): CheckResult {
  const found = known.find((one) => one.id === id);
  if (!found) return wrong(`Slack knows no user group ${id}`, 'copy the id from the group’s page in Slack');
  const { handle, date_delete: disabledAt } = found;
  const count = Number(found.user_count);
  if (disabledAt) return wrong(`@${handle} is disabled`, 'enable it in Slack, or list another one');
  if (count === 0) return wrong(`@${handle} has no members`, 'add people to it, or list another one');
  return ok(`@${handle}, ${count} ${count === 1 ? 'person' : 'people'}`);
}

function refusal(error: unknown, advice: string, { slack, proxies }: ProcessConfig): CheckResult {
  const code = slackErrorCode(error);
  // Slack’s error codes are words in lower case; any other code comes from a different server.
  if (code === undefined || code === 'server_error' || code === NOT_SLACK || !/^[a-z_]+$/.test(code))
    return wrong('what answers is not Slack, or it fails', REACH_ADVICE);
  if (code === 'unreachable' || code === 'timeout') {
    const called = { address: slack.apiUrl, proxies, advice: REACH_ADVICE };
    return unreached('Slack cannot be reached', networkFaultOf(error), called);
  }
  if (code === 'ratelimited') return warning('Slack asks for a pause', 'try again in a minute');
  if (isScopeMissing(code) || isSignedOut(code)) return wrong(`Slack does not take it (${code})`, advice);
  return wrong(`Slack answers ${code}`, advice);
}

export async function checkSeveral(config: SeveralConfig, attempt: Attempt, log: Log): Promise<Diagnosis[]> {
  const reading = readTokens(config, log);
  reading.catch(() => undefined);
  const explain = (error: unknown): CheckResult =>
    error instanceof DatabaseError
      ? notTried(`where it is installed stands in the database: ${error.message}`)
      : refusal(error, `${INSTALL}, to install it again`, config);
  const installations = [...config.workspaces.values()].map(({ id, installationIds }) =>
    attempt({ ...step(`${id} installation`), explain }, async () => {
      const tokens = await reading;
      const installed = installationIds.find((one) => tokens.has(one));
      if (installed === undefined) return warning('not installed', INSTALL);
      const token = tokens.get(installed);
      if (token === undefined)
        return wrong('SECRET_KEY does not open its token', `set the key that sealed it, or ${INSTALL}`);
      const result = await tokenResult(token, config, log);
      return installed === id ? result : { ...result, found: `by ${installed}: ${result.found}` };
    }),
  );
  return [
    await checkSecret(config.slack, attempt),
    { group, name: 'redirect address', ...ok(REDIRECT) },
    ...(await Promise.all(installations)),
  ];
}

/** @returns the token of each installation id; `undefined` for a token that SECRET_KEY does not open */
async function readTokens(config: SeveralConfig, log: Log): Promise<ReadonlyMap<string, string | undefined>> {
  const control = await openControl({ ...config, log });
  try {
    const sealer = await loadSealer(config).catch(() => undefined);
    const account = appAccount(config.app.clientId);
    const rows = await Array.fromAsync(control.ask(storedInstallations, { account }));
    return new Map(
      rows.map(({ id, sealed }) => [id, sealer && sealedTokens(account, id).open(sealer, sealed)?.botToken]),
    );
  } finally {
    await control.close();
  }
}

async function tokenResult(
  botToken: string,
  { slack, proxies }: SeveralConfig,
  log: Log,
): Promise<CheckResult> {
  const { asking: client } = createClients({ botToken, apiUrl: slack.apiUrl, proxies, log });
  try {
    const { who, scopes } = await signIn(client);
    const [worst = ok('all that it needs')] = scopes;
    return { ...worst, found: `${who}; scopes: ${worst.found}` };
  } catch (error) {
    // The token is not renewed here: a refresh token is valid once, and the bot needs it.
    if (!isTokenExpired(slackErrorCode(error))) throw error;
    return warning('its token is over', 'start the bot, which renews it, and try again');
  }
}
