import { startBareBolt, startBot } from './bots.ts';
import type { Context } from './context.ts';
import { atLeast, milliseconds, ratios, table, targetTable, withRange } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { figuresOf, type LoadFigures, underLoad } from './questions.ts';
import { startSlack } from './slack.ts';
import { inTurn } from './turns.ts';

/** Throughput of concurrent requests about numbers with twenty messages each. */
export async function measureStatus(context: Context): Promise<string> {
  const { sizes, say } = context;
  await using slack = await startSlack();
  await using platform = await startPlatform(1, context);
  const at = { slack, platformUrl: platform.url };
  await using bot = await startBot({ ...at, folder: await context.dataFolder() });
  await using bare = await startBareBolt(at);

  say('/sms-status: warming up');
  for (const one of [bot, bare]) await underLoad(one, slack, sizes.status);
  const { results, notes } = await inTurn(
    '/sms-status',
    sizes.status.rounds,
    {
      'SMS Desk': async () => figuresOf(await underLoad(bot, slack, sizes.status)),
      'bare Bolt': async () => figuresOf(await underLoad(bare, slack, sizes.status)),
    },
    say,
  );
  const rates = (loads: readonly LoadFigures[]) => loads.map(({ perSecond }) => perSecond);
  return [
    '### `/sms-status`',
    table(
      [
        `${sizes.status.inFlight} at once, 20 messages each`,
        'answers a second',
        'p99 acknowledged',
        'p99 answered',
      ],
      Object.entries(results).map(([name, loads]) => [
        name,
        withRange(rates(loads), (rate) => rate.toFixed(0)),
        withRange(
          loads.map(({ acknowledgedMs }) => acknowledgedMs),
          milliseconds,
        ),
        withRange(
          loads.map(({ answeredMs }) => answeredMs),
          milliseconds,
        ),
      ]),
    ),
    ...notes,
    targetTable([
      atLeast(
        "answers a second, of the bare app's",
        ratios(rates(results['SMS Desk']), rates(results['bare Bolt'])),
        0.6,
      ),
    ]),
  ].join('\n\n');
}
