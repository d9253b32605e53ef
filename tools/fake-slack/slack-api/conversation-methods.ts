import { z } from 'zod';
import { isTrue, type JsonObject } from '../json.ts';
import { isHidden } from '../workspace/conversations.ts';
import type { LocalMessage } from '../workspace/messages.ts';
import type { LocalChannel } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { messageObject } from './payloads.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse, scopeRefusal } from './responses.ts';

/** Slack's `conversations.*` methods. They never return ephemeral messages. */
export function createConversationMethods(state: WorkspaceState): Methods {
  return [
    ['conversations.open', (args) => open(state, args)],
    ['conversations.info', (args) => info(state, args)],
    ['conversations.history', (args) => history(state, args)],
    ['conversations.replies', (args) => replies(state, args)],
  ];
}

/** Opens a direct message with one person. Group direct messages are not simulated. */
function open({ people, conversations }: WorkspaceState, args: JsonObject): SlackResponse {
  if (args.users === undefined) return errorResponse('users_list_not_supplied');
  const person = people.find(({ id }) => id === args.users);
  if (person === undefined) return errorResponse('user_not_found');
  const { channel, wasOpen } = conversations.direct(person);
  const already = wasOpen ? { no_op: true, already_open: true } : {};
  return okResponse({ ...already, channel: { id: channel.id } });
}

function info({ conversations, scopes }: WorkspaceState, args: JsonObject): SlackResponse {
  const channel = conversations.find(args.channel);
  if (channel === undefined || isHidden(channel)) return errorResponse('channel_not_found');
  return (
    scopeRefusal(scopes, `${scopeKind(channel)}:read`) ?? okResponse({ channel: channelObject(channel) })
  );
}

function channelObject(channel: LocalChannel): JsonObject {
  const { id, name, isDm = false, isPrivate = false, isArchived = false, isReadOnly = false } = channel;
  if (isDm) return { id, is_im: true, is_archived: isArchived };
  const isShared = channel.isExternallyShared ?? false;
  return {
    id,
    name,
    is_channel: !isPrivate,
    is_group: isPrivate,
    is_im: false,
    is_private: isPrivate,
    is_archived: isArchived,
    is_member: channel.hasBot !== false,
    is_read_only: isReadOnly,
    is_frozen: false,
    is_shared: isShared,
    is_ext_shared: isShared,
    is_org_shared: false,
    is_pending_ext_shared: false,
  };
}

/** Returns the first part of Slack's scope for a channel, such as `im` of `im:history`. */
function scopeKind({ isDm, isPrivate }: LocalChannel): string {
  if (isDm) return 'im';
  return isPrivate ? 'groups' : 'channels';
}

const NEVER = 99_999_999_999;
const MOST_MESSAGES = 999;

/** Arguments that limit a page of messages. The error messages of this schema are Slack's error codes. */
const period = z.object({
  limit: z.coerce.number({ error: 'invalid_limit' }).int({ error: 'invalid_limit' }).min(1, 'invalid_limit'),
  oldest: z.coerce.number({ error: 'invalid_ts_oldest' }).nonnegative('invalid_ts_oldest'),
  latest: z.coerce.number({ error: 'invalid_ts_latest' }).nonnegative('invalid_ts_latest'),
  cursor: z
    .string({ error: 'invalid_cursor' })
    .transform((cursor) => Buffer.from(cursor, 'base64').toString())
    .refine((cursor) => cursor === '' || CURSOR.test(cursor), 'invalid_cursor')
    .transform((cursor) => CURSOR.exec(cursor)?.[1]),
});

const CURSOR = /^next_ts:(\d+\.\d{6})$/;

/** Returns a channel's messages, newest first; of the replies, only those broadcast to the channel. */
function history(state: WorkspaceState, args: JsonObject): SlackResponse {
  const channel = readable(state, args);
  if ('status' in channel) return channel;
  const shown = state.messages
    .newestIn(channel.id)
    .filter(({ visibleTo, threadTs, isBroadcast }) => visibleTo === undefined && (!threadTs || isBroadcast));
  const show = (one: LocalMessage) => shownIn(one, args, state);
  return page(shown, args, { show, order: 'newest_first' });
}

/** Returns a message with its replies, oldest first. If `ts` is a reply, returns only that reply. */
function replies(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { messages } = state;
  const channel = readable(state, args);
  if ('status' in channel) return channel;
  if (typeof args.ts !== 'string') return errorResponse('invalid_arguments', ['/ts: missing']);
  const first = messages.findShared(args.ts, channel.id);
  if (first === undefined) return errorResponse('thread_not_found');
  const show = (one: LocalMessage) => shownIn(one, args, state);
  return page(messages.repliesTo(first.ts), args, { show, order: 'oldest_first', first });
}

/** Returns the channel (archived, too) if the bot may read its messages, else Slack's refusal. */
function readable({ conversations, scopes }: WorkspaceState, args: JsonObject): LocalChannel | SlackResponse {
  const channel = conversations.find(args.channel);
  if (channel === undefined || isHidden(channel)) return errorResponse('channel_not_found');
  const missing = scopeRefusal(scopes, `${scopeKind(channel)}:history`);
  if (missing !== undefined) return missing;
  return channel.hasBot === false ? errorResponse('not_in_channel') : channel;
}

function page(
  all: readonly LocalMessage[],
  args: JsonObject,
  options: {
    readonly show: (message: LocalMessage) => JsonObject;
    readonly order: 'newest_first' | 'oldest_first';
    /** The thread's first message, which Slack repeats on every page of replies. */
    readonly first?: LocalMessage;
  },
): SlackResponse {
  const { show, order, first } = options;
  const { limit = 100, oldest = 0, latest = NEVER, cursor = '' } = args;
  const parsed = period.safeParse({ limit, oldest, latest, cursor });
  if (!parsed.success) return errorResponse(parsed.error.issues[0]?.message ?? 'invalid_arguments');
  const { data } = parsed;
  const isInclusive = isTrue(args.inclusive);
  const isInPeriod = ({ ts }: LocalMessage) => {
    const at = Number(ts);
    if (isInclusive && (at === data.oldest || at === data.latest)) return true;
    return at > data.oldest && at < data.latest;
  };
  const isFollowing = ({ ts }: LocalMessage) => {
    if (data.cursor === undefined) return true;
    return order === 'newest_first' ? ts <= data.cursor : ts >= data.cursor;
  };
  const rest = all.filter((one) => isInPeriod(one) && isFollowing(one));
  const most = Math.min(data.limit, MOST_MESSAGES);
  const next = rest[most];
  return okResponse({
    messages: [...(first === undefined ? [] : [first]), ...rest.slice(0, most)].map(show),
    has_more: next !== undefined,
    ...(next === undefined
      ? {}
      : { response_metadata: { next_cursor: Buffer.from(`next_ts:${next.ts}`).toString('base64') } }),
  });
}

/** Returns a message with metadata (if requested and permitted) and the number of its replies (if any). */
function shownIn(message: LocalMessage, args: JsonObject, { messages, scopes }: WorkspaceState): JsonObject {
  const { metadata, ...shown } = messageObject(message);
  const mayRead = scopeRefusal(scopes, 'metadata.message:read') === undefined;
  const answers = messages.repliesTo(message.ts);
  const newest = answers.at(-1);
  return {
    ...shown,
    ...(newest === undefined
      ? {}
      : { thread_ts: message.ts, reply_count: answers.length, latest_reply: newest.ts }),
    ...(metadata !== undefined && mayRead && isTrue(args.include_all_metadata) ? { metadata } : {}),
  };
}
