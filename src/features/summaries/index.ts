import type { Router } from '../../slack/listeners/router.ts';
import { forgetSummaries, type JobDeps, registerJobs, sendNow } from './job.ts';
import { summaryTranslations } from './locales/index.ts';
import { registerSubscriptions, type SubscriptionDeps } from './register.ts';

export type SummariesDeps = JobDeps &
  Omit<SubscriptionDeps, 'sendNow'> & {
    /** For what is done by itself. */
    readonly rateLimitedPost: JobDeps['post'];
  };

function register(app: Router, deps: SummariesDeps): void {
  const router = app.speaking(summaryTranslations);
  registerSubscriptions(router.offline, {
    ...deps,
    sendNow: (subscription) => sendNow(subscription, deps),
  });
  registerJobs({ ...deps, post: deps.rateLimitedPost });
}

/** A summary of each day in the channels that subscribe to it, posted and corrected by itself. */
export const summaries = {
  /** Its subcommands are those of `/sms-report`. */
  commands: [] as readonly string[],
  // The last three only find the bot's own posts again, so that none is posted twice.
  scopes: ['chat:write', 'channels:history', 'groups:history', 'metadata.message:read'],
  register,
  /** Forgets what ended long ago; to be called now and then. */
  recover: (deps: SummariesDeps): Promise<void> => forgetSummaries(deps),
} as const;
