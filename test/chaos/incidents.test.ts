import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWatches } from '../../src/store/channels/watches.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import { recordLog } from '../support/log.ts';
import { injectFaults } from '../support/slack-weather.ts';
import { startScene, type Token } from './scene.ts';
import { storeIncident } from './store-incident.ts';

const MINUTES = 60_000;
/** The bot searches for an unclear post after a minute, and leases of a dead process expire. */
const patience = { timeout: 4 * MINUTES, interval: 200 };
const CHANNEL = 'C0X';
const acceptedWithoutAnswer = {
  seed: 1,
  carriedOut: 1,
  landsWithinMs: 1,
  methods: { 'chat.postMessage': { silent: 1 } },
};
const ana = { id: 'U1', name: 'ana' };

/** A watching channel, and an incident that is not posted yet. */
async function prepareIncident(token?: Token) {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-chaos-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { slack, config, bot } = await startScene(1, { DATA_DIR: folder }, token);
  const upstream = createUpstream({ ...config.platform, now: () => new Date(), log: recordLog().log });
  onTestFinished(() => upstream.close());
  const { account } = upstream;

  async function withRows<T>(use: (rows: ReturnType<typeof rowsOf>) => Promise<T>): Promise<T> {
    const database = openDatabase({ dataDir: folder, log: recordLog().log });
    try {
      return await use(rowsOf(database));
    } finally {
      await database.close();
    }
  }
  const rowsOf = ({ db }: ReturnType<typeof openDatabase>) => ({
    incidents: createIncidents({ db, account }),
    watches: createWatches({ db, account }),
    incidentPosts: createIncidentPosts({ db, account }),
  });
  const id = await withRows((rows) => storeIncident(rows, { channel: CHANNEL, watcher: 'U1' }));
  return {
    id,
    bot,
    slack,
    withRows,
    posts: () => slack.messages({ channel: CHANNEL }).filter(({ author }) => author === 'bot'),
  };
}

test('a bot killed between row and message leaves one message, which the next bot continues', {
  tags: 'smoke',
  timeout: 12 * MINUTES,
}, async () => {
  const { id, bot, slack, withRows, posts } = await prepareIncident();
  const calls = () => posts().filter(({ text }) => text.includes('<!subteam^S1>'));
  const asked = () => slack.apiCalls.filter(({ method }) => method === 'chat.postMessage').length;

  // Slack accepts the message without an answer; the bot dies while it waits.
  injectFaults(slack, acceptedWithoutAnswer);
  const first = bot();
  await expect.poll(posts, patience).toHaveLength(1);
  first.child.kill('SIGKILL');
  await first.ended;
  injectFaults(slack);

  expect(calls()).toHaveLength(1);
  await withRows(({ incidents }) => incidents.act(id, { kind: 'acknowledged', by: ana }, new Date()));
  const second = bot();
  await expect.poll(() => posts().map(({ text }) => text), patience).toContain('ana has it.');

  // Killed again, between the change of the message and the reply in its thread.
  second.child.kill('SIGKILL');
  await second.ended;
  await withRows(({ incidents }) => incidents.act(id, { kind: 'resolved', by: ana }, new Date()));
  const before = asked();
  const third = bot();
  await expect.poll(asked, { ...patience, interval: 5 }).toBeGreaterThan(before);
  third.child.kill('SIGKILL');
  await third.ended;
  const last = bot();
  await expect.poll(() => posts().filter(({ threadTs }) => threadTs !== undefined), patience).toHaveLength(2);
  await expect.poll(() => posts()[0]?.text, patience).toContain('resolved by ana');
  // After the acknowledgement the mention is gone, and there was no second one.
  expect(calls()).toEqual([]);
  const [root, ...replies] = posts();
  expect(replies.map(({ threadTs }) => threadTs)).toEqual([root?.ts, root?.ts]);
  expect(replies.map(({ text }) => text.slice(0, 18))).toEqual(['ana has it.', 'ana resolved it. N']);
  last.child.kill('SIGTERM');
  await last.ended;
});

test('posts nothing without channel access, and logs a possible gap', { timeout: 12 * MINUTES }, async () => {
  const { id, bot, slack, withRows, posts } = await prepareIncident('that may not read channels');
  injectFaults(slack, acceptedWithoutAnswer);
  const first = bot();
  await expect.poll(posts, patience).toHaveLength(1);
  first.child.kill('SIGKILL');
  await first.ended;
  injectFaults(slack);

  const second = bot();
  await second.printed(/an incident is perhaps missing/);
  second.child.kill('SIGKILL');
  await second.ended;
  await withRows(async ({ incidents, incidentPosts }) => {
    expect(await incidentPosts.perhapsMissing()).toMatchObject([{ channel: CHANNEL }]);
    // Later changes are not posted under a message that may not exist.
    await incidents.act(id, { kind: 'acknowledged', by: ana }, new Date());
    expect(await incidentPosts.toPublish(10)).toEqual([]);
  });
  expect(posts()).toHaveLength(1);
});
