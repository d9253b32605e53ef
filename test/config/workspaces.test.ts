import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, type Environment, loadBotConfig, secretsOf } from '../../src/config.ts';
import { writeWorkspacesFile } from '../support/several-workspaces.ts';
import { temporaryDirectory } from '../support/store.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const own = {
  SMS_BASE_URL: 'https://platform.test',
  SMS_EMAIL: 'one@example.com',
  SMS_PASSWORD: 'canary-password',
  SMS_REPORT_TOKEN: 'canary-report',
};

const several = (path: string, changes: Environment = {}): Environment => ({
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'canary-client',
  SLACK_SIGNING_SECRET: 'canary-signing',
  SECRET_KEY: KEY,
  WORKSPACES_FILE: path,
  ...changes,
});

async function faultsOf(env: Environment): Promise<readonly string[]> {
  try {
    await loadBotConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

/** Writes a workspaces file with this text, and a secret file in the same folder. */
function createFile(text: string): string {
  const folder = temporaryDirectory();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'secret'), 'canary-secret\n');
  writeFileSync(join(folder, 'workspaces.yml'), text);
  return join(folder, 'workspaces.yml');
}

const COMPLETE = `T1:
  SMS_BASE_URL: https://platform.test
  SMS_EMAIL_FILE: secret
  SMS_PASSWORD_FILE: secret
  SMS_REPORT_TOKEN_FILE: secret
`;

describe('the workspaces file', () => {
  test('contains the settings of each workspace, with the secrets in files', async () => {
    const two = { ...own, SMS_EMAIL: 'two@example.com', TIMEZONE: 'America/Santiago', LANGUAGE: 'es' };
    const path = writeWorkspacesFile({
      T1: own,
      T2: { ...two, ALLOWED_CHANNELS: 'C1,C2', organization: 'E1' },
    });
    const config = await loadBotConfig(several(path));
    if (!('workspaces' in config)) throw new Error('of one workspace');
    expect([...config.workspaces.keys()]).toEqual(['T1', 'T2']);
    expect(config.workspaces.get('T1')).toMatchObject({
      installationIds: ['T1'],
      platform: { email: 'one@example.com', password: 'canary-password' },
      language: 'en',
    });
    expect(config.workspaces.get('T2')).toMatchObject({
      installationIds: ['T2', 'E1'],
      timeZone: 'America/Santiago',
      language: 'es',
      access: { channels: ['C1', 'C2'] },
    });
    expect(secretsOf(config)).toEqual(
      expect.arrayContaining([
        'canary-client',
        'canary-signing',
        'one@example.com',
        'two@example.com',
        'canary-report',
      ]),
    );
  });

  test('accepts lists, and reads every value as text', async () => {
    const path = createFile(
      `${COMPLETE}  ALLOWED_CHANNELS:\n    - C1\n    - C2\n  SETTLE_HOURS: 048\n  ALLOW_GUESTS: no\n`,
    );
    const config = await loadBotConfig(several(path));
    if (!('workspaces' in config)) throw new Error('of one workspace');
    expect(config.workspaces.get('T1')).toMatchObject({
      receiptHours: 48,
      access: { channels: ['C1', 'C2'], allowsGuests: false },
    });
  });

  test.each([
    ['no YAML', 'T1: [', ['line 1: is not YAML that can be read (']],
    [
      'one workspace twice',
      `${COMPLETE}${COMPLETE}`,
      ['line 6: is not YAML that can be read (DUPLICATE_KEY)'],
    ],
    ['nothing', '', ['must have an entry for each workspace, such as T0123ABCD:']],
    ['a list', '- T1\n', ['must have an entry for each workspace, such as T0123ABCD:']],
    [
      'another id',
      `canary:\n  SMS_EMAIL: x\n`,
      ['entry 1: must be the id of a workspace (T…) or organisation (E…)'],
    ],
    ['no settings', 'T1:\n', ['T1: must have its settings below it, a name and a value a line']],
    [
      'a secret in clear',
      `${COMPLETE}  SMS_CLIENT_SECRET: canary\n`,
      ['T1: SMS_CLIENT_SECRET must not stand here: name a file that holds it as SMS_CLIENT_SECRET_FILE'],
    ],
    [
      'the secrets it needs in clear',
      'T1:\n  SMS_BASE_URL: https://x.test\n  SMS_EMAIL: canary\n  SMS_PASSWORD: canary\n  SMS_REPORT_TOKEN: canary\n',
      ['SMS_EMAIL', 'SMS_PASSWORD', 'SMS_REPORT_TOKEN'].map(
        (name) => `T1: ${name} must not stand here: name a file that holds it as ${name}_FILE`,
      ),
    ],
    [
      'a secret in clear and in a file',
      `${COMPLETE}  SMS_EMAIL: canary\n`,
      ['T1: SMS_EMAIL must not stand here: leave it out, SMS_EMAIL_FILE has it'],
    ],
    [
      'a secret in clear and in a file that is not there',
      `${COMPLETE.replace('SMS_EMAIL_FILE: secret', 'SMS_EMAIL_FILE: canary')}  SMS_EMAIL: canary\n`,
      [
        'T1: SMS_EMAIL must not stand here: leave it out, SMS_EMAIL_FILE has it',
        'T1: SMS_EMAIL_FILE names a file that is not there',
      ],
    ],
    [
      'what is the process’s',
      `${COMPLETE}  PORT: 1234\n`,
      ['T1: PORT is the process’s own: set it in the environment'],
    ],
    [
      'a key',
      `${COMPLETE}  SECRET_KEY_FILE: secret\n`,
      ['T1: SECRET_KEY_FILE is the process’s own: set it in the environment'],
    ],
    [
      'a word misspelt',
      `${COMPLETE}  LANGAUGE: canary\n`,
      ['T1: LANGAUGE is no setting of a workspace: compare its spelling with .env.example'],
    ],
    [
      'a value in the place of a name',
      `${COMPLETE}  canary-password: x\n`,
      ['T1: line 5 of it is no setting of a workspace: compare its spelling with .env.example'],
    ],
    [
      'settings below a setting',
      `${COMPLETE}  LANGUAGE:\n    a: canary\n`,
      ['T1: LANGUAGE must be a text, or a list of texts'],
    ],
    [
      'a value that may not be',
      `${COMPLETE}  LANGUAGE: canary\n  SETTLE_HOURS: canary\n`,
      ['T1: LANGUAGE must be en or es', 'T1: SETTLE_HOURS must be a whole number from 1 to 720'],
    ],
    [
      'a file that is not there',
      COMPLETE.replace('SMS_PASSWORD_FILE: secret', 'SMS_PASSWORD_FILE: canary'),
      ['T1: SMS_PASSWORD_FILE names a file that is not there'],
    ],
    [
      'something missing',
      'T1:\n  LANGUAGE: en\nT2:\n  SMS_BASE_URL: https://x.test\n',
      [
        'T1: SMS_BASE_URL is required',
        'T1: SMS_EMAIL is required',
        'T1: SMS_PASSWORD is required',
        'T1: SMS_REPORT_TOKEN is required',
        'T2: SMS_EMAIL is required',
        'T2: SMS_PASSWORD is required',
        'T2: SMS_REPORT_TOKEN is required',
      ],
    ],
    [
      'half a host',
      `${COMPLETE}  SMS_CLIENT_ID: canary\n`,
      [
        'T1: SMS_AUTH_URL is required with SMS_CLIENT_ID',
        'T1: SMS_CLIENT_SECRET is required with SMS_CLIENT_ID',
      ],
    ],
    [
      'an organisation of an organisation',
      COMPLETE.replace('T1', 'E1').concat('  organization: E2\n'),
      ['E1: organization is for the entry of a workspace (T…), which belongs to it'],
    ],
    [
      'a workspace as organisation',
      `${COMPLETE}  organization: T2\n`,
      ['T1: organization must be the id of an organisation such as E0123ABCD'],
    ],
    [
      'one account, set up in two ways',
      `${COMPLETE}${COMPLETE.replace('T1', 'T2')}  SETTLE_HOURS: 48\n`,
      [
        'T2: SMS_BASE_URL and SMS_EMAIL are those of T1, so SETTLE_HOURS and all other SMS_… must be the same, too (but for SMS_SENDERS)',
      ],
    ],
  ])('with %s is rejected, with the place and without a value', async (_, text, faults) => {
    const found = await faultsOf(several(createFile(text)));
    expect(found).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toContain(`workspaces.yml: ${fault}`);
    expect(found.join('\n')).not.toContain('canary');
  });
});

describe('the environment with a workspaces file', () => {
  test.each<readonly [string, Environment, readonly string[]]>([
    ['a token', { SLACK_BOT_TOKEN: 'xoxb-canary' }, ['SLACK_BOT_TOKEN must not be set with WORKSPACES_FILE']],
    [
      'a token in a file',
      { SLACK_BOT_TOKEN_FILE: '/x' },
      ['SLACK_BOT_TOKEN must not be set with WORKSPACES_FILE'],
    ],
    [
      'Socket Mode',
      { SLACK_APP_TOKEN: 'xapp-canary' },
      ['SLACK_APP_TOKEN must not be set with WORKSPACES_FILE'],
    ],
    [
      'a platform for all',
      { SMS_EMAIL: 'canary', SMS_PASSWORD_FILE: '/x', LANGUAGE: 'en' },
      ['WORKSPACES_FILE must hold these, and not the environment: SMS_EMAIL, SMS_PASSWORD, LANGUAGE'],
    ],
    ['no key', { SECRET_KEY: '' }, ['SECRET_KEY is required with WORKSPACES_FILE']],
    [
      'no app',
      { SLACK_CLIENT_ID: '', SLACK_CLIENT_SECRET: '', SLACK_SIGNING_SECRET: '' },
      ['SLACK_SIGNING_SECRET is required', 'SLACK_CLIENT_ID is required', 'SLACK_CLIENT_SECRET is required'],
    ],
    ['another id of the app', { SLACK_CLIENT_ID: 'canary' }, ['SLACK_CLIENT_ID must be a client id']],
    [
      'no such file',
      { WORKSPACES_FILE: '/nowhere/canary' },
      ['WORKSPACES_FILE names a file that is not there'],
    ],
  ])('with %s is rejected', async (_, change, faults) => {
    const found = await faultsOf(several(createFile(COMPLETE), change));
    expect(found).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toContain(fault);
    expect(found.join('\n')).not.toContain('canary');
  });

  test('is reported together with the faults of the file', async () => {
    const path = createFile('T1:\n  LANGUAGE: en\n');
    const found = await faultsOf(several(path, { SECRET_KEY: '', LOG_LEVEL: 'canary' }));
    expect(found).toHaveLength(6);
    expect(found[0]).toContain('SECRET_KEY');
    expect(found[2]).toBe('workspaces.yml: T1: SMS_BASE_URL is required');
  });

  test.each(['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'])('%s is rejected without the file', async (name) => {
    const one = { ...own, SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'signing', [name]: '1.2' };
    expect(await faultsOf(one)).toEqual([
      `${name} is for several workspaces: set WORKSPACES_FILE, too, or leave it out`,
    ]);
  });
});

test('the example file is valid when its secrets exist', async () => {
  const text = readFileSync('deploy/workspaces.example.yml', 'utf8');
  const path = createFile(text);
  mkdirSync(join(dirname(path), 'secrets'));
  for (const [, name] of text.matchAll(/_FILE: secrets\/(\S+)/g))
    writeFileSync(join(dirname(path), 'secrets', `${name}`), `canary-${name}`);
  const config = await loadBotConfig(several(path));
  if (!('workspaces' in config)) throw new Error('of one workspace');
  expect([...config.workspaces.values()].map(({ installationIds }) => installationIds)).toEqual([
    ['T0123ABCD'],
    ['T0456EFGH'],
    ['E0123ABCD'],
    ['T0789JKLM', 'E0123ABCD'],
  ]);
});
