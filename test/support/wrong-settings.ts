import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/config.ts';
import { runningSandbox, settingsFor } from './sandbox.ts';
import { closedAddress, serve } from './server.ts';
import { temporaryDirectory } from './store.ts';

const aKey = Buffer.alloc(32, 'canary').toString('base64');
const nowhere = (url: string, scheme: string) => url.replace(/^http:/, scheme);

type Wrong = Environment | (() => Promise<Environment>);

/** Likely mistakes in each setting, and the expected message. */
export const wrongSettings: Readonly<Record<string, readonly (readonly [change: Wrong, says: RegExp])[]>> = {
  SLACK_BOT_TOKEN: [
    [{ SLACK_BOT_TOKEN: '' }, /^wrong SLACK_BOT_TOKEN: is required →/],
    [{ SLACK_BOT_TOKEN: 'xoxp-canary' }, /^wrong SLACK_BOT_TOKEN: must be a bot token/],
    [{ SLACK_BOT_TOKEN: 'xoxb-another' }, /^wrong bot token: .*invalid_auth.* → copy .* SLACK_BOT_TOKEN$/],
    [
      { SLACK_BOT_TOKEN: '', SLACK_BOT_TOKEN_FILE: '/nowhere' },
      /^wrong SLACK_BOT_TOKEN: SLACK_BOT_TOKEN_FILE names/,
    ],
  ],
  SLACK_SIGNING_SECRET: [
    [
      { SLACK_SIGNING_SECRET: 'canary-of-another-shape' },
      /^wrong signing secret: .* → .* SLACK_SIGNING_SECRET$/,
    ],
    [{ SLACK_SIGNING_SECRET: '' }, /^wrong SLACK_SIGNING_SECRET: is required/],
  ],
  SLACK_APP_TOKEN: [
    [{ SLACK_APP_TOKEN: 'xapp-another' }, /^wrong app token: .*invalid_auth.* → .* SLACK_APP_TOKEN$/],
    [{ SLACK_APP_TOKEN: 'xoxb-canary' }, /^wrong SLACK_APP_TOKEN: must be an app-level token/],
    [
      { SLACK_APP_TOKEN: 'xoxb-canary', SLACK_SIGNING_SECRET: '' },
      /^wrong SLACK_APP_TOKEN: must be an app-level token/,
    ],
  ],
  SLACK_CLIENT_ID: [
    [{ SLACK_CLIENT_ID: 'canary' }, /^wrong SLACK_CLIENT_ID: must be a client id/],
    [{ SLACK_CLIENT_ID: '1.2' }, /^wrong SLACK_CLIENT_ID: is for several workspaces/],
  ],
  SLACK_CLIENT_SECRET: [
    [{ SLACK_CLIENT_SECRET: 'canary' }, /^wrong SLACK_CLIENT_SECRET: is for several workspaces/],
  ],
  WORKSPACES_FILE: [
    [
      { WORKSPACES_FILE: '/nowhere', SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'canary' },
      /^wrong WORKSPACES_FILE: names a file that is not/,
    ],
  ],
  SLACK_API_URL: [
    [
      async () => ({ SLACK_API_URL: await closedAddress() }),
      /^wrong bot token: Slack cannot be reached: nothing listens .* \(ECONNREFUSED\) → check SLACK_API_URL/,
    ],
    [
      async () => ({ SLACK_API_URL: await serve((_, response) => response.end('<html>')) }),
      /^wrong bot token: .* → check SLACK_API_URL/,
    ],
    [{ SLACK_API_URL: 'slack.com' }, /^wrong SLACK_API_URL: must be/],
  ],
  PORT: [
    [{ PORT: '70000' }, /^wrong PORT: must be/],
    [
      async () => ({ PORT: new URL(await serve(() => undefined)).port }),
      /^warning PORT: \d+ is in use → by the bot, where it runs; else set PORT/,
    ],
  ],
  HOST: [[{ HOST: '192.0.2.1' }, /^wrong PORT: HOST is no address of this machine → set HOST/]],
  OPS_PORT: [[{ OPS_PORT: 'on' }, /^wrong OPS_PORT: must be/]],
  OPS_HOST: [
    [{ OPS_HOST: '192.0.2.1' }, /^wrong OPS_PORT: OPS_HOST is no address of this machine → set OPS_HOST/],
  ],
  SMS_BASE_URL: [
    [
      async () => ({ SMS_BASE_URL: await closedAddress() }),
      /^wrong login: cannot be reached: nothing listens at that address and port \(ECONNREFUSED\) → check SMS_BASE_URL/,
    ],
    [
      async () => ({ SMS_BASE_URL: 'http://nowhere.invalid' }),
      /^wrong login: cannot be reached: .*name.* \(E(?:NOTFOUND|AI_AGAIN)\) → check SMS_BASE_URL/,
    ],
    [
      async () => ({ SMS_BASE_URL: await serve((_, response) => response.writeHead(503).end()) }),
      /^wrong login: answers with status 503 → it has an error of its own/,
    ],
    [
      async () => ({ SMS_BASE_URL: await serve((_, response) => response.writeHead(404).end()) }),
      /^wrong login: there is no such operation → check SMS_BASE_URL/,
    ],
    [
      async () => ({ SMS_BASE_URL: await serve((_, response) => response.end('<html>')) }),
      /^wrong login: .* does not fit the interface → check SMS_BASE_URL/,
    ],
    [
      async () => ({
        SMS_BASE_URL: await serve((_, response) =>
          response.writeHead(301, { location: 'https://new.test/login_ws' }).end(),
        ),
      }),
      /^wrong login: points elsewhere: new\.test\/login_ws → set SMS_BASE_URL/,
    ],
    [{ SMS_BASE_URL: '' }, /^wrong SMS_BASE_URL: is required/],
  ],
  SMS_EMAIL: [
    [{ SMS_EMAIL: 'canary@another.test' }, /^wrong login: .* → correct SMS_EMAIL and SMS_PASSWORD$/],
  ],
  SMS_PASSWORD: [
    [{ SMS_PASSWORD: 'canary-wrong' }, /^wrong login: .* → correct SMS_EMAIL and SMS_PASSWORD$/],
  ],
  SMS_REPORT_TOKEN: [[{ SMS_REPORT_TOKEN: 'canary-wrong' }, /^wrong report: .* → correct SMS_REPORT_TOKEN/]],
  SMS_AUTH_URL: [
    [
      async () => ({ SMS_AUTH_URL: await closedAddress() }),
      /^wrong sms: .*\(ECONNREFUSED\) → check SMS_AUTH_URL/,
    ],
    [{ SMS_AUTH_URL: '' }, /^wrong SMS_AUTH_URL: is required with/],
  ],
  SMS_CLIENT_ID: [
    [{ SMS_CLIENT_ID: 'another' }, /^wrong sms: .* → correct SMS_CLIENT_ID and SMS_CLIENT_SECRET$/],
  ],
  SMS_CLIENT_SECRET: [
    [{ SMS_CLIENT_SECRET: 'canary-wrong' }, /^wrong sms: .* → correct SMS_CLIENT_ID and SMS_CLIENT_SECRET$/],
    [{ SMS_CLIENT_SECRET: '' }, /^wrong SMS_CLIENT_SECRET: is required with/],
  ],
  SMS_VALIDITY_UNIT: [[{ SMS_VALIDITY_UNIT: 'days' }, /^wrong SMS_VALIDITY_UNIT: must be/]],
  SMS_INFO_AUTH: [[{ SMS_INFO_AUTH: 'sometimes' }, /^wrong SMS_INFO_AUTH: must be/]],
  SMS_INFO_DATE_FORMAT: [
    [{ SMS_INFO_DATE_FORMAT: 'dd/MM/yyyy' }, /^wrong sms_info: .* → correct SMS_INFO_DATE_FORMAT/],
    [{ SMS_INFO_DATE_FORMAT: 'yyyy' }, /^wrong SMS_INFO_DATE_FORMAT: must be/],
  ],
  SMS_REPORT_BOUNDS: [
    [
      { SMS_REPORT_BOUNDS: 'exclusive_end' },
      /^warning SMS_REPORT_BOUNDS: .* → set SMS_REPORT_BOUNDS=inclusive$/,
    ],
    [{ SMS_REPORT_BOUNDS: 'open' }, /^wrong SMS_REPORT_BOUNDS: must be/],
  ],
  SMS_REPORT_TIMEZONE: [
    [
      async () => ({ SMS_REPORT_TIMEZONE: 'America/Santiago', ...(await aBusyPlatform()) }),
      /^wrong SMS_REPORT_TIMEZONE: .* UTC\+00:00.* → set SMS_REPORT_TIMEZONE=UTC$/,
    ],
    [{ SMS_REPORT_TIMEZONE: 'EST' }, /^wrong SMS_REPORT_TIMEZONE: must be/],
  ],
  SMS_CONCURRENCY: [[{ SMS_CONCURRENCY: '1' }, /^wrong SMS_CONCURRENCY: must be/]],
  SMS_TIMEOUT_SECONDS: [[{ SMS_TIMEOUT_SECONDS: '0' }, /^wrong SMS_TIMEOUT_SECONDS: must be/]],
  SMS_SENDERS: [[{ SMS_SENDERS: 'OTP' }, /^wrong SMS_SENDERS: must be/]],
  FAILURE_WORDS: [[{ FAILURE_WORDS: 'undeliverable' }, /^wrong FAILURE_WORDS: must be/]],
  HTTPS_PROXY: [
    [{ HTTPS_PROXY: 'ftp://canary' }, /^wrong HTTPS_PROXY: must be/],
    [{ https_proxy: 'ftp://canary' }, /^wrong HTTPS_PROXY: must be/],
  ],
  HTTP_PROXY: [
    [
      async () => ({ HTTP_PROXY: await closedAddress() }),
      /^wrong login: cannot be reached.* → it is asked by the proxy in HTTP_PROXY; check/,
    ],
    [
      async () => ({ HTTP_PROXY: await closedAddress() }),
      /^wrong bot token: Slack cannot be reached → it is asked by the proxy in HTTP_PROXY; check/,
    ],
  ],
  NO_PROXY: [
    [
      async () => ({ HTTP_PROXY: await closedAddress(), NO_PROXY: 'slack.test' }),
      /^wrong login: .* → .* or name the host in NO_PROXY$/,
    ],
  ],
  DATA_DIR: [
    [{ DATA_DIR: '/dev/null/data' }, /^wrong DATA_DIR: cannot be written to \(ENOTDIR\) → set DATA_DIR/],
    [{ DATA_DIR: ':memory:' }, /^warning DATA_DIR: all data is lost when the bot stops → set DATA_DIR/],
    [
      async () => ({ DATA_DIR: aHalfDatabase() }),
      /^wrong DATA_DIR: .* no whole database.* → restore DATA_DIR/,
    ],
  ],
  DATABASE_URL: [
    [
      async () => ({
        DATABASE_URL: nowhere(await closedAddress(), 'postgres://canary:canary-password@').replace(
          '@//',
          '@',
        ),
        SECRET_KEY: aKey,
      }),
      /^wrong connection: .* cannot be reached \(ECONNREFUSED\) → correct DATABASE_URL/,
    ],
    [{ DATABASE_URL: 'mysql://canary', SECRET_KEY: aKey }, /^wrong DATABASE_URL: must be/],
  ],
  REDIS_URL: [
    [
      async () => ({ REDIS_URL: nowhere(await closedAddress(), 'redis:'), SECRET_KEY: aKey }),
      /^wrong REDIS_URL: cannot be reached \(ECONNREFUSED\) → check the address in REDIS_URL/,
    ],
    [{ REDIS_URL: 'http://canary', SECRET_KEY: aKey }, /^wrong REDIS_URL: must be/],
  ],
  SECRET_KEY: [
    [{ SECRET_KEY: 'canary' }, /^wrong SECRET_KEY: must be 32 bytes/],
    [
      { SECRET_KEY: Buffer.alloc(32).toString('base64') },
      /^warning SECRET_KEY: it can be guessed → make another/,
    ],
    [
      async () => ({ REDIS_URL: nowhere(await closedAddress(), 'redis:') }),
      /^wrong SECRET_KEY: is required with REDIS_URL/,
    ],
  ],
  SECRET_KEY_PREVIOUS: [
    [{ SECRET_KEY: aKey, SECRET_KEY_PREVIOUS: aKey }, /^wrong SECRET_KEY_PREVIOUS: is SECRET_KEY itself/],
  ],
  TIMEZONE: [[{ TIMEZONE: 'Mars/Canary' }, /^wrong TIMEZONE: must be/]],
  LANGUAGE: [[{ LANGUAGE: 'fr' }, /^wrong LANGUAGE: must be/]],
  DEFAULT_REGION: [[{ DEFAULT_REGION: 'XX' }, /^wrong DEFAULT_REGION: must be/]],
  SETTLE_HOURS: [[{ SETTLE_HOURS: '0' }, /^wrong SETTLE_HOURS: must be/]],
  READ_AHEAD: [[{ READ_AHEAD: 'maybe' }, /^wrong READ_AHEAD: must be/]],
  ALLOWED_CHANNELS: [
    [{ ALLOWED_CHANNELS: '' }, /^wrong ALLOWED_CHANNELS: left out → no one can use the bot/],
    [{ ALLOWED_CHANNELS: 'C1,C9' }, /^wrong ALLOWED_CHANNELS: no channel C9.* → copy the id/],
    [
      { ALLOWED_CHANNELS: 'C1,C3' },
      /^warning ALLOWED_CHANNELS: .* not a member of #without-bot.* → .*\/invite/,
    ],
    [
      { ALLOWED_CHANNELS: 'C4,C1' },
      /^warning ALLOWED_CHANNELS: #archived takes no posts \(is_archived\) → take it off/,
    ],
    [{ ALLOWED_CHANNELS: '#support' }, /^wrong ALLOWED_CHANNELS: must be ids/],
  ],
  ALLOWED_USERGROUPS: [
    [{ ALLOWED_USERGROUPS: '' }, /^wrong ALLOWED_USERGROUPS: left out → no one can use the bot/],
    [
      { ALLOWED_USERGROUPS: 'S1,S9' },
      /^wrong ALLOWED_USERGROUPS: Slack knows no user group S9 → copy the id/,
    ],
    [{ ALLOWED_USERGROUPS: 'S3,S1' }, /^wrong ALLOWED_USERGROUPS: @closed is disabled → enable it/],
    [{ ALLOWED_USERGROUPS: 'S4,S1' }, /^wrong ALLOWED_USERGROUPS: @empty has no members → add people/],
  ],
  WORKFLOW_STEP: [[{ WORKFLOW_STEP: 'off' }, /^wrong WORKFLOW_STEP: must be/]],
  LIMIT_USAGE: [[{ LIMIT_USAGE: 'a lot' }, /^wrong LIMIT_USAGE: must be/]],
  ALLOW_GUESTS: [[{ ALLOW_GUESTS: 'some' }, /^wrong ALLOW_GUESTS: must be/]],
  NOTIFY_USERGROUPS: [
    [{ NOTIFY_USERGROUPS: 'S9' }, /^wrong NOTIFY_USERGROUPS: Slack knows no user group S9/],
  ],
  REVEAL_USERGROUPS: [
    [{ REVEAL_USERGROUPS: 'S4' }, /^wrong REVEAL_USERGROUPS: @empty has no members → add people/],
  ],
  AUDIT_CHANNEL: [
    [{ AUDIT_CHANNEL: 'C3' }, /^warning AUDIT_CHANNEL: .* not a member of #without-bot.* → .*\/invite/],
    [{ AUDIT_CHANNEL: '*' }, /^wrong AUDIT_CHANNEL: must be/],
  ],
  AUDIT_DAYS: [[{ AUDIT_DAYS: '1' }, /^wrong AUDIT_DAYS: must be/]],
  INCIDENT_DAYS: [[{ INCIDENT_DAYS: '0' }, /^wrong INCIDENT_DAYS: must be/]],
  TICKET_URL_TEMPLATE: [
    [
      { TICKET_URL_TEMPLATE: 'https://desk.example.com/new?s={subject}' },
      /^wrong TICKET_URL_TEMPLATE: must be/,
    ],
  ],
  SUPPORT_CONTACT: [[{ SUPPORT_CONTACT: 'x'.repeat(201) }, /^wrong SUPPORT_CONTACT: must have/]],
  LOG_LEVEL: [[{ LOG_LEVEL: 'loud' }, /^wrong LOG_LEVEL: must be/]],
};

/** Enough messages to detect the start of a day to half an hour. */
async function aBusyPlatform(): Promise<Environment> {
  const { sandbox, url } = await runningSandbox({ perDay: 2_000, now: () => new Date() });
  return { SMS_BASE_URL: url, ...settingsFor(sandbox, url) };
}

/** As after an interrupted restore. */
function aHalfDatabase(): string {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'postgres'));
  writeFileSync(join(directory, 'postgres', 'postgresql.conf'), '');
  return directory;
}
