import type { Log } from '../../ops/log.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { createClients } from '../../slack/connection/clients.ts';
import { isTokenExpired, slackErrorCode } from '../../slack/errors.ts';
import { DatabaseError } from '../../store/connection.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { LIMIT_MS, lackingScopes, REACHING, refusal, type ScopeNeeds } from './slack.ts';

export interface InstallationsOptions {
  /** By id, whose installation each may use. */
  readonly workspaces: ReadonlyMap<string, { readonly installationIds: readonly string[] }>;
  /** By id, the token of each installation that is kept; `undefined` of one that the key does not open. */
  readonly readTokens: () => Promise<ReadonlyMap<string, string | undefined>>;
  readonly apiUrl: string;
  readonly scopes: ScopeNeeds;
  readonly proxies: ProxySettings | undefined;
  readonly attempt: Attempt;
  readonly log: Log;
}

const group = 'Slack';
const INSTALL = 'have an administrator of it open /slack/install of this bot';

/** A line for each workspace that is listed: whether the app is installed there, and whether Slack takes its token. */
export async function checkInstallations(options: InstallationsOptions): Promise<Diagnosis[]> {
  const { workspaces, readTokens, attempt } = options;
  const reading = readTokens();
  reading.catch(() => undefined);
  const explain = (error: unknown): Result =>
    error instanceof DatabaseError
      ? notTried(`where it is installed stands in the database: ${error.message}`)
      : refusal(error, `${INSTALL}, to install it again`, REACHING);
  const how = { limitMs: LIMIT_MS, lateAdvice: REACHING, explain };
  return Promise.all(
    [...workspaces].map(([id, { installationIds }]) =>
      attempt({ group, name: `${id} installation` }, how, async () => {
        const tokens = await reading;
        const installed = installationIds.find((one) => tokens.has(one));
        if (installed === undefined) return warning('not installed', INSTALL);
        const token = tokens.get(installed);
        if (token === undefined)
          return wrong('SECRET_KEY does not open its token', `set the key that sealed it, or ${INSTALL}`);
        return tokenResult(token, { ...options, by: installed === id ? '' : `by ${installed}: ` });
      }),
    ),
  );
}

async function tokenResult(
  botToken: string,
  { apiUrl, proxies, log, scopes, by }: InstallationsOptions & { readonly by: string },
): Promise<Result> {
  const { asking } = createClients({ botToken, apiUrl, proxies, log });
  try {
    const { team, user, response_metadata } = await asking.auth.test();
    const it = `${by}“${user}” in “${team}”`;
    const granted = response_metadata?.scopes;
    if (granted === undefined) return ok(`${it}; Slack does not tell of its scopes`);
    const { missing, lost } = lackingScopes(granted, scopes);
    if (missing.length > 0)
      return wrong(
        `${it}; scopes missing: ${missing.join(', ')}`,
        `update the app from manifest.yml, and ${INSTALL}`,
      );
    if (lost.length > 0) {
      const without = lost.map(([scope]) => scope).join(', ');
      return warning(`${it}; without ${without}`, 'docs/scopes.md tells what is lost');
    }
    return ok(`${it}; all scopes`);
  } catch (error) {
    // Renewing it would be for the bot to do: what renews it is good once.
    if (!isTokenExpired(slackErrorCode(error))) throw error;
    return warning(`${by}its token is over`, 'start the bot, which renews it, and try again');
  }
}
