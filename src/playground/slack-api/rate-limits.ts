import { MINUTE_MS } from '../../runtime/durations.ts';
import { rateLimitedResponse, type SlackResponse } from './web-api.ts';

/** How much of what a bot sends Slack takes; what is left out is as Slack documents it. */
export interface RateLimits {
  /** Posts that a channel takes at once where it had none for a while; 3 unless told. */
  readonly channelBurst?: number;
  /** The time in which a channel takes one more, 1,000 ms unless told. */
  readonly channelEveryMs?: number;
  /** Posts the whole workspace takes in a minute, 300 unless told. */
  readonly perMinute?: number;
  /** Calls of other methods in a minute; 50 of `chat.update`, `conversations.history` and `conversations.replies`. */
  readonly methodsPerMinute?: Readonly<Record<string, number>>;
  /** How much faster time runs for all these, 1 unless told; `Retry-After` stays in whole real seconds. */
  readonly speed?: number;
}

/** The limits in force. Time is real: nobody's pace depends on the clock that messages are dated by. */
export interface RateLimiter {
  /** Puts these limits in place of any other; without an argument there are none. */
  set(limits?: RateLimits): void;
  /** Slack's refusal of a call too many; a call that is let through counts. */
  refusal(method: string, args: Readonly<Record<string, unknown>>): SlackResponse | undefined;
}

const METHODS_PER_MINUTE = { 'chat.update': 50, 'conversations.history': 50, 'conversations.replies': 50 };

/** Creates a limiter without limits. */
export function createRateLimiter(): RateLimiter {
  let limits: RateLimits | undefined;
  /** When the calls of the last minute came, by method. */
  const calls = new Map<string, number[]>();
  /** When a channel will have forgotten its posts: so far ahead of now, it is in a burst. */
  const channels = new Map<unknown, number>();

  const minuteWaitMs = (method: string, most: number, nowMs: number): number => {
    const minuteMs = MINUTE_MS / (limits?.speed ?? 1);
    const times = calls.get(method) ?? [];
    calls.set(method, times);
    while (times[0] !== undefined && times[0] <= nowMs - minuteMs) times.shift();
    const oldest = times[times.length - most];
    return oldest === undefined ? 0 : oldest + minuteMs - nowMs;
  };
  return {
    set(next) {
      limits = next;
      calls.clear();
      channels.clear();
    },
    refusal(method, args) {
      if (limits === undefined) return undefined;
      const { channelBurst = 3, channelEveryMs = 1_000, perMinute = 300, speed = 1 } = limits;
      const nowMs = performance.now();
      const isPost = method === 'chat.postMessage';
      const mostOf: Readonly<Record<string, number>> = { ...METHODS_PER_MINUTE, ...limits.methodsPerMinute };
      const most = isPost ? perMinute : mostOf[method];
      if (most === undefined) return undefined;
      const everyMs = channelEveryMs / speed;
      const busyMs = Math.max(0, (channels.get(args.channel) ?? 0) - nowMs);
      const channelWaitMs = isPost ? busyMs - (channelBurst - 1) * everyMs : 0;
      const waitMs = Math.max(channelWaitMs, minuteWaitMs(method, most, nowMs));
      if (waitMs > 0) return rateLimitedResponse(Math.max(1, Math.ceil(waitMs / 1_000)));
      if (isPost) channels.set(args.channel, nowMs + busyMs + everyMs);
      calls.get(method)?.push(nowMs);
      return undefined;
    },
  };
}
