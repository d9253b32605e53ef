import { expect, test } from 'vitest';
import type { Person } from '../../tools/fake-slack/workspace/workspace.ts';
import { people } from '../support/desk.ts';
import { numberOf } from '../support/sandbox.ts';
import { suiteDatabase } from '../support/store.ts';
import { twoWorkspaces, type WorkspaceSide } from '../support/two-workspaces.ts';

const NUMBER = numberOf('delivered');
const MASKED = '••••';
const ORGANIZATION = { id: 'E1', name: 'Everybody' };

const database = suiteDatabase(undefined);

/** The people of one workspace: a member, and a person of another workspace of the organisation. */
const peopleOf = (team: string): readonly Person[] => {
  const one = (who: string, changes: Partial<Person> = {}): Person => ({
    ...people.agent,
    id: `U${who}${team}`,
    name: `${who}-${team}`.toLowerCase(),
    ...changes,
  });
  return [one('MEMBER'), one('COLLEAGUE', { teamId: 'T3', isOfOrganization: true })];
};

/** An organisation with the app installed for all its workspaces; the bot serves two of them by one entry. */
const createOrganization = () =>
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

async function ask({ id, slack }: WorkspaceSide, who: string, settled: () => Promise<void>): Promise<string> {
  const person = `U${who}${id}`;
  await slack.command({ person, channel: `C${id}`, command: '/sms-status', text: NUMBER });
  await settled();
  return slack.messages({ person }).at(-1)?.text ?? '';
}

test('an installation for an organisation answers in each of its workspaces', async () => {
  const { a, b, requestsFinished: settled } = await createOrganization();
  for (const side of [a, b]) {
    const other = side === a ? b : a;
    const before = other.everything();
    expect(await ask(side, 'MEMBER', settled)).toContain(MASKED);
    // A person of another workspace of the organisation is not a stranger.
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
