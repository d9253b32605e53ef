import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { readSecretFiles, type SecretFiles } from './config/secret-files.ts';
import {
  type Fault,
  keyFaults,
  missingTogether,
  proxyNames,
  secretNames,
  variableNames,
  variables,
} from './config/variables.ts';
import type { OAuthSettings } from './upstream/index.ts';

/** Environment variables as they come: an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything at fault in the settings, by variable name and never by value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/**
 * Reads the settings from the environment, and from the files that it names for secrets.
 * @throws ConfigError with every fault at once
 */
export function loadConfig(env: Environment) {
  const value = readVariables(variables, env, ({ values, unread }) => [
    ...missingTogether(new Set([...Object.keys(values), ...unread.keys()])),
    ...keyFaults(values),
  ]);
  return {
    slack: {
      botToken: value.SLACK_BOT_TOKEN,
      // In Socket Mode no request is signed. Where no secret is set, nobody may know the one that is used.
      signingSecret: value.SLACK_SIGNING_SECRET ?? randomBytes(32).toString('hex'),
      /** Socket Mode instead of HTTP where it is set. */
      appToken: value.SLACK_APP_TOKEN,
      apiUrl: value.SLACK_API_URL,
      port: value.PORT,
    },
    /** Where whoever runs the bot asks how it is; `undefined`: nowhere. */
    ops: opsOf(value),
    platform: platformOf(value),
    /** By which Slack and the platform are asked; left out, neither has one. */
    proxies: proxiesOf(value),
    /** Short number → the name people know it by. */
    senders: value.SMS_SENDERS,
    /** The platform's own words for failures → what they mean. */
    failureWords: value.FAILURE_WORDS,
    dataDir: value.DATA_DIR,
    /** Where figures are kept; left out, in an embedded Postgres under `dataDir`. */
    databaseUrl: value.DATABASE_URL,
    /** Where replicas share their tokens; left out, they stay in the process. */
    redisUrl: value.REDIS_URL,
    /** 32 bytes; left out, one is made once under `dataDir`. */
    secretKey: value.SECRET_KEY,
    /** What was sealed with this one still opens. */
    secretKeyPrevious: value.SECRET_KEY_PREVIOUS,
    timeZone: value.TIMEZONE,
    language: value.LANGUAGE,
    defaultRegion: value.DEFAULT_REGION,
    settleHours: value.SETTLE_HOURS,
    /** Whether figures that checks compare with are read before anybody asks. */
    readsAhead: value.READ_AHEAD === 'yes',
    access: accessOf(value),
    /** How long entries of the audit are kept. */
    auditDays: value.AUDIT_DAYS,
    /** So long an incident is kept after its end. */
    incidentDays: value.INCIDENT_DAYS,
    /** Where what stands out in the audit is told. */
    auditChannel: value.AUDIT_CHANNEL,
    /** Whether there is a limit to how much people may ask. */
    limitsUsage: value.LIMIT_USAGE === 'yes',
    /** Whom to ask about the bot itself, as it is shown to people. */
    supportContact: value.SUPPORT_CONTACT,
    logLevel: value.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;

/** The address of the database, for commands that need no other setting. @throws ConfigError where it is missing, too */
export function loadDatabaseUrl(env: Environment): string {
  const { DATABASE_URL: databaseUrl } = readVariables(variables.pick({ DATABASE_URL: true }), env);
  if (databaseUrl === undefined) throw new ConfigError(['DATABASE_URL is required']);
  return databaseUrl;
}

/** What is moved, where to and with which keys. @throws ConfigError */
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

/** Which database it is, its keys, and how a number is read. @throws ConfigError */
export function loadDatabaseSettings(env: Environment) {
  const value = readVariables(databaseVariables, env);
  return {
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    defaultRegion: value.DEFAULT_REGION,
    secretKey: value.SECRET_KEY,
    secretKeyPrevious: value.SECRET_KEY_PREVIOUS,
  };
}

/**
 * The variables of a table, from the environment and from the files that it names for secrets.
 * @throws ConfigError with every fault at once, and those of variables together
 */
function readVariables<Table extends z.ZodObject>(
  table: Table,
  env: Environment,
  together: (secrets: SecretFiles) => readonly Fault[] = () => [],
): z.output<Table> {
  const ofTable = secretNames.filter((name) => name in table.shape);
  const secrets = readSecretFiles(setIn(env), ofTable);
  const parsed = table.safeParse(secrets.values);
  const unfit = (parsed.error?.issues ?? []).map(({ path, message }): Fault => [path.join('.'), message]);
  // What was not read is neither unfit nor missing.
  const others = [...unfit, ...together(secrets)].filter(([name]) => !secrets.unread.has(name));
  const faults = [...secrets.unread, ...others];
  if (!parsed.success || faults.length > 0) throw new ConfigError(sentencesOf(faults, secrets));
  return parsed.data;
}

function setIn(env: Environment): Readonly<Record<string, string>> {
  const set: Record<string, string> = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  );
  for (const name of proxyNames) {
    const inSmallLetters = set[name.toLowerCase()];
    if (inSmallLetters !== undefined) set[name] = inSmallLetters;
  }
  return set;
}

/** The values of a configuration that must never be seen in a log. */
export function secretsOf({ slack, platform, proxies, redisUrl, databaseUrl, ...keys }: Config): string[] {
  const { botToken, signingSecret, appToken } = slack;
  const { email, password, reportToken, oauth } = platform;
  const addresses = [redisUrl, databaseUrl, proxies?.https, proxies?.http];
  const passwords = addresses.map((address) => (address ? new URL(address).password : ''));
  const secrets = [botToken, signingSecret, appToken, email, password, reportToken, oauth?.clientSecret];
  const keyTexts = [keys.secretKey, keys.secretKeyPrevious].map((key) => key?.toString('base64'));
  const spellings = passwords
    .filter((text) => text !== '')
    .flatMap((text) => [text, decodeURIComponent(text)]);
  return [...new Set([...secrets, ...keyTexts, ...spellings])].filter((secret) => secret !== undefined);
}

/** In the order of the table; what stands in a file is named with it. */
function sentencesOf(faults: readonly Fault[], { read, unread }: SecretFiles): string[] {
  const sourceOf = (name: string) => {
    if (unread.has(name)) return `${name}_FILE`;
    return read.has(name) ? `${name} (in ${name}_FILE)` : name;
  };
  return faults
    .toSorted(([a], [b]) => variableNames.indexOf(a) - variableNames.indexOf(b))
    .map(([name, what]) => `${sourceOf(name)} ${what}`);
}

function accessOf(value: z.output<typeof variables>) {
  const { ALLOWED_CHANNELS: channels, ALLOWED_USERGROUPS: userGroups } = value;
  const allowsGuests = value.ALLOW_GUESTS === 'yes';
  const { NOTIFY_USERGROUPS: notifyUserGroups, REVEAL_USERGROUPS: revealUserGroups } = value;
  return { channels, userGroups, allowsGuests, notifyUserGroups, revealUserGroups };
}

function opsOf({ OPS_PORT: port, OPS_HOST: host }: z.output<typeof variables>) {
  return port === 'off' ? undefined : { host, port: Number(port) };
}

function proxiesOf({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: bypass }: z.output<typeof variables>) {
  return https === undefined && http === undefined ? undefined : { https, http, bypass };
}

function platformOf(value: z.output<typeof variables>) {
  return {
    baseUrl: value.SMS_BASE_URL,
    email: value.SMS_EMAIL,
    password: value.SMS_PASSWORD,
    reportToken: value.SMS_REPORT_TOKEN,
    infoAuth: value.SMS_INFO_AUTH,
    infoDateFormat: value.SMS_INFO_DATE_FORMAT,
    /** The second host; left out, there are no look-ups by identifier. */
    oauth: oauthOf(value),
    reportBounds: value.SMS_REPORT_BOUNDS,
    reportTimeZone: value.SMS_REPORT_TIMEZONE,
    concurrency: value.SMS_CONCURRENCY,
    timeoutMs: value.SMS_TIMEOUT_SECONDS * 1000,
  };
}

function oauthOf(value: z.output<typeof variables>): OAuthSettings | undefined {
  const { SMS_AUTH_URL: authUrl, SMS_CLIENT_ID: clientId, SMS_CLIENT_SECRET: clientSecret } = value;
  if (authUrl === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { authUrl, clientId, clientSecret, validityUnit: value.SMS_VALIDITY_UNIT };
}
