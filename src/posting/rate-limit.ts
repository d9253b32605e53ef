import { setTimeout as pause } from 'node:timers/promises';
import { TIMINGS } from '../runtime/timings.ts';
import { asksForPause, rateLimited, type SlackError } from '../slack/errors.ts';
import type { Post } from './post.ts';
import type { PostOnceOptions } from './post-once.ts';

export type RateLimitedPost = Pick<Post, 'toPerson' | 'change'>;

interface RateLimitedPostOptions extends Pick<PostOnceOptions, 'ledger' | 'timings'> {
  readonly post: RateLimitedPost;
}

/** Short, because a waiting post is only in memory, and a stopping process gives running jobs three seconds. */
const LONGEST_WAIT_MS = 2_000;

/** Limits posts over all processes. A post that would wait too long gets Slack’s error `ratelimited`. */
export function createRateLimitedPost(options: RateLimitedPostOptions): RateLimitedPost {
  const { post, ledger, timings = TIMINGS } = options;
  const pace = { ...timings, mostMs: LONGEST_WAIT_MS };
  const pauseMsOf = ({ retryAfterMs = timings.slackPauseMs }: SlackError) => retryAfterMs;
  return {
    async toPerson(userId, view) {
      const { waitMs, isMine } = await ledger.slot(userId, pace);
      if (!isMine) return rateLimited(waitMs);
      if (waitMs > 0) await pause(waitMs);
      const posted = await post.toPerson(userId, view);
      if ('refused' in posted && asksForPause(posted.refused)) await ledger.pause(pauseMsOf(posted));
      return posted;
    },
    async change(place, view) {
      const waitMs = await ledger.changesWaitMs();
      if (waitMs > 0) return rateLimited(waitMs);
      const refusal = await post.change(place, view);
      if (refusal && asksForPause(refusal.refused)) await ledger.pauseChanges(pauseMsOf(refusal));
      return refusal;
    },
  };
}
