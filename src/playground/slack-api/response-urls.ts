import { randomUUID } from 'node:crypto';
import { isRecord } from '../json.ts';
import {
  escaped,
  type MessageContent,
  type MessageDraft,
  type MessageRefusal,
  type MessageStore,
} from '../workspace/messages.ts';
import type { SlackResponse } from './web-api.ts';

const MOST_USES = 5;

/** The addresses the workspace hands out for answering an interaction. */
export interface ResponseUrls {
  /** A new address, as the path below the workspace's own. */
  issue(respond: ResponseHandler): string;
  /** Answers what the bot sent to an address; `undefined` where it was never handed out. */
  use(path: string, fields: unknown): SlackResponse | undefined;
  /** Every address there is answers as one that is too old. */
  reset(): void;
}

/** Creates the addresses, each good for 5 uses within `lifetimeMs` of real time; a refused use counts. */
export function createResponseUrls(lifetimeMs: number): ResponseUrls {
  const issued = new Map<string, { respond: ResponseHandler; until: number; uses: number }>();
  return {
    issue(respond) {
      const path = `/responses/${randomUUID()}`;
      issued.set(path, { respond, until: performance.now() + lifetimeMs, uses: 0 });
      return path;
    },
    use(path, fields) {
      const address = issued.get(path);
      if (address === undefined) return undefined;
      if (performance.now() > address.until) return gone('expired_url');
      address.uses += 1;
      if (address.uses > MOST_USES) return gone('used_url');
      const refusal = isRecord(fields) ? address.respond(fields) : { error: 'invalid_payload', faults: [] };
      return refusal === undefined
        ? { status: 200, body: 'ok' }
        : { status: 400, body: refusal.error, error: refusal.error, faults: refusal.faults };
    },
    reset() {
      for (const address of issued.values()) address.until = Number.NEGATIVE_INFINITY;
    },
  };
}

function gone(error: string): SlackResponse {
  return { status: 404, body: { ok: false, error }, error };
}

/** Does what a response to an interaction asks for. `undefined` means done. */
export type ResponseHandler = (fields: Readonly<Record<string, unknown>>) => MessageRefusal | undefined;

/** Who did what where. */
interface Interaction {
  readonly person: string;
  readonly channel: string;
}

/**
 * Responses to a slash command. They only add messages: `replace_original` and `delete_original` do nothing. The
 * first one to the whole channel brings the typed command along.
 */
export function createCommandResponder(
  command: Interaction & { readonly typed: string },
  messages: MessageStore,
): ResponseHandler {
  let typedIsShown = false;
  return (fields) => {
    const content = messages.read(fields);
    if ('error' in content) return content;
    if (fields.response_type === 'in_channel' && !typedIsShown) {
      typedIsShown = true;
      const { channel, person, typed } = command;
      messages.add({ channel, author: person, text: escaped(typed), blocks: [], responseType: 'in_channel' });
    }
    messages.add(responseDraft(command, content, fields));
    return undefined;
  };
}

/** Responses to a button: they replace or delete the message it sits on where they say so, and add one otherwise. */
export function createButtonResponder(
  click: Interaction & { readonly messageTs: string },
  messages: MessageStore,
): ResponseHandler {
  return (fields) => {
    if (fields.delete_original === true) return found(messages.remove(click.messageTs));
    const content = messages.read(fields);
    if ('error' in content) return content;
    if (fields.replace_original === true) return found(messages.replace(click.messageTs, content));
    messages.add(responseDraft(click, content, fields));
    return undefined;
  };
}

/** Responses to a modal that was sent off with a channel chosen in it. They only add messages there. */
export function createViewResponder(chosen: Interaction, messages: MessageStore): ResponseHandler {
  return (fields) => {
    const content = messages.read(fields);
    if ('error' in content) return content;
    messages.add(responseDraft(chosen, content, fields));
    return undefined;
  };
}

function responseDraft(
  { person, channel }: Interaction,
  content: MessageContent,
  fields: Readonly<Record<string, unknown>>,
): MessageDraft {
  const base = { channel, author: 'bot', ...content };
  return fields.response_type === 'in_channel'
    ? { ...base, responseType: 'in_channel' }
    : { ...base, responseType: 'ephemeral', visibleTo: person };
}

function found(isThere: boolean): MessageRefusal | undefined {
  return isThere ? undefined : { error: 'message_not_found', faults: [] };
}
