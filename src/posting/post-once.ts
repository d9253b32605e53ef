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
  /** Names the message within its channel, and stands in its metadata: the same key is the same message. */
  readonly key: string;
  /** The message of this channel whose thread the post belongs to. */
  readonly thread?: Place;
  /** A reply that its channel shows, too. */
  readonly isBroadcast?: boolean;
  /** Makes the message right before it is posted; not called where the message stands already. */
  readonly view: () => View | Promise<View>;
  readonly signal?: AbortSignal;
}

/**
 * - `again` when to try once more: after an unclear answer, a full minute or a pause, or while another process posts
 * - `perhapsMissing` it may stand, and cannot be looked for: Slack does not let the bot read what it has posted
 */
export type OnceOutcome =
  | { readonly place: Place; readonly isNew: boolean }
  | SlackError
  | { readonly again: Date }
  | { readonly perhapsMissing: true };

/**
 * Posts a message that exists once, whatever happens: replicas, crashes between posting and recording, answers that
 * are lost. The proof rests on Slack showing a message that it has taken within a minute. To a token that may not read
 * the channel it shows nothing: then the message is posted at most once, and never twice.
 */
export type PostOnce = (post: OncePost) => Promise<OnceOutcome>;

export interface PostOnceOptions {
  /** A client that does not repeat by itself, and gives up within ten seconds. */
  readonly client: WebClient;
  readonly blockFallback: BlockFallback;
  readonly ledger: Posts;
  readonly now: () => Date;
  readonly log: Log;
  readonly timings?: Timings;
}

/** A slot further off than this is not waited for: the work is put back. */
const LONGEST_WAIT_MS = 20_000;
/** From the mark in the ledger to the request: later, somebody may already be looking for the message in vain. */
const LATEST_SENDING_MS = 5_000;
/** Says in a message's metadata that it is one of those that exist once. */
const POST_EVENT = 'sms_desk_post';
/** How far Slack's clock and the database's may be apart. Slack itself takes no request that is older. */
const SKEW_MS = 5 * MINUTE_MS;
/** How long after its mark a message may appear. */
const LANDING_MS = MINUTE_MS;
/** Of some apps Slack gives fifteen, and one page a minute. */
const PAGE = 200;
/** Searches that wait for their next page; a forgotten one begins anew. */
const MOST_BEGUN = 1_000;

export function createPostOnce(options: PostOnceOptions): PostOnce {
  const { client, blockFallback, ledger, now, log } = options;
  const { timings = TIMINGS } = options;
  const pace = { ...timings, mostMs: LONGEST_WAIT_MS };
  const findPost = createFindPost(client);
  const again = (afterMs: number) => ({ again: new Date(now().getTime() + afterMs) });

  /** Looks for a message that may have been posted; `undefined` where it was not, and nobody can be posting it. */
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

  /** @returns whether its slot has come; otherwise when to ask again */
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
    // A second round where the view took so long that the message came out of hand meanwhile.
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
        // What may stand in its channel stays marked so; the hold would only keep others waiting.
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

/** In its channel, in a thread, or in both. */
function placeIn({
  thread,
  isBroadcast = false,
}: OncePost): { thread_ts?: string } | { thread_ts: string; reply_broadcast: true } {
  if (!thread) return {};
  return isBroadcast ? { thread_ts: thread.ts, reply_broadcast: true } : { thread_ts: thread.ts };
}

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
function createFindPost(client: WebClient) {
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
