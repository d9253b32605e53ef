import type { Bot } from './bots.ts';
import type { Answered, BenchSlack } from './slack.ts';

const DAY_MS = 86_400_000;

/** A day so many days ago, in UTC. */
export function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

interface Reported extends Answered {
  /** Until the report was there, wherever it was brought. */
  readonly reportedMs: number;
}

/** Asks for a report and waits until it is there, also where it comes by direct message. */
export async function askReport(bot: Bot, slack: BenchSlack, when: string): Promise<Reported> {
  const startedMs = performance.now();
  // The bot's log tells when it is through with a question, and whether it was answered.
  const through = bot.nextLine(/"name":"\/sms-report".*"msg":"(?:answered|failed)"/).then((line) => {
    if (line.includes('"failed"')) throw new Error(`a report failed: ${line}`);
    return performance.now() - startedMs;
  });
  const [answered, reportedMs] = await Promise.all([slack.command(bot.port, '/sms-report', when), through]);
  return { ...answered, reportedMs: Math.max(reportedMs, answered.answeredMs) };
}
