import { setTimeout as pause } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../ops/log.ts';
import { backoffMs } from '../runtime/timeouts.ts';
import { TIMINGS } from '../runtime/timings.ts';
import type { View } from '../slack/blocks/blocks.ts';
import type { BlockFallback, SendableMessage, SendMethod } from '../slack/blocks/fallback.ts';
import { clip, limits } from '../slack/blocks/text.ts';
import { blocksRefusal, isTransient, remedyFor, type SlackError, toSlackError } from '../slack/errors.ts';
import { isChannel } from '../slack/listeners/access.ts';
import type { ReplyTarget } from '../slack/listeners/respond.ts';

export interface FileToSend {
  readonly name: string;
  readonly content: string;
  readonly comment?: View;
}

export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}

/** Pauses before each retry of the last change of a message, as multiples of `lastChangeRetryMs`. */
const LAST_CHANGE_PAUSES = [1, 3, 10];
/** Attempts at a reply that only one person sees. If Slack accepts it twice, that person sees it twice. */
const EPHEMERAL_ATTEMPTS = 3;
/** If Slack asks for a longer pause, the change of a message is not retried. */
const LONGEST_PAUSE_MS = 30_000;

export type Post = ReturnType<typeof createPost>;

/** `client` must not retry, or messages could appear twice: Slack may accept one despite a timeout. */
export function createPost(
  client: WebClient,
  blockFallback: BlockFallback,
  log: Log,
  { lastChangeRetryMs, answerRetryMs } = TIMINGS,
) {
  const resultOf = async <T>(call: () => Promise<T>): Promise<CallResult<T>> => {
    try {
      return { done: await call() };
    } catch (error) {
      const refusal = toSlackError(error);
      if (!refusal) throw error;
      logRemedy(refusal, log);
      return refusal;
    }
  };
  const send = <T>(way: SendMethod, view: View, call: (sent: SendableMessage) => Promise<T>) =>
    blockFallback.send<CallResult<T>>(view, {
      way,
      attempt: (sent) => resultOf(() => call(sent)),
      refusalIn: (result) => ('refused' in result ? blocksRefusal(result) : undefined),
    });
  const post = (channel: string, view: View, threadTs: string | undefined) => {
    const options = { channel, ...inThread(threadTs), unfurl_links: false, unfurl_media: false };
    return send('post', view, (sent) => client.chat.postMessage({ ...options, ...sent }));
  };
  /** Edits a message without a rate limit, although Slack accepts only about one edit per second. */
  const change = async ({ channel, ts }: PostedMessage, view: View): Promise<SlackError | undefined> =>
    refusalIn(
      await send('change', view, (sent) =>
        client.chat.update({ channel, ts, ...sent, text: clip(sent.text, limits.changedText) }),
      ),
    );
  const openDirectMessage = async (users: string): Promise<{ readonly channel: string } | SlackError> => {
    const opened = await resultOf(() => client.conversations.open({ users }));
    if ('refused' in opened) return opened;
    const channel = opened.done.channel?.id;
    if (channel === undefined) throw new Error('Slack did not say which conversation it opened');
    return { channel };
  };

  return {
    toChannel: async (
      channelId: string,
      view: View,
      thread?: PostedMessage,
    ): Promise<PostedMessage | SlackError> => postedMessageOf(await post(channelId, view, thread?.ts)),
    // Slack opens the direct message itself if the channel of a post is a user id.
    toPerson: async (userId: string, view: View): Promise<PostedMessage | SlackError> =>
      postedMessageOf(await post(userId, view, undefined)),
    /** Replies to a person. In a channel only they see the reply (ephemeral); a direct one is permanent. */
    async reply(
      { userId: user, channelId: channel, threadTs }: ReplyTarget,
      view: View,
    ): Promise<SlackError | undefined> {
      if (!isChannel(channel)) return refusalIn(await post(channel, view, threadTs));
      const place = { channel, user, ...inThread(threadTs) };
      for (let attempt = 1; ; attempt += 1) {
        const refusal = refusalIn(
          await send('answer', view, (sent) => client.chat.postEphemeral({ ...place, ...sent })),
        );
        const isPassing = refusal && isTransient(refusal.refused) && refusal.retryAfterMs === undefined;
        if (!isPassing || attempt === EPHEMERAL_ATTEMPTS) return refusal;
        await pause(backoffMs(attempt - 1, { firstMs: answerRetryMs }));
      }
    },
    openDirectMessage,
    change,
    /** Makes the last edit of a message. Retries transient errors, because no later edit would follow. */
    async changeWithRetries(place: PostedMessage, view: View): Promise<SlackError | undefined> {
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
    /** Sends files only by direct message, because every member of a channel can open the files in it. */
    async fileTo(userId: string, file: FileToSend): Promise<SlackError | undefined> {
      const place = await openDirectMessage(userId);
      if ('refused' in place) return place;
      const { name, content, comment } = file;
      const commentOptions = comment ? { initial_comment: comment.text } : {};
      const sent = { channel_id: place.channel, filename: name, title: name, content, ...commentOptions };
      return refusalIn(await resultOf(() => client.filesUploadV2(sent)));
    },
  };
}

const inThread = (threadTs: string | undefined) => (threadTs === undefined ? {} : { thread_ts: threadTs });

type CallResult<T> = { readonly done: T } | SlackError;

export function logRemedy({ refused }: SlackError, log: Log): void {
  const remedy = remedyFor(refused);
  if (remedy !== undefined) log.error({ reason: refused }, `Slack did not take a message: ${remedy}`);
}

function postedMessageOf(result: CallResult<{ channel?: string; ts?: string }>): PostedMessage | SlackError {
  if ('refused' in result) return result;
  const { channel, ts } = result.done;
  if (channel === undefined || ts === undefined) throw new Error('Slack did not say where it posted');
  return { channel, ts };
}

function refusalIn(result: CallResult<unknown>): SlackError | undefined {
  return 'refused' in result ? result : undefined;
}
