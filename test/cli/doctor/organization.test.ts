import { expect, test } from 'vitest';
import { examineEnvironment } from '../../../src/cli/doctor/examine.ts';
import { aWellEnvironment } from '../../support/doctor.ts';

test('by a token for a whole organisation, user groups are looked up in its workspaces', async () => {
  const workspace = { organization: { id: 'E1', name: 'Org' }, isOrganizationInstall: true };
  const { env } = await aWellEnvironment({ workspace });
  const diagnoses = await examineEnvironment({ ...env, ALLOWED_USERGROUPS: 'S1,S9' });
  const groups = diagnoses.filter(({ group, name }) => group === 'Slack' && name === 'ALLOWED_USERGROUPS');
  expect(groups).toMatchObject([
    { outcome: 'ok', found: expect.stringMatching(/^@support, \d+ people$/) },
    { outcome: 'wrong', found: 'Slack knows no user group S9' },
  ]);
});

test('what Slack does not tell is said beside the scopes', async () => {
  const { env } = await aWellEnvironment();
  const scopes = (await examineEnvironment(env)).filter(({ name }) => name === 'scopes');
  expect(scopes).toMatchObject([{ outcome: 'ok', found: expect.stringContaining('Of events') }]);
});
