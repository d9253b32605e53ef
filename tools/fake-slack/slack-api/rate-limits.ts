import { MINUTE_MS } from '../../../src/runtime/durations.ts';
import type { JsonObject } from '../json.ts';
import { rateLimitedResponse, type SlackResponse } from './responses.ts';

/** Slack's limits as it documents them. `speed` has time run faster for them; `Retry-After` stays in real seconds. */
export interface RateLimits {
  readonly speed?: number;
  /** Of apps that are distributed commercially outside Slack's directory: histories come once a minute, fifteen messages at a time. */
  readonly isDistributed?: boolean;
}

const HISTORIES = ['conversations.history', 'conversations.replies'];
const MOST_MESSAGES_DISTRIBUTED = 15;

/** Posts that a channel takes at once where it had none for a while, and the time in which it takes one more. */
const CHANNEL_BURST = 3;
const CHANNEL_EVERY_MS = 1_000;
const METHODS_PER_MINUTE: Readonly<Record<string, number>> = {
  'chat.postMessage': 300,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.replies': 50,
};

/** Creates a limiter without limits. Its time is real: nobody's pace depends on the clock that messages are dated by. */
export function createRateLimiter() {
  let limits: RateLimits | undefined;
  const calls = new Map<string, number[]>();
  /** When a channel will have forgotten its posts: so far ahead of now, it is in a burst. */
  const channels = new Map<unknown, number>();

  const minuteWaitMs = (method: string, most: number, nowMs: number): number => {
    const minuteMs = MINUTE_MS / (limits?.speed ?? 1);
    const times = calls.get(method) ?? [];
    calls.set(method, times);
    while (times[0] !== undefined && times[0] <= nowMs - minuteMs) times.shift();
    const oldest = times.at(-most);
    return oldest === undefined ? 0 : oldest + minuteMs - nowMs;
  };
  return {
    set(next?: RateLimits) {
      limits = next;
      calls.clear();
      channels.clear();
    },
    /** Of a page of a history. */
    mostMessages: () => (limits?.isDistributed ? MOST_MESSAGES_DISTRIBUTED : Number.POSITIVE_INFINITY),
    /** Slack's refusal of a call too many; a call that is let through counts. */
    refusal(method: string, { channel }: JsonObject): SlackResponse | undefined {
      if (limits === undefined) return undefined;
      const isScarce = limits.isDistributed === true && HISTORIES.includes(method);
      const most = isScarce ? 1 : METHODS_PER_MINUTE[method];
      if (most === undefined) return undefined;
      const nowMs = performance.now();
      const isPost = method === 'chat.postMessage';
      const everyMs = CHANNEL_EVERY_MS / (limits.speed ?? 1);
      const busyMs = Math.max(0, (channels.get(channel) ?? 0) - nowMs);
      const channelWaitMs = isPost ? busyMs - (CHANNEL_BURST - 1) * everyMs : 0;
      const waitMs = Math.max(channelWaitMs, minuteWaitMs(method, most, nowMs));
      if (waitMs > 0) return rateLimitedResponse(Math.max(1, Math.ceil(waitMs / 1_000)));
      if (isPost) channels.set(channel, nowMs + busyMs + everyMs);
      calls.get(method)?.push(nowMs);
      return undefined;
    },
  };
}
