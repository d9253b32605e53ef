import { settlesWithin } from '../runtime/timeouts.ts';
import type { WorkspaceBot } from './workspace-bot.ts';

/**
 * Answers in flight have this long to end by themselves. Then the platform is cut off, and with it a database that is only
 * being opened, and they end with a sentence.
 */
export const DRAIN_MS = 6_000;
/** More than work under way is given; a database that is only being opened is not waited for. */
export const WORK_ENDING_MS = 4_000;
export const LAST_WORDS_MS = 2_500;
export const CLOSING_MS = 500;

/** Ends the bot of one workspace while others go on, as the process ends them all. No more requests reach it. */
export async function endWorkspaceBot(bot: WorkspaceBot): Promise<void> {
  const { recovery, slack, jobs, platform, audit, stores } = bot;
  recovery.stop();
  await Promise.all([
    settlesWithin(DRAIN_MS, slack.inFlight.ended()),
    settlesWithin(WORK_ENDING_MS, jobs.stop()),
  ]);
  platform.release();
  await settlesWithin(LAST_WORDS_MS, slack.inFlight.ended());
  await settlesWithin(CLOSING_MS, audit.written());
  stores.close();
  audit.tellLeft();
}
