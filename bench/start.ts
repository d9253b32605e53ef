import { setTimeout as pause } from 'node:timers/promises';
import { type Bot, startBareBolt, startBot } from './bots.ts';
import type { Context } from './context.ts';
import { createDatabase } from './databases.ts';
import { byTurns, median, megabytes, milliseconds, table, targetTable, times } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { askReport, dayAgo } from './reports.ts';
import { startSlack } from './slack.ts';

interface Start {
  readonly readyMs: number;
  readonly idleBytes: number;
  /** After a first report, which opens the database; a bare app makes none. */
  readonly reportedBytes: number | undefined;
}

const FEW_MESSAGES = 1_000;

/** From nothing to ready, and the memory of a bot that nobody asks anything. */
export async function measureStart(context: Context): Promise<string> {
  await using slack = await startSlack();
  await using platform = await startPlatform(FEW_MESSAGES, context);
  await using database = context.databaseUrl ? await createDatabase(context.databaseUrl) : undefined;
  const at = { slack, platformUrl: platform.url };
  const usedFolder = await context.dataFolder();
  const rest = () => pause(context.sizes.start.restMs);

  const measure = async (what: string, start: () => Promise<Bot>, reports: boolean): Promise<Start> => {
    context.say(`starting: ${what}`);
    await using bot = await start();
    await rest();
    const idleBytes = bot.residentBytes();
    if (!reports) return { readyMs: bot.readyMs, idleBytes, reportedBytes: undefined };
    await askReport(bot, slack, dayAgo(10));
    await rest();
    return { readyMs: bot.readyMs, idleBytes, reportedBytes: bot.residentBytes() };
  };

  // Makes what a later start finds, the bot's compiled code too, and fills the system's cache with the files of all.
  await measure('to warm up', () => startBot({ ...at, folder: usedFolder }), true);
  const embedded = async (folder: string) => await startBot({ ...at, folder });
  const onServer = async (databaseUrl: string, folder: string) =>
    await startBot({ ...at, folder, databaseUrl });
  const bots: Record<string, () => Promise<Start>> = {
    bare: () => measure('bare Bolt', () => startBareBolt(at), false),
    fresh: async () => {
      const folder = await context.dataFolder();
      return await measure('embedded, for the first time', () => embedded(folder), true);
    },
    used: () => measure('embedded, again', () => embedded(usedFolder), true),
  };
  if (database) {
    bots.freshPostgres = async () => {
      const folder = await context.dataFolder();
      return await measure('with Postgres, for the first time', () => onServer(database.url, folder), true);
    };
    bots.postgres = () => measure('with Postgres, again', () => onServer(database.url, usedFolder), true);
  }
  const starts = await byTurns(context.sizes.rounds, bots);
  return present(starts);
}

function present(starts: Readonly<Record<string, readonly Start[]>>): string {
  const { bare, fresh, used, freshPostgres, postgres } = starts;
  const least = summarize(bare);
  const rows: [string, Start][] = [
    ['bare Bolt', least],
    ['SMS Desk, embedded, for the first time', summarize(fresh)],
    ['SMS Desk, embedded, again', summarize(used)],
  ];
  if (freshPostgres) rows.push(['SMS Desk, with Postgres, for the first time', summarize(freshPostgres)]);
  if (postgres) rows.push(['SMS Desk, with Postgres, again', summarize(postgres)]);
  const shown = rows.map(([name, { readyMs, idleBytes, reportedBytes }]) => [
    name,
    milliseconds(readyMs),
    megabytes(idleBytes),
    reportedBytes === undefined ? '' : megabytes(reportedBytes),
  ]);
  const parts = [
    '### Start',
    table(['', 'ready after', 'memory at rest', 'after a first report'], shown),
    'For the first time: with an empty DATA_DIR. Again: with what an earlier start left there, compiled code among it; bare Bolt keeps none.',
  ];
  if (!postgres) return [...parts, 'DATABASE_URL is not set: Postgres was left out.'].join('\n\n');
  const server = summarize(postgres);
  const targets = targetTable([
    atMostTwice('ready after', server.readyMs / least.readyMs),
    atMostTwice('memory at rest', server.idleBytes / least.idleBytes),
  ]);
  return [...parts, targets].join('\n\n');
}

function summarize(starts: readonly Start[] = []): Start {
  const reported = starts.flatMap(({ reportedBytes }) => reportedBytes ?? []);
  return {
    readyMs: median(starts.map(({ readyMs }) => readyMs)),
    idleBytes: median(starts.map(({ idleBytes }) => idleBytes)),
    reportedBytes: reported.length > 0 ? median(reported) : undefined,
  };
}

function atMostTwice(what: string, ratio: number) {
  return {
    what: `${what}, with Postgres, again, of bare Bolt's`,
    wanted: '≤ 2×',
    measured: times(ratio),
    isMet: ratio <= 2,
  };
}
