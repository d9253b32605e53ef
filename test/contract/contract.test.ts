import { describe, expect, test } from 'vitest';
import { emptyDatabase, suiteDatabase } from '../support/store.ts';
import { sharedBySuite } from '../support/when-over.ts';
import { startSeveralBots, startSingleBot } from './bots.ts';
import { requests } from './requests.ts';

const database = suiteDatabase(undefined);

const endings = requests.filter(({ endsInstallation }) => endsInstallation);
const others = requests.filter(({ endsInstallation }) => !endsInstallation);
const commands = requests.filter(({ type }) => type === 'slash_commands');

const bots = [
  ['over HTTP', others, () => startSingleBot('http', database())],
  [
    'in Socket Mode',
    others.filter(({ isHttpOnly }) => !isHttpOnly),
    () => startSingleBot('socket_mode', database()),
  ],
  ['over HTTP, for a workspace and an organisation', others, () => startSeveralBots(database())],
] as const;

describe.each(bots)('%s', (_, sent, start) => {
  const bot = sharedBySuite(start);

  test.each(sent)('$title', async ({ reads, replies, ...request }) => {
    const { receive, slacks } = bot();
    const came = await receive(request);
    expect(came).toMatchObject({ status: 200, replies });
    expect(came.read).toEqual(reads ? [expect.objectContaining(reads)] : []);
    const servedBy = 'E1' in slacks ? request.installation : 'T1';
    // What asks nothing may need no call of Slack.
    expect(came.servedBy).toEqual(reads || came.servedBy.length > 0 ? [servedBy] : []);
  });
});

test.each(endings)('an installation, and no other, is not served any more after: $title', async (ended) => {
  const { receive, slacks } = await startSeveralBots(await emptyDatabase());
  slacks[ended.installation]?.failNext('auth.test', { error: 'account_inactive', times: 9 });
  expect(await receive(ended)).toMatchObject({ status: 200, replies: [], read: [] });
  for (const installation of ['T1', 'E1']) {
    const command = commands.find(
      (one) => one.installation === installation && one.replies[0] === 'response_url',
    );
    const { replies, read } = await receive(command ?? ended);
    expect(replies).toEqual(['response_url']);
    expect(read).toHaveLength(installation === ended.installation ? 0 : 1);
  }
});
