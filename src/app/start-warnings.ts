import type { Config, SeveralConfig, WorkspaceConfig } from '../config.ts';
import type { Log } from '../ops/log.ts';
import { isKeyExposed } from '../runtime/crypto.ts';

interface StartWarning {
  readonly variable: string;
  readonly warning: string;
  readonly workspace?: string;
}

/** A shorter secret causes a warning: Slack's signing secrets have 32 characters. */
const SHORTEST_SIGNING_SECRET = 16;

type WarnedConfig = Pick<Config, 'slack' | 'platform' | 'secretKey' | 'dataDir' | 'databaseUrl' | 'redisUrl'>;

/** Warnings about insecure settings. No warning contains the value of a variable. */
export async function startWarnings(config: WarnedConfig | SeveralConfig): Promise<StartWarning[]> {
  const { slack, secretKey, dataDir, databaseUrl, redisUrl } = config;
  const warnings = unencryptedAddresses([['SLACK_API_URL', slack.apiUrl]]);
  if ('workspaces' in config) {
    for (const [workspace, { platform }] of config.workspaces)
      warnings.push(...unencryptedPlatform(platform).map((warning) => ({ ...warning, workspace })));
  } else warnings.push(...unencryptedPlatform(config.platform));
  warnings.push(...unencryptedServers({ databaseUrl, redisUrl }));
  const warn = (variable: string, warning: string) => warnings.push({ variable, warning });
  // With `appToken`, requests come by Socket Mode and have no signature, so the secret is not needed.
  if (slack.appToken === undefined && slack.signingSecret.length < SHORTEST_SIGNING_SECRET)
    warn(
      'SLACK_SIGNING_SECRET',
      'it is too short to be Slack’s, and can be guessed: copy it from “Basic Information” → Signing Secret',
    );
  if (secretKey?.every((byte) => byte === secretKey[0]))
    warn('SECRET_KEY', 'it can be guessed: make another one with openssl rand -base64 32');
  if (secretKey === undefined && (await isKeyExposed(dataDir)))
    warn(
      'DATA_DIR',
      'other accounts of this machine can read its secret.key, which opens what is sealed in buttons and backups: chmod 600 it',
    );
  return warnings;
}

export function warnIfNoOneMayAsk({ channels, userGroups }: WorkspaceConfig['access'], log: Log): void {
  if (channels.length === 0 || userGroups.length === 0) {
    log.warn('no one can use the bot: set both ALLOWED_CHANNELS and ALLOWED_USERGROUPS');
  }
}

const unencryptedPlatform = ({ baseUrl, oauth }: WorkspaceConfig['platform']) =>
  unencryptedAddresses([
    ['SMS_BASE_URL', baseUrl],
    ['SMS_AUTH_URL', oauth?.authUrl],
  ]);

function unencryptedAddresses(addresses: readonly (readonly [string, string | undefined])[]): StartWarning[] {
  return addresses
    .filter(([, address]) => address !== undefined && isUnencrypted(address))
    .map(([variable]) => ({
      variable,
      warning:
        'passwords, tokens and numbers go to another machine unencrypted: use an https address, or make sure that no one can read the traffic',
    }));
}

function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isThisMachine(hostname);
}

/** True also if the host is a Unix socket's folder, as in `postgres://%2Frun%2Fpostgresql/desk`. */
const isThisMachine = (hostname: string) =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|%2f.*)$/i.test(hostname);

/** Values of `sslmode` with which node-postgres checks the certificate; it treats all as `verify-full`. */
const CHECKING_MODES = ['prefer', 'require', 'verify-ca', 'verify-full'];

function unencryptedServers({
  databaseUrl,
  redisUrl,
}: Pick<Config, 'databaseUrl' | 'redisUrl'>): StartWarning[] {
  const warnings: StartWarning[] = [];
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  const parameters = database?.searchParams;
  const withoutMode =
    parameters?.has('sslrootcert') || parameters?.get('ssl') === 'true' ? 'verify-full' : 'disable';
  const mode = parameters?.get('sslmode') ?? withoutMode;
  if (database && !CHECKING_MODES.includes(mode) && !isThisMachine(database.hostname)) {
    const warning =
      mode === 'disable'
        ? 'the password and all stored data go to another machine unencrypted: add ?sslmode=verify-full, or make sure that no one can read the traffic'
        : 'its sslmode does not check the server’s identity, so others on the network can read along: use verify-full';
    warnings.push({ variable: 'DATABASE_URL', warning });
  }
  const redis = redisUrl === undefined ? undefined : new URL(redisUrl);
  if (redis?.protocol === 'redis:' && !isThisMachine(redis.hostname)) {
    const warning =
      'the password goes to another machine unencrypted (tokens are sealed): use rediss://, or make sure that no one can read the traffic';
    warnings.push({ variable: 'REDIS_URL', warning });
  }
  return warnings;
}
