import { expect, test } from 'vitest';
import { examineEnvironment } from '../../src/cli/examination.ts';
import { notWell } from '../support/doctor.ts';
import { aSandbox, settingsFor } from '../support/sandbox.ts';
import { aWorkspacesFile } from '../support/several-workspaces.ts';
import { aDirectory } from '../support/store.ts';

const process = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'canary-client',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  SECRET_KEY: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'),
  PORT: '0',
  OPS_PORT: '0',
};

test('with several workspaces the platform of each is tried, and told by its id', async () => {
  const { sandbox, url } = await aSandbox({ perDay: 2_000, now: () => new Date() });
  const settings = { SMS_BASE_URL: url, ...settingsFor(sandbox, url) };
  const diagnoses = await examineEnvironment({
    ...process,
    DATA_DIR: aDirectory(),
    WORKSPACES_FILE: aWorkspacesFile({
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

test('what is at fault in their file is told, and nothing more is tried', async () => {
  const path = aWorkspacesFile({ T1: { LANGUAGE: 'en' } });
  const diagnoses = await examineEnvironment({ ...process, WORKSPACES_FILE: path });
  expect(notWell(diagnoses)[0]).toMatch(
    /^wrong WORKSPACES_FILE: workspaces\.yml: T1: SMS_BASE_URL is required/,
  );
  expect(diagnoses.every(({ group }) => group === 'Settings')).toBe(true);
});
