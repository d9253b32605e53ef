import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { variableNames } from '../src/config/variables.ts';
import { type Environment, loadConfig, secretsOf } from '../src/config.ts';
import { faultsOf } from './support/config-faults.ts';
import { wrongSettings } from './support/wrong-settings.ts';

const complete: Environment = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'signing',
  SMS_BASE_URL: 'https://platform.test',
  SMS_EMAIL: 'desk@example.com',
  SMS_PASSWORD: 'hunter2',
  SMS_REPORT_TOKEN: 'report',
};

const aKey = Buffer.alloc(32, 7).toString('base64');

describe('loadConfig', () => {
  test.each([
    [{}, { host: '127.0.0.1', port: 9464 }],
    [
      { OPS_PORT: '0', OPS_HOST: '0.0.0.0' },
      { host: '0.0.0.0', port: 0 },
    ],
    [{ OPS_PORT: 'off' }, undefined],
  ])('has whoever runs the bot ask where %j says', (env, ops) => {
    expect(loadConfig({ ...complete, ...env }).ops).toEqual(ops);
  });

  test('listens for Slack on HOST only; an empty one is all addresses', () => {
    expect(loadConfig({ ...complete, HOST: '127.0.0.1' }).slack.host).toBe('127.0.0.1');
    expect(loadConfig({ ...complete, HOST: '' }).slack.host).toBeUndefined();
  });

  test('fills in the documented defaults', () => {
    expect(loadConfig(complete)).toMatchObject({
      slack: { apiUrl: 'https://slack.com/api/', port: 3000 },
      platform: {
        infoAuth: 'auto',
        infoDateFormat: 'yyyy-MM-dd',
        oauth: undefined,
        reportBounds: 'inclusive',
        reportTimeZone: 'UTC',
        concurrency: 2,
        timeoutMs: 20_000,
      },
      dataDir: './data',
      redisUrl: undefined,
      timeZone: 'UTC',
      language: 'en',
      defaultRegion: 'CL',
      receiptHours: 72,
      access: { channels: [], userGroups: [], allowsGuests: false },
      logLevel: 'info',
    });
  });

  test('reports every missing variable at once, and an empty one as missing', () => {
    expect(faultsOf({ SLACK_BOT_TOKEN: ' ' })).toEqual([
      'SLACK_BOT_TOKEN is required',
      'SLACK_SIGNING_SECRET is required',
      'SMS_BASE_URL is required',
      'SMS_EMAIL is required',
      'SMS_PASSWORD is required',
      'SMS_REPORT_TOKEN is required',
    ]);
  });

  test.each([
    ['SLACK_BOT_TOKEN', 'xoxp-canary'],
    ['SLACK_API_URL', 'canary'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['OPS_PORT', 'canary'],
    ['OPS_PORT', '70000'],
    ['SMS_BASE_URL', 'ftp://canary'],
    ['SLACK_APP_TOKEN', 'xoxb-canary'],
    ['SMS_VALIDITY_UNIT', 'canary'],
    ['SMS_INFO_AUTH', 'canary'],
    ['SMS_INFO_DATE_FORMAT', 'canary'],
    ['SMS_INFO_DATE_FORMAT', 'YYYY-MM-DD'],
    ['SMS_INFO_DATE_FORMAT', 'yyyy/MM'],
    ['SMS_INFO_DATE_FORMAT', 'dd/MM'],
    ['SMS_REPORT_BOUNDS', 'canary'],
    ['SMS_REPORT_TIMEZONE', 'Mars/Canary'],
    ['SMS_REPORT_TIMEZONE', 'EST'],
    ['SMS_CONCURRENCY', '1'],
    ['SMS_TIMEOUT_SECONDS', '4321'],
    ['SMS_SENDERS', '56001:canary'],
    ['FAILURE_WORDS', 'canary word=of two'],
    ['SECRET_KEY', 'Y2FuYXJ5'],
    ['SECRET_KEY_PREVIOUS', 'Y2FuYXJ5'],
    ['TIMEZONE', 'canary'],
    ['TIMEZONE', 'BST'],
    ['LANGUAGE', 'fr'],
    ['DEFAULT_REGION', 'XX'],
    ['SETTLE_HOURS', 'canary'],
    ['READ_AHEAD', 'canary'],
    ['ALLOWED_CHANNELS', 'canary'],
    ['ALLOWED_USERGROUPS', 'C0123'],
    ['NOTIFY_USERGROUPS', 'C0123'],
    ['REVEAL_USERGROUPS', 'C0123'],
    ['AUDIT_CHANNEL', '*'],
    ['AUDIT_CHANNEL', 'D0123'],
    ['AUDIT_DAYS', '29'],
    ['INCIDENT_DAYS', 'canary'],
    ['ALLOW_GUESTS', 'true'],
    ['LOG_LEVEL', 'canary'],
  ])('names %s as the fault, without its value', (name, value) => {
    const faults = faultsOf({ ...complete, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must be `));
    expect(faults[0]).not.toContain(value);
  });

  test.each([
    'http://canary',
    'canary',
    'redis://',
    'redis://localhost/canary',
    'redis://:canary%zz@localhost',
    'redis:///0',
  ])('names REDIS_URL as the fault: %s', (value) => {
    expect(faultsOf({ ...complete, SECRET_KEY: aKey, REDIS_URL: value })).toEqual([
      'REDIS_URL must be an address such as redis://:password@host:6379/0, or rediss:// for TLS',
    ]);
  });

  test('wants the OAuth host whole or not at all, whatever else is wrong', () => {
    expect(
      faultsOf({ ...complete, SMS_CLIENT_SECRET: 'canary', SMS_AUTH_URL: 'https://canary.test' }),
    ).toEqual(['SMS_CLIENT_ID is required with SMS_AUTH_URL and SMS_CLIENT_SECRET']);
    expect(faultsOf({ ...complete, SMS_CLIENT_ID: 'canary', PORT: 'canary' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'SMS_AUTH_URL is required with SMS_CLIENT_ID',
      'SMS_CLIENT_SECRET is required with SMS_CLIENT_ID',
    ]);
    const oauth = {
      SMS_AUTH_URL: 'https://auth.test',
      SMS_CLIENT_ID: 'client',
      SMS_CLIENT_SECRET: 'secret',
      SMS_VALIDITY_UNIT: 'minutes',
    };
    expect(loadConfig({ ...complete, ...oauth }).platform.oauth).toEqual({
      authUrl: 'https://auth.test',
      clientId: 'client',
      clientSecret: 'secret',
      validityUnit: 'minutes',
    });
  });

  test('wants a key of one’s own where tokens are shared', () => {
    const REDIS_URL = 'rediss://desk:canary@redis.test:6380/2';
    expect(faultsOf({ ...complete, REDIS_URL })).toEqual(['SECRET_KEY is required with REDIS_URL']);
    expect(loadConfig({ ...complete, REDIS_URL, SECRET_KEY: aKey }).redisUrl).toBe(REDIS_URL);
  });

  test.each([
    [{ OPS_PORT: '3000' }, ['OPS_PORT is PORT itself: each needs a port of its own']],
    [{ PORT: '9464' }, ['OPS_PORT is PORT itself: each needs a port of its own']],
    [{ PORT: '0', OPS_PORT: '0' }, []],
    [{ OPS_PORT: '3000', SLACK_APP_TOKEN: 'xapp-1' }, []],
    [{ SMS_CONCURENCY: 'canary' }, ['SMS_CONCURENCY is no setting: write SMS_CONCURRENCY']],
    // Harmless, because the right one is set, too.
    [{ SMS_PASSWRD: 'canary' }, []],
    [
      { ALLOWED_CHANELS: 'C1', OPS_HOTS: 'x' },
      ['ALLOWED_CHANELS is no setting: write ALLOWED_CHANNELS', 'OPS_HOTS is no setting: write OPS_HOST'],
    ],
    [{ SMS_PASSWORD_FILE: '', SLACK_WEBHOOK: 'x', PROT: '1', HOST: 'y' }, []],
  ] as const)('refuses what cannot be meant: %j', (env, faults) => {
    expect(faultsOf({ ...complete, ...env })).toEqual(faults);
  });

  test.each(['https://platform.test/login_ws', 'https://platform.test/api/report_mt/'])(
    'wants the platform’s address without an operation: %s',
    (SMS_BASE_URL) => {
      const what = 'must be the address above the operations, without /login_ws, /report_mt or /sms_info';
      expect(faultsOf({ ...complete, SMS_BASE_URL })).toEqual([`SMS_BASE_URL ${what}`]);
      expect(faultsOf({ ...complete, SMS_BASE_URL: 'https://platform.test/login_ws/v2' })).toEqual([]);
    },
  );

  test('wants another key than the one in use as the previous one', () => {
    const keys = { SECRET_KEY: aKey, SECRET_KEY_PREVIOUS: `${aKey} ` };
    expect(faultsOf({ ...complete, ...keys })).toEqual([
      'SECRET_KEY_PREVIOUS is SECRET_KEY itself: give the key that was used before, or leave it out',
    ]);
  });

  test('creates a random signing secret in Socket Mode when none is set', () => {
    const { SLACK_SIGNING_SECRET: _, ...unsigned } = complete;
    const [first, second] = [1, 2].map(() => loadConfig({ ...unsigned, SLACK_APP_TOKEN: 'xapp-1' }).slack);
    expect(first?.appToken).toBe('xapp-1');
    expect(first?.signingSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(first?.signingSecret).not.toBe(second?.signingSecret);
    expect(loadConfig({ ...complete, SLACK_APP_TOKEN: 'xapp-1' }).slack.signingSecret).toBe('signing');
  });

  test.each(['yyyy-MM-dd', 'yyyyMMdd', 'dd.MM.yy', "d 'de' MMMM yyyy"])('accepts %s for dates', (pattern) => {
    const config = loadConfig({ ...complete, SMS_INFO_DATE_FORMAT: pattern });
    expect(config.platform.infoDateFormat).toBe(pattern);
  });

  test('reads lists, senders and the key', () => {
    const key = Buffer.alloc(32, 7);
    const config = loadConfig({
      ...complete,
      ALLOWED_CHANNELS: 'C1, G2 ,',
      ALLOWED_USERGROUPS: '*',
      NOTIFY_USERGROUPS: 'S1',
      REVEAL_USERGROUPS: 'S3,S4',
      ALLOW_GUESTS: 'yes',
      SMS_SENDERS: '56001=OTP,56002=Ventas y más',
      SECRET_KEY: key.toString('base64'),
    });
    expect(config.access).toEqual({
      channels: ['C1', 'G2'],
      userGroups: ['*'],
      allowsGuests: true,
      notifyUserGroups: ['S1'],
      revealUserGroups: ['S3', 'S4'],
    });
    expect([...config.senders]).toEqual([
      ['56001', 'OTP'],
      ['56002', 'Ventas y más'],
    ]);
    expect(config.secretKey?.equals(key)).toBe(true);
  });

  test('reads what failure words mean, in any case', () => {
    const { failureWords } = loadConfig({
      ...complete,
      FAILURE_WORDS: 'Absent=the phone is off, gone=no such number',
    });
    expect(Object.fromEntries(failureWords)).toEqual({ absent: 'the phone is off', gone: 'no such number' });
  });

  test('names what a log must never hold', () => {
    expect(secretsOf(loadConfig(complete))).toEqual([
      'xoxb-1',
      'signing',
      'desk@example.com',
      'hunter2',
      'report',
    ]);
    const more = loadConfig({
      ...complete,
      SLACK_APP_TOKEN: 'xapp-1',
      SMS_AUTH_URL: 'https://auth.test',
      SMS_CLIENT_ID: 'client',
      SMS_CLIENT_SECRET: 'oauth-secret',
      REDIS_URL: 'redis://:pass%2Fword@redis.test',
      SECRET_KEY: aKey,
    });
    expect(secretsOf(more)).toEqual(
      expect.arrayContaining(['xapp-1', 'oauth-secret', 'pass%2Fword', 'pass/word', 'hunter2']),
    );
  });
});

test('every variable stands wrong in test/support/wrong-settings.ts, with what npm run doctor says of it', () => {
  expect(Object.keys(wrongSettings).toSorted()).toEqual([...variableNames].sort());
});

test('.env.example lists every variable and no other', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(listed.toSorted()).toEqual([...variableNames].sort());
});
