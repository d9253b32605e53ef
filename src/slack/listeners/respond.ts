import { setTimeout as pause } from 'node:timers/promises';
import type { RespondArguments } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Translations } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { outsideModal, type View } from '../blocks/blocks.ts';
import type { BlockFallback, Sent } from '../blocks/fallback.ts';
import type { PostJson } from '../connection/clients.ts';
import {
  blocksRefusal,
  INVALID_BLOCKS,
  isConnected,
  isTransient,
  isUnclear,
  type SlackError,
} from '../errors.ts';
import { isChannel } from './access.ts';
import type { SlackUser } from './users.ts';

export interface WrittenAt {
  readonly userId: string;
  readonly channelId: string;
  readonly threadTs?: string | undefined;
}

export interface ModalPlace {
  /** The first call opens the modal if needed. Rejects where Slack refuses it. */
  show(modal: ModalView): Promise<void>;
  toModal(answer: View, t: Translations, user: SlackUser | undefined): ModalView;
  /** Whether the place shows the effect itself, as Home does: then no modal confirms it. */
  readonly showsItself?: boolean;
}

interface Replies {
  toPerson(userId: string, view: View): Promise<{ readonly ts: string } | SlackError>;
  reply(to: WrittenAt, view: View): Promise<SlackError | undefined>;
}

export interface Responder {
  /** Adds a message or replaces one. Rejects where neither the address nor a direct message accepts it. */
  respond(message: View, replaces: boolean): Promise<void>;
  /** For lines that may be lost. Never rejects. */
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
/** A person waits; after a longer pause the answer goes by direct message. */
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_ERROR = 1_000;

/** `over`: the address accepts no more, or not this; `unclear`: it may have been accepted. */
type Outcome = 'said' | SlackError | 'over' | 'unclear' | { readonly againInMs: number };

/** By `response_url` (30 minutes, five uses), else by direct message. Retries errors, but no broken exchanges. */
function createResponder(options: ResponderOptions): Responder {
  const { responseUrl, userId, fetch, post, blockFallback, log } = options;
  const attempt = async (message: Sent, replaces: boolean): Promise<Outcome> => {
    try {
      const { status, text, waitMs } = await fetch(responseUrl, envelope(message, replaces));
      const refused = refusalIn(text);
      if (status >= 200 && status < 300 && refused === undefined) return 'said';
      const detail = text.slice(0, LONGEST_ERROR);
      if (detail.includes(INVALID_BLOCKS)) return { refused: INVALID_BLOCKS, detail };
      if (waitMs !== undefined) return waitMs < LONGEST_PAUSE_MS ? { againInMs: waitMs } : 'over';
      const isPassing = status >= 500 || (refused !== undefined && isTransient(refused));
      return isPassing ? { againInMs: RETRY_PAUSE_MS } : 'over';
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
      await sayDirectly(userId, message, post);
    },
    async tryRespond(message, replaces) {
      await send(message, replaces);
    },
  };
}

function isRefusal(outcome: Outcome): outcome is SlackError {
  return typeof outcome === 'object' && 'refused' in outcome;
}

/** Replies to a written message. Progress lines are omitted, because they would stay. */
function createReplier(to: WrittenAt, post: Replies): Responder {
  return {
    async respond(message) {
      const refusal = await post.reply(to, message);
      if (!refusal || isUnclear(refusal.refused)) return;
      if (!isChannel(to.channelId)) throw directRefusal(refusal);
      await sayDirectly(to.userId, message, post);
    },
    tryRespond: async () => {},
  };
}

type AnswerTo = string | WrittenAt | ModalPlace | Responder;

type Speaking = () => { readonly t: Translations; readonly user: SlackUser | undefined };

export function responderFor(
  answerTo: AnswerTo,
  speaking: Speaking,
  options: Omit<ResponderOptions, 'responseUrl'>,
): Responder {
  if (typeof answerTo === 'string') return createResponder({ responseUrl: answerTo, ...options });
  if ('respond' in answerTo) return answerTo;
  return isModal(answerTo)
    ? createModalResponder(answerTo, speaking, options)
    : createReplier(answerTo, options.post);
}

export function isModal(answerTo: AnswerTo): answerTo is ModalPlace {
  return typeof answerTo === 'object' && 'show' in answerTo;
}

/** By direct message where the modal did not open, or was closed. */
function createModalResponder(
  place: ModalPlace,
  speaking: Speaking,
  { userId, post, log }: Pick<ResponderOptions, 'userId' | 'post' | 'log'>,
): Responder {
  const show = async (message: View): Promise<boolean> => {
    const { t, user } = speaking();
    try {
      await place.show(place.toModal(message, t, user));
      return true;
    } catch (error) {
      log.warn({ err: error }, 'a modal did not take an answer');
      return false;
    }
  };
  return {
    async respond(message) {
      if (!(await show(message))) await sayDirectly(userId, outsideModal(message), post);
    },
    async tryRespond(message) {
      await show(message);
    },
  };
}

async function sayDirectly(userId: string, message: View, post: Replies): Promise<void> {
  const posted = await post.toPerson(userId, message);
  if ('refused' in posted) throw directRefusal(posted);
}

function directRefusal({ refused }: SlackError): Error {
  return new Error(`a direct message was refused: ${refused}`);
}

const refusal = z.object({ ok: z.literal(false), error: z.string().catch('unknown') });

/** Slack's error in an answer with status 200; an accepted message gets a bare `ok`. */
function refusalIn(text: string): string | undefined {
  try {
    return refusal.safeParse(JSON.parse(text)).data?.error;
  } catch {
    return undefined;
  }
}

/** “Ephemeral” with `replace_original` would add a second message to a permanent one. */
function envelope({ text, blocks }: Sent, replaces: boolean): RespondArguments {
  return {
    ...(replaces ? {} : { response_type: 'ephemeral' }),
    replace_original: replaces,
    text,
    ...(blocks.length > 0 ? { blocks } : {}),
    unfurl_links: false,
    unfurl_media: false,
  };
}
