import { expect, test } from 'vitest';
import { examineEnvironment } from '../../../src/cli/doctor/examine.ts';
import { workingEnvironment } from '../../support/doctor.ts';

test('with a token for an organisation, user groups are looked up in its workspaces', async () => {
  const workspace = { organization: { id: 'E1', name: 'Org' }, isOrganizationInstall: true };
  const { env } = await workingEnvironment({ workspace });
  const diagnoses = await examineEnvironment({ ...env, ALLOWED_USERGROUPS: 'S1,S9' });
  const groups = diagnoses.filter(({ group, name }) => group === 'Slack' && name === 'ALLOWED_USERGROUPS');
  expect(groups).toMatchObject([
    { outcome: 'ok', found: expect.stringMatching(/^@support, \d+ people$/) },
    { outcome: 'wrong', found: 'Slack knows no user group S9' },
  ]);
});

test('the line on scopes also names the events, which Slack does not report', async () => {
  const { env } = await workingEnvironment();
  const scopes = (await examineEnvironment(env)).filter(({ name }) => name === 'scopes');
  expect(scopes).toMatchObject([{ outcome: 'ok', found: expect.stringContaining('Of events') }]);
});
