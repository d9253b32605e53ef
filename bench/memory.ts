import { setTimeout as pause } from 'node:timers/promises';
import { type BotOptions, flagsOf, launchBot, listening } from './bots.ts';
import type { Context } from './context.ts';
import { atMost, count, megabytes, targetTable } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { type MemorySampler, watchMemory } from './process-memory.ts';
import { type RunningScript, startProcess } from './processes.ts';
import { askReport, dayAgo } from './reports.ts';
import { type BenchSlack, startSlack } from './slack.ts';
import { inTurn } from './turns.ts';
import { within } from './waiting.ts';

/** Old enough that all receipts have come: such days are stored. */
const NEWEST_AGE_DAYS = 10;
const PERSON = { person: 'U0ANA', channel: 'C0SUPPORT' };

interface BotMemory {
  readonly freshBytes: number;
  readonly existingBytes: number;
  readonly restBytes: number;
}

/** Memory of the bot and its child processes, with the embedded database, and of the playground. */
export async function measureMemory(context: Context): Promise<string> {
  if (process.platform !== 'linux') return '### Memory\n\nIt is told by Linux alone: left out.';
  const { rounds, days, perDay } = context.sizes.memory;
  await using slack = await startSlack();
  await using platform = await startPlatform(perDay, context);
  const bot = await inTurn(
    'memory',
    rounds,
    {
      bot: () => measureBot({ slack, platformUrl: platform.url }, slack, context),
    },
    context.say,
  );
  const playground = await inTurn(
    'memory',
    rounds,
    { playground: () => measurePlayground(context) },
    context.say,
  );
  const of = (figure: (memory: BotMemory) => number) => bot.results.bot.map(figure);
  return [
    '### Memory',
    targetTable([
      atMost(
        'at most, on a fresh folder',
        of(({ freshBytes }) => freshBytes),
        400e6,
        megabytes,
      ),
      atMost(
        'at most, on an existing folder',
        of(({ existingBytes }) => existingBytes),
        400e6,
        megabytes,
      ),
      atMost(
        'at rest, with figures',
        of(({ restBytes }) => restBytes),
        250e6,
        megabytes,
      ),
      atMost('at most, the playground', playground.results.playground, 600e6, megabytes),
    ]),
    `Of the process and all its children together, with the embedded database: a start, a look-up, a report of ${days} days of ${count(perDay)} messages.`,
    ...bot.notes,
    ...playground.notes,
  ].join('\n\n');
}

/** Starts the bot twice on one folder: first empty, then with existing data. */
async function measureBot(
  at: Pick<BotOptions, 'platformUrl'> & { readonly slack: BenchSlack },
  slack: BenchSlack,
  { dataFolder, sizes }: Context,
): Promise<BotMemory> {
  const { days, restMs } = sizes.memory;
  const folder = await dataFolder();
  const run = () =>
    watched(launchBot({ ...at, folder }), async (running, watch) => {
      const bot = await listening(running);
      await pause(restMs);
      await slack.command(bot.port, '/sms-status', '+56 9 1234 5678');
      await askReport(bot, slack, `${dayAgo(NEWEST_AGE_DAYS + days - 1)}..${dayAgo(NEWEST_AGE_DAYS)}`);
      await pause(restMs);
      return await watch.nowBytes();
    });
  const fresh = await run();
  const existing = await run();
  return { freshBytes: fresh.peakBytes, existingBytes: existing.peakBytes, restBytes: existing.result };
}

async function measurePlayground({ sizes }: Context): Promise<number> {
  const script = '../tools/playground/main.ts';
  const options = { args: ['--port', '0'], flags: flagsOf('playground') };
  const { peakBytes } = await watched(startProcess(script, options), async (running) => {
    const [, url = ''] = await running.printed(/is at (\S+)/);
    await usePlayground(url, sizes.memory.restMs);
  });
  return peakBytes;
}

/** Sends commands through the page, and waits until its state stops changing. */
async function usePlayground(url: string, restMs: number): Promise<void> {
  const leaving = new AbortController();
  const state = await fetch(`${url}/state?person=${PERSON.person}`, { signal: leaving.signal });
  let changedMs = performance.now();
  const watching = (async () => {
    for await (const bytes of state.body ?? []) {
      if (Buffer.from(bytes).includes('data: ')) changedMs = performance.now();
    }
  })().catch(() => undefined);
  for (const text of ['/sms-status +56 9 1234 5678', '/sms-report last 7 days', '/sms-check']) {
    const body = JSON.stringify({ kind: 'say', ...PERSON, text });
    await fetch(`${url}/actions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
  const atRest = async () => {
    while (performance.now() - changedMs < restMs) await pause(100);
  };
  await within('the playground to come to rest', atRest());
  leaving.abort();
  await watching;
}

/** Measures a process from its start until `use` finishes, and stops it. */
async function watched<T>(
  starting: RunningScript & AsyncDisposable,
  use: (running: RunningScript & AsyncDisposable, watch: MemorySampler) => Promise<T>,
): Promise<{ readonly result: T; readonly peakBytes: number }> {
  await using running = starting;
  const watch = watchMemory(running.pid);
  try {
    const result = await use(running, watch);
    return { result, peakBytes: await watch.stop() };
  } finally {
    await watch.stop();
  }
}
