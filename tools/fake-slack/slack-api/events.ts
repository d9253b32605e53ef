import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import { viewObject } from '../modals/view.ts';
import type { LocalMessage } from '../workspace/messages.ts';
import { type LocalChannel, personNamed } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import type { Acknowledgement, Send } from './delivery.ts';
import { eventPayload, messageObject, stampOf } from './payloads.ts';
import { scopeRefusal } from './responses.ts';
import { isMentioned, sentText } from './written-text.ts';

/** Sends subscribed events to the bot: direct messages (its own, too), mentions, visits to the Home tab. */
export function createEvents(state: WorkspaceState, send: Send) {
  const { conversations, messages, scopes, events } = state;
  const sending = new Set<Promise<unknown>>();
  const isSubscribed = (event: string, scope?: string) =>
    events.includes(event) && (scope === undefined || scopeRefusal(scopes, scope) === undefined);

  /** Pass an `eventId` to repeat an event. The default is random, so that it differs from all earlier ids. */
  async function sendEvent(event: JsonObject, eventId = `Ev${randomUUID()}`): Promise<Acknowledgement> {
    const isShared = conversations.find(event.channel)?.isExternallyShared === true;
    const payload = eventPayload(event, eventId, { ...state, isShared });
    return send({ type: 'events_api', payload, acceptsPayload: false });
  }

  messages.onAdded((message) => {
    const event = eventOf(message);
    if (event === undefined) return;
    // If no bot is connected, the event is lost.
    const sent = sendEvent(event).catch(() => undefined);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  });

  function eventOf(message: LocalMessage): JsonObject | undefined {
    const { author, channel: id, ts, visibleTo } = message;
    const channel = conversations.find(id);
    if (visibleTo !== undefined || author === 'slackbot' || channel === undefined) return undefined;
    const isByBot = author === 'bot';
    const fields = {
      ...messageObject(message),
      ...(isByBot ? { team: state.team.id } : { text: sentText(message.text, state), ...teamsOf(author) }),
      channel: id,
      event_ts: ts,
    };
    if (channel.isDm)
      return isSubscribed('message.im', 'im:history') ? { ...fields, channel_type: 'im' } : undefined;
    if (isByBot || !isMentioned(message.text, state) || !hasBot(channel)) return undefined;
    return isSubscribed('app_mention', 'app_mentions:read') ? { ...fields, type: 'app_mention' } : undefined;
  }

  /** Returns an event's team fields, which name the author's workspace; by default, this workspace. */
  function teamsOf(author: string): JsonObject {
    const teamId = state.people.find(({ id }) => id === author)?.teamId;
    return teamId === undefined
      ? { team: state.team.id }
      : { team: teamId, user_team: teamId, source_team: teamId };
  }

  return {
    sendEvent,
    /** Opens a tab of the app. Sends `app_home_opened` if the bot subscribes to this event. */
    async openHome(id: string, tab: 'home' | 'messages' = 'home'): Promise<Acknowledgement | undefined> {
      const person = personNamed(state.people, id);
      if (tab === 'home' && !state.homeTab) throw new Error('The app has no Home tab');
      if (!isSubscribed('app_home_opened')) return undefined;
      const view = state.views.home(id);
      return sendEvent({
        type: 'app_home_opened',
        user: id,
        channel: conversations.direct(person).channel.id,
        tab,
        ...(view === undefined || tab === 'messages' ? {} : { view: viewObject(view, state.team) }),
        event_ts: stampOf(state.now()),
      });
    },
    async eventsSent(): Promise<void> {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}

function hasBot({ hasBot: isThere = true }: LocalChannel): boolean {
  return isThere;
}
