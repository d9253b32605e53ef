import { expect, test } from 'vitest';
import type { Person } from '../../tools/fake-slack/workspace/workspace.ts';
import { people } from '../support/desk.ts';
import { numberOf } from '../support/sandbox.ts';
import { suiteDatabase } from '../support/store.ts';
import { type Side, twoWorkspaces } from '../support/two-workspaces.ts';

const NUMBER = numberOf('delivered');
const MASKED = '••••';
const ORGANIZATION = { id: 'E1', name: 'Everybody' };

const database = suiteDatabase(undefined);

/** People of one workspace: a member, and one of another workspace of the organisation. */
const peopleOf = (team: string): readonly Person[] => {
  const one = (who: string, changes: Partial<Person> = {}): Person => ({
    ...people.agent,
    id: `U${who}${team}`,
    name: `${who}-${team}`.toLowerCase(),
    ...changes,
  });
  return [one('MEMBER'), one('COLLEAGUE', { teamId: 'T3', isOfOrganization: true })];
};

/** An organisation that has installed the app for all its workspaces, of which the bot serves two by one entry. */
const anOrganization = () =>
  twoWorkspaces({
    database: database(),
    replicas: 1,
    isSameAccount: true,
    listed: ['E1'],
    entry: { ALLOWED_CHANNELS: 'CT1,CT2' },
    workspace: (id) => ({
      botToken: 'xoxb-E1',
      organization: ORGANIZATION,
      isOrganizationInstall: true,
      people: peopleOf(id),
      channels: [{ id: `C${id}`, name: 'support' }],
    }),
  });

async function ask({ id, slack }: Side, who: string, settled: () => Promise<void>): Promise<string> {
  const person = `U${who}${id}`;
  await slack.command({ person, channel: `C${id}`, command: '/sms-status', text: NUMBER });
  await settled();
  return slack.messages({ person }).at(-1)?.text ?? '';
}

test('an installation for an organisation answers in each of its workspaces', async () => {
  const { a, b, settled } = await anOrganization();
  for (const side of [a, b]) {
    const other = side === a ? b : a;
    const before = other.everything();
    expect(await ask(side, 'MEMBER', settled)).toContain(MASKED);
    // Somebody of another workspace of the organisation is no stranger.
    expect(await ask(side, 'COLLEAGUE', settled)).toContain(MASKED);
    side.slack.say({ person: `UMEMBER${side.id}`, channel: `C${side.id}`, text: `@bot ${NUMBER}` });
    await side.slack.eventsSent();
    await settled();
    expect(side.slack.messages({ channel: `C${side.id}` }).at(-1)).toMatchObject({
      threadTs: expect.any(String),
      text: expect.stringContaining(MASKED),
    });
    expect(other.everything()).toBe(before);
  }
});
