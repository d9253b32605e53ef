import { type Bot, startBot } from './bots.ts';
import type { Context } from './context.ts';
import { createDatabase } from './databases.ts';
import { byTurns, count, milliseconds, table, targetTable, times } from './measure.ts';
import { type Platform, startPlatform } from './platforms.ts';
import { runToEnd } from './processes.ts';
import { atAnEvenPace, summarize, underLoad } from './questions.ts';
import { askReport, dayAgo } from './reports.ts';
import { type BenchSlack, startSlack } from './slack.ts';

/** Questions about numbers while a large report is read, and what the machine alone makes of that. */
export async function measureBeside(context: Context): Promise<string> {
  const { databaseUrl, sizes } = context;
  await using slack = await startSlack();
  await using platform = await startPlatform(sizes.status.reportMessages, context);
  const parts = [
    '### `/sms-status` beside a report',
    ...(await besideReports('embedded', undefined, context, slack, platform)),
  ];
  if (databaseUrl === undefined) return parts.join('\n\n');
  await using database = await createDatabase(databaseUrl);
  parts.push(...(await besideReports('Postgres', database.url, context, slack, platform)));
  return parts.join('\n\n');
}

async function besideReports(
  store: string,
  databaseUrl: string | undefined,
  { dataFolder, sizes, say }: Context,
  slack: BenchSlack,
  platform: Platform,
): Promise<string[]> {
  const { status, rounds } = sizes;
  const messages = count(status.reportMessages);
  await using bot = await startBot({
    slack,
    platformUrl: platform.url,
    folder: await dataFolder(),
    databaseUrl,
  });
  say(`${store}: a first report, after which it is known how the platform reckons its days`);
  const reports = createReports(bot, slack);
  await reports.next();
  await underLoad(bot, slack, status);
  const pace = () => atAnEvenPace(bot, slack, status);
  const found = await byTurns(rounds, {
    without: pace,
    reports: (round) => {
      say(`${store}: /sms-status with a report of ${messages} beside it: ${round + 1} of ${rounds}`);
      return during(reports.next, pace);
    },
    elsewhere: () => during(() => readElsewhere(platform, reports.newDay()), pace),
  });

  const rows = {
    alone: summarize(found.without),
    [`beside reports of ${messages} messages`]: summarize(found.reports),
    'beside another process that reads the same': summarize(found.elsewhere),
  };
  const { alone } = rows;
  const busy = summarize(found.reports);
  return [
    table(
      [
        `${status.perSecond} a second, ${store}`,
        'p99 acknowledged',
        'of that alone',
        'p99 answered',
        'of that alone',
      ],
      Object.entries(rows).map(([name, { acknowledgedMs, answeredMs }]) => [
        name,
        milliseconds(acknowledgedMs),
        times(acknowledgedMs / alone.acknowledgedMs),
        milliseconds(answeredMs),
        times(answeredMs / alone.answeredMs),
      ]),
    ),
    targetTable([
      atMostTriple(store, 'acknowledged', busy.acknowledgedMs / alone.acknowledgedMs),
      atMostTriple(store, 'answered', busy.answeredMs / alone.answeredMs),
    ]),
  ];
}

/** Reports of days that nobody has asked for yet. */
function createReports(bot: Bot, slack: BenchSlack) {
  let ageDays = 10;
  const newDay = () => {
    // The day before it is read too, for comparison.
    ageDays += 2;
    return dayAgo(ageDays);
  };
  return { newDay, next: () => askReport(bot, slack, newDay()) };
}

/** The same work where it cannot keep the bot from anything but the processors. */
async function readElsewhere({ url }: Platform, day: string): Promise<void> {
  const outcome = await runToEnd('peers/ours.ts', [url, day]);
  if ('failed' in outcome) throw new Error(`the other process failed: ${outcome.failed}`);
}

/** Does one thing over and over as long as another lasts. */
async function during<T>(again: () => Promise<unknown>, action: () => Promise<T>): Promise<T> {
  let isOver = false;
  const repeating = (async () => {
    while (!isOver) await again();
  })();
  const result = await action();
  isOver = true;
  await repeating;
  return result;
}

function atMostTriple(store: string, what: string, ratio: number) {
  return {
    what: `p99 ${what} beside a report, ${store}`,
    wanted: '≤ 3×',
    measured: times(ratio),
    isMet: ratio <= 3,
  };
}
