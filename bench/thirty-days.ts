import { type Bot, startBot } from './bots.ts';
import { besideBefore, type Contender, createContenders } from './contenders.ts';
import type { Context } from './context.ts';
import {
  atLeast,
  atMost,
  count,
  median,
  megabytes,
  milliseconds,
  ratios,
  seconds,
  table,
  targetTable,
  withRange,
} from './measure.ts';
import type { ReaderResult } from './peers/reader.ts';
import { startPlatform } from './platforms.ts';
import { runToEnd } from './processes.ts';
import { askReport, dayAgo } from './reports.ts';
import { type BenchSlack, startSlack } from './slack.ts';
import { inTurn } from './turns.ts';

/** Far enough back for all receipts to have come: such days are read once. */
const NEWEST_AGE_DAYS = 10;
const WARM_ASKINGS = 5;
const NAIVE = '`got().json()` for each day, date-fns, a loop';

interface Report {
  /** Read for the first time. */
  readonly coldMs: number;
  /** Asked for again, and a look-up of a number beside it. */
  readonly warmMs?: number;
  readonly statusMs?: number;
  readonly peakBytes: number;
}

/** A report of many days: read for the first time, asked for again, and made by a script. */
export async function measureThirtyDays(context: Context): Promise<string> {
  const { days, perDay } = context.sizes.report;
  await using slack = await startSlack();
  await using platform = await startPlatform(perDay, context);
  await using resources = new AsyncDisposableStack();
  const contenders = await createContenders(context, resources);
  const asked = Array.from({ length: days }, (_, index) => dayAgo(NEWEST_AGE_DAYS + index));
  const things: Record<string, () => Promise<Report>> = {
    [NAIVE]: async () => {
      const args = [platform.url, ...asked];
      const { tookMs, peakBytes } = await runToEnd<ReaderResult>('peers/naive.ts', { args });
      return { coldMs: tookMs, peakBytes };
    },
  };
  for (const { title, root, databaseUrl } of contenders) {
    const folder = await context.dataFolder();
    const bot = resources.use(
      await startBot({ slack, platformUrl: platform.url, folder, databaseUrl, root }),
    );
    things[title] = createReports(bot, slack, context);
  }
  const { rounds } = context.sizes;
  const { results, notes } = await inTurn(`a report of ${days} days`, rounds, things, context.say);
  const rows = Object.entries(results).map(([name, reports]) => [
    name,
    withRange(
      reports.map(({ coldMs }) => coldMs),
      seconds,
    ),
    withRange(warmOf(reports), milliseconds),
    withRange(statusOf(reports), milliseconds),
    withRange(
      reports.map(({ peakBytes }) => peakBytes),
      megabytes,
    ),
  ]);
  return [
    `### A report of ${days} days`,
    table(
      [
        `${days} days of ${count(perDay)} messages`,
        'read for the first time',
        'asked for again',
        '`/sms-status` beside it',
        'most memory',
      ],
      rows,
    ),
    ...notes,
    targetTable(targets(contenders, results)),
  ].join('\n\n');
}

/** Reports of days that were not read yet, each compared with the days before it, which were. */
function createReports(bot: Bot, slack: BenchSlack, { sizes, say }: Context): () => Promise<Report> {
  const { days } = sizes.report;
  // From the oldest to the newest; more than there are rounds, for those that are repeated.
  let newest = NEWEST_AGE_DAYS + 3 * (sizes.rounds + 1) * days;
  return async () => {
    const range = () => `${dayAgo(newest + days - 1)}..${dayAgo(newest)}`;
    await askReport(bot, slack, range());
    newest -= days;
    say(`the days from ${range()}`);
    const { reportedMs: coldMs } = await askReport(bot, slack, range());
    const peakBytes = bot.peakBytes();
    const warm: number[] = [];
    const status: number[] = [];
    for (let asking = 0; asking < WARM_ASKINGS; asking += 1) {
      warm.push((await askReport(bot, slack, range())).answeredMs);
      status.push((await slack.command(bot.port, '/sms-status', '+56 9 1234 5678')).answeredMs);
    }
    return { coldMs, warmMs: median(warm), statusMs: median(status), peakBytes };
  };
}

function targets(contenders: readonly Contender[], results: Readonly<Record<string, readonly Report[]>>) {
  const reportsOf = ({ title }: Contender) => results[title] ?? [];
  const cold = (reports: readonly Report[] = []) => reports.map(({ coldMs }) => coldMs);
  const today = contenders.filter(({ root }) => root === undefined);
  return [
    ...today.flatMap((contender) => {
      const reports = reportsOf(contender);
      const warm = warmOf(reports);
      return [
        atLeast(
          `asked for again, ${contender.store}, faster than naive`,
          ratios(cold(results[NAIVE]), warm),
          100,
        ),
        atMost(
          `asked for again, ${contender.store}, of one \`/sms-status\``,
          ratios(warm, statusOf(reports)),
          5,
        ),
      ];
    }),
    ...besideBefore('read for the first time', 1.7, contenders, (one) => cold(reportsOf(one))),
    ...besideBefore('asked for again', 1.7, contenders, (one) => warmOf(reportsOf(one))),
  ];
}

function warmOf(reports: readonly Report[]): number[] {
  return reports.flatMap(({ warmMs }) => warmMs ?? []);
}

function statusOf(reports: readonly Report[]): number[] {
  return reports.flatMap(({ statusMs }) => statusMs ?? []);
}
