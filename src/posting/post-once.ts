import { setTimeout as pause } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../ops/log.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import type { View } from '../slack/blocks/blocks.ts';
import type { BlockFallback } from '../slack/blocks/fallback.ts';
import { asksForPause, blocksRefusal, isUnclear, type SlackError, toSlackError } from '../slack/errors.ts';
import type { HeldPost, Posts } from '../store/posting/posts.ts';
import { createFindPost, POST_EVENT } from './find-post.ts';
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
