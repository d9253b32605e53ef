import { pino } from 'pino';
import { openDatabase } from '../src/store/database.ts';
import { type BenchBot, type BotOptions, startBareBolt, startBot } from './bots.ts';
import { createContenders } from './contenders.ts';
import type { Context } from './context.ts';
import { atMost, count, median, milliseconds, ratios, table, targetTable, withRange } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { askReport, dayAgo } from './reports.ts';
import { type BenchSlack, CHANNEL, type OpenedHome, startSlack } from './slack.ts';
import { inTurn } from './turns.ts';

const BARE = 'bare Bolt, a fixed view';
/** Longest period of a report, in days. */
const DAYS_AT_ONCE = 30;
const CHANNELS = 100;
/** Target for the median opening. */
const MOST_MS = 30;
/** Target for the first view since the start. */
const MOST_FIRST_MS = 400;

/** Compares Home, with many subscriptions and days of figures, with an app that publishes a fixed view. */
export async function measureHome(context: Context): Promise<string> {
  const { sizes, say } = context;
  const { days, perDay, subscriptions, openings } = sizes.home;
  await using slack = await startSlack();
  await using platform = await startPlatform(perDay, context);
  await using resources = new AsyncDisposableStack();
  const bare = resources.use(await startBareBolt({ slack, platformUrl: platform.url }));
  const things: Record<string, () => Promise<OpeningTimes>> = { [BARE]: () => open(bare, slack, openings) };
  const contenders = (await createContenders({ ...context, before: undefined }, resources)).map((one) => ({
    ...one,
    opened: undefined as OpenedHome | undefined,
  }));
  for (const contender of contenders) {
    say(`${contender.title}: ${days} days of figures, ${subscriptions} subscriptions`);
    const options = {
      slack,
      platformUrl: platform.url,
      folder: await context.dataFolder(),
      databaseUrl: contender.databaseUrl,
      channels: channels(),
    };
    await fill(options, slack, sizes.home);
    const bot = resources.use(await startBot(options));
    contender.opened = await slack.home(bot.port);
    things[contender.title] = () => open(bot, slack, openings);
  }
  for (const name of Object.keys(things)) await things[name]?.();
  const { results, notes } = await inTurn('Home', sizes.rounds, things, say);
  const column = (name: string, figure: (opened: OpeningTimes) => number) =>
    (results[name] ?? []).map(figure);
  const middle = ({ medianMs }: OpeningTimes) => medianMs;
  for (const { title, store } of contenders) {
    context.record({
      name: `home, ${store}`,
      value: median(ratios(column(title, middle), column(BARE, middle))),
    });
  }
  return [
    '### Home',
    table(
      [
        `${openings} openings, from the event to the complete Home`,
        'median',
        'the slowest',
        'the first since the start: something, everything',
      ],
      Object.keys(things).map((name) => [
        name,
        withRange(column(name, middle), milliseconds),
        withRange(
          column(name, ({ mostMs }) => mostMs),
          milliseconds,
        ),
        firstOf(contenders.find(({ title }) => title === name)?.opened),
      ]),
    ),
    `${count(subscriptions)} subscriptions in ${CHANNELS} channels, ${days} days of ${count(perDay)} messages.`,
    ...notes,
    targetTable(
      contenders.flatMap(({ title, store, opened }) => [
        atMost(`Home, ${store}`, column(title, middle), MOST_MS, milliseconds),
        atMost(
          `something is shown, first opening, ${store}`,
          opened ? [opened.firstMs] : [],
          MOST_FIRST_MS,
          milliseconds,
        ),
      ]),
    ),
  ].join('\n\n');
}

interface OpeningTimes {
  readonly medianMs: number;
  readonly mostMs: number;
}

/** Opens Home several times in sequence. */
async function open(bot: BenchBot, slack: BenchSlack, openings: number): Promise<OpeningTimes> {
  const took: number[] = [];
  for (let opening = 0; opening < openings; opening += 1) took.push((await slack.home(bot.port)).wholeMs);
  return { medianMs: median(took), mostMs: Math.max(...took) };
}

function firstOf(opened: OpenedHome | undefined): string {
  return opened ? `${milliseconds(opened.firstMs)}, complete after ${milliseconds(opened.wholeMs)}` : '–';
}

/** Lets the bot read the figures, and inserts the subscriptions into its database. */
async function fill(
  options: BotOptions,
  slack: BenchSlack,
  { days, subscriptions }: Context['sizes']['home'],
) {
  {
    await using bot = await startBot(options);
    for (let newest = 1; newest <= days; newest += DAYS_AT_ONCE) {
      const oldest = Math.min(days, newest + DAYS_AT_ONCE - 1);
      await askReport(bot, slack, `${dayAgo(oldest)}..${dayAgo(newest)}`);
    }
    await askReport(bot, slack, 'today');
  }
  const { databaseUrl, folder: dataDir } = options;
  const database = openDatabase({ databaseUrl, dataDir, log: pino({ level: 'silent' }) });
  try {
    await database.run(
      `insert into "${database.schema}".subscriptions
        (id, account, number, channel, sender, time, zone, language, subscriber, state, next_due_at)
      select 'bench-' || at, account, at, 'C' || (1 + at % $2::int), 'sender ' || at, '09:00', 'UTC', 'en',
        'U' || (1 + at % 1000), case when at % 20 = 0 then 'paused' else 'active' end,
        now() + at * interval '1 second'
      from generate_series(1, $1::int) as at,
        (select distinct account from "${database.schema}".readings) as accounts`,
      [subscriptions, CHANNELS],
    );
  } finally {
    await database.close();
  }
}

function channels(): readonly string[] {
  return Array.from({ length: CHANNELS }, (_, at) => (at === 0 ? CHANNEL : `C${at + 1}`));
}
