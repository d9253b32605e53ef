import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, type Environment, loadConfig, secretsOf, variableNames } from '../src/config.ts';

const complete: Environment = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'signing',
  SMS_BASE_URL: 'https://platform.test',
  SMS_EMAIL: 'desk@example.com',
  SMS_PASSWORD: 'hunter2',
  SMS_REPORT_TOKEN: 'report',
};

function faultsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  test('fills in the documented defaults', () => {
    expect(loadConfig(complete)).toMatchObject({
      slack: { apiUrl: 'https://slack.com/api/', port: 3000 },
      platform: { reportBounds: 'inclusive', reportTimeZone: 'UTC', concurrency: 2, timeoutMs: 20_000 },
      dataDir: './data',
      timeZone: 'UTC',
      language: 'en',
      defaultRegion: 'CL',
      settleHours: 72,
      access: { channels: [], userGroups: [] },
      logLevel: 'info',
    });
  });

  test('reports every missing variable at once, and an empty one as missing', () => {
    const faults = faultsOf({ SLACK_BOT_TOKEN: ' ' });
    expect(faults).toEqual([
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
    ['SMS_BASE_URL', 'ftp://canary'],
    ['SMS_REPORT_BOUNDS', 'canary'],
    ['SMS_REPORT_TIMEZONE', 'Mars/Canary'],
    ['SMS_CONCURRENCY', '1'],
    ['SMS_TIMEOUT_SECONDS', '4321'],
    ['SMS_SENDERS', '56001:canary'],
    ['SECRET_KEY', 'Y2FuYXJ5'],
    ['TIMEZONE', 'canary'],
    ['LANGUAGE', 'fr'],
    ['DEFAULT_REGION', 'XX'],
    ['SETTLE_HOURS', 'canary'],
    ['ALLOWED_CHANNELS', 'canary'],
    ['ALLOWED_USERGROUPS', 'C0123'],
    ['LOG_LEVEL', 'canary'],
  ])('names %s as the fault, without its value', (name, value) => {
    const faults = faultsOf({ ...complete, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must be `));
    expect(faults[0]).not.toContain(value);
  });

  test('reads lists, senders and the key', () => {
    const key = Buffer.alloc(32, 7);
    const config = loadConfig({
      ...complete,
      ALLOWED_CHANNELS: 'C1, G2 ,',
      ALLOWED_USERGROUPS: '*',
      SMS_SENDERS: '56001=OTP,56002=Ventas y más',
      SECRET_KEY: key.toString('base64'),
    });
    expect(config.access).toEqual({ channels: ['C1', 'G2'], userGroups: ['*'] });
    expect([...config.senders]).toEqual([
      ['56001', 'OTP'],
      ['56002', 'Ventas y más'],
    ]);
    expect(config.secretKey?.equals(key)).toBe(true);
  });

  test('names what a log must never hold', () => {
    expect(secretsOf(loadConfig(complete))).toEqual([
      'xoxb-1',
      'signing',
      'desk@example.com',
      'hunter2',
      'report',
    ]);
  });
});

test('.env.example lists every variable and no other', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(listed.toSorted()).toEqual([...variableNames].sort());
});
