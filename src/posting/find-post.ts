import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { MINUTE_MS } from '../runtime/durations.ts';
import { METADATA_SCOPE } from '../slack/connection/scopes.ts';
import { INVALID_CURSOR, isScopeMissing, isTransient, toSlackError } from '../slack/errors.ts';
import type { Place } from './post.ts';

interface WantedPost {
  readonly channel: string;
  readonly key: string;
  /** The message whose thread it belongs to. */
  readonly thread?: Place;
}

type FoundPost =
  | { readonly ts: string }
  /** The message is not there: the whole of the time has been looked through. */
  | { readonly none: true }
  /** Slack does not let the bot's token see by which key a message was posted. */
  | { readonly hidden: true }
  | { readonly refused: string }
  /** It is not known yet; what was looked through is not looked through again. */
  | { readonly againMs: number | undefined };

/** Says in a message's metadata that it is one of those that exist once. */
export const POST_EVENT = 'sms_desk_post';

/** How far Slack's clock and the database's may be apart. Slack itself takes no request that is older. */
const SKEW_MS = 5 * MINUTE_MS;
/** How long after its mark a message may appear. */
const LANDING_MS = MINUTE_MS;
/** Of some apps Slack gives fifteen, and one page a minute. */
const PAGE = 200;
/** Searches that wait for their next page; a forgotten one begins anew. */
const MOST_BEGUN = 1_000;
const ours = z.object({ event_type: z.literal(POST_EVENT), event_payload: z.object({ key: z.string() }) });

/** How far a search has come. */
interface Begun {
  readonly sinceMs: number;
  readonly cursor: string;
}

/**
 * Looks in a channel, or in a thread of it, for a message that may have been posted at a time of the database's. Where
 * Slack gives one page a minute, each further attempt looks through the next one.
 */
export function createFindPost(client: WebClient) {
  const begun = new Map<string, Begun>();

  return async (post: WantedPost, since: Date): Promise<FoundPost> => {
    const { channel, key, thread } = post;
    const name = JSON.stringify([channel, key]);
    const sinceMs = since.getTime();
    const before = begun.get(name);
    let cursor = before?.sinceMs === sinceMs ? before.cursor : undefined;
    begun.delete(name);
    const asked = {
      channel,
      include_all_metadata: true,
      oldest: slackTime(sinceMs - SKEW_MS),
      latest: slackTime(sinceMs + LANDING_MS + SKEW_MS),
      limit: PAGE,
    };
    try {
      for (;;) {
        const page = { ...asked, ...(cursor ? { cursor } : {}) };
        const { messages = [], response_metadata: next } = thread
          ? await client.conversations.replies({ ...page, ts: thread.ts })
          : await client.conversations.history(page);
        // What the token may do stands beside every answer. Without this scope each message comes, and none with its key.
        if (next?.scopes && !next.scopes.includes(METADATA_SCOPE)) return { hidden: true };
        const found = messages.find(
          ({ metadata }) => ours.safeParse(metadata).data?.event_payload.key === key,
        );
        if (found?.ts !== undefined) return { ts: found.ts };
        cursor = next?.next_cursor;
        if (!cursor) return { none: true };
      }
    } catch (error) {
      const refusal = toSlackError(error);
      if (!refusal) throw error;
      const { refused, retryAfterMs } = refusal;
      if (isScopeMissing(refused)) return { hidden: true };
      if (!isTransient(refused))
        return isCursorRefused(refused, cursor) ? { againMs: undefined } : { refused };
      if (cursor) keep(name, { sinceMs, cursor });
      return { againMs: retryAfterMs };
    }
  };

  function keep(name: string, search: Begun): void {
    begun.set(name, search);
    for (const oldest of begun.keys()) {
      if (begun.size <= MOST_BEGUN) return;
      begun.delete(oldest);
    }
  }
}

/** A place in a channel that Slack does not know any more: the search begins anew. */
function isCursorRefused(refused: string, cursor: string | undefined): boolean {
  return refused === INVALID_CURSOR && cursor !== undefined;
}

function slackTime(ms: number): string {
  return (ms / 1_000).toFixed(6);
}
