import { isSupportedCountry } from 'libphonenumber-js/min';
import { z } from 'zod';
import { closestWord } from '../domain/spelling.ts';
import { DEFAULT_OPS_PORT } from '../ops/default-port.ts';
import { parseBypass } from '../runtime/proxy.ts';
import { isDayPattern, validityUnits } from '../upstream/index.ts';
import {
  idList,
  oneOf,
  pairs,
  portOrOff,
  previousKey,
  proxyUrl,
  required,
  secretKey,
  serverUrl,
  ticketUrlTemplate,
  timeZone,
  url,
  whole,
} from './values.ts';

const senders = pairs(/^(\d{3,15})=(\S.*)$/, '56001=OTP,56002=Marketing');
const failureWords = pairs(/^([^\s=]+)=(\S.*)$/, 'undeliverable=the number does not exist');

const databaseUrl = serverUrl(/^postgres(?:ql)?:$/, /^/, 'postgres://user:password@host:5432/database');
const redisUrl = serverUrl(/^rediss?:$/, /^\/?\d*$/, 'redis://:password@host:6379/0, or rediss:// for TLS');

const DEFAULT_PORT = 3000;
const OPERATION = /\/(?:login_ws|report_mt|sms_info)\/?$/;

export const variables = z.object({
  SLACK_BOT_TOKEN: required.startsWith('xoxb-', 'must be a bot token (xoxb-…)'),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_APP_TOKEN: z.string().startsWith('xapp-', 'must be an app-level token (xapp-…)').optional(),
  SLACK_CLIENT_ID: z
    .string()
    .regex(/^\d+\.\d+$/, 'must be a client id such as 123.456')
    .optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  WORKSPACES_FILE: z.string().optional(),
  SLACK_API_URL: url.default('https://slack.com/api/'),
  PORT: whole(0, 65_535).default(DEFAULT_PORT),
  HOST: z.string().optional(),
  OPS_PORT: portOrOff.default(`${DEFAULT_OPS_PORT}`),
  OPS_HOST: z.string().default('127.0.0.1'),
  SMS_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: (issue) => (issue.input === undefined ? 'is required' : 'must be an http(s) address'),
    })
    .refine(
      (address) => !OPERATION.test(address),
      'must be the address above the operations, without /login_ws, /report_mt or /sms_info',
    ),
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
  HTTPS_PROXY: proxyUrl.optional(),
  HTTP_PROXY: proxyUrl.optional(),
  NO_PROXY: z.string().default('').transform(parseBypass),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_PREVIOUS: previousKey.optional(),
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
  REVEAL_USERGROUPS: idList('S', 'S0123456789'),
  AUDIT_CHANNEL: z
    .string()
    .regex(/^[CG][A-Z0-9]+$/, 'must be the id of a channel such as C0123456789')
    .optional(),
  AUDIT_DAYS: whole(30, 3650).default(400),
  INCIDENT_DAYS: whole(1, 3650).default(90),
  LIMIT_USAGE: oneOf(['yes', 'no']).default('yes'),
  WORKFLOW_STEP: oneOf(['yes', 'no']).default('yes'),
  TICKET_URL_TEMPLATE: ticketUrlTemplate.optional(),
  SUPPORT_CONTACT: z.string().max(200, 'must have at most 200 characters').optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type VariableName = keyof typeof variables.shape;

export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Variables that other programs read too; the spelling in lower case (`https_proxy`) has priority. */
export const proxyNames = [
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
] as const satisfies readonly VariableName[];

/** Variables with secret values, which logs mask. Each value may also be in a file, named by `NAME_FILE`. */
export const secretNames = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'SLACK_CLIENT_SECRET',
  'SMS_EMAIL',
  'SMS_PASSWORD',
  'SMS_REPORT_TOKEN',
  'SMS_CLIENT_SECRET',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
] as const satisfies readonly VariableName[];

export type Fault = readonly [name: string, what: string];

type Values = Readonly<Record<string, string>>;

const OAUTH_VARIABLES = ['SMS_AUTH_URL', 'SMS_CLIENT_ID', 'SMS_CLIENT_SECRET'];

export function missingTogether(set: ReadonlySet<string>): Fault[] {
  const missing = [...missingOfPlatform(set), ...missingOfProcess(set)];
  if (!set.has('SLACK_SIGNING_SECRET') && !set.has('SLACK_APP_TOKEN')) {
    missing.push(['SLACK_SIGNING_SECRET', 'is required']);
  }
  const ofSeveral = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'].filter((name) => set.has(name));
  missing.push(
    ...ofSeveral.map(
      (name): Fault => [name, 'is for several workspaces: set WORKSPACES_FILE, too, or leave it out'],
    ),
  );
  return missing;
}

export function missingOfPlatform(set: ReadonlySet<string>): Fault[] {
  const given = OAUTH_VARIABLES.filter((name) => set.has(name));
  if (given.length === 0) return [];
  const others = OAUTH_VARIABLES.filter((name) => !set.has(name));
  return others.map((name): Fault => [name, `is required with ${given.join(' and ')}`]);
}

export function missingOfProcess(set: ReadonlySet<string>): Fault[] {
  const shared = ['DATABASE_URL', 'REDIS_URL', 'WORKSPACES_FILE'].filter((name) => set.has(name));
  if (shared.length === 0 || set.has('SECRET_KEY')) return [];
  return [['SECRET_KEY', `is required with ${shared.join(' and ')}`]];
}

/** Faults of a process's settings that a single variable does not show. */
export function faultsTogether(values: Values, env: Readonly<Record<string, string | undefined>>): Fault[] {
  return [...keyFaults(values), ...portFaults(values), ...misspeltNames(env)];
}

/** Socket Mode does not use `PORT`. */
function portFaults(values: Values): Fault[] {
  const {
    PORT: port = `${DEFAULT_PORT}`,
    OPS_PORT: opsPort = `${DEFAULT_OPS_PORT}`,
    SLACK_APP_TOKEN: appToken,
  } = values;
  if (appToken !== undefined || port.trim() !== opsPort.trim() || port.trim() === '0') return [];
  return [['OPS_PORT', 'is PORT itself: each needs a port of its own']];
}

const OWN = /^(?:SMS|SLACK|OPS|ALLOWED|NOTIFY|REVEAL|AUDIT|INCIDENT|SETTLE|SECRET|TICKET)_/;

/** A token of Slack’s older libraries, one letter from `SLACK_APP_TOKEN`. */
const FOREIGN = 'SLACK_API_TOKEN';

function misspeltNames(env: Readonly<Record<string, string | undefined>>): Fault[] {
  const known = [...variableNames, ...secretNames.map((name) => `${name}_FILE`)];
  return Object.keys(env).flatMap((name): Fault[] => {
    if (!OWN.test(name) || known.includes(name) || name === FOREIGN || !env[name]?.trim()) return [];
    const meant = closestWord(name, known);
    // Other programs may have similar names, which do no harm if the right one is set, too.
    return meant === undefined || env[meant]?.trim() ? [] : [[name, `is no setting: write ${meant}`]];
  });
}

function keyFaults(values: Values): Fault[] {
  const { SECRET_KEY: current, SECRET_KEY_PREVIOUS: previous } = values;
  if (current === undefined || current.trim() !== previous?.trim()) return [];
  return [
    ['SECRET_KEY_PREVIOUS', 'is SECRET_KEY itself: give the key that was used before, or leave it out'],
  ];
}
