import { setTimeout as pause } from 'node:timers/promises';
import { asksForPause, rateLimited, type SlackError } from '../slack/errors.ts';
import type { Post } from './post.ts';
import { CHANNEL_GAP_MS, PAUSE_MS, PER_MINUTE, type PostOnceOptions } from './post-once.ts';

/** What is done for many at once, with nobody waiting for it. */
export type RateLimitedPost = Pick<Post, 'toPerson' | 'change'>;

interface RateLimitedPostOptions extends Pick<PostOnceOptions, 'ledger' | 'perMinute' | 'channelGapMs'> {
  readonly post: RateLimitedPost;
}

/** Not longer: whoever waits has its message in hand, and a process that stops gives it three seconds to end. */
const LONGEST_WAIT_MS = 2_000;

/** Slack's pace over all processes, with its pauses. What has to wait is `ratelimited`, as it would be by Slack. */
export function createRateLimitedPost(options: RateLimitedPostOptions): RateLimitedPost {
  const { post, ledger, perMinute = PER_MINUTE, channelGapMs = CHANNEL_GAP_MS } = options;
  const pace = { perMinute, channelGapMs, mostMs: LONGEST_WAIT_MS };
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

const pauseMsOf = ({ retryAfterMs = PAUSE_MS }: SlackError) => retryAfterMs;
