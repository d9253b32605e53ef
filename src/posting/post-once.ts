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
import type { HeldPost, Posts } from '../store/posting/posts.ts';
import { logRemedy, type Place } from './post.ts';

export interface OncePost {
  readonly channel: string;
  /** Identifies the message within its channel, and stands in its metadata. */
  readonly key: string;
  readonly thread?: Place;
  /** The channel shows the reply, too. */
  readonly isBroadcast?: boolean;
  /** Called right before posting; not where the message exists. */
  readonly view: () => View | Promise<View>;
  readonly signal?: AbortSignal;
}

/** `again`: when to retry. `perhapsMissing`: it may exist, and Slack does not let the bot look for it. */
export type OnceOutcome =
  | { readonly place: Place; readonly isNew: boolean }
  | SlackError
  | { readonly again: Date }
  | { readonly perhapsMissing: true };

/** Posts a message once despite crashes and lost answers; at most once where the token may not read the channel. */
export type PostOnce = (post: OncePost) => Promise<OnceOutcome>;

export interface PostOnceOptions {
  /** It does not repeat calls, and gives up within ten seconds. */
  readonly client: WebClient;
  readonly blockFallback: BlockFallback;
  readonly ledger: Posts;
  readonly now: () => Date;
  readonly log: Log;
  readonly timings?: Timings;
}

/** Longer waits go back to the queue. */
const LONGEST_WAIT_MS = 20_000;
/** From the mark in the ledger to the request: later, another process may search in vain. */
const LATEST_SENDING_MS = 5_000;
const POST_EVENT = 'sms_desk_post';
/** Slack’s clock and the database’s may differ by this. Slack itself refuses older requests. */
const SKEW_MS = 5 * MINUTE_MS;
const LANDING_MS = MINUTE_MS;
/** Slack gives some apps fifteen, and one page a minute. */
const PAGE = 200;
/** Searches that wait for their next page; a forgotten one starts over. */
const MOST_BEGUN = 1_000;

export function createPostOnce(options: PostOnceOptions): PostOnce {
  const { client, blockFallback, ledger, now, log } = options;
  const { timings = TIMINGS } = options;
  const pace = { ...timings, mostMs: LONGEST_WAIT_MS };
  const findPost = createFindPost(client);
  const again = (afterMs: number) => ({ again: new Date(now().getTime() + afterMs) });

  /** Finds a message that may be posted; `undefined` where it is not, and no other process can be posting it. */
  async function lookFor(post: OncePost, held: HeldPost, since: Date): Promise<OnceOutcome | undefined> {
    const found = await findPost(post, since);
    if ('ts' in found) {
      await ledger.settle(held, found.ts);
      return { place: { channel: post.channel, ts: found.ts }, isNew: false };
    }
    if ('none' in found) return undefined;
    await ledger.letGo(held);
    if ('hidden' in found) return { perhapsMissing: true };
    return 'refused' in found ? found : again(found.againMs ?? timings.postRetryMs);
  }

  async function waitForSlot({ channel, signal }: OncePost): Promise<true | { readonly again: Date }> {
    const { waitMs, isMine } = await ledger.slot(channel, pace);
    if (!isMine) return again(waitMs);
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
    return signal?.aborted ? again(0) : true;
  }

  async function send(post: OncePost, held: HeldPost, view: View): Promise<SendOutcome> {
    const { channel, key } = post;
    return await blockFallback.send(view, {
      way: 'post',
      attempt: async ({ text, blocks }): Promise<SendOutcome> => {
        const markedAtMs = performance.now();
        if (!(await ledger.attempt(held))) return { state: 'lost' };
        if (performance.now() - markedAtMs > LATEST_SENDING_MS) return { state: 'too_late' };
        try {
          const { ts } = await client.chat.postMessage({
            channel,
            text,
            blocks,
            unfurl_links: false,
            unfurl_media: false,
            metadata: { event_type: POST_EVENT, event_payload: { key } },
            ...placeIn(post),
          });
          return ts === undefined ? { state: 'unclear' } : { state: 'posted', ts };
        } catch (error) {
          return whatBecameOf(error, timings);
        }
      },
      refusalIn: (sent) => (sent.state === 'refused' ? blocksRefusal(sent) : undefined),
    });
  }

  async function conclude(
    sent: Exclude<SendOutcome, { state: 'lost' }>,
    { channel }: OncePost,
    held: HeldPost,
  ): Promise<OnceOutcome> {
    switch (sent.state) {
      case 'posted':
        await ledger.settle(held, sent.ts);
        return { place: { channel, ts: sent.ts }, isNew: true };
      case 'unclear':
        log.warn({ channel, reason: sent.reason }, 'Slack did not say whether it took a message');
        return again(timings.postUnclearMs);
      case 'too_late':
        await ledger.notPosted(held);
        return again(0);
      case 'paused':
        await ledger.notPosted(held);
        await ledger.pause(sent.forMs);
        return again(sent.forMs);
      case 'refused':
        await ledger.notPosted(held);
        logRemedy(sent, log);
        return { refused: sent.refused };
    }
  }

  return async (post) => {
    const { channel, key } = post;
    let view: View | undefined;
    // Again where the view took so long that the hold was lost.
    for (let round = 0; round < 2; round += 1) {
      const taken = await ledger.take({ channel, key });
      if ('posted' in taken) return { place: { channel, ts: taken.posted }, isNew: false };
      if ('waitMs' in taken) return again(taken.waitMs);
      const { held, attemptedAt } = taken;
      try {
        const outcome = attemptedAt && (await lookFor(post, held, attemptedAt));
        if (outcome) return outcome;
        view ??= await post.view();
        const slot = await waitForSlot(post);
        if (slot !== true) {
          await ledger.letGo(held);
          return slot;
        }
        const sent = await send(post, held, view);
        if (sent.state !== 'lost') return await conclude(sent, post, held);
      } catch (error) {
        // A mark stays; only the hold would delay others.
        await ledger.letGo(held).catch(() => undefined);
        throw error;
      }
    }
    return again(timings.postRetryMs);
  };
}

type SendOutcome =
  | { readonly state: 'posted'; readonly ts: string }
  | ({ readonly state: 'refused' } & SlackError)
  | { readonly state: 'paused'; readonly forMs: number }
  | { readonly state: 'unclear'; readonly reason?: string }
  | { readonly state: 'lost' }
  | { readonly state: 'too_late' };

function whatBecameOf(error: unknown, { slackPauseMs }: Timings): SendOutcome {
  const refusal = toSlackError(error);
  if (!refusal) throw error;
  const { refused, retryAfterMs = slackPauseMs } = refusal;
  if (isUnclear(refused)) return { state: 'unclear', reason: refused };
  return asksForPause(refused) ? { state: 'paused', forMs: retryAfterMs } : { state: 'refused', ...refusal };
}

function placeIn({ thread, isBroadcast = false }: OncePost) {
  if (!thread) return {};
  return isBroadcast ? ({ thread_ts: thread.ts, reply_broadcast: true } as const) : { thread_ts: thread.ts };
}

type FoundPost =
  | { readonly ts: string }
  /** The whole time has been searched. */
  | { readonly none: true }
  /** The token may not see keys. */
  | { readonly hidden: true }
  | { readonly refused: string }
  /** Unknown; the next search goes on from here. */
  | { readonly againMs: number | undefined };

const ours = z.object({ event_type: z.literal(POST_EVENT), event_payload: z.object({ key: z.string() }) });

/** Searches a channel or a thread around a time of the database’s, in pages over several calls where Slack is slow. */
function createFindPost(client: WebClient) {
  const begun = new Map<string, { readonly sinceMs: number; readonly cursor: string }>();

  return async ({ channel, key, thread }: OncePost, since: Date): Promise<FoundPost> => {
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
        // Each answer names the scopes. Without this one messages come without keys.
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
      // Slack has forgotten a place in a channel: the search starts over.
      if (refused === INVALID_CURSOR && cursor !== undefined) return { againMs: undefined };
      if (!isTransient(refused)) return { refused };
      if (cursor) begun.set(name, { sinceMs, cursor });
      const [oldest] = begun.keys();
      if (oldest !== undefined && begun.size > MOST_BEGUN) begun.delete(oldest);
      return { againMs: retryAfterMs };
    }
  };
}

function slackTime(ms: number): string {
  return (ms / 1_000).toFixed(6);
}
