import type { JsonObject } from '../json.ts';
import type { LocalMessage } from '../workspace/messages.ts';
import { BOT } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import type { Acknowledgement, Send } from './delivery.ts';
import { eventPayload, messageObject } from './payloads.ts';
import { scopeRefusal } from './responses.ts';

/** Tells the bot of what it has subscribed to: direct messages, its own too, and mentions in channels it is in. */
export function createEvents(state: WorkspaceState, send: Send) {
  const { conversations, messages, scopes, events } = state;
  const sending = new Set<Promise<unknown>>();
  let count = 0;
  const isToldOf = (event: string, scope: string) =>
    events.includes(event) && scopeRefusal(scopes, scope) === undefined;

  /** `eventId`, where an event is sent once more. */
  async function sendEvent(event: JsonObject, eventId?: string): Promise<Acknowledgement> {
    count += 1;
    const id = eventId ?? `Ev${String(count).padStart(8, '0')}`;
    return send({ type: 'events_api', payload: eventPayload(event, id, state), takesAnswer: false });
  }

  messages.onAdded((message) => {
    const event = eventOf(message);
    if (event === undefined) return;
    // Nobody hears of it while no bot is connected.
    const sent = sendEvent(event).catch(() => undefined);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  });

  function eventOf(message: LocalMessage): JsonObject | undefined {
    const { author, channel: id, ts, visibleTo } = message;
    const channel = conversations.find(id);
    if (visibleTo !== undefined || author === 'slackbot' || channel === undefined) return undefined;
    const fields = { ...messageObject(message), team: state.team.id, channel: id, event_ts: ts };
    if (channel.isDm)
      return isToldOf('message.im', 'im:history') ? { ...fields, channel_type: 'im' } : undefined;
    const text = message.text.replaceAll(mentionOf(state.botName), `<@${BOT.userId}>`);
    const isMentioned = author !== 'bot' && text !== message.text && channel.hasBot !== false;
    if (!isMentioned || !isToldOf('app_mention', 'app_mentions:read')) return undefined;
    return { ...fields, type: 'app_mention', text };
  }

  return {
    sendEvent,
    /** Resolves once the bot has acknowledged all that it was told of, or has not in time. */
    async eventsSent(): Promise<void> {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}

/** As people type it. */
function mentionOf(name: string): RegExp {
  return new RegExp(`@${name.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&')}(?!\\w)`, 'gi');
}
