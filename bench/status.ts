import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bot, startBareBolt, startBot } from './bots.ts';
import type { Context } from './context.ts';
import { byTurns, count, median, milliseconds, percentile, table, targetTable, times } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { askReport, dayAgo } from './reports.ts';
import { type Answered, type BenchSlack, startSlack } from './slack.ts';

/** One person's questions about numbers with twenty messages each, also with a large report beside them. */
export async function measureStatus(context: Context): Promise<string> {
  const { sizes, say } = context;
  const { reportMessages } = sizes.status;
  await using slack = await startSlack();
  await using platform = await startPlatform(reportMessages, context);
  const at = { slack, platformUrl: platform.url };
  await using bot = await startBot({ ...at, folder: await mkdtemp(join(context.folder, 'data-')) });
  await using bare = await startBareBolt(at);

  say('/sms-status: warming up');
  for (const one of [bot, bare]) await underLoad(one, slack, sizes.status);
  const loads = await byTurns(sizes.rounds, {
    bot: (round) => {
      say(`/sms-status: ${round + 1} of ${sizes.rounds}`);
      return underLoad(bot, slack, sizes.status);
    },
    bare: () => underLoad(bare, slack, sizes.status),
  });

  say('a first report, after which it is known how the platform reckons its days');
  const reports = createReports(bot, slack);
  await reports.next();
  const beside = await byTurns(sizes.rounds, {
    without: () => atAnEvenPace(bot, slack, sizes.status),
    with: (round) => {
      say(`/sms-status with a report of ${count(reportMessages)} beside it: ${round + 1} of ${sizes.rounds}`);
      return reports.during(() => atAnEvenPace(bot, slack, sizes.status));
    },
  });

  const ours = summarize(loads.bot);
  const least = summarize(loads.bare);
  const alone = summarize(beside.without);
  const busy = summarize(beside.with);
  const share = ours.perSecond / least.perSecond;
  return [
    '### `/sms-status`',
    table(
      [
        `${sizes.status.inFlight} at once, 20 messages each`,
        'answers a second',
        'p99 acknowledged',
        'p99 answered',
      ],
      [
        [
          'SMS Desk',
          ours.perSecond.toFixed(0),
          milliseconds(ours.acknowledgedMs),
          milliseconds(ours.answeredMs),
        ],
        [
          'bare Bolt',
          least.perSecond.toFixed(0),
          milliseconds(least.acknowledgedMs),
          milliseconds(least.answeredMs),
        ],
      ],
    ),
    table(
      [`${sizes.status.perSecond} a second`, 'p99 acknowledged', 'p99 answered'],
      [
        ['alone', milliseconds(alone.acknowledgedMs), milliseconds(alone.answeredMs)],
        [
          `beside reports of ${count(reportMessages)} messages`,
          milliseconds(busy.acknowledgedMs),
          milliseconds(busy.answeredMs),
        ],
      ],
    ),
    targetTable([
      {
        what: "answers a second, of the bare app's",
        wanted: '≥ 0.7×',
        measured: times(share),
        isMet: share >= 0.7,
      },
      atMostTriple('acknowledged', busy.acknowledgedMs / alone.acknowledgedMs),
      atMostTriple('answered', busy.answeredMs / alone.answeredMs),
    ]),
  ].join('\n\n');
}

interface Load {
  readonly answers: readonly Answered[];
  readonly tookMs: number;
}

/** As many questions as it takes, some always waiting for their answer. */
async function underLoad(
  bot: Bot,
  slack: BenchSlack,
  { requests, inFlight }: Context['sizes']['status'],
): Promise<Load> {
  const startedMs = performance.now();
  let sent = 0;
  const answers: Answered[] = [];
  const askOn = async () => {
    while (sent < requests) {
      sent += 1;
      answers.push(await ask(bot, slack, sent));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, askOn));
  return { answers, tookMs: performance.now() - startedMs };
}

/** Questions at an even pace, whether or not those before have been answered. */
async function atAnEvenPace(
  bot: Bot,
  slack: BenchSlack,
  { paced, perSecond }: Context['sizes']['status'],
): Promise<Load> {
  const startedMs = performance.now();
  const asked: Promise<Answered>[] = [];
  for (let index = 0; index < paced; index += 1) {
    const dueMs = startedMs + (index * 1_000) / perSecond;
    await pause(Math.max(0, dueMs - performance.now()));
    asked.push(ask(bot, slack, index));
  }
  return { answers: await Promise.all(asked), tookMs: performance.now() - startedMs };
}

async function ask(bot: Bot, slack: BenchSlack, index: number): Promise<Answered> {
  const answered = await slack.command(bot.port, '/sms-status', `+56 9 ${5000 + (index % 1000)} 4321`);
  if (!answered.text.includes('20 messages'))
    throw new Error(`an answer without its messages: ${answered.text}`);
  return answered;
}

/** Reports of days that nobody has asked for yet, one after the other. */
function createReports(bot: Bot, slack: BenchSlack) {
  let ageDays = 10;
  const next = async () => {
    // The day before it is read too, for comparison.
    ageDays += 2;
    await askReport(bot, slack, dayAgo(ageDays));
  };
  return {
    next,
    /** Keeps a report going as long as something else lasts. */
    async during<T>(action: () => Promise<T>): Promise<T> {
      let isOver = false;
      const reading = (async () => {
        while (!isOver) await next();
      })();
      const result = await action();
      isOver = true;
      await reading;
      return result;
    },
  };
}

function summarize(loads: readonly Load[]) {
  const p99 = (of: (answered: Answered) => number) =>
    median(loads.map(({ answers }) => percentile(answers.map(of), 99)));
  return {
    perSecond: median(loads.map(({ answers, tookMs }) => (answers.length * 1_000) / tookMs)),
    acknowledgedMs: p99(({ acknowledgedMs }) => acknowledgedMs),
    answeredMs: p99(({ answeredMs }) => answeredMs),
  };
}

function atMostTriple(what: string, ratio: number) {
  return { what: `p99 ${what} beside a report`, wanted: '≤ 3×', measured: times(ratio), isMet: ratio <= 3 };
}
