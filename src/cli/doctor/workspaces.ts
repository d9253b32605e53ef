import type { ListedWorkspace, SeveralConfig } from '../../config.ts';
import { openControl } from '../../control/open-control.ts';
import { keptInstallations } from '../../control/operations.ts';
import type { Log } from '../../ops/log.ts';
import { createClients } from '../../slack/connection/clients.ts';
import { isTokenExpired, slackErrorCode } from '../../slack/errors.ts';
import { DatabaseError } from '../../store/connection.ts';
import { appAccount, sealedTokens } from '../../store/installations/sealed-tokens.ts';
import { loadSealer } from '../command.ts';
import { type Attempt, type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { asking, lackingScopes, refusal } from './slack.ts';

const INSTALL = 'have an administrator of it open /slack/install of this bot';

/** A line for each workspace that is listed: whether the app is installed there, and whether Slack takes its token. */
export async function checkInstallations(
  config: SeveralConfig,
  attempt: Attempt,
  log: Log,
): Promise<Diagnosis[]> {
  const reading = readTokens(config, log);
  reading.catch(() => undefined);
  const explain = (error: unknown): Result =>
    error instanceof DatabaseError
      ? notTried(`where it is installed stands in the database: ${error.message}`)
      : refusal(error, `${INSTALL}, to install it again`, config);
  return Promise.all(
    [...config.workspaces.values()].map(({ id, installationIds }) =>
      attempt({ ...asking, name: `${id} installation`, explain }, async () => {
        const tokens = await reading;
        const installed = installationIds.find((one) => tokens.has(one));
        if (installed === undefined) return warning('not installed', INSTALL);
        const token = tokens.get(installed);
        if (token === undefined)
          return wrong('SECRET_KEY does not open its token', `set the key that sealed it, or ${INSTALL}`);
        const result = await tokenResult(token, config, log);
        return installed === id ? result : { ...result, found: `by ${installed}: ${result.found}` };
      }),
    ),
  );
}

/** By id, the token of each installation, beside a running bot too; `undefined` of one that the key does not open. */
async function readTokens(
  config: SeveralConfig,
  log: Log,
): Promise<ReadonlyMap<ListedWorkspace['id'], string | undefined>> {
  const control = await openControl({ ...config, log });
  try {
    // Without a key none of them opens.
    const sealer = await loadSealer(config).catch(() => undefined);
    const account = appAccount(config.app.clientId);
    const rows = await Array.fromAsync(control.ask(keptInstallations, { account }));
    return new Map(
      rows.map(({ id, sealed }) => [id, sealer && sealedTokens(account, id).open(sealer, sealed)?.botToken]),
    );
  } finally {
    await control.close();
  }
}

async function tokenResult(botToken: string, { slack, proxies }: SeveralConfig, log: Log): Promise<Result> {
  const { asking: client } = createClients({ botToken, apiUrl: slack.apiUrl, proxies, log });
  try {
    const { team, user, response_metadata } = await client.auth.test();
    const it = `“${user}” in “${team}”`;
    const granted = response_metadata?.scopes;
    if (granted === undefined) return ok(`${it}; Slack does not tell of its scopes`);
    const { missing, lost } = lackingScopes(granted);
    if (missing.length > 0) {
      const found = `${it}; scopes missing: ${missing.join(', ')}`;
      return wrong(found, `update the app from manifest.yml, and ${INSTALL}`);
    }
    if (lost.length === 0) return ok(`${it}; all scopes`);
    const without = lost.map(([scope]) => scope).join(', ');
    return warning(`${it}; without ${without}`, 'docs/scopes.md tells what is lost');
  } catch (error) {
    // Renewing it would be for the bot to do: what renews it is good once.
    if (!isTokenExpired(slackErrorCode(error))) throw error;
    return warning('its token is over', 'start the bot, which renews it, and try again');
  }
}
