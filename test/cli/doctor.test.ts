import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diagnosesText } from '../../src/cli/doctor/diagnosis.ts';
import { checkNode } from '../../src/cli/doctor/machine.ts';
import { main } from '../../src/cli/doctor.ts';
import { secretNames, variableNames } from '../../src/config/variables.ts';
import type { Environment } from '../../src/config.ts';
import { startControlServer } from '../../src/control/server.ts';
import { loadOrCreateKey } from '../../src/runtime/crypto.ts';
import { openDatabase } from '../../src/store/database.ts';
import { lockDirectory } from '../../src/store/embedded/directory.ts';
import { markMoved } from '../../src/store/embedded/moved.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { runCommand } from '../support/command.ts';
import { everyScope, examine, examineWith, notWell, workingEnvironment } from '../support/doctor.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { json, servePlatform } from '../support/server.ts';
import { temporaryDirectory } from '../support/store.ts';
import { sharedBySuite } from '../support/when-over.ts';
import { wrongSettings } from '../support/wrong-settings.ts';

const well = sharedBySuite(() => workingEnvironment());

test.each(
  Object.entries(wrongSettings).flatMap(([name, cases]) =>
    cases.map(([change, says], index) => [name, index + 1, change, says] as const),
  ),
)('reports a wrong %s with what to do, case %i', async (_name, _way, change, says) => {
  const changed: Environment = {
    ...well().env,
    DATA_DIR: temporaryDirectory(),
    ...(typeof change === 'function' ? await change() : change),
  };
  const diagnoses = await examine(changed);
  expect(notWell(diagnoses)).toContainEqual(expect.stringMatching(says));
  // Only dependent checks fail as well: a proxy affects four.
  const others = diagnoses.filter(({ outcome }) => outcome === 'wrong' || outcome === 'warning');
  expect(others.length, notWell(others).join('\n')).toBeLessThanOrEqual(4);
  const printed = diagnosesText(diagnoses) + JSON.stringify(diagnoses);
  for (const name of secretNames) {
    const secret = changed[name];
    if (secret && secret.length > 5) expect(printed).not.toContain(secret);
  }
});

test('prints only what is not well, and counts the rest', () => {
  const settings = { group: 'Settings', outcome: 'ok', found: 'set' } as const;
  const diagnoses = [
    { ...settings, name: 'PORT' },
    { ...settings, name: 'HOST', outcome: 'wrong', found: 'is none', advice: 'leave it out' },
    checkNode('24.9.0'),
  ] as const;
  expect(diagnosesText(diagnoses)).toMatch(
    /^Settings\n {2}wrong {6}HOST +is none\n +→ leave it out\n\nNode\n {2}warning {4}version +24\.9\.0 has CVE-\d.*\n +→ .*24\.22\.1 .*\n\nSomething is wrong: 1 wrong, 1 warning, 0 not tried, 1 ok\. --all lists everything\.\n$/,
  );
  expect(diagnosesText(diagnoses.slice(0, 1))).toBe(
    'Nothing is wrong: 0 wrong, 0 warnings, 0 not tried, 1 ok. --all lists everything.\n',
  );
});

test.each(['24.22.1', '24.100.0', '26.1.0'])('knows no hole of Node %s', (version) => {
  expect(checkNode(version)).toMatchObject({ outcome: 'ok', found: version });
});

describe('with a correct environment', () => {
  test('every line is ok', async () => {
    const { env } = await workingEnvironment();
    const diagnoses = await examine(env);
    expect(notWell(diagnoses)).toEqual([]);
    expect(diagnoses.map(({ name }) => name)).toEqual(expect.arrayContaining([...variableNames]));
  });

  test('the process reports it as text and as JSON, and exits with 0', async () => {
    const { env } = await workingEnvironment();
    const set = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? '']));
    const asText = await start('src/main.js', ['doctor', '--all'], set).ended;
    expect(asText).toMatchObject({ code: 0, stderr: '' });
    expect(asText.stdout).toMatch(/^Settings\n {2}ok {9}SLACK_BOT_TOKEN .* set\n/);
    expect(asText.stdout).toMatch(/\n {2}ok {9}login .* takes the log-in(?: \(\d+ ms\))?\n/);
    expect(asText.stdout).toMatch(/\nNothing is wrong: 0 wrong, \d warnings?, 0 not tried, \d+ ok\.\n$/);
    const asJson = await runCommand(main, ['--json'], set);
    expect(asJson.code).toBe(0);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      isAllWell: true,
      counts: { wrong: 0, not_tried: 0 },
      diagnoses: expect.arrayContaining([
        expect.objectContaining({
          group: 'Slack',
          name: 'ALLOWED_CHANNELS',
          outcome: 'ok',
          found: expect.stringContaining('#support'),
        }),
      ]),
    });
  });

  test('nothing is wrong in Socket Mode without a signing secret', async () => {
    const change = { SLACK_APP_TOKEN: 'xapp-canary', SLACK_SIGNING_SECRET: '' };
    expect(await examineWith(change)).toEqual([]);
  });

  test('nothing is wrong in an image with a commit', async () => {
    expect(await examineWith({ SMS_DESK_COMMIT: 'a'.repeat(40) })).toEqual([]);
  });

  test('nothing is wrong with other platform settings that match the platform', async () => {
    const platform = {
      bounds: 'exclusive_end',
      timeZone: 'America/Santiago',
      isInfoGuarded: true,
      validityUnit: 'minutes',
    } as const;
    const change = {
      SMS_REPORT_BOUNDS: 'exclusive_end',
      SMS_REPORT_TIMEZONE: 'America/Santiago',
      SMS_INFO_AUTH: 'always',
      SMS_VALIDITY_UNIT: 'minutes',
    };
    expect(await examineWith(change, { platform })).toEqual([]);
  });

  test('nothing is posted to Slack or created in DATA_DIR', async () => {
    const { env, slack } = await workingEnvironment();
    await examine(env);
    expect(slack.apiCalls.map(({ method }) => method).toSorted()).toEqual([
      'auth.test',
      'conversations.info',
      'usergroups.list',
    ]);
    expect(readdirSync(env.DATA_DIR ?? '')).toEqual([]);
  });
});

describe('behaviour that the platform’s description leaves open is detected', () => {
  test.each([
    [
      { bounds: 'exclusive_end' },
      {},
      [
        'wrong SMS_REPORT_BOUNDS: a report leaves its last day out: whole days would be missing → set SMS_REPORT_BOUNDS=exclusive_end',
      ],
    ],
    [
      { timeZone: 'America/Santiago', perDay: 2_000 },
      { TIMEZONE: 'America/Santiago' },
      [
        expect.stringMatching(
          /^wrong SMS_REPORT_TIMEZONE: the platform’s days begin at UTC−0[34]:00, .* → set SMS_REPORT_TIMEZONE=America\/Santiago/,
        ),
      ],
    ],
    [
      { timeZone: 'Asia/Kolkata', perDay: 2_000 },
      {},
      [
        expect.stringMatching(
          /^wrong SMS_REPORT_TIMEZONE: .* UTC\+05:30, .* → set SMS_REPORT_TIMEZONE to the zone of the platform’s country$/,
        ),
      ],
    ],
    [{ isInfoGuarded: true }, {}, []],
    [
      { isInfoGuarded: true },
      { SMS_INFO_AUTH: 'never' },
      ['wrong sms_info: wants a token → set SMS_INFO_AUTH=always'],
    ],
  ] as const)('%o with %o', async (platform, change, printed) => {
    expect(await examineWith(change, { platform })).toEqual(printed);
  });

  test('without messages, the bounds and zone of days are not tried', async () => {
    const { url } = await servePlatform({ report: ({ response }) => json(response, { data: [], total: 0 }) });
    expect(await examineWith({ SMS_BASE_URL: url })).toEqual([
      expect.stringMatching(/^not_tried SMS_REPORT_BOUNDS: there is too little traffic on /),
      'not_tried SMS_REPORT_TIMEZONE: without messages of a whole day',
    ]);
  });

  test('a platform that does not answer is reported, and dependent checks are not tried', async () => {
    const { env, sandbox } = await workingEnvironment();
    sandbox.setFaults({ operation: 'login', slowFirstByteMs: 600_000 });
    expect(notWell(await examine({ ...env, SMS_TIMEOUT_SECONDS: '1' }))).toEqual([
      expect.stringMatching(/^wrong login: does not answer in time → check SMS_BASE_URL/),
      'not_tried report: without the log-in',
      'not_tried SMS_REPORT_BOUNDS: without the report',
      'not_tried SMS_REPORT_TIMEZONE: without the report',
    ]);
  });
});

describe('scopes', () => {
  test('a missing required, a missing optional and an unneeded scope are reported', async () => {
    const missing = ['im:write', 'channels:history'];
    const scopes = [...everyScope.filter((scope) => !missing.includes(scope)), 'users:read.email'];
    expect(await examineWith({}, { workspace: { scopes } })).toEqual([
      'wrong scopes: missing: im:write → update the app from manifest.yml, and install it again',
      expect.stringMatching(/^warning scopes: without channels:history: .* → docs\/scopes\.md/),
      'warning scopes: not needed: users:read.email → take them away under “OAuth & Permissions”',
    ]);
  });

  test('channels and groups are not tried without the scope to read them', async () => {
    const scopes = everyScope.filter((scope) => !['channels:read', 'usergroups:read'].includes(scope));
    expect(await examineWith({}, { workspace: { scopes } })).toEqual([
      expect.stringMatching(/^wrong scopes: missing: usergroups:read/),
      expect.stringMatching(/^warning scopes: without channels:read/),
      'not_tried ALLOWED_CHANNELS: C1: the scope to look is missing',
      'not_tried ALLOWED_USERGROUPS: S1: the scope to look is missing',
    ]);
  });
});

test.each([
  [90_000, 'wrong', 'ahead'],
  [-90_000, 'wrong', 'behind'],
  [20_000, 'warning', 'ahead'],
])('reports a clock that is %i ms off', async (offMs, outcome, side) => {
  const { env } = await workingEnvironment();
  const diagnoses = await examine(env, () => new Date(Date.now() + offMs));
  expect(notWell(diagnoses.filter(({ group }) => group === 'Clock'))).toEqual(
    ['against Slack’s', 'against the platform’s'].map(() =>
      expect.stringMatching(new RegExp(`^${outcome} against .*: this machine is \\d+ s ${side} → .*NTP`)),
    ),
  );
});

const folder = suiteFolder();

describe('a folder in use by a process', () => {
  const inDatabase = (diagnoses: Awaited<ReturnType<typeof examine>>, named: string) =>
    diagnoses.find(({ name, group }) => group === 'Database' && name === named);
  const has = new RegExp(`^in use by process ${process.pid}, since .*: the bot is running`);

  test('is correct, and its bot reports the tables', async () => {
    const { env } = await workingEnvironment();
    const DATA_DIR = folder.path();
    await loadOrCreateKey(DATA_DIR);
    await folder.answer();
    const diagnoses = await examine({ ...env, DATA_DIR });
    expect(notWell(diagnoses)).toEqual([]);
    expect(inDatabase(diagnoses, 'DATA_DIR')?.found).toMatch(has);
    expect(inDatabase(diagnoses, 'tables')?.found).toBe('up to date, 0 rows');
  });

  test('is a warning when the process does not answer', async () => {
    const { env } = await workingEnvironment();
    const DATA_DIR = folder.path();
    await loadOrCreateKey(DATA_DIR);
    await folder.open();
    const diagnoses = await examine({ ...env, DATA_DIR });
    expect(inDatabase(diagnoses, 'DATA_DIR')?.found).toMatch(has);
    expect(notWell(diagnoses)).toEqual([
      expect.stringMatching(/^warning tables: .* does not answer at .* → try again/),
    ]);
  });
});

test('does not make a running bot create its database', async () => {
  const { env } = await workingEnvironment();
  const { DATA_DIR = '' } = env;
  const { log } = recordLog();
  const database = openDatabase({ dataDir: DATA_DIR, log });
  const { release } = await lockDirectory(DATA_DIR);
  const stop = await startControlServer({ dataDir: DATA_DIR, database: async () => database, log });
  onTestFinished(async () => {
    await stop();
    await database.close();
    release();
  });
  const diagnoses = await examine(env);
  expect(notWell(diagnoses)).toEqual([]);
  expect(diagnoses.map(({ name }) => name)).not.toContain('tables');
});

test('a folder that was moved to a server is reported with that server', async () => {
  const { env } = await workingEnvironment();
  await markMoved(env.DATA_DIR ?? '', { to: 'db/smsdesk', at: new Date(), isKept: true });
  expect(notWell(await examine(env))).toContainEqual(
    expect.stringMatching(
      /^wrong DATA_DIR: The database in .* is at db\/smsdesk since .* → set DATABASE_URL/,
    ),
  );
});

test('a misspelt variable is reported', async () => {
  expect(await examineWith({ SMS_TIMEOUT: '5' })).toEqual([
    'warning SMS_TIMEOUT: no such variable → compare its spelling with .env.example',
  ]);
});

test('without any settings, reports each missing one and exits with 1', async () => {
  const { code, stdout } = await runCommand(main, [], { DATA_DIR: temporaryDirectory() });
  expect(code).toBe(1);
  for (const name of ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET', 'SMS_BASE_URL', 'SMS_PASSWORD'])
    expect(stdout).toMatch(new RegExp(`wrong {6}${name} +is required\n`));
  expect(stdout).toMatch(/not tried {2}bot token +SLACK_BOT_TOKEN is at fault\n/);
});

test('--all also prints what is well, such as settings with default values', async () => {
  const { stdout } = await runCommand(main, ['--all'], { DATA_DIR: temporaryDirectory() });
  expect(stdout).toMatch(/ok {9}LOG_LEVEL +default\n/);
  expect(stdout).toMatch(/Something is wrong: .* ok\.\n$/);
});

test.each([
  ['missing', undefined, /^wrong secret\.key: missing, although there is a database → restore secret\.key/],
  ['damaged', 'canary', /^wrong secret\.key: does not hold a key → restore secret\.key/],
])('a key that is %s in a folder with a database is wrong', async (_, key, sentence) => {
  const { env } = await workingEnvironment();
  await folder.close();
  const DATA_DIR = folder.path();
  const path = join(DATA_DIR, 'secret.key');
  rmSync(path, { force: true });
  onTestFinished(() => rmSync(path, { force: true }));
  if (key !== undefined) writeFileSync(path, key);
  expect(notWell(await examine({ ...env, DATA_DIR }))).toContainEqual(expect.stringMatching(sentence));
});
