import { type BenchBot, startBot } from './bots.ts';
import { type Contender, createContenders, targetsAgainstBefore } from './contenders.ts';
import type { Context } from './context.ts';
import {
  atMost,
  count,
  median,
  milliseconds,
  ratios,
  table,
  targetTable,
  times,
  withRange,
} from './measure.ts';
import { type BenchPlatform, startPlatform } from './platforms.ts';
import { runToEnd } from './processes.ts';
import { atAnEvenPace, figuresOf, type LoadFigures, underLoad } from './questions.ts';
import { askReport, dayAgo } from './reports.ts';
import { type BenchSlack, startSlack } from './slack.ts';
import { inTurn } from './turns.ts';
import { during } from './waiting.ts';

/** 99th percentiles. */
const FIGURES = [
  ['acknowledged', ({ acknowledgedMs }: LoadFigures) => acknowledgedMs],
  ['answered', ({ answeredMs }: LoadFigures) => answeredMs],
] as const;

/** Latency of `/sms-status` while the bot, or another process, reads a large report. */
export async function measureStatusDuringReports(context: Context): Promise<string> {
  const { rounds, status } = context.sizes;
  await using slack = await startSlack();
  await using platform = await startPlatform(status.reportMessages, context);
  await using resources = new AsyncDisposableStack();
  const contenders = await createContenders(context, resources);
  const things: Record<string, () => Promise<LoadFigures>> = {};
  for (const contender of contenders) {
    const { title, root, databaseUrl } = contender;
    const folder = await context.dataFolder();
    const bot = resources.use(
      await startBot({ slack, platformUrl: platform.url, folder, databaseUrl, root }),
    );
    const reports = createReports(bot, slack);
    context.say(`${title}: a first report, after which it is known how the platform reckons its days`);
    await reports.next();
    await underLoad(bot, slack, status);
    const pace = async () => figuresOf(await atAnEvenPace(bot, slack, status));
    const names = namesOf(contender);
    things[names.alone] = pace;
    things[names.reports] = () => during(reports.next, pace);
    if (root === undefined) {
      things[names.elsewhere] = () => during(() => readElsewhere(platform, reports.newDay()), pace);
    }
  }
  const { results, notes } = await inTurn('/sms-status', rounds, things, context.say);
  for (const contender of contenders.filter(({ root }) => root === undefined)) {
    const { reports, alone } = namesOf(contender);
    const answered = (name: string) => (results[name] ?? []).map(({ answeredMs }) => answeredMs);
    context.record({
      name: `beside, ${contender.store}`,
      value: median(ratios(answered(reports), answered(alone))),
    });
  }
  return [
    `### \`/sms-status\` beside reports of ${count(status.reportMessages)} messages`,
    ...contenders.map((contender) => latencyTable(contender, status.perSecond, results)),
    ...notes,
    targetTable(targets(contenders, results)),
  ].join('\n\n');
}

type Results = Readonly<Record<string, readonly LoadFigures[]>>;

function namesOf({ title }: Contender) {
  return {
    alone: `${title}, alone`,
    reports: `${title}, beside reports`,
    elsewhere: `${title}, beside another process that reads the same`,
  };
}

function latencyTable(contender: Contender, perSecond: number, results: Results): string {
  const { alone, ...others } = namesOf(contender);
  const rows = [alone, ...Object.values(others)].map((name) => [
    name,
    ...FIGURES.flatMap(([, figure]) => {
      const [values, least] = [results[name]?.map(figure) ?? [], results[alone]?.map(figure) ?? []];
      return [withRange(values, milliseconds), withRange(ratios(values, least), times)];
    }),
  ]);
  return table(
    [`${perSecond} a second`, ...FIGURES.flatMap(([what]) => [`p99 ${what}`, 'of that alone'])],
    rows.filter(([name = '']) => results[name]),
  );
}

function targets(contenders: readonly Contender[], results: Results) {
  return FIGURES.flatMap(([what, figure]) => {
    const of = (name: string) => results[name]?.map(figure) ?? [];
    const duringReports = (contender: Contender) => of(namesOf(contender).reports);
    const today = contenders.filter(({ root }) => root === undefined);
    return [
      ...today.map((contender) => {
        const values = ratios(duringReports(contender), of(namesOf(contender).alone));
        return atMost(`p99 ${what} beside a report, ${contender.store}, of that alone`, values, 2.5);
      }),
      ...targetsAgainstBefore(`p99 ${what} beside a report`, 1.2, contenders, duringReports),
    ];
  });
}

/** Reports of days that no earlier report has read. */
function createReports(bot: BenchBot, slack: BenchSlack) {
  let ageDays = 10;
  const newDay = () => {
    // The bot also reads the day before, for comparison.
    ageDays += 2;
    return dayAgo(ageDays);
  };
  return { newDay, next: () => askReport(bot, slack, newDay()) };
}

/** Does the same work in another process: it competes with the bot for the processors only. */
async function readElsewhere({ url }: BenchPlatform, day: string): Promise<void> {
  await runToEnd('peers/ours.ts', { args: [url, day] });
}
