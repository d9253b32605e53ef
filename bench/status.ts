import { type BenchBot, startBareBolt, startBot } from './bots.ts';
import { createContenders } from './contenders.ts';
import type { Context } from './context.ts';
import { atLeast, median, milliseconds, ratios, table, targetTable, withRange } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { profileStatus } from './profile.ts';
import { figuresOf, type LoadFigures, underLoad } from './questions.ts';
import { startSlack } from './slack.ts';
import { inTurn } from './turns.ts';

const BARE = 'bare Bolt';
const LEAST_OF_BARE = 0.4;

/** Throughput of concurrent requests about numbers with twenty messages each. */
export async function measureStatus(context: Context): Promise<string> {
  const { sizes, say, record } = context;
  await using slack = await startSlack();
  await using platform = await startPlatform(1, context);
  await using resources = new AsyncDisposableStack();
  const at = { slack, platformUrl: platform.url };
  const load = async (bot: BenchBot) => figuresOf(await underLoad(bot, slack, sizes.status));
  const bare = resources.use(await startBareBolt(at));
  const things: Record<string, () => Promise<LoadFigures>> = { [BARE]: () => load(bare) };
  const contenders = await createContenders({ ...context, before: undefined }, resources);
  for (const { title, databaseUrl } of contenders) {
    const bot = resources.use(await startBot({ ...at, folder: await context.dataFolder(), databaseUrl }));
    things[title] = () => load(bot);
  }
  say('/sms-status: warming up');
  for (const warmUp of Object.values(things)) await warmUp();
  const { results, notes } = await inTurn('/sms-status', sizes.status.rounds, things, say);
  const rates = (name: string) => (results[name] ?? []).map(({ perSecond }) => perSecond);
  const targets = contenders.map(({ title, store }) => {
    const ofBare = ratios(rates(title), rates(BARE));
    record({ name: `status, ${store}`, value: median(ofBare) });
    return atLeast(`answers a second, ${store}, of the bare app's`, ofBare, LEAST_OF_BARE);
  });
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
        withRange(rates(name), (rate) => rate.toFixed(0)),
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
    targetTable(targets),
    ...(context.isProfiled ? [await profileStatus(context)] : []),
  ].join('\n\n');
}
