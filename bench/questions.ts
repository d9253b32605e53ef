import { setTimeout as pause } from 'node:timers/promises';
import type { Bot } from './bots.ts';
import type { Context } from './context.ts';
import { percentile } from './measure.ts';
import type { Answered, BenchSlack } from './slack.ts';
import { all } from './waiting.ts';

/** How some questions went. */
interface Load {
  readonly answers: readonly Answered[];
  readonly tookMs: number;
}

/** For some time as many questions as it takes, some always waiting for their answer. */
export async function underLoad(
  bot: Bot,
  slack: BenchSlack,
  { runMs, inFlight }: Context['sizes']['status'],
): Promise<Load> {
  const startedMs = performance.now();
  const answers: Answered[] = [];
  let sent = 0;
  const askOn = async () => {
    do {
      sent += 1;
      answers.push(await ask(bot, slack, sent));
    } while (performance.now() - startedMs < runMs);
  };
  await all(Array.from({ length: inFlight }, askOn));
  return { answers, tookMs: performance.now() - startedMs };
}

/** Questions at an even pace, whether or not those before have been answered. */
export async function atAnEvenPace(
  bot: Bot,
  slack: BenchSlack,
  { paced, perSecond }: Context['sizes']['status'],
): Promise<Load> {
  const startedMs = performance.now();
  const asked = Array.from({ length: paced }, async (_, index) => {
    await pause((index * 1_000) / perSecond);
    return await ask(bot, slack, index);
  });
  return { answers: await all(asked), tookMs: performance.now() - startedMs };
}

async function ask(bot: Bot, slack: BenchSlack, index: number): Promise<Answered> {
  const answered = await slack.command(bot.port, '/sms-status', `+56 9 ${5000 + (index % 1000)} 4321`);
  if (!answered.text.includes('20 messages'))
    throw new Error(`an answer without its messages: ${answered.text}`);
  return answered;
}

/** What came of one load. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
}

export function figuresOf({ answers, tookMs }: Load): LoadFigures {
  return {
    perSecond: (answers.length * 1_000) / tookMs,
    acknowledgedMs: percentile(
      answers.map(({ acknowledgedMs }) => acknowledgedMs),
      99,
    ),
    answeredMs: percentile(
      answers.map(({ answeredMs }) => answeredMs),
      99,
    ),
  };
}
