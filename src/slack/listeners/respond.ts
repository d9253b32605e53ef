import { setTimeout as pause } from 'node:timers/promises';
import type { RespondArguments } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Translations } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { jsonValue } from '../../runtime/json.ts';
import { outsideModal, type View } from '../blocks/blocks.ts';
import type { BlockFallback, SendableMessage } from '../blocks/fallback.ts';
import type { PostJson } from '../connection/clients.ts';
import {
  blocksRefusal,
  INVALID_BLOCKS,
  isConnected,
  isTransient,
  isUnclear,
  isWebApiAnswer,
  NOT_SLACK,
  type SlackError,
} from '../errors.ts';
import { isChannel } from './access.ts';
import type { SlackUser } from './users.ts';

export interface ReplyTarget {
  readonly userId: string;
  readonly channelId: string;
  readonly threadTs?: string | undefined;
}

export interface ModalTarget {
  /** Opens the modal at the first call, and later updates it. Rejects if Slack refuses the modal. */
  show(modal: ModalView): Promise<void>;
  toModal(answer: View, t: Translations, user: SlackUser | undefined): ModalView;
  /** True if the person sees the request's effect without a modal, as on the Home tab. */
  readonly showsEffect?: boolean;
}

interface Replies {
  toPerson(userId: string, view: View): Promise<{ readonly ts: string } | SlackError>;
  reply(to: ReplyTarget, view: View): Promise<SlackError | undefined>;
}

export interface Responder {
  /** Adds a message or replaces the previous one. Rejects if Slack also refuses it as a direct message. */
  respond(message: View, replaces: boolean): Promise<void>;
  /** Sends a progress line without retries; if Slack refuses it, the line is lost. Never rejects. */
  tryRespond(message: View, replaces: boolean): Promise<void>;
}

export interface ResponderOptions {
  readonly responseUrl: string;
  readonly userId: string;
  readonly fetch: PostJson;
  readonly post: Replies;
  readonly blockFallback: BlockFallback;
  readonly log: Log;
}

const RETRY_PAUSE_MS = 300;
/** If Slack asks for a longer pause, the answer is sent as a direct message instead. */
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_ERROR = 1_000;

/** `over`: the `response_url` accepts no more messages; `unclear`: Slack may have accepted this message. */
type ResponseResult = 'said' | SlackError | 'over' | 'unclear' | { readonly againInMs: number };

const ANOTHER_SERVER = { refused: NOT_SLACK, againInMs: RETRY_PAUSE_MS } as const;

/** Answers by `response_url`, which is valid for 30 minutes and five uses; after that by direct message. */
function createResponder(options: ResponderOptions): Responder {
  const { responseUrl, userId, fetch, post, blockFallback, log } = options;
  const attempt = async (message: SendableMessage, replaces: boolean): Promise<ResponseResult> => {
    try {
      const { status, text, waitMs } = await fetch(responseUrl, envelope(message, replaces));
      const refused = refusalIn(text);
      if (status >= 200 && status < 300 && refused === undefined)
        // Slack accepts a message with the text `ok`, or with JSON. An empty text may be one that was cut off.
        return ['ok', ''].includes(text.trim()) || isWebApiAnswer(text) ? 'said' : ANOTHER_SERVER;
      const detail = text.slice(0, LONGEST_ERROR);
      if (detail.includes(INVALID_BLOCKS)) return { refused: INVALID_BLOCKS, detail };
      if (waitMs !== undefined) return waitMs < LONGEST_PAUSE_MS ? { againInMs: waitMs } : 'over';
      const isTransientFailure = status >= 500 || (refused !== undefined && isTransient(refused));
      return isTransientFailure ? { againInMs: RETRY_PAUSE_MS } : 'over';
    } catch (error) {
      return isConnected(error) ? 'unclear' : { againInMs: RETRY_PAUSE_MS };
    }
  };

  const send = (message: View, replaces: boolean) =>
    blockFallback.send(message, {
      way: 'answer',
      attempt: (sent) => attempt(sent, replaces),
      refusalIn: (outcome) => (isRefusal(outcome) ? blocksRefusal(outcome) : undefined),
    });

  return {
    async respond(message, replaces) {
      let outcome = await send(message, replaces);
      if (typeof outcome === 'object' && 'againInMs' in outcome) {
        await pause(outcome.againInMs);
        outcome = await send(message, replaces);
      }
      if (outcome === 'said') return;
      const reason = isRefusal(outcome) ? outcome.refused : outcome;
      log.warn({ outcome: reason }, 'the response_url did not take an answer');
      if (outcome === 'unclear') return;
      await sendDirectly(userId, message, post);
    },
    async tryRespond(message, replaces) {
      await send(message, replaces);
    },
  };
}

function isRefusal(outcome: ResponseResult): outcome is SlackError {
  return typeof outcome === 'object' && 'refused' in outcome;
}

/** Answers a message by a reply. Sends no progress lines, because the bot cannot replace them later. */
function createReplier(to: ReplyTarget, post: Replies): Responder {
  return {
    async respond(message) {
      const isDirect = !isChannel(to.channelId);
      let refusal = await post.reply(to, message);
      // In a channel, `reply` has already retried.
      if (isDirect && refusal?.refused === NOT_SLACK) {
        await pause(RETRY_PAUSE_MS);
        refusal = await post.reply(to, message);
      }
      if (!refusal || (isUnclear(refusal.refused) && refusal.refused !== NOT_SLACK)) return;
      if (isDirect) throw directRefusal(refusal);
      await sendDirectly(to.userId, message, post);
    },
    tryRespond: async () => {},
  };
}

type AnswerTo = string | ReplyTarget | ModalTarget | Responder;

type Recipient = () => { readonly t: Translations; readonly user: SlackUser | undefined };

export function responderFor(
  answerTo: AnswerTo,
  recipient: Recipient,
  options: Omit<ResponderOptions, 'responseUrl'>,
): Responder {
  if (typeof answerTo === 'string') return createResponder({ responseUrl: answerTo, ...options });
  if ('respond' in answerTo) return answerTo;
  return isModal(answerTo)
    ? createModalResponder(answerTo, recipient, options)
    : createReplier(answerTo, options.post);
}

export function isModal(answerTo: AnswerTo): answerTo is ModalTarget {
  return typeof answerTo === 'object' && 'show' in answerTo;
}

function createModalResponder(
  target: ModalTarget,
  recipient: Recipient,
  { userId, post, log }: Pick<ResponderOptions, 'userId' | 'post' | 'log'>,
): Responder {
  const show = async (message: View): Promise<boolean> => {
    const { t, user } = recipient();
    try {
      await target.show(target.toModal(message, t, user));
      return true;
    } catch (error) {
      log.warn({ err: error }, 'a modal did not take an answer');
      return false;
    }
  };
  return {
    async respond(message) {
      if (!(await show(message))) await sendDirectly(userId, outsideModal(message), post);
    },
    async tryRespond(message) {
      await show(message);
    },
  };
}

async function sendDirectly(userId: string, message: View, post: Replies): Promise<void> {
  const posted = await post.toPerson(userId, message);
  if ('refused' in posted) throw directRefusal(posted);
}

function directRefusal({ refused }: SlackError): Error {
  return new Error(`a direct message was refused: ${refused}`);
}

const refusal = z.object({ ok: z.literal(false), error: z.string().catch('unknown') });

/** Slack's error code in an answer with status 200, which is mostly just `ok`. */
const refusalIn = (text: string): string | undefined =>
  text === 'ok' ? undefined : refusal.safeParse(jsonValue(text)).data?.error;

/** Omits `response_type` if a message is replaced: with `ephemeral`, Slack would add a message instead. */
function envelope({ text, blocks }: SendableMessage, replaces: boolean): RespondArguments {
  return {
    ...(replaces ? {} : { response_type: 'ephemeral' }),
    replace_original: replaces,
    text,
    ...(blocks.length > 0 ? { blocks } : {}),
    unfurl_links: false,
    unfurl_media: false,
  };
}
