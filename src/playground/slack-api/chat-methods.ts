import { isRecord, isTrue } from '../json.ts';
import { type Conversations, postingRefusal } from '../workspace/conversations.ts';
import type { LocalMessage, MessageMetadata, MessageStore } from '../workspace/messages.ts';
import { messageObject } from './payloads.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from './web-api.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the methods of messages work on. */
interface ChatMethodsDeps {
  readonly conversations: Conversations;
  readonly messages: MessageStore;
}

/** Letters, digits and underscores. */
const EVENT_TYPE = /^\w+$/;

/** The Web API's methods of messages. */
export function createChatMethods(deps: ChatMethodsDeps): Methods {
  return [
    ['chat.postMessage', (args) => postMessage(deps, args)],
    ['chat.update', (args) => updateMessage(deps, args)],
  ];
}

function postMessage({ conversations, messages }: ChatMethodsDeps, args: Args): SlackResponse {
  const channel = conversations.target(args.channel);
  if (channel === undefined) return errorResponse('channel_not_found');
  const refusal = postingRefusal(channel);
  if (refusal !== undefined) return errorResponse(refusal);
  const thread = threadOf(args, channel.id, messages);
  if (thread === 'unknown') return errorResponse('thread_not_found');
  const metadata = parseMetadata(args.metadata);
  if (metadata === 'invalid') return errorResponse('invalid_metadata_format');
  const content = messages.read(args);
  if ('error' in content) return errorResponse(content.error, content.faults);
  const message = messages.add({
    channel: channel.id,
    author: 'bot',
    responseType: 'in_channel',
    ...content,
    ...(thread === undefined ? {} : { threadTs: thread }),
    ...(thread !== undefined && isTrue(args.reply_broadcast) ? { isBroadcast: true } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  });
  return okResponse({ channel: channel.id, ts: message.ts, message: messageObject(message) });
}

/** Blocks stay where neither they nor a text are given; metadata stays unless it is given, if only as `{}`. */
function updateMessage({ conversations, messages }: ChatMethodsDeps, args: Args): SlackResponse {
  const channel = conversations.find(args.channel);
  if (channel === undefined) return errorResponse('channel_not_found');
  const refusal = postingRefusal(channel);
  if (refusal !== undefined) return errorResponse(refusal);
  const message = typeof args.ts === 'string' ? messages.find(args.ts) : undefined;
  if (message === undefined || message.channel !== channel.id || message.visibleTo !== undefined) {
    return errorResponse('message_not_found');
  }
  if (message.author !== 'bot') return errorResponse('cant_update_message');
  const isRemoving = isRecord(args.metadata) && Object.keys(args.metadata).length === 0;
  const metadata = isRemoving ? undefined : parseMetadata(args.metadata);
  if (metadata === 'invalid') return errorResponse('invalid_metadata_format');
  const isKept = args.text === undefined && args.blocks === undefined;
  const content = messages.read(isKept ? { text: message.text, blocks: message.blocks } : args);
  if ('error' in content) return errorResponse(content.error, content.faults);
  if (isRemoving || metadata !== undefined) messages.setMetadata(message.ts, metadata);
  messages.replace(message.ts, content);
  const { ts, text } = { ...message, ...content };
  const changed = messages.find(ts) ?? message;
  return okResponse({ channel: channel.id, ts, text, message: messageObject(changed) });
}

/** The message a reply belongs under: a reply to a reply stands under the first message, as in Slack. */
export function threadOf(
  args: Args,
  channel: string,
  messages: MessageStore,
): LocalMessage['ts'] | undefined | 'unknown' {
  if (args.thread_ts === undefined) return undefined;
  const parent = typeof args.thread_ts === 'string' ? messages.find(args.thread_ts) : undefined;
  if (parent === undefined || parent.channel !== channel || parent.visibleTo !== undefined) return 'unknown';
  return parent.threadTs ?? parent.ts;
}

function parseMetadata(metadata: unknown): MessageMetadata | undefined | 'invalid' {
  if (metadata === undefined) return undefined;
  if (!isRecord(metadata)) return 'invalid';
  const { event_type, event_payload } = metadata;
  if (typeof event_type !== 'string' || !EVENT_TYPE.test(event_type)) return 'invalid';
  return isRecord(event_payload) ? { event_type, event_payload } : 'invalid';
}
