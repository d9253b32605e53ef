import { startBot } from './bots.ts';
import type { Context } from './context.ts';
import { createDatabase } from './databases.ts';
import { count, median, megabytes, milliseconds, seconds, table, targetTable, times } from './measure.ts';
import type { ReaderResult } from './peers/reader.ts';
import { type Platform, startPlatform } from './platforms.ts';
import { runToEnd } from './processes.ts';
import { askReport, dayAgo } from './reports.ts';
import { type BenchSlack, startSlack } from './slack.ts';

/** Far enough back for all receipts to have come: such days are read once. */
const NEWEST_AGE_DAYS = 10;
const WARM_ASKINGS = 20;

/** A report of many days: read for the first time, asked for again, and made by a script. */
export async function measureThirtyDays(context: Context): Promise<string> {
  const { sizes, say } = context;
  const { days, perDay } = sizes.report;
  await using slack = await startSlack();
  await using platform = await startPlatform(perDay, context);
  const embedded = await measureBot('embedded', undefined, { slack, platform, context });
  await using database = context.databaseUrl ? await createDatabase(context.databaseUrl) : undefined;
  const server = database && (await measureBot('Postgres', database.url, { slack, platform, context }));

  const naive: ReaderResult[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    say(`${days} days, the naive way: ${round + 1} of ${sizes.rounds}`);
    const asked = Array.from({ length: days }, (_, index) => dayAgo(NEWEST_AGE_DAYS + index));
    const outcome = await runToEnd<ReaderResult>('peers/naive.ts', [platform.url, ...asked]);
    if ('failed' in outcome) throw new Error(`the naive way: ${outcome.failed}`);
    naive.push(outcome.result);
  }
  const naiveMs = median(naive.map(({ tookMs }) => tookMs));
  const naiveBytes = median(naive.map(({ peakBytes }) => peakBytes));

  const bots = [
    ['SMS Desk, embedded', embedded] as const,
    ...(server ? [['SMS Desk, Postgres', server] as const] : []),
  ];
  return [
    `### A report of ${days} days`,
    table(
      [`${days} days of ${count(perDay)} messages`, 'time', 'most memory'],
      [
        ['`got().json()` for each day, date-fns, a loop', seconds(naiveMs), megabytes(naiveBytes)],
        ...bots.flatMap(([name, { coldMs, warmMs, statusMs, peakBytes }]) => [
          [`${name}, read for the first time`, seconds(coldMs), megabytes(peakBytes)],
          [`${name}, asked for again`, milliseconds(warmMs), ''],
          [`${name}, \`/sms-status\` beside it`, milliseconds(statusMs), ''],
        ]),
      ],
    ),
    targetTable(
      bots.flatMap(([name, { warmMs, statusMs }]) => [
        {
          what: `${name}: asked for again, faster than naive`,
          wanted: '≥ 100×',
          measured: times(naiveMs / warmMs),
          isMet: naiveMs / warmMs >= 100,
        },
        {
          what: `${name}: asked for again, of one \`/sms-status\``,
          wanted: '≤ 5×',
          measured: times(warmMs / statusMs),
          isMet: warmMs / statusMs <= 5,
        },
      ]),
    ),
  ].join('\n\n');
}

async function measureBot(
  name: string,
  databaseUrl: string | undefined,
  { slack, platform, context }: { slack: BenchSlack; platform: Platform; context: Context },
) {
  const { sizes, say } = context;
  const { days } = sizes.report;
  const folder = await context.dataFolder();
  await using bot = await startBot({ slack, platformUrl: platform.url, folder, databaseUrl });
  // Each is compared with the one before it, which has been read by then: from the oldest to the newest.
  const rangeOf = (index: number) => {
    const newest = NEWEST_AGE_DAYS + (sizes.rounds - index) * days;
    return `${dayAgo(newest + days - 1)}..${dayAgo(newest)}`;
  };
  say(`${name}: the first ${days} days and those before`);
  await askReport(bot, slack, rangeOf(0));
  const cold: number[] = [];
  for (let round = 1; round <= sizes.rounds; round += 1) {
    say(`${name}: ${days} days, for the first time: ${round} of ${sizes.rounds}`);
    cold.push((await askReport(bot, slack, rangeOf(round))).reportedMs);
  }
  const peakBytes = bot.peakBytes();
  say(`${name}: ${days} days, again`);
  const warm: number[] = [];
  const status: number[] = [];
  for (let asking = 0; asking < WARM_ASKINGS; asking += 1) {
    warm.push((await askReport(bot, slack, rangeOf(sizes.rounds))).answeredMs);
    status.push((await slack.command(bot.port, '/sms-status', '+56 9 1234 5678')).answeredMs);
  }
  return { coldMs: median(cold), warmMs: median(warm), statusMs: median(status), peakBytes };
}
