import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { createWatches } from '../../src/store/channels/watches.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import { people } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import type { RunningProcess } from '../support/process.ts';
import { numberOf } from '../support/sandbox.ts';
import { isFull, printFacts, type Scene, startScene, tally } from './scene.ts';
import { storeIncident } from './store-incident.ts';

const MINUTES = 60_000;
const patience = { timeout: 4 * MINUTES, interval: 200 };
const CHANNELS = isFull ? 120 : 24;
/** The first channel, which also watches. */
const CHANNEL = 'C0X';
const ana = { id: people.agent.id, name: people.agent.name };

/** Opens the stored rows. Only one process at a time may use a folder. */
async function withRows<T>(
  { config }: Scene,
  where: { readonly databaseUrl?: string },
  use: (rows: ReturnType<typeof rowsOf>) => Promise<T>,
): Promise<T> {
  const { log } = recordLog();
  const upstream = createUpstream({ ...config.platform, now: () => new Date(), log });
  const database = openDatabase({ ...where, dataDir: config.dataDir, log });
  try {
    return await use(rowsOf(database, upstream.account));
  } finally {
    await database.close();
    upstream.close();
  }
}

function rowsOf({ db, schema, run }: Database, account: string) {
  const own = { db, account };
  return {
    incidents: createIncidents(own),
    watches: createWatches(own),
    subscriptions: createSubscriptions(own),
    async counts() {
      const { rows } = await run(
        `select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', nspname, relname), false, true, '')))[1]::text as rows
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where nspname = '${schema}' and relkind = 'r' and relname not like 'kysely%' order by 1`,
      );
      return rows;
    },
  };
}

/** A person tracks a message without a final status. @returns their direct message */
async function waitForMessage({ slack }: Scene, bot: RunningProcess) {
  const [, port] = await bot.printed(/"port":(\d+)/);
  slack.connect(`http://127.0.0.1:${port}/slack/events`);
  await slack.command({
    person: ana.id,
    channel: 'C1X',
    command: '/sms-status',
    text: `${numberOf('waiting')} today`,
  });
  const waiting = { timeoutMs: patience.timeout };
  const answer = await slack.until(
    () => slack.messages({ person: ana.id }).find(({ visibleTo, blocks }) => visibleTo && blocks),
    { description: 'an answer', ...waiting },
  );
  await slack.click({ person: ana.id, message: answer, actionId: 'status.settle' });
  return await slack.until(() => directs({ slack })[0], { description: 'a direct message', ...waiting });
}

const directs = ({ slack }: Pick<Scene, 'slack'>) =>
  slack.messages().filter(({ channel, author }) => channel.startsWith('D') && author === 'bot');

const moved = /^summaries\s+\d+ {2}[\da-f]{12}$/m;

test('two replicas on Postgres continue the work of an embedded bot after a move, without duplicates', {
  tags: 'smoke',
  timeout: 12 * MINUTES,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-chaos-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [postgres, scene] = await Promise.all([
    startOwnPostgres(),
    startScene(CHANNELS, { DATA_DIR: folder }),
  ]);
  const { slack } = scene;
  await scene.subscribeAll();
  const incident = await withRows(scene, {}, (rows) =>
    storeIncident(rows, { channel: CHANNEL, watcher: ana.id }),
  );
  const roots = () =>
    slack
      .messages({ channel: CHANNEL })
      .filter(
        ({ threadTs, metadata }) => !threadTs && String(metadata?.event_payload.key).includes(incident),
      );

  const embedded = scene.bot();
  const direct = await waitForMessage(scene, embedded);
  await expect.poll(roots, patience).toHaveLength(1);
  await expect.poll(() => tally(scene.summaries()).once, patience).toBeGreaterThan(CHANNELS / 4);
  embedded.child.kill('SIGKILL');
  await embedded.ended;
  const postedBefore = tally(scene.summaries()).once;
  const counts = await withRows(scene, {}, (rows) => rows.counts());

  const to = ['--to', postgres.url] as const;
  const first = await scene.command('src/cli/move.ts', ...to).ended;
  expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(moved) });
  expect(await withRows(scene, { databaseUrl: postgres.url }, (rows) => rows.counts())).toEqual(counts);
  expect((await scene.bot().ended).stderr).toMatch(
    /is at 127\.0\.0\.1:\d+\/postgres since .*: set DATABASE_URL/,
  );
  // Repeated, also as if the first move had been killed before it marked the folder.
  expect((await scene.command('src/cli/move.ts', ...to).ended).stdout).toContain('nothing was done');
  await rm(join(folder, 'moved.json'));
  expect((await scene.command('src/cli/move.ts', ...to).ended).stdout).toContain('nothing was done');

  const changesBefore = changesOf(scene, direct.ts);
  const replicas = [1, 2].map(() => scene.replicaOn(postgres.url));
  await Promise.all(replicas.map((replica) => replica.printed(/"listening for Slack"/)));
  await withRows(scene, { databaseUrl: postgres.url }, async ({ incidents, watches, subscriptions }) => {
    expect(await watches.list()).toMatchObject([{ channel: CHANNEL }]);
    expect(await subscriptions.list()).toHaveLength(CHANNELS);
    await incidents.act(incident, { kind: 'acknowledged', by: ana }, new Date());
  });
  await expect.poll(() => tally(scene.summaries()).lost, patience).toBe(0);
  await expect.poll(() => tally(scene.details()).lost, patience).toBe(0);
  // The tracked message is still updated in the same direct message.
  await expect.poll(() => changesOf(scene, direct.ts), patience).toBeGreaterThan(changesBefore);
  const replies = () =>
    slack.messages({ channel: CHANNEL }).filter(({ threadTs }) => threadTs === roots()[0]?.ts);
  await expect.poll(() => replies().map(({ text }) => text), patience).toContain('ana has it.');
  await expect.poll(() => scene.allHasLanded(), patience).toBe(true);

  printFacts('Moved to Postgres', {
    'channels subscribed': CHANNELS,
    'summaries before': postedBefore,
    ...tally(scene.summaries()),
  });
  expect(tally(scene.summaries())).toEqual({ once: CHANNELS, double: 0, lost: 0 });
  expect(tally(scene.details())).toEqual({ once: CHANNELS, double: 0, lost: 0 });
  expect(roots()).toHaveLength(1);
  expect(replies().filter(({ text }) => text === 'ana has it.')).toHaveLength(1);
  // The message that is tracked may have got its receipt meanwhile, which is told in a message of its own.
  const keys = directs(scene).map(({ metadata }) => metadata?.event_payload.key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { child } of replicas) child.kill('SIGTERM');
  for (const { ended } of replicas) expect((await ended).code).toBe(0);
});

const changesOf = ({ slack }: Scene, ts: string) =>
  slack.apiCalls.filter(({ method, args }) => method === 'chat.update' && args.ts === ts).length;
