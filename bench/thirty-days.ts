import { type BenchBot, startBot } from './bots.ts';
import { type Contender, createContenders, targetsAgainstBefore } from './contenders.ts';
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

/** Old enough that all receipts have come: such days are read once. */
const NEWEST_AGE_DAYS = 10;
const WARM_REQUESTS = 5;
const NAIVE = '`got().json()` for each day, date-fns, a loop';

interface ReportTimes {
  /** First request: the days are read from the platform. */
  readonly coldMs: number;
  /** Repeated request, and a `/sms-status` after it. */
  readonly warmMs?: number;
  readonly statusMs?: number;
  readonly peakBytes: number;
}

/** A report of many days: first request, repeated request, and a script as comparison. */
export async function measureThirtyDays(context: Context): Promise<string> {
  const { days, perDay } = context.sizes.report;
  await using slack = await startSlack();
  await using platform = await startPlatform(perDay, context);
  await using resources = new AsyncDisposableStack();
  const contenders = await createContenders(context, resources);
  const requestedDays = Array.from({ length: days }, (_, index) => dayAgo(NEWEST_AGE_DAYS + index));
  const things: Record<string, () => Promise<ReportTimes>> = {
    [NAIVE]: async () => {
      const args = [platform.url, ...requestedDays];
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

/** Each report covers unread days. The days before them, for comparison, are read beforehand. */
function createReports(
  bot: BenchBot,
  slack: BenchSlack,
  { sizes, say }: Context,
): () => Promise<ReportTimes> {
  const { days } = sizes.report;
  // From oldest to newest, with enough days for repeated rounds.
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
    for (let asking = 0; asking < WARM_REQUESTS; asking += 1) {
      warm.push((await askReport(bot, slack, range())).answeredMs);
      status.push((await slack.command(bot.port, '/sms-status', '+56 9 1234 5678')).answeredMs);
    }
    return { coldMs, warmMs: median(warm), statusMs: median(status), peakBytes };
  };
}

function targets(
  contenders: readonly Contender[],
  results: Readonly<Record<string, readonly ReportTimes[]>>,
) {
  const reportsOf = ({ title }: Contender) => results[title] ?? [];
  const cold = (reports: readonly ReportTimes[] = []) => reports.map(({ coldMs }) => coldMs);
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
    ...targetsAgainstBefore('read for the first time', 1.7, contenders, (one) => cold(reportsOf(one))),
    ...targetsAgainstBefore('asked for again', 1.7, contenders, (one) => warmOf(reportsOf(one))),
  ];
}

function warmOf(reports: readonly ReportTimes[]): number[] {
  return reports.flatMap(({ warmMs }) => warmMs ?? []);
}

function statusOf(reports: readonly ReportTimes[]): number[] {
  return reports.flatMap(({ statusMs }) => statusMs ?? []);
}
