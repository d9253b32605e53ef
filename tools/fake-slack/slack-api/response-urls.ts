import { randomUUID } from 'node:crypto';
import { isRecord, type JsonObject } from '../json.ts';
import type { MessageRefusal, MessageStore } from '../workspace/messages.ts';
import type { SlackResponse } from './responses.ts';

const MOST_USES = 5;

/** Posts the bot's response to an interaction. Returns `undefined`, or the refusal of an invalid message. */
export type ResponseHandler = (fields: JsonObject) => MessageRefusal | undefined;

/** Response URLs: each is valid for 5 uses (refused ones count) within `lifetimeMs` of real time. */
export function createResponseUrls(lifetimeMs: number) {
  const issued = new Map<string, { respond: ResponseHandler; until: number; uses: number }>();
  return {
    issue(respond: ResponseHandler): string {
      const path = `/responses/${randomUUID()}`;
      issued.set(path, { respond, until: performance.now() + lifetimeMs, uses: 0 });
      return path;
    },
    has: (path: string) => issued.has(path),
    /** Answers the bot's use of a response URL; returns `undefined` if the URL was never issued. */
    use(path: string, fields: unknown): SlackResponse | undefined {
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

/**
 * A response adds a message or, after a click, may replace the clicked message. An ephemeral response to
 * a permanent message replaces nothing: it becomes a new message, as at Slack.
 */
export function createResponseHandler(
  messages: MessageStore,
  { person, channel, messageTs }: { person: string; channel: string; messageTs?: string },
): ResponseHandler {
  return (fields) => {
    const content = messages.read(fields);
    if ('error' in content) return content;
    const isEphemeral = fields.response_type === 'ephemeral';
    const isLasting = messageTs !== undefined && messages.find(messageTs)?.visibleTo === undefined;
    if (fields.replace_original === true && messageTs !== undefined && !(isEphemeral && isLasting))
      return messages.replace(messageTs, content) ? undefined : { error: 'message_not_found', faults: [] };
    const isForAll = fields.response_type === 'in_channel';
    messages.add({ channel, author: 'bot', ...content, ...(isForAll ? {} : { visibleTo: person }) });
    return undefined;
  };
}
