import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { scopes } from '../../src/features/index.ts';
import { createSubscriptions, type Subscriptions } from '../../src/store/channels/subscriptions.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import { createWorkspace, type Person } from '../../tools/fake-slack/workspace/workspace.ts';
import { createSandbox } from '../../tools/sandbox/index.ts';
import { botSettings, people, SIGNING_SECRET } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { settingsFor } from '../support/sandbox.ts';
import type { RandomFaults } from '../support/slack-weather.ts';

/** Whether the tests use their full sizes, which take many minutes. */
export const isFull = process.env.CHAOS === 'full';

export const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 100_000);

/** Time within which Slack carries out a call that it does not answer. */
const LANDS_WITHIN_MS = isFull ? 30_000 : 10_000;

/** A short run has fewer calls, and so higher fault rates. */
const share = (ofFull: number) => (isFull ? ofFull : 2.5 * ofFull);
const unclear = { serverError: share(0.04), silent: share(0.03), reset: share(0.03) };

export const badWeather: RandomFaults = {
  seed,
  landsWithinMs: LANDS_WITHIN_MS,
  methods: {
    'chat.postMessage': { limited: share(0.04), unavailable: share(0.02), ...unclear },
    'chat.update': { limited: share(0.04), ...unclear },
    'conversations.history': { limited: share(0.05), ...unclear },
    'conversations.replies': { limited: share(0.05), ...unclear },
  },
};

/** Scopes of the bot's token: all, or only the required ones. */
export const tokens = {
  'that may read channels': undefined,
  'that may not read channels': scopes.required,
} as const;

export type Token = keyof typeof tokens;

/** A workspace with many channels, a platform, and bots on both as separate processes. */
export async function startScene(
  channelCount: number,
  env: Record<string, string>,
  token: Token = 'that may read channels',
  crowd: readonly Person[] = [],
) {
  const ids = Array.from({ length: channelCount }, (_, at) => `C${at}X`);
  const slack = createWorkspace({
    signingSecret: SIGNING_SECRET,
    botToken: 'xoxb-canary',
    people: [...Object.values(people), ...crowd],
    channels: ids.map((id) => ({ id, name: `channel-${id.toLowerCase()}` })),
    delivery: 'http',
    ...(tokens[token] ? { scopes: tokens[token] } : {}),
  });
  const askedReports: string[] = [];
  const sandbox = createSandbox({
    perDay: 300,
    onCall({ operation, request }) {
      if (operation === 'report') askedReports.push(request.body);
    },
  });
  onTestFinished(async () => {
    await slack.stop();
    await sandbox.stop();
  });
  const { apiUrl } = await slack.start();
  const { url } = await sandbox.start();
  const settings = {
    ...botSettings(apiUrl, url),
    ...settingsFor(sandbox, url),
    SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
    // Tests count the requests to the platform.
    READ_AHEAD: 'no',
    ...env,
  };
  const config = loadConfig(settings);
  let lastSeen = { asked: -1, atMs: performance.now() };
  const posted = (suffix: string) => {
    const counts = new Map(ids.map((id) => [id, 0]));
    for (const { channel, metadata } of slack.messages()) {
      const { key } = metadata?.event_payload ?? {};
      if (typeof key === 'string' && key.endsWith(suffix))
        counts.set(channel, (counts.get(channel) ?? 0) + 1);
    }
    return [...counts.values()];
  };

  /** The bot's subscriptions, as rows. No bot may be running on the same folder. */
  async function withSubscriptions<T>(use: (subscriptions: Subscriptions) => Promise<T>): Promise<T> {
    const { log } = recordLog();
    const { platform, databaseUrl, dataDir } = config;
    const upstream = createUpstream({ ...platform, now: () => new Date(), log });
    const database = openDatabase({ databaseUrl, dataDir, log });
    try {
      return await use(createSubscriptions({ db: database.db, account: upstream.account }));
    } finally {
      await database.close();
      upstream.close();
    }
  }

  return {
    slack,
    sandbox,
    config,
    /** Subscribes every channel to a summary that is due since this minute started. @returns the day of the summary */
    async subscribeAll(): Promise<string> {
      const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
      const due = { time: minute.toISOString().slice(11, 16), zone: 'UTC', language: 'en' } as const;
      const before = new Date(minute.getTime() - 1);
      const waiting = ids.values();
      await withSubscriptions(async (subscriptions) => {
        const subscribe = async () => {
          for (const channel of waiting)
            await subscriptions.add({ channel, ...due, subscriber: 'U1' }, before);
        };
        await Promise.all(Array.from({ length: 8 }, subscribe));
      });
      return new Date(minute.getTime() - 86_400_000).toISOString().slice(0, 10);
    },
    bot: () => start('src/main.js', [], settings),
    replicaOn: (databaseUrl: string) => start('src/main.js', [], { ...settings, DATABASE_URL: databaseUrl }),
    command: (script: string, ...args: string[]) => start(script, args, settings),
    quickBot: () => start('test/chaos/quick-replica.ts', [], settings),
    /** How often the platform was asked for a day, alone or with others. */
    reportsOf: (day: string) => askedReports.filter((body) => body.includes(day)).length,
    /** The number of summaries, and of details, in each channel. */
    summaries: () => posted(':all'),
    details: () => posted(':all:details'),
    perhapsMissing: () =>
      withSubscriptions(async (subscriptions) =>
        (await subscriptions.list()).flatMap((one) =>
          one.perhapsMissing === undefined ? [] : [one.channel],
        ),
      ),
    without: () => ids.filter((_, at) => posted(':all')[at] === 0),
    /** Whether no pending post can appear any more; to be polled. */
    allHasLanded(withinMs = LANDS_WITHIN_MS): boolean {
      const asked = slack.apiCalls.filter(({ method }) => method === 'chat.postMessage').length;
      if (asked !== lastSeen.asked) lastSeen = { asked, atMs: performance.now() };
      return performance.now() - lastSeen.atMs > withinMs;
    },
  };
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

export function tally(counts: readonly number[]) {
  return {
    lost: counts.filter((count) => count === 0).length,
    once: counts.filter((count) => count === 1).length,
    double: counts.filter((count) => count > 1).length,
  };
}

export function printFacts(title: string, facts: Readonly<Record<string, unknown>>): void {
  const lines = Object.entries(facts).map(([what, value]) => `  ${what.padEnd(34)} ${String(value)}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
