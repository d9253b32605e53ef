import { isSupportedCountry } from 'libphonenumber-js/min';
import { z } from 'zod';
import { isTimeZone } from './domain/period.ts';

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
const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const whole = (from: number, to: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${from} to ${to}` })
    .int(`must be a whole number from ${from} to ${to}`)
    .min(from, `must be a whole number from ${from} to ${to}`)
    .max(to, `must be a whole number from ${from} to ${to}`);
const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Santiago');

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

const senders = z
  .string()
  .default('')
  .transform((text, context) => {
    const entries = splitList(text).map((entry) => /^(\d{3,15})=(\S.*)$/.exec(entry));
    if (entries.every((entry) => entry !== null)) {
      return new Map(entries.map(([, number = '', name = '']) => [number, name]));
    }
    context.addIssue({ code: 'custom', message: 'must be pairs such as 56001=OTP,56002=Marketing' });
    return z.NEVER;
  });

const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64: openssl rand -base64 32');

const variables = z.object({
  SLACK_BOT_TOKEN: required.startsWith('xoxb-', 'must be a bot token (xoxb-…)'),
  SLACK_SIGNING_SECRET: required,
  SLACK_API_URL: url.default('https://slack.com/api/'),
  PORT: whole(0, 65_535).default(3000),
  SMS_BASE_URL: z.url({
    protocol: /^https?$/,
    error: (issue) => (issue.input === undefined ? 'is required' : 'must be an http(s) address'),
  }),
  SMS_EMAIL: required,
  SMS_PASSWORD: required,
  SMS_REPORT_TOKEN: required,
  SMS_REPORT_BOUNDS: z
    .enum(['inclusive', 'exclusive_end'], { error: 'must be inclusive or exclusive_end' })
    .default('inclusive'),
  SMS_REPORT_TIMEZONE: timeZone.default('UTC'),
  SMS_CONCURRENCY: whole(2, 64).default(2),
  SMS_TIMEOUT_SECONDS: whole(1, 600).default(20),
  SMS_SENDERS: senders,
  DATA_DIR: z.string().default('./data'),
  SECRET_KEY: secretKey.optional(),
  TIMEZONE: timeZone.default('UTC'),
  LANGUAGE: z.enum(['en', 'es'], { error: 'must be en or es' }).default('en'),
  DEFAULT_REGION: z
    .string()
    .refine(isSupportedCountry, 'must be a country of two letters such as CL')
    .default('CL'),
  SETTLE_HOURS: whole(1, 24 * 30).default(72),
  ALLOWED_CHANNELS: idList('CG', 'C0123456789'),
  ALLOWED_USERGROUPS: idList('S', 'S0123456789'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
});

/** The names of all variables, in the order in which `.env.example` lists them. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Reads the settings from the environment. @throws ConfigError with every fault at once */
export function loadConfig(env: Environment) {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const value = parsed.data;
  return {
    slack: {
      botToken: value.SLACK_BOT_TOKEN,
      signingSecret: value.SLACK_SIGNING_SECRET,
      apiUrl: value.SLACK_API_URL,
      port: value.PORT,
    },
    platform: {
      baseUrl: value.SMS_BASE_URL,
      email: value.SMS_EMAIL,
      password: value.SMS_PASSWORD,
      reportToken: value.SMS_REPORT_TOKEN,
      reportBounds: value.SMS_REPORT_BOUNDS,
      reportTimeZone: value.SMS_REPORT_TIMEZONE,
      concurrency: value.SMS_CONCURRENCY,
      timeoutMs: value.SMS_TIMEOUT_SECONDS * 1000,
    },
    /** Short number → the name people know it by. */
    senders: value.SMS_SENDERS as ReadonlyMap<string, string>,
    dataDir: value.DATA_DIR,
    /** 32 bytes; left out, one is made once under `dataDir`. */
    secretKey: value.SECRET_KEY,
    timeZone: value.TIMEZONE,
    language: value.LANGUAGE,
    defaultRegion: value.DEFAULT_REGION,
    settleHours: value.SETTLE_HOURS,
    access: { channels: value.ALLOWED_CHANNELS, userGroups: value.ALLOWED_USERGROUPS },
    logLevel: value.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;

/** The values of a configuration that must never be seen in a log. */
export function secretsOf({ slack, platform }: Config): string[] {
  return [slack.botToken, slack.signingSecret, platform.email, platform.password, platform.reportToken];
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
