import { setTimeout as pause } from 'node:timers/promises';
import type { Bot } from './bots.ts';
import type { Context } from './context.ts';
import { median, percentile } from './measure.ts';
import type { Answered, BenchSlack } from './slack.ts';

/** How some questions went. */
export interface Load {
  readonly answers: readonly Answered[];
  readonly tookMs: number;
}

/** As many questions as it takes, some always waiting for their answer. */
export async function underLoad(
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
export async function atAnEvenPace(
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

/** Medians of rounds. */
export function summarize(loads: readonly Load[]) {
  const p99 = (of: (answered: Answered) => number) =>
    median(loads.map(({ answers }) => percentile(answers.map(of), 99)));
  return {
    perSecond: median(loads.map(({ answers, tookMs }) => (answers.length * 1_000) / tookMs)),
    acknowledgedMs: p99(({ acknowledgedMs }) => acknowledgedMs),
    answeredMs: p99(({ answeredMs }) => answeredMs),
  };
}
