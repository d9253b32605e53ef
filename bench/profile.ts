import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startBot } from './bots.ts';
import type { Context } from './context.ts';
import { table } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { cpuMs } from './process-memory.ts';
import { PROFILE_FILE } from './profiler.ts';
import { underLoad } from './questions.ts';
import { startSlack } from './slack.ts';

/** Chrome DevTools Protocol, `Profiler.Profile`: a tree of call frames, and the node and time (µs) of each sample. */
const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.number()).default([]),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

type Profile = z.infer<typeof profileSchema>;
type Frame = Profile['nodes'][number]['callFrame'];

const IDLE = 'idle';
const NODE = 'sockets, HTTP and timers of Node';

/** A sample belongs to its innermost frame that has a cause; Node's own functions belong to their caller. */
const CAUSES: readonly (readonly [cause: string, isOf: (frame: Frame) => boolean])[] = [
  [IDLE, named('(idle)')],
  ['garbage collection', named('(garbage collector)')],
  ['audit', at(/\/src\/store\/audit\//)],
  ['database', at(/\/src\/store\/|\/node_modules\/(kysely|pg|pg-\w+|@electric-sql)\//)],
  ['sealing and signing', at(/\/src\/runtime\/crypto|\/node_modules\/tsscmp\/|verify-request/)],
  [
    'got',
    at(/\/node_modules\/(got|@szmarczak|cacheable-\w+|keyv|responselike|@sindresorhus|normalize-url)\//),
  ],
  ['logging and metrics', at(/\/src\/ops\/|\/node_modules\/(pino|prom-client|sonic-boom|safe-stable-\w+)\//)],
  ['answer to Slack', at(/undici|\/src\/slack\/connection\/clients/)],
  ['Bolt', at(/\/node_modules\/(@slack|raw-body|qs|iconv-lite)\//)],
  ['platform client', at(/\/src\/upstream\//)],
  ['listeners', at(/\/src\/(slack\/(listeners|connection)|app)\//)],
  ['blocks and texts', at(/\/src\/(slack|features|i18n|posting)\//)],
  ['numbers and verdicts', at(/\/src\/(domain|traffic)\/|libphonenumber/)],
];

function named(name: string) {
  return ({ functionName }: Frame) => functionName === name;
}

function at(pattern: RegExp) {
  return ({ url }: Frame) => pattern.test(url);
}

/** @returns busy milliseconds by cause, the largest first */
export function causesOf({ nodes, samples, timeDeltas }: Profile): [cause: string, ms: number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const causes = new Map<number, string>();
  const mark = (id: number, callers: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const cause = CAUSES.find(([, isOf]) => isOf(node.callFrame))?.[0] ?? callers;
    causes.set(id, cause);
    for (const child of node.children) mark(child, cause);
  };
  if (nodes[0]) mark(nodes[0].id, NODE);
  const sums = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const cause = causes.get(id) ?? NODE;
    sums.set(cause, (sums.get(cause) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  }
  sums.delete(IDLE);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/** Processor time of one answer by cause: the main thread by its profile, all other threads together. */
export async function profileStatus(context: Context): Promise<string> {
  const { sizes, say } = context;
  await using slack = await startSlack();
  await using platform = await startPlatform(1, context);
  const folder = await context.dataFolder();
  const flags = [`--import=${new URL('profiler.ts', import.meta.url).href}`];
  await using bot = await startBot({ slack, platformUrl: platform.url, folder, flags });
  await underLoad(bot, slack, sizes.status);
  say('/sms-status: a profile');
  const toggle = async (said: RegExp) => {
    const line = bot.nextLine(said);
    process.kill(bot.pid, 'SIGUSR2');
    await line;
  };
  await toggle(/^profile started/);
  const startedMs = cpuMs(bot.pid);
  const { answers } = await underLoad(bot, slack, sizes.status);
  const tookMs = cpuMs(bot.pid) - startedMs;
  await toggle(/^profile stored/);
  const profile = profileSchema.parse(JSON.parse(await readFile(join(folder, PROFILE_FILE), 'utf8')));
  const causes = causesOf(profile);
  const mainMs = causes.reduce((sum, [, ms]) => sum + ms, 0);
  // The profiler itself runs in another thread, too.
  const rows = [...causes, ['all other threads', Math.max(0, tookMs - mainMs)] as const];
  return table(
    ['processor time of an answer', 'µs', 'of the main thread'],
    rows.map(([cause, ms]) => [
      cause,
      ((ms * 1_000) / answers.length).toFixed(0),
      cause === 'all other threads' ? '' : `${((100 * ms) / mainMs).toFixed(1)} %`,
    ]),
  );
}
