import { isRecord, isTrue, type JsonObject } from '../json.ts';
import { postingRefusal } from '../workspace/conversations.ts';
import type { MessageMetadata } from '../workspace/messages.ts';
import type { LocalChannel } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { messageObject } from './payloads.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from './responses.ts';

const EVENT_TYPE = /^\w+$/;
/** Maximum length of an updated message's text; a new message may have ten times as many characters. */
const MOST_CHANGED_CHARACTERS = 4_000;

export function createChatMethods(state: WorkspaceState): Methods {
  return [
    ['chat.postMessage', (args) => postMessage(state, args)],
    ['chat.postEphemeral', (args) => postEphemeral(state, args)],
    ['chat.update', (args) => updateMessage(state, args)],
  ];
}

function postMessage(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { conversations, messages } = state;
  const target = postTargetOf(state, conversations.target(args.channel), args);
  if ('status' in target) return target;
  const metadata = parseMetadata(args.metadata);
  if (metadata === 'invalid') return errorResponse('invalid_metadata_format');
  const content = messages.read(args);
  if ('error' in content) return errorResponse(content.error, content.faults);
  const message = messages.add({
    ...target,
    author: 'bot',
    ...content,
    ...(target.threadTs !== undefined && isTrue(args.reply_broadcast) ? { isBroadcast: true } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  });
  return okResponse({ channel: target.channel, ts: message.ts, message: messageObject(message) });
}

function postEphemeral(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { conversations, messages, people } = state;
  const target = postTargetOf(state, conversations.find(args.channel), args);
  if ('status' in target) return target;
  const person = people.find(({ id }) => id === args.user);
  if (person === undefined || !conversations.mayRead(person.id, target.channel))
    return errorResponse('user_not_in_channel');
  const content = messages.read(args);
  if ('error' in content) return errorResponse(content.error, content.faults);
  // Slack accepts an ephemeral message in a thread without replies, but shows the message to no one.
  const isShown = target.threadTs === undefined || messages.repliesTo(target.threadTs).length > 0;
  if (!isShown) return okResponse({ message_ts: messages.nextTs() });
  const { ts } = messages.add({ ...target, author: 'bot', visibleTo: person.id, ...content });
  return okResponse({ message_ts: ts });
}

/** Keeps a message's text and blocks if neither is given; keeps metadata if none is given (`{}`: removes). */
function updateMessage(state: WorkspaceState, { channel, ts, ...args }: JsonObject): SlackResponse {
  const { conversations, messages } = state;
  const target = postTargetOf(state, conversations.find(channel));
  if ('status' in target) return target;
  const message = messages.findShared(ts, target.channel);
  if (message === undefined) return errorResponse('message_not_found');
  if (message.author !== 'bot') return errorResponse('cant_update_message');
  const isRemoving = isRecord(args.metadata) && Object.keys(args.metadata).length === 0;
  const metadata = isRemoving ? undefined : parseMetadata(args.metadata);
  if (metadata === 'invalid') return errorResponse('invalid_metadata_format');
  if (String(args.text ?? '').length > MOST_CHANGED_CHARACTERS) return errorResponse('msg_too_long');
  const isUnchanged = args.text === undefined && args.blocks === undefined;
  const content = messages.read(isUnchanged ? { text: message.text, blocks: message.blocks } : args);
  if ('error' in content) return errorResponse(content.error, content.faults);
  if (isRemoving || metadata !== undefined) messages.setMetadata(message.ts, metadata);
  messages.replace(message.ts, content);
  const changed = messages.find(message.ts) ?? message;
  const { text } = content;
  return okResponse({ channel: target.channel, ts: message.ts, text, message: messageObject(changed) });
}

/** Returns the channel and thread of a post, or Slack's refusal if the bot may not post there. */
export function postTargetOf(
  { messages, messagesTab }: WorkspaceState,
  channel: LocalChannel | undefined,
  args: JsonObject = {},
): SlackResponse | { readonly channel: string; readonly threadTs?: string } {
  if (channel === undefined) return errorResponse('channel_not_found');
  const refusal = postingRefusal(channel);
  if (refusal !== undefined) return errorResponse(refusal);
  if (channel.isDm && !messagesTab) return errorResponse('messages_tab_disabled');
  const thread = messages.threadOf(args.thread_ts, channel.id);
  return thread === undefined ? errorResponse('thread_not_found') : { channel: channel.id, ...thread };
}

function parseMetadata(metadata: unknown): MessageMetadata | undefined | 'invalid' {
  if (metadata === undefined) return undefined;
  if (!isRecord(metadata)) return 'invalid';
  const { event_type, event_payload } = metadata;
  if (typeof event_type !== 'string' || !EVENT_TYPE.test(event_type)) return 'invalid';
  return isRecord(event_payload) ? { event_type, event_payload } : 'invalid';
}
