import { startBareBolt, startBot } from './bots.ts';
import type { Context } from './context.ts';
import { byTurns, milliseconds, table, targetTable, times } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { summarize, underLoad } from './questions.ts';
import { startSlack } from './slack.ts';

/** Many people's questions at once, about numbers with twenty messages each. */
export async function measureStatus(context: Context): Promise<string> {
  const { sizes, say } = context;
  await using slack = await startSlack();
  await using platform = await startPlatform(sizes.status.reportMessages, context);
  const at = { slack, platformUrl: platform.url };
  await using bot = await startBot({ ...at, folder: await context.dataFolder() });
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

  const ours = summarize(loads.bot);
  const least = summarize(loads.bare);
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
    targetTable([
      {
        what: "answers a second, of the bare app's",
        wanted: '≥ 0.7×',
        measured: times(share),
        isMet: share >= 0.7,
      },
    ]),
  ].join('\n\n');
}
