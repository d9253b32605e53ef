import { setTimeout as pause } from 'node:timers/promises';
import { type BenchBot, startBareBolt, startBot } from './bots.ts';
import { type Contender, createContenders, targetsAgainstBefore } from './contenders.ts';
import type { Context } from './context.ts';
import { atMost, megabytes, milliseconds, ratios, table, targetTable, withRange } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { askReport, dayAgo } from './reports.ts';
import { startSlack } from './slack.ts';
import { inTurn } from './turns.ts';

interface Start {
  readonly readyMs: number;
  readonly idleBytes: number;
  /** After a first report, which opens the database; `undefined` for the bare app. */
  readonly reportedBytes: number | undefined;
}

const FEW_MESSAGES = 1_000;
const BARE = 'bare Bolt';
const FIRST = 'for the first time';
const AGAIN = 'again';

/** Time until ready, and memory of an idle bot. */
export async function measureStart(context: Context): Promise<string> {
  await using slack = await startSlack();
  await using platform = await startPlatform(FEW_MESSAGES, context);
  await using resources = new AsyncDisposableStack();
  const contenders = await createContenders(context, resources);
  const at = { slack, platformUrl: platform.url };
  const rest = () => pause(context.sizes.start.restMs);

  const measure = async (start: () => Promise<BenchBot>, reports = true): Promise<Start> => {
    await using bot = await start();
    await rest();
    const idleBytes = bot.residentBytes();
    if (!reports) return { readyMs: bot.readyMs, idleBytes, reportedBytes: undefined };
    await askReport(bot, slack, dayAgo(10));
    await rest();
    return { readyMs: bot.readyMs, idleBytes, reportedBytes: bot.residentBytes() };
  };

  const things: Record<string, () => Promise<Start>> = {
    [BARE]: () => measure(() => startBareBolt(at), false),
  };
  for (const { title, root, databaseUrl } of contenders) {
    const start = (folder: string) => startBot({ ...at, folder, databaseUrl, root, readsAhead: true });
    const usedFolder = await context.dataFolder();
    // Fills the data folder, the compile cache, and the system's file cache.
    context.say(`starting, to warm up: ${title}`);
    await measure(() => start(usedFolder));
    things[`${title}, ${FIRST}`] = async () => {
      const folder = await context.dataFolder();
      return await measure(() => start(folder));
    };
    things[`${title}, ${AGAIN}`] = () => measure(() => start(usedFolder));
  }
  const { results, notes } = await inTurn('start', context.sizes.rounds, things, context.say);
  return [
    '### Start',
    table(['', 'ready after', 'memory at rest', 'after a first report'], Object.entries(results).map(rowOf)),
    ...notes,
    'For the first time: with an empty DATA_DIR. Again: with what an earlier start left there, compiled code among it; bare Bolt keeps none.',
    ...targets(contenders, results),
  ].join('\n\n');
}

function rowOf([name, starts]: readonly [string, readonly Start[]]): string[] {
  return [
    name,
    withRange(
      starts.map(({ readyMs }) => readyMs),
      milliseconds,
    ),
    withRange(
      starts.map(({ idleBytes }) => idleBytes),
      megabytes,
    ),
    withRange(
      starts.flatMap(({ reportedBytes }) => reportedBytes ?? []),
      megabytes,
    ),
  ];
}

function targets(
  contenders: readonly Contender[],
  results: Readonly<Record<string, readonly Start[]>>,
): string[] {
  const figures = [
    ['ready after', ({ readyMs }: Start) => readyMs],
    ['memory at rest', ({ idleBytes }: Start) => idleBytes],
  ] as const;
  const of = (name: string, figure: (start: Start) => number) => results[name]?.map(figure) ?? [];
  const server = contenders.find(({ root, store }) => root === undefined && store === 'Postgres');
  const found = figures.flatMap(([what, figure]) => [
    ...(server
      ? [
          atMost(
            `${what}, with Postgres, ${AGAIN}, of bare Bolt's`,
            ratios(of(`${server.title}, ${AGAIN}`, figure), of(BARE, figure)),
            2,
          ),
        ]
      : []),
    ...[FIRST, AGAIN].flatMap((when) =>
      targetsAgainstBefore(`${what}, ${when}`, 1.15, contenders, ({ title }) =>
        of(`${title}, ${when}`, figure),
      ),
    ),
  ]);
  return [
    ...(server ? [] : ['DATABASE_URL is not set: Postgres was left out.']),
    ...(found.length > 0 ? [targetTable(found)] : []),
  ];
}
