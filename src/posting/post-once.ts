import { setTimeout as pause } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../ops/log.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import type { View } from '../slack/blocks/blocks.ts';
import type { BlockFallback } from '../slack/blocks/fallback.ts';
import { METADATA_SCOPE } from '../slack/connection/scopes.ts';
import {
  asksForPause,
  blocksRefusal,
  INVALID_CURSOR,
  isScopeMissing,
  isTransient,
  isUnclear,
  type SlackError,
  toSlackError,
} from '../slack/errors.ts';
import type { LeasedPost, Posts } from '../store/posting/posts.ts';
import { logRemedy, type PostedMessage } from './post.ts';

export interface UniquePost {
  readonly channel: string;
  /** Identifies the post within its channel. Slack stores it in the message’s metadata for searches. */
  readonly key: string;
  readonly thread?: PostedMessage;
  /** Whether a reply in a thread is also shown in the channel. */
  readonly isBroadcast?: boolean;
  /** Builds the content right before posting; not called if the message already exists. */
  readonly view: () => View | Promise<View>;
  readonly signal?: AbortSignal;
}

/** `again`: time to retry the post. `perhapsMissing`: Slack may have it, but the bot cannot search for it. */
export type PostOnceResult =
  | { readonly place: PostedMessage; readonly isNew: boolean }
  | SlackError
  | { readonly again: Date }
  | { readonly perhapsMissing: true };

/** Posts exactly once despite crashes and lost responses; at most once if the bot cannot read the channel. */
export type PostOnce = (post: UniquePost) => Promise<PostOnceResult>;

export interface PostOnceOptions {
  /** This client must not retry requests, and must time out within ten seconds. */
  readonly client: WebClient;
  readonly blockFallback: BlockFallback;
  readonly ledger: Posts;
  readonly now: () => Date;
  readonly log: Log;
  readonly timings?: Timings;
}

/** Longest wait for a turn to post; if the turn comes later, the caller gets a time at which to retry. */
const LONGEST_WAIT_MS = 20_000;
/** If storing the attempt took longer, the bot does not post: another process may be about to post. */
const SEND_DEADLINE_MS = 5_000;
const POST_EVENT = 'sms_desk_post';
/** A search covers this much more time, because the clocks of Slack and the database may differ. */
const SKEW_MS = 5 * MINUTE_MS;
const ARRIVAL_WINDOW_MS = MINUTE_MS;
/** Messages per page of a search; for some apps, Slack allows only 15 messages and one page a minute. */
const PAGE = 200;
/** Most interrupted searches that are remembered; a forgotten search starts again at its first page. */
const MOST_UNFINISHED = 1_000;

export function createPostOnce(options: PostOnceOptions): PostOnce {
  const { client, blockFallback, ledger, now, log } = options;
  const { timings = TIMINGS } = options;
  const pace = { ...timings, mostMs: LONGEST_WAIT_MS };
  const findPost = createFindPost(client);
  const again = (afterMs: number) => ({ again: new Date(now().getTime() + afterMs) });

  /** Searches for a message from an earlier attempt; `undefined` means that the message does not exist. */
  async function findExisting(
    post: UniquePost,
    lease: LeasedPost,
    since: Date,
  ): Promise<PostOnceResult | undefined> {
    const found = await findPost(post, since);
    if ('ts' in found) {
      await ledger.markPosted(lease, found.ts);
      return { place: { channel: post.channel, ts: found.ts }, isNew: false };
    }
    if ('none' in found) return undefined;
    await ledger.release(lease);
    if ('hidden' in found) return { perhapsMissing: true };
    return 'refused' in found ? found : again(found.retryAfterMs ?? timings.postRetryMs);
  }

  async function waitForSlot({ channel, signal }: UniquePost): Promise<true | { readonly again: Date }> {
    const { waitMs, isMine } = await ledger.slot(channel, pace);
    if (!isMine) return again(waitMs);
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
    return signal?.aborted ? again(0) : true;
  }

  async function send(post: UniquePost, lease: LeasedPost, view: View): Promise<SendResult> {
    const { channel, key } = post;
    return await blockFallback.send(view, {
      way: 'post',
      attempt: async ({ text, blocks }): Promise<SendResult> => {
        const markedAtMs = performance.now();
        if (!(await ledger.attempt(lease))) return { state: 'lost' };
        if (performance.now() - markedAtMs > SEND_DEADLINE_MS) return { state: 'too_late' };
        try {
          const { ts } = await client.chat.postMessage({
            channel,
            text,
            blocks,
            unfurl_links: false,
            unfurl_media: false,
            metadata: { event_type: POST_EVENT, event_payload: { key } },
            ...threadOptions(post),
          });
          return ts === undefined ? { state: 'unclear' } : { state: 'posted', ts };
        } catch (error) {
          return toSendResult(error, timings);
        }
      },
      refusalIn: (sent) => (sent.state === 'refused' ? blocksRefusal(sent) : undefined),
    });
  }

  async function recordResult(
    sent: Exclude<SendResult, { state: 'lost' }>,
    { channel }: UniquePost,
    lease: LeasedPost,
  ): Promise<PostOnceResult> {
    switch (sent.state) {
      case 'posted':
        await ledger.markPosted(lease, sent.ts);
        return { place: { channel, ts: sent.ts }, isNew: true };
      case 'unclear':
        log.warn({ channel, reason: sent.reason }, 'Slack did not say whether it took a message');
        return again(timings.postUnclearMs);
      case 'too_late':
        await ledger.markNotPosted(lease);
        return again(0);
      case 'paused':
        await ledger.markNotPosted(lease);
        await ledger.pause(sent.forMs);
        return again(sent.forMs);
      case 'refused':
        await ledger.markNotPosted(lease);
        logRemedy(sent, log);
        return { refused: sent.refused };
    }
  }

  return async (post) => {
    const { channel, key } = post;
    let view: View | undefined;
    // If this process lost its lease on the post before sending, it tries to post once more.
    for (let round = 0; round < 2; round += 1) {
      const claim = await ledger.acquire({ channel, key });
      if ('posted' in claim) return { place: { channel, ts: claim.posted }, isNew: false };
      if ('waitMs' in claim) return again(claim.waitMs);
      const { leased: lease, attemptedAt } = claim;
      try {
        const outcome = attemptedAt && (await findExisting(post, lease, attemptedAt));
        if (outcome) return outcome;
        view ??= await post.view();
        const slot = await waitForSlot(post);
        if (slot !== true) {
          await ledger.release(lease);
          return slot;
        }
        const sent = await send(post, lease, view);
        if (sent.state !== 'lost') return await recordResult(sent, post, lease);
      } catch (error) {
        // Without the release, the next attempt to post would wait until the lease expires.
        await ledger.release(lease).catch(() => undefined);
        throw error;
      }
    }
    return again(timings.postRetryMs);
  };
}

type SendResult =
  | { readonly state: 'posted'; readonly ts: string }
  | ({ readonly state: 'refused' } & SlackError)
  | { readonly state: 'paused'; readonly forMs: number }
  | { readonly state: 'unclear'; readonly reason?: string }
  | { readonly state: 'lost' }
  | { readonly state: 'too_late' };

function toSendResult(error: unknown, { slackPauseMs }: Timings): SendResult {
  const refusal = toSlackError(error);
  if (!refusal) throw error;
  const { refused, retryAfterMs = slackPauseMs } = refusal;
  if (isUnclear(refused)) return { state: 'unclear', reason: refused };
  return asksForPause(refused) ? { state: 'paused', forMs: retryAfterMs } : { state: 'refused', ...refusal };
}

function threadOptions({ thread, isBroadcast = false }: UniquePost) {
  if (!thread) return {};
  return isBroadcast ? ({ thread_ts: thread.ts, reply_broadcast: true } as const) : { thread_ts: thread.ts };
}

type PostSearchResult =
  | { readonly ts: string }
  /** The bot searched the whole time in which the message could have been posted, and did not find it. */
  | { readonly none: true }
  /** The bot lacks a Slack permission that the search needs. */
  | { readonly hidden: true }
  | { readonly refused: string }
  /** The search was interrupted, usually by Slack’s rate limit, and may continue after this time. */
  | { readonly retryAfterMs: number | undefined };

const ownMetadata = z.object({
  event_type: z.literal(POST_EVENT),
  event_payload: z.object({ key: z.string() }),
});

/** Searches a channel or thread for a post by its key; a rate-limited search continues at the next call. */
function createFindPost(client: WebClient) {
  const unfinished = new Map<string, { readonly sinceMs: number; readonly cursor: string }>();

  return async ({ channel, key, thread }: UniquePost, since: Date): Promise<PostSearchResult> => {
    const name = JSON.stringify([channel, key]);
    const sinceMs = since.getTime();
    const before = unfinished.get(name);
    let cursor = before?.sinceMs === sinceMs ? before.cursor : undefined;
    unfinished.delete(name);
    const request = {
      channel,
      include_all_metadata: true,
      oldest: slackTime(sinceMs - SKEW_MS),
      latest: slackTime(sinceMs + ARRIVAL_WINDOW_MS + SKEW_MS),
      limit: PAGE,
    };
    try {
      for (;;) {
        const page = { ...request, ...(cursor ? { cursor } : {}) };
        const { messages = [], response_metadata: next } = thread
          ? await client.conversations.replies({ ...page, ts: thread.ts })
          : await client.conversations.history(page);
        // Slack’s responses list the token’s scopes. Without this scope, the key in metadata is not visible.
        if (next?.scopes && !next.scopes.includes(METADATA_SCOPE)) return { hidden: true };
        const found = messages.find(
          ({ metadata }) => ownMetadata.safeParse(metadata).data?.event_payload.key === key,
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
      // If Slack’s cursor for the next page has expired, the next search starts again at the first page.
      if (refused === INVALID_CURSOR && cursor !== undefined) return { retryAfterMs: undefined };
      if (!isTransient(refused)) return { refused };
      if (cursor) unfinished.set(name, { sinceMs, cursor });
      const [oldest] = unfinished.keys();
      if (oldest !== undefined && unfinished.size > MOST_UNFINISHED) unfinished.delete(oldest);
      return { retryAfterMs };
    }
  };
}

function slackTime(ms: number): string {
  return (ms / 1_000).toFixed(6);
}
