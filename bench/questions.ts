import { setTimeout as pause } from 'node:timers/promises';
import type { BenchBot } from './bots.ts';
import type { Context } from './context.ts';
import { percentile } from './measure.ts';
import type { AnsweredCommand, BenchSlack } from './slack.ts';
import { all } from './waiting.ts';

/** The answers to a series of requests. */
interface LoadResult {
  readonly answers: readonly AnsweredCommand[];
  readonly tookMs: number;
}

/** Sends requests for `runMs`, with `inFlight` of them concurrent. */
export async function underLoad(
  bot: BenchBot,
  slack: BenchSlack,
  { runMs, inFlight }: Context['sizes']['status'],
): Promise<LoadResult> {
  const startedMs = performance.now();
  const answers: AnsweredCommand[] = [];
  let sent = 0;
  const askRepeatedly = async () => {
    do {
      sent += 1;
      answers.push(await ask(bot, slack, sent));
    } while (performance.now() - startedMs < runMs);
  };
  await all(Array.from({ length: inFlight }, askRepeatedly));
  return { answers, tookMs: performance.now() - startedMs };
}

/** Sends requests at a constant rate, without waiting for answers. */
export async function atAnEvenPace(
  bot: BenchBot,
  slack: BenchSlack,
  { paced, perSecond }: Context['sizes']['status'],
): Promise<LoadResult> {
  const startedMs = performance.now();
  const requests = Array.from({ length: paced }, async (_, index) => {
    await pause((index * 1_000) / perSecond);
    return await ask(bot, slack, index);
  });
  return { answers: await all(requests), tookMs: performance.now() - startedMs };
}

async function ask(bot: BenchBot, slack: BenchSlack, index: number): Promise<AnsweredCommand> {
  const answered = await slack.command(bot.port, '/sms-status', `+56 9 ${5000 + (index % 1000)} 4321`);
  if (!answered.text.includes('20 messages'))
    throw new Error(`an answer without its messages: ${answered.text}`);
  return answered;
}

/** The times are 99th percentiles. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
}

export function figuresOf({ answers, tookMs }: LoadResult): LoadFigures {
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
