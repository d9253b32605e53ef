import { setTimeout as pause } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../ops/log.ts';
import { TIMINGS } from '../runtime/timings.ts';
import type { View } from '../slack/blocks/blocks.ts';
import type { BlockFallback, BlockWay, Sent } from '../slack/blocks/fallback.ts';
import { clip, limits } from '../slack/blocks/text.ts';
import { blocksRefusal, isTransient, remedyFor, type SlackError, toSlackError } from '../slack/errors.ts';
import { isChannel } from '../slack/listeners/access.ts';
import type { WrittenAt } from '../slack/listeners/respond.ts';

export interface FileToSend {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly comment?: View;
}

export interface Place {
  readonly channel: string;
  readonly ts: string;
}

/** Pauses before the attempts of a last change, in units of `lastChangeRetryMs`. */
const LAST_CHANGE_PAUSES = [1, 3, 10];
/** A longer pause that Slack asks for ends the attempts. */
const LONGEST_PAUSE_MS = 30_000;

export type Post = ReturnType<typeof createPost>;

/** Posts messages that last. The client must not repeat calls: a message that timed out may have been taken. */
export function createPost(
  client: WebClient,
  blockFallback: BlockFallback,
  log: Log,
  { lastChangeRetryMs } = TIMINGS,
) {
  const outcomeOf = async <T>(call: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { done: await call() };
    } catch (error) {
      const refusal = toSlackError(error);
      if (!refusal) throw error;
      logRemedy(refusal, log);
      return refusal;
    }
  };
  const send = <T>(way: BlockWay, view: View, call: (sent: Sent) => Promise<T>) =>
    blockFallback.send<Outcome<T>>(view, {
      way,
      attempt: (sent) => outcomeOf(() => call(sent)),
      refusalIn: (outcome) => ('refused' in outcome ? blocksRefusal(outcome) : undefined),
    });
  const post = (channel: string, view: View, threadTs: string | undefined) => {
    const quietly = { channel, ...within(threadTs), unfurl_links: false, unfurl_media: false };
    return send('post', view, (sent) => client.chat.postMessage({ ...quietly, ...sent }));
  };
  /** Slack takes about one change a second. */
  const change = async ({ channel, ts }: Place, view: View): Promise<SlackError | undefined> =>
    refusalIn(
      await send('change', view, (sent) =>
        client.chat.update({ channel, ts, ...sent, text: clip(sent.text, limits.changedText) }),
      ),
    );
  const direct = async (users: string): Promise<{ readonly channel: string } | SlackError> => {
    const opened = await outcomeOf(() => client.conversations.open({ users }));
    if ('refused' in opened) return opened;
    const channel = opened.done.channel?.id;
    if (channel === undefined) throw new Error('Slack did not say which conversation it opened');
    return { channel };
  };

  return {
    toChannel: async (channelId: string, view: View, thread?: Place): Promise<Place | SlackError> =>
      placeOf(await post(channelId, view, thread?.ts)),
    // Posting to a person opens the conversation, and names it.
    toPerson: async (userId: string, view: View): Promise<Place | SlackError> =>
      placeOf(await post(userId, view, undefined)),
    /** Answers words: to the author alone in a channel, lasting in a direct message. */
    async reply(
      { userId: user, channelId: channel, threadTs }: WrittenAt,
      view: View,
    ): Promise<SlackError | undefined> {
      if (!isChannel(channel)) return refusalIn(await post(channel, view, threadTs));
      const place = { channel, user, ...within(threadTs) };
      return refusalIn(
        await send('answer', view, (sent) => client.chat.postEphemeral({ ...place, ...sent })),
      );
    },
    direct,
    change,
    /** The last change: retried for a while, because the present text is wrong. */
    async settle(place: Place, view: View): Promise<SlackError | undefined> {
      let refusal = await change(place, view);
      for (const times of LAST_CHANGE_PAUSES) {
        if (refusal === undefined || !isTransient(refusal.refused)) return refusal;
        const { retryAfterMs = 0 } = refusal;
        if (retryAfterMs > LONGEST_PAUSE_MS) return refusal;
        await pause(Math.max(times * lastChangeRetryMs, retryAfterMs));
        refusal = await change(place, view);
      }
      return refusal;
    },
    /** To one person: all members of a channel could open its files. */
    async fileTo(userId: string, file: FileToSend): Promise<SlackError | undefined> {
      const place = await direct(userId);
      if ('refused' in place) return place;
      const { name: filename, title, content, comment } = file;
      const said = comment ? { initial_comment: comment.text } : {};
      const sent = { channel_id: place.channel, filename, title, content, ...said };
      return refusalIn(await outcomeOf(() => client.filesUploadV2(sent)));
    },
  };
}

const within = (threadTs: string | undefined) => (threadTs === undefined ? {} : { thread_ts: threadTs });

type Outcome<T> = { readonly done: T } | SlackError;

/** Logs what an operator of the bot can do where Slack refuses all its messages. */
export function logRemedy({ refused }: SlackError, log: Log): void {
  const remedy = remedyFor(refused);
  if (remedy !== undefined) log.error({ reason: refused }, `Slack did not take a message: ${remedy}`);
}

function placeOf(outcome: Outcome<{ channel?: string; ts?: string }>): Place | SlackError {
  if ('refused' in outcome) return outcome;
  const { channel, ts } = outcome.done;
  if (channel === undefined || ts === undefined) throw new Error('Slack did not say where it posted');
  return { channel, ts };
}

function refusalIn(outcome: Outcome<unknown>): SlackError | undefined {
  return 'refused' in outcome ? outcome : undefined;
}
