import type { WebClient } from '@slack/web-api';
import type { Log } from '../../ops/log.ts';
import { networkFaultOf } from '../../runtime/network-fault.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { createClients } from '../../slack/connection/clients.ts';
import { isScopeMissing, isSignedOut, slackErrorCode } from '../../slack/errors.ts';
import type { AdviceOnNetwork } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { faultOf } from './settings.ts';
import { type AllowedLists, checkChannels, checkUserGroups } from './slack-access.ts';

export interface SlackSettings {
  readonly botToken: string;
  readonly signingSecret: string;
  readonly appToken: string | undefined;
  readonly apiUrl: string;
}

/** What the bot's token is to be allowed; `optional` says what is lost without each. */
export interface ScopeNeeds {
  readonly required: readonly string[];
  readonly optional: ReadonlyMap<string, string>;
}

interface SlackOptions extends AllowedLists {
  readonly slack: SlackSettings;
  readonly scopes: ScopeNeeds;
  readonly proxies: ProxySettings | undefined;
  readonly adviceOnNetwork: AdviceOnNetwork;
  readonly log: Log;
}

const group = 'Slack';
export const LIMIT_MS = 15_000;
export const REACHING = 'check SLACK_API_URL, the network and its proxy';
const TOKEN = 'copy the bot token again from “OAuth & Permissions” to SLACK_BOT_TOKEN';
const APP_TOKEN =
  'make an app-level token with connections:write (“Basic Information”), turn Socket Mode on, and put it into SLACK_APP_TOKEN';

const UNTOLD = 'Of events, shortcuts and the Home tab Slack tells nothing: compare them with manifest.yml';

/** Tries both tokens, and looks at what Slack tells of scopes, channels and user groups. Nothing is posted. */
export async function checkSlack(options: SlackOptions): Promise<Diagnosis[]> {
  const { slack, proxies, atFault, log } = options;
  const client = (token: string) =>
    createClients({ botToken: token, apiUrl: slack.apiUrl, proxies, log }).asking;
  const [appToken, rest] = await Promise.all([
    checkAppToken(options, () => client(slack.appToken ?? '')),
    checkBotToken(options, () => client(slack.botToken)),
  ]);
  const secret = slack.appToken === undefined && !atFault.includes('SLACK_SIGNING_SECRET');
  return [...rest.slice(0, 1), ...appToken, ...(secret ? [checkSecret(slack)] : []), ...rest.slice(1)];
}

async function checkBotToken(options: SlackOptions, connect: () => WebClient): Promise<Diagnosis[]> {
  const { attempt, atFault, scopes, channels, userGroups } = options;
  const named = { group, name: 'bot token' } as const;
  const fault = faultOf(atFault, ['SLACK_BOT_TOKEN', 'SLACK_API_URL']);
  const others = ['scopes', ...Object.keys(channels), ...Object.keys(userGroups)];
  const withoutToken = others.map(
    (name): Diagnosis => ({ group, name, ...notTried('without the bot token') }),
  );
  if (fault !== undefined) return [{ ...named, ...notTried(fault) }, ...withoutToken];
  const client = connect();
  let granted: readonly string[] | undefined;
  let isOrganization = false;
  const how = { limitMs: LIMIT_MS, lateAdvice: REACHING, explain: refusing(options, TOKEN) };
  const token = await attempt(named, how, async () => {
    const { team, user, is_enterprise_install, response_metadata } = await client.auth.test();
    granted = response_metadata?.scopes;
    isOrganization = is_enterprise_install === true;
    return ok(`“${user}” in “${team}”`);
  });
  if (token.outcome !== 'ok') return [token, ...withoutToken];
  const lists = await Promise.all([
    checkChannels(options, client),
    checkUserGroups(options, client, isOrganization),
  ]);
  return [token, ...checkScopes(granted, scopes), ...lists.flat()];
}

async function checkAppToken(options: SlackOptions, connect: () => WebClient): Promise<Diagnosis[]> {
  const { slack, attempt, atFault } = options;
  const named = { group, name: 'app token' } as const;
  const fault = faultOf(atFault, ['SLACK_APP_TOKEN', 'SLACK_API_URL']);
  if (fault !== undefined) return [{ ...named, ...notTried(fault) }];
  if (slack.appToken === undefined) return [{ ...named, ...ok('left out: requests come over HTTP') }];
  const how = {
    limitMs: LIMIT_MS,
    lateAdvice: REACHING,
    explain: refusing(options, APP_TOKEN),
  };
  const diagnosis = await attempt(named, how, async () => {
    // It hands out an address. Nothing connects to it, so none of the ten connections is taken.
    await connect().apps.connections.open();
    return ok('Socket Mode gives out a connection');
  });
  return [diagnosis];
}

/** What can be told of Slack's side before a workspace has installed the app. */
export function checkApp(slack: Pick<SlackSettings, 'signingSecret'>): Diagnosis[] {
  const address =
    'in “OAuth & Permissions” → Redirect URLs: this bot’s https address with /slack/oauth_redirect';
  return [
    checkSecret(slack),
    { group, name: 'redirect address', ...ok(`${address}; Slack tells nobody if it is`) },
  ];
}

/** Slack's are 32 hexadecimal digits; whether it is the right one only a request of Slack's own shows. */
function checkSecret({ signingSecret }: Pick<SlackSettings, 'signingSecret'>): Diagnosis {
  const isSlacks = /^[\da-f]{32}$/.test(signingSecret);
  const result = isSlacks
    ? ok('has the shape of Slack’s')
    : wrong(
        'does not have the shape of Slack’s: 32 digits and letters from a to f',
        'copy it again from “Basic Information” → Signing Secret to SLACK_SIGNING_SECRET',
      );
  return { group, name: 'signing secret', ...result };
}

function checkScopes(granted: readonly string[] | undefined, scopes: ScopeNeeds): Diagnosis[] {
  const { required, optional } = scopes;
  const diagnosis = (result: Result): Diagnosis => ({ group, name: 'scopes', ...result });
  if (granted === undefined) return [diagnosis(notTried('Slack does not tell of them'))];
  const { missing, lost } = lackingScopes(granted, scopes);
  const needless = granted.filter((scope) => !required.includes(scope) && !optional.has(scope));
  const diagnoses = [
    ...(missing.length > 0
      ? [wrong(`missing: ${missing.join(', ')}`, 'update the app from manifest.yml, and install it again')]
      : []),
    ...lost.map(([scope, loss]) => warning(`without ${scope}: ${loss}`, 'docs/scopes.md tells more')),
    ...(needless.length > 0
      ? [warning(`nobody needs: ${needless.join(', ')}`, 'take them away under “OAuth & Permissions”')]
      : []),
  ];
  return diagnoses.length > 0
    ? diagnoses.map(diagnosis)
    : [diagnosis(ok(`all ${granted.length} that it needs. ${UNTOLD}`))];
}

/** Those that the bot cannot do without, and those that it goes without, each with what is lost. */
export function lackingScopes(granted: readonly string[], { required, optional }: ScopeNeeds) {
  const lacks = (scope: string) => !granted.includes(scope);
  return { missing: required.filter(lacks), lost: [...optional].filter(([scope]) => lacks(scope)) };
}

/** What Slack's refusals mean. */
function refusing({ slack, adviceOnNetwork }: SlackOptions, advice: string): (error: unknown) => Result {
  return (error) => {
    const onNetwork = adviceOnNetwork(networkFaultOf(error), slack.apiUrl);
    return refusal(error, advice, onNetwork ?? REACHING);
  };
}

/** What a refusal of Slack's, or a failure to reach it, means. */
export function refusal(error: unknown, advice: string, reaching: string): Result {
  const code = slackErrorCode(error);
  // Slack's own are such words: a web page is none.
  if (code === undefined || !/^[a-z_]+$/.test(code)) return wrong('what answers is not Slack', REACHING);
  if (code === 'unreachable' || code === 'timeout') return wrong('Slack cannot be reached', reaching);
  if (code === 'ratelimited') return warning('Slack asks for a pause', 'try again in a minute');
  if (code === 'server_error') return wrong('what answers is not Slack, or it fails', REACHING);
  if (isScopeMissing(code) || isSignedOut(code)) return wrong(`Slack does not take it (${code})`, advice);
  return wrong(`Slack answers ${code}`, advice);
}
