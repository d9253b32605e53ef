import type { BenchBot } from './bots.ts';
import type { AnsweredCommand, BenchSlack } from './slack.ts';

const DAY_MS = 86_400_000;

/** The date `days` days ago, in UTC. */
export function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

interface Reported extends AnsweredCommand {
  /** Time until the report is delivered, also by direct message. */
  readonly reportedMs: number;
}

/** Requests a report and waits until it is delivered, also by direct message. */
export async function askReport(bot: BenchBot, slack: BenchSlack, when: string): Promise<Reported> {
  const startedMs = performance.now();
  // The bot logs when a request is finished, and whether it was answered.
  const finished = bot.nextLine(/"name":"\/sms-report".*"msg":"(?:answered|failed)"/).then((line) => {
    if (line.includes('"failed"')) throw new Error(`a report failed: ${line}`);
    return performance.now() - startedMs;
  });
  const [answered, reportedMs] = await Promise.all([slack.command(bot.port, '/sms-report', when), finished]);
  return { ...answered, reportedMs: Math.max(reportedMs, answered.answeredMs) };
}
