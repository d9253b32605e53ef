import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { ConfigError, type Environment, readVariables } from './config/read-variables.ts';
import { required } from './config/values.ts';
import { type Fault, keyFaults, missingOfProcess, missingTogether, variables } from './config/variables.ts';
import { platformSecretsOf, processVariables, workspaceNames, workspaceOf } from './config/workspace.ts';
import type { Workspaces } from './config/workspaces.ts';

export { ConfigError, type Environment } from './config/read-variables.ts';
export type { WorkspaceConfig } from './config/workspace.ts';
export type { ListedWorkspace } from './config/workspaces.ts';

/** Settings of a bot for one workspace. @throws ConfigError with all faults */
export function loadConfig(env: Environment) {
  const value = readVariables(variables, env, ({ values, unread }) => [
    ...missingTogether(new Set([...Object.keys(values), ...unread.keys()])),
    ...keyFaults(values),
  ]);
  const process = processOf(value);
  return { ...process, slack: { ...process.slack, botToken: value.SLACK_BOT_TOKEN }, ...workspaceOf(value) };
}

export type Config = ReturnType<typeof loadConfig>;

/** Settings of a bot for the workspaces of `WORKSPACES_FILE`. */
export type SeveralConfig = ProcessConfig & Workspaces;

/** For several workspaces where `WORKSPACES_FILE` is set. @throws ConfigError with all faults */
export async function loadBotConfig(env: Environment): Promise<Config | SeveralConfig> {
  return env.WORKSPACES_FILE?.trim() ? await loadSeveralConfig(env) : loadConfig(env);
}

async function loadSeveralConfig(env: Environment): Promise<SeveralConfig> {
  // Loaded here because it loads a YAML parser, and most bots have one workspace.
  const { loadWorkspaces } = await import('./config/workspaces.ts');
  const faults: string[] = [];
  const collected = <T>(load: () => T): T | undefined => {
    try {
      return load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return undefined;
    }
  };
  const value = collected(() =>
    readVariables(severalVariables, env, ({ values, unread }) => [
      ...misplaced(env),
      ...missingOfProcess(new Set([...Object.keys(values), ...unread.keys()])),
      ...keyFaults(values),
    ]),
  );
  const listed = collected(() => loadWorkspaces(env.WORKSPACES_FILE ?? ''));
  if (!value || !listed) throw new ConfigError(faults);
  const app = {
    clientId: value.SLACK_CLIENT_ID,
    clientSecret: value.SLACK_CLIENT_SECRET,
    supportContact: value.SUPPORT_CONTACT,
  };
  return { ...processOf(value), app, workspaces: listed };
}

export type ProcessConfig = ReturnType<typeof processOf>;

function processOf(value: ProcessValues) {
  return {
    slack: {
      // Socket Mode signs no requests. Without a secret, a random one rejects all signatures.
      signingSecret: value.SLACK_SIGNING_SECRET ?? randomBytes(32).toString('hex'),
      /** If set, Socket Mode is used instead of HTTP. */
      appToken: value.SLACK_APP_TOKEN,
      apiUrl: value.SLACK_API_URL,
      port: value.PORT,
    },
    /** Address of health and metrics; `undefined` where they are off. */
    ops: opsOf(value),
    proxies: proxiesOf(value),
    ...databaseOf(value),
    /** Replicas share their tokens there; without it, tokens stay in the process. */
    redisUrl: value.REDIS_URL,
    logLevel: value.LOG_LEVEL,
  };
}

function databaseOf(value: Omit<z.output<typeof databaseVariables>, 'DEFAULT_REGION'>) {
  return {
    dataDir: value.DATA_DIR,
    /** Without it, an embedded Postgres under `dataDir` is used. */
    databaseUrl: value.DATABASE_URL,
    /** 32 bytes. Without it, the first start creates one under `dataDir`. */
    secretKey: value.SECRET_KEY,
    /** Still opens values that were sealed with it. */
    secretKeyPrevious: value.SECRET_KEY_PREVIOUS,
  };
}

/** For commands that need no other setting. @throws ConfigError where it is invalid or missing */
export function loadDatabaseUrl(env: Environment): string {
  const { DATABASE_URL: databaseUrl } = readVariables(variables.pick({ DATABASE_URL: true }), env);
  if (databaseUrl === undefined) throw new ConfigError(['DATABASE_URL is required']);
  return databaseUrl;
}

export function loadMoveSettings(env: Environment) {
  const { databaseUrl, ...settings } = loadDatabaseSettings(env);
  if (databaseUrl === undefined)
    throw new ConfigError(['DATABASE_URL is required, or --to with the address to move to']);
  return { ...settings, databaseUrl };
}

const databaseVariables = variables.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  DEFAULT_REGION: true,
  SECRET_KEY: true,
  SECRET_KEY_PREVIOUS: true,
});

/** @throws ConfigError with all faults */
export function loadDatabaseSettings(env: Environment) {
  const value = readVariables(databaseVariables, env);
  return { ...databaseOf(value), defaultRegion: value.DEFAULT_REGION };
}

/** Values that must never be in a log. */
export function secretsOf(config: Config | SeveralConfig): string[] {
  const { slack, proxies, redisUrl, databaseUrl, ...keys } = config;
  const addresses = [redisUrl, databaseUrl, proxies?.https, proxies?.http];
  const passwords = addresses.map((address) => (address ? new URL(address).password : ''));
  const ofWorkspaces =
    'workspaces' in config
      ? [config.app.clientSecret, ...[...config.workspaces.values()].flatMap(platformSecretsOf)]
      : platformSecretsOf(config);
  const botToken = 'botToken' in slack ? slack.botToken : undefined;
  const secrets = [botToken, slack.signingSecret, slack.appToken, ...ofWorkspaces];
  const keyTexts = [keys.secretKey, keys.secretKeyPrevious].map((key) => key?.toString('base64'));
  const spellings = passwords
    .filter((text) => text !== '')
    .flatMap((text) => [text, decodeURIComponent(text)]);
  return [...new Set([...secrets, ...keyTexts, ...spellings])].filter((secret) => secret !== undefined);
}

type ProcessValues = z.output<typeof processVariables>;

function opsOf({ OPS_PORT: port, OPS_HOST: host }: ProcessValues) {
  return port === 'off' ? undefined : { host, port: Number(port) };
}

function proxiesOf({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: bypass }: ProcessValues) {
  return https === undefined && http === undefined ? undefined : { https, http, bypass };
}

/** For several workspaces: Slack gives each its token, and requests come over HTTP. */
const severalVariables = processVariables.extend({
  SLACK_SIGNING_SECRET: required,
  SLACK_CLIENT_ID: required.pipe(variables.shape.SLACK_CLIENT_ID.unwrap()),
  SLACK_CLIENT_SECRET: required,
  // For a workspace that is not listed.
  SUPPORT_CONTACT: variables.shape.SUPPORT_CONTACT,
});

/** Variables of a workspace that are set for the process, where they would have no effect. */
function misplaced(env: Environment): Fault[] {
  const isSet = (name: string) => [name, `${name}_FILE`].some((one) => env[one]?.trim());
  const faults: Fault[] = [];
  if (isSet('SLACK_BOT_TOKEN')) faults.push(['SLACK_BOT_TOKEN', TOKEN]);
  if (isSet('SLACK_APP_TOKEN')) faults.push(['SLACK_APP_TOKEN', SOCKET]);
  const own = workspaceNames.filter((name) => name !== 'SUPPORT_CONTACT' && isSet(name));
  if (own.length > 0)
    faults.push(['WORKSPACES_FILE', `must hold these, and not the environment: ${own.join(', ')}`]);
  return faults;
}

const TOKEN =
  'must not be set with WORKSPACES_FILE: Slack gives out a token for each workspace that installs the app';
const SOCKET = 'must not be set with WORKSPACES_FILE: an app for several workspaces is asked over HTTP';
