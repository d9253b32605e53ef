import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { MINUTE_MS } from '../runtime/durations.ts';
import { isTransient, toSlackError } from '../slack/errors.ts';
import type { Place } from './post.ts';

/** Says in a message's metadata that it is one of those that exist once. */
export const POST_EVENT = 'sms_desk_post';

interface SoughtPost {
  readonly channel: string;
  readonly key: string;
  readonly thread?: Place;
  /** When the message may have been posted, by the database's clock. */
  readonly since: Date;
}

type FoundPost =
  | { readonly ts: string }
  /** The message is not there: the whole of the time has been looked through. */
  | { readonly none: true }
  | { readonly refused: string }
  /** Slack could not say. */
  | { readonly againMs: number | undefined };

/** How far Slack's clock and the database's may be apart. Slack itself takes no request that is older. */
const SKEW_MS = 5 * MINUTE_MS;
/** How long after its mark a message may appear. */
const LANDING_MS = MINUTE_MS;
const PAGE = 200;
const ours = z.object({ event_type: z.literal(POST_EVENT), event_payload: z.object({ key: z.string() }) });

/** Looks in a channel, or in a thread of it, for a message that was posted under a key at about a certain time. */
export async function findPost(
  client: WebClient,
  { channel, key, thread, since }: SoughtPost,
): Promise<FoundPost> {
  const asked = {
    channel,
    include_all_metadata: true,
    oldest: slackTime(since.getTime() - SKEW_MS),
    latest: slackTime(since.getTime() + LANDING_MS + SKEW_MS),
    limit: PAGE,
  };
  try {
    for (let cursor: string | undefined; ; ) {
      const page = { ...asked, ...(cursor ? { cursor } : {}) };
      const { messages = [], response_metadata: next } = thread
        ? await client.conversations.replies({ ...page, ts: thread.ts })
        : await client.conversations.history(page);
      const found = messages.find(({ metadata }) => ours.safeParse(metadata).data?.event_payload.key === key);
      if (found?.ts !== undefined) return { ts: found.ts };
      cursor = next?.next_cursor;
      if (!cursor) return { none: true };
    }
  } catch (error) {
    const refusal = toSlackError(error);
    if (!refusal) throw error;
    return isTransient(refusal.refused) ? { againMs: refusal.retryAfterMs } : { refused: refusal.refused };
  }
}

/** Seconds, as Slack stamps its messages. */
function slackTime(ms: number): string {
  return (ms / 1_000).toFixed(6);
}
