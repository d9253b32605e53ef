import { randomBytes } from 'node:crypto';
import { isSupportedCountry } from 'libphonenumber-js/min';
import { z } from 'zod';
import { isPlainTimeZone } from './domain/time/wall-clock.ts';
import { isDayPattern, type OAuthSettings, validityUnits } from './upstream/index.ts';

/** Environment variables as they come: an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything at fault in the environment, by variable name and never by value. */
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

const required = z.string({ error: 'is required' });
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}` });
const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int(error).min(from, error).max(to, error);
};
const timeZone = z
  .string()
  .refine(isPlainTimeZone, 'must be an IANA time zone such as America/Santiago, or UTC');

/** `C1,C2` or `*`; left out it lets nobody in. */
const idList = (prefixes: string, example: string) =>
  z
    .string()
    .default('')
    .transform((text) => splitList(text))
    .refine(
      (ids) => ids.every((id) => id === '*' || new RegExp(`^[${prefixes}][A-Z0-9]+$`).test(id)),
      `must be ids such as ${example}, separated by commas, or *`,
    );

/** `name=text` pairs, separated by commas. */
const pairs = (entry: RegExp, example: string) =>
  z
    .string()
    .default('')
    .transform((text, context): ReadonlyMap<string, string> => {
      const entries = splitList(text).map((one) => entry.exec(one));
      if (entries.every((one) => one !== null)) {
        return new Map(entries.map(([, name = '', meaning = '']) => [name.toLowerCase(), meaning]));
      }
      context.addIssue({ code: 'custom', message: `must be pairs such as ${example}` });
      return z.NEVER;
    });
const senders = pairs(/^(\d{3,15})=(\S.*)$/, '56001=OTP,56002=Marketing');
const failureWords = pairs(/^([^\s=]+)=(\S.*)$/, 'undeliverable=the number does not exist');

const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64: openssl rand -base64 32');

const serverUrl = (protocol: RegExp, path: RegExp, example: string) =>
  z.string().refine((text) => {
    const address = URL.parse(text);
    if (!address || !protocol.test(address.protocol) || address.hostname === '') return false;
    const { username, password, pathname } = address;
    return path.test(pathname) && [username, password, pathname].every(isDecodable);
  }, `must be an address such as ${example}`);
const databaseUrl = serverUrl(/^postgres(?:ql)?:$/, /^/, 'postgres://user:password@host:5432/database');
const redisUrl = serverUrl(/^rediss?:$/, /^\/?\d*$/, 'redis://:password@host:6379/0, or rediss:// for TLS');

const variables = z.object({
  SLACK_BOT_TOKEN: required.startsWith('xoxb-', 'must be a bot token (xoxb-…)'),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_APP_TOKEN: z.string().startsWith('xapp-', 'must be an app-level token (xapp-…)').optional(),
  SLACK_API_URL: url.default('https://slack.com/api/'),
  PORT: whole(0, 65_535).default(3000),
  SMS_BASE_URL: z.url({
    protocol: /^https?$/,
    error: (issue) => (issue.input === undefined ? 'is required' : 'must be an http(s) address'),
  }),
  SMS_EMAIL: required,
  SMS_PASSWORD: required,
  SMS_REPORT_TOKEN: required,
  SMS_AUTH_URL: url.optional(),
  SMS_CLIENT_ID: z.string().optional(),
  SMS_CLIENT_SECRET: z.string().optional(),
  SMS_VALIDITY_UNIT: oneOf(validityUnits).default('seconds'),
  SMS_INFO_AUTH: oneOf(['auto', 'always', 'never']).default('auto'),
  SMS_INFO_DATE_FORMAT: z
    .string()
    .refine(isDayPattern, 'must be a date-fns pattern with year, month and day such as yyyy-MM-dd')
    .default('yyyy-MM-dd'),
  SMS_REPORT_BOUNDS: oneOf(['inclusive', 'exclusive_end']).default('inclusive'),
  SMS_REPORT_TIMEZONE: timeZone.default('UTC'),
  SMS_CONCURRENCY: whole(2, 64).default(2),
  SMS_TIMEOUT_SECONDS: whole(1, 600).default(20),
  SMS_SENDERS: senders,
  FAILURE_WORDS: failureWords,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  SECRET_KEY: secretKey.optional(),
  TIMEZONE: timeZone.default('UTC'),
  LANGUAGE: oneOf(['en', 'es']).default('en'),
  DEFAULT_REGION: z
    .string()
    .refine(isSupportedCountry, 'must be a country of two letters such as CL')
    .default('CL'),
  SETTLE_HOURS: whole(1, 24 * 30).default(72),
  READ_AHEAD: oneOf(['yes', 'no']).default('yes'),
  ALLOWED_CHANNELS: idList('CG', 'C0123456789'),
  ALLOWED_USERGROUPS: idList('S', 'S0123456789'),
  ALLOW_GUESTS: oneOf(['yes', 'no']).default('no'),
  NOTIFY_USERGROUPS: idList('S', 'S0123456789'),
  SUPPORT_CONTACT: z.string().max(200, 'must have at most 200 characters').optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of all variables, in the order in which `.env.example` lists them. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Reads the settings from the environment. @throws ConfigError with every fault at once */
export function loadConfig(env: Environment) {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = variables.safeParse(set);
  const missing = missingTogether(new Set(Object.keys(set)));
  if (!parsed.success || missing.length > 0) {
    const faults = (parsed.error?.issues ?? []).map(
      ({ path, message }) => [path.join('.'), message] as const,
    );
    throw new ConfigError(inOrder([...faults, ...missing]).map((fault) => fault.join(' ')));
  }
  const value = parsed.data;
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
    platform: {
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
    },
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
    timeZone: value.TIMEZONE,
    language: value.LANGUAGE,
    defaultRegion: value.DEFAULT_REGION,
    settleHours: value.SETTLE_HOURS,
    /** Whether figures that checks compare with are read before anybody asks. */
    readsAhead: value.READ_AHEAD === 'yes',
    access: accessOf(value),
    /** Whom to ask about the bot itself, as it is shown to people. */
    supportContact: value.SUPPORT_CONTACT,
    logLevel: value.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;

/** The values of a configuration that must never be seen in a log. */
export function secretsOf({ slack, platform, redisUrl, databaseUrl }: Config): string[] {
  const { botToken, signingSecret, appToken } = slack;
  const { email, password, reportToken, oauth } = platform;
  const passwords = [redisUrl, databaseUrl].map((address) => (address ? new URL(address).password : ''));
  const secrets = [botToken, signingSecret, appToken, email, password, reportToken, oauth?.clientSecret];
  const spellings = passwords
    .filter((text) => text !== '')
    .flatMap((text) => [text, decodeURIComponent(text)]);
  return [...new Set([...secrets, ...spellings])].filter((secret) => secret !== undefined);
}

type Fault = readonly [name: string, what: string];

const OAUTH_VARIABLES = ['SMS_AUTH_URL', 'SMS_CLIENT_ID', 'SMS_CLIENT_SECRET'];

/** Variables that are needed because of others that are set, or are not. */
function missingTogether(set: ReadonlySet<string>): Fault[] {
  const missing: Fault[] = [];
  if (!set.has('SLACK_SIGNING_SECRET') && !set.has('SLACK_APP_TOKEN')) {
    missing.push(['SLACK_SIGNING_SECRET', 'is required']);
  }
  const given = OAUTH_VARIABLES.filter((name) => set.has(name));
  if (given.length > 0) {
    const others = OAUTH_VARIABLES.filter((name) => !set.has(name));
    missing.push(...others.map((name): Fault => [name, `is required with ${given.join(' and ')}`]));
  }
  const shared = ['DATABASE_URL', 'REDIS_URL'].filter((name) => set.has(name));
  if (shared.length > 0 && !set.has('SECRET_KEY')) {
    missing.push(['SECRET_KEY', `is required with ${shared.join(' and ')}`]);
  }
  return missing;
}

function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted(([a], [b]) => variableNames.indexOf(a) - variableNames.indexOf(b));
}

function accessOf(value: z.output<typeof variables>) {
  const { ALLOWED_CHANNELS: channels, ALLOWED_USERGROUPS: userGroups } = value;
  const allowsGuests = value.ALLOW_GUESTS === 'yes';
  return { channels, userGroups, allowsGuests, notifyUserGroups: value.NOTIFY_USERGROUPS };
}

function oauthOf(value: z.output<typeof variables>): OAuthSettings | undefined {
  const { SMS_AUTH_URL: authUrl, SMS_CLIENT_ID: clientId, SMS_CLIENT_SECRET: clientSecret } = value;
  if (authUrl === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { authUrl, clientId, clientSecret, validityUnit: value.SMS_VALIDITY_UNIT };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
