import { describe, expect, test } from 'vitest';
import { examineEnvironment } from '../../src/cli/doctor/examine.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createInstallations } from '../../src/store/installations/installations.ts';
import { appAccount } from '../../src/store/installations/sealed-tokens.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { everyScope, notWell } from '../support/doctor.ts';
import { runningSandbox, settingsFor } from '../support/sandbox.ts';
import { severalSlacks, testInstallation, writeWorkspacesFile } from '../support/several-workspaces.ts';
import { temporaryDirectory } from '../support/store.ts';

const process = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'canary-client',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  SECRET_KEY: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'),
  PORT: '0',
  OPS_PORT: '0',
};

test('with several workspaces, the platform of each is tried and reported by its id', async () => {
  const { sandbox, url } = await runningSandbox({ perDay: 100, now: () => new Date() });
  const settings = { SMS_BASE_URL: url, ...settingsFor(sandbox, url) };
  const diagnoses = await examineEnvironment({
    ...process,
    DATA_DIR: temporaryDirectory(),
    WORKSPACES_FILE: writeWorkspacesFile({
      T1: settings,
      T2: { ...settings, SMS_EMAIL: 'canary@another.test' },
    }),
  });
  expect(diagnoses).toContainEqual(expect.objectContaining({ name: 'T1 login', outcome: 'ok' }));
  for (const name of ['signing secret', 'redirect address'])
    expect(diagnoses).toContainEqual(expect.objectContaining({ group: 'Slack', name, outcome: 'ok' }));
  const bad = notWell(diagnoses).filter((line) => line.startsWith('wrong'));
  expect(bad).toEqual([expect.stringMatching(/^wrong T2 login: .* → correct SMS_EMAIL and SMS_PASSWORD$/)]);
});

describe('the installation of each workspace', () => {
  const folder = suiteFolder();
  const KEY = Buffer.from(process.SECRET_KEY, 'base64');
  const INSTALL = 'have an administrator of it open /slack/install of this bot';

  /** Installs the app for these ids, with a file that lists T1 to T4; T4 names its organisation. */
  async function installed(ids: readonly string[], { scopes = everyScope, key = KEY } = {}) {
    const { sandbox, url } = await runningSandbox({ perDay: 100, now: () => new Date() });
    const settings = { SMS_BASE_URL: url, ...settingsFor(sandbox, url) };
    // Slack refuses the token of T2.
    const { apiUrl } = await severalSlacks(
      ids.filter((id) => id !== 'T2'),
      { scopes },
    );
    const { database } = await folder.answer();
    await database.db.deleteFrom('installations').execute();
    const installations = createInstallations({
      db: database.db,
      account: appAccount(process.SLACK_CLIENT_ID),
      sealer: createSealer(key),
    });
    for (const id of ids) await installations.save(testInstallation(id));
    const workspaces = {
      ...{ T1: settings, T2: settings, T3: settings },
      T4: { ...settings, organization: 'E1' },
    };
    const env = {
      ...process,
      SLACK_API_URL: apiUrl,
      DATA_DIR: folder.path(),
      WORKSPACES_FILE: writeWorkspacesFile(workspaces),
    };
    const examined = async () =>
      (await examineEnvironment(env))
        .filter(({ name }) => name.endsWith(' installation'))
        .map(
          ({ name, outcome, found, advice = '' }) => `${name.slice(0, 2)} ${outcome}: ${found} → ${advice}`,
        );
    return { examined };
  }

  test('is reported in one line: installed or not, token accepted or not, and what to do', async () => {
    const { examined } = await installed(['T1', 'T2', 'E1']);
    await folder.close();
    expect(await examined()).toEqual([
      expect.stringMatching(/^T1 ok: “.+” in “.+”; scopes: all that it needs → $/),
      `T2 wrong: Slack does not take it (invalid_auth) → ${INSTALL}, to install it again`,
      `T3 warning: not installed → ${INSTALL}`,
      expect.stringMatching(/^T4 ok: by E1: “.+” in “.+”; scopes: all that it needs → $/),
    ]);
  });

  test('is reported while a bot runs, with the missing scopes', async () => {
    const scopes = everyScope.filter((scope) => scope !== 'chat:write');
    const { examined } = await installed(['T1'], { scopes });
    expect((await examined())[0]).toMatch(
      /^T1 wrong: “.+” in “.+”; scopes: missing: chat:write → update the app from manifest\.yml, and install it again/,
    );
  });

  test('is unknown when the key does not open it or no database exists yet', async () => {
    const { examined } = await installed(['T1'], { key: Buffer.alloc(32, 'other') });
    expect((await examined())[0]).toMatch(/^T1 wrong: SECRET_KEY does not open its token → set the key/);
    const { url } = await runningSandbox({ perDay: 100, now: () => new Date() });
    const diagnoses = await examineEnvironment({
      ...process,
      DATA_DIR: temporaryDirectory(),
      WORKSPACES_FILE: writeWorkspacesFile({
        T1: { SMS_BASE_URL: url, SMS_EMAIL: 'a@b.test', SMS_PASSWORD: 'p', SMS_REPORT_TOKEN: 't' },
      }),
    });
    expect(diagnoses).toContainEqual(
      expect.objectContaining({
        name: 'T1 installation',
        outcome: 'not_tried',
        found: expect.stringContaining('holds no database'),
      }),
    );
  });
});

test('faults in the workspaces file are reported, and nothing else is tried', async () => {
  const path = writeWorkspacesFile({ T1: { LANGUAGE: 'en' } });
  const diagnoses = await examineEnvironment({ ...process, WORKSPACES_FILE: path });
  expect(notWell(diagnoses)[0]).toMatch(
    /^wrong WORKSPACES_FILE: workspaces\.yml: T1: SMS_BASE_URL is required/,
  );
  expect(diagnoses.every(({ group }) => group === 'Settings')).toBe(true);
});
