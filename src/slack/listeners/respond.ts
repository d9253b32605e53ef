import { setTimeout as pause } from 'node:timers/promises';
import type { RespondArguments } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import type { View } from '../blocks/blocks.ts';
import type { BlockFallback, Sent } from '../blocks/fallback.ts';
import type { PostJson } from '../connection/clients.ts';
import { blocksRefusal, INVALID_BLOCKS, isUnclear, type SlackError } from '../errors.ts';
import { isChannel } from './access.ts';

/** Where somebody wrote to the bot. */
export interface WrittenAt {
  readonly userId: string;
  readonly channelId: string;
  readonly threadTs?: string | undefined;
}

export interface Replies {
  /** A direct message, where nothing else takes an answer. */
  toPerson(userId: string, view: View): Promise<{ readonly ts: string } | SlackError>;
  reply(to: WrittenAt, view: View): Promise<SlackError | undefined>;
}

export interface Responder {
  /** Answers beside a message, or in its place. Rejects where neither the address nor a direct message takes it. */
  respond(message: View, replaces: boolean): Promise<void>;
  /** Answers with what may as well be lost. Never rejects. */
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
const LONGEST_ERROR = 1_000;

/** `over`: the address takes nothing more, or not this; `unclear`: it may have been taken. */
type Outcome = 'said' | 'again' | SlackError | 'over' | 'unclear';

/**
 * Answers at a `response_url`, which lives for 30 minutes and five uses, and by direct message where that has run
 * out. An error of Slack's is tried once more; an exchange that broke off is not, because the message may have been
 * taken.
 */
export function createResponder(options: ResponderOptions): Responder {
  const { responseUrl, userId, fetch, post, blockFallback, log } = options;
  const attempt = async (message: Sent, replaces: boolean): Promise<Outcome> => {
    try {
      const { status, text } = await fetch(responseUrl, envelope(message, replaces));
      if (status >= 200 && status < 300) return 'said';
      const detail = text.slice(0, LONGEST_ERROR);
      if (detail.includes(INVALID_BLOCKS)) return { refused: INVALID_BLOCKS, detail };
      return status === 429 || status >= 500 ? 'again' : 'over';
    } catch (error) {
      return wasNeverSent(error) ? 'again' : 'unclear';
    }
  };

  const send = (message: View, replaces: boolean) =>
    blockFallback.send(message, {
      way: 'answer',
      attempt: (sent) => attempt(sent, replaces),
      refusalIn: (outcome) => (typeof outcome === 'string' ? undefined : blocksRefusal(outcome)),
    });

  return {
    async respond(message, replaces) {
      let outcome = await send(message, replaces);
      if (outcome === 'again') {
        await pause(RETRY_PAUSE_MS);
        outcome = await send(message, replaces);
      }
      if (outcome === 'said') return;
      log.warn(
        { outcome: typeof outcome === 'string' ? outcome : outcome.refused },
        'the response_url did not take an answer',
      );
      if (outcome === 'unclear') return;
      await sayDirectly(userId, message, post);
    },
    async tryRespond(message, replaces) {
      await send(message, replaces);
    },
  };
}

/** Answers words where they were written. What may as well be lost is not said: it would stay. */
export function createReplier(to: WrittenAt, post: Replies): Responder {
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

async function sayDirectly(userId: string, message: View, post: Replies): Promise<void> {
  const posted = await post.toPerson(userId, message);
  if ('refused' in posted) throw directRefusal(posted);
}

function directRefusal({ refused }: SlackError): Error {
  return new Error(`a direct message was refused: ${refused}`);
}

function wasNeverSent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].includes(String(code));
}

/** A message to one person alone, as a `response_url` takes it. */
function envelope({ text, blocks }: Sent, replaces: boolean): RespondArguments {
  return {
    response_type: 'ephemeral',
    replace_original: replaces,
    text,
    ...(blocks.length > 0 ? { blocks } : {}),
    unfurl_links: false,
    unfurl_media: false,
  };
}
