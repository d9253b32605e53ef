import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { ConfigError, type Environment, readVariables } from './config/read-variables.ts';
import { LOST_KEY, required } from './config/values.ts';
import {
  type Fault,
  faultsTogether,
  missingOfProcess,
  missingTogether,
  variables,
} from './config/variables.ts';
import { platformSecretsOf, processVariables, workspaceNames, workspaceOf } from './config/workspace.ts';

export { ConfigError, type Environment } from './config/read-variables.ts';
export type { WorkspaceConfig } from './config/workspace.ts';
export type { ListedWorkspace } from './config/workspaces.ts';

/** Reads the settings of a bot for one workspace. @throws ConfigError that lists every invalid setting */
export function loadConfig(env: Environment) {
  const value = readVariables(variables, env, ({ values, unread }) => [
    ...missingTogether(new Set([...Object.keys(values), ...unread.keys()])),
    ...faultsTogether(values, env),
  ]);
  const process = processOf(value);
  return { ...process, slack: { ...process.slack, botToken: value.SLACK_BOT_TOKEN }, ...workspaceOf(value) };
}

export type Config = ReturnType<typeof loadConfig>;

export type SeveralConfig = Awaited<ReturnType<typeof loadSeveralConfig>>;

/** Reads several workspaces' settings if `WORKSPACES_FILE` is set. @throws ConfigError if any is invalid */
export async function loadBotConfig(env: Environment): Promise<Config | SeveralConfig> {
  return env.WORKSPACES_FILE?.trim() ? await loadSeveralConfig(env) : loadConfig(env);
}

async function loadSeveralConfig(env: Environment) {
  // This module loads a YAML parser, which a bot for one workspace does not need.
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
      ...faultsTogether(values, env),
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
      // In Socket Mode no signing secret is set; a random one makes all requests over HTTP fail verification.
      signingSecret: value.SLACK_SIGNING_SECRET ?? randomBytes(32).toString('hex'),
      /** If set, the bot connects to Slack by Socket Mode instead of receiving requests over HTTP. */
      appToken: value.SLACK_APP_TOKEN,
      apiUrl: value.SLACK_API_URL,
      port: value.PORT,
      /** The only address on which Slack's port listens; if `undefined`, all of them. */
      host: value.HOST,
    },
    ops: value.OPS_PORT === 'off' ? undefined : { host: value.OPS_HOST, port: Number(value.OPS_PORT) },
    proxies: proxiesOf(value),
    ...databaseOf(value),
    redisUrl: value.REDIS_URL,
    logLevel: value.LOG_LEVEL,
  };
}

function databaseOf(value: Omit<z.output<typeof databaseVariables>, 'DEFAULT_REGION'>) {
  const { SECRET_KEY_PREVIOUS: previous } = value;
  return {
    dataDir: value.DATA_DIR,
    /** Address of a Postgres server; if `undefined`, an embedded Postgres has its files under `dataDir`. */
    databaseUrl: value.DATABASE_URL,
    /** Encryption key of 32 bytes; if `undefined`, the first start creates a key under `dataDir`. */
    secretKey: value.SECRET_KEY,
    secretKeyPrevious: previous === LOST_KEY ? undefined : previous,
    isKeyLost: previous === LOST_KEY,
  };
}

/** Reads only `DATABASE_URL`. @throws ConfigError if the variable is missing or invalid */
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

export function loadDatabaseSettings(env: Environment) {
  const value = readVariables(databaseVariables, env);
  return { ...databaseOf(value), defaultRegion: value.DEFAULT_REGION };
}

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

function proxiesOf({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: bypass }: ProcessValues) {
  return https === undefined && http === undefined ? undefined : { https, http, bypass };
}

/** Variables of a bot for several workspaces, which receives requests over HTTP and not by Socket Mode. */
const severalVariables = processVariables.extend({
  SLACK_SIGNING_SECRET: required,
  SLACK_CLIENT_ID: required.pipe(variables.shape.SLACK_CLIENT_ID.unwrap()),
  SLACK_CLIENT_SECRET: required,
  SUPPORT_CONTACT: variables.shape.SUPPORT_CONTACT,
});

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
