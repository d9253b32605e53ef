import { blockFaults, blocksLength } from '../block-kit/validation.ts';
import { isRecord, type JsonObject } from '../json.ts';
import type { LocalFile } from '../slack-api/files.ts';

export interface MessageContent {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

export interface MessageRefusal {
  readonly error:
    | 'no_text'
    | 'msg_blocks_too_long'
    | 'invalid_blocks'
    | 'invalid_blocks_format'
    | 'message_not_found';
  readonly faults: readonly string[];
}

const MOST_TEXT_CHARACTERS = 40_000;
const MOST_BLOCKS_CHARACTERS = 13_200;

/** Validates a message; cuts a too long text. Without `newerBlocks`, refuses charts and data tables. */
function parseMessageContent(
  fields: JsonObject,
  { newerBlocks }: { readonly newerBlocks: boolean },
): MessageContent | MessageRefusal {
  const text = typeof fields.text === 'string' ? fields.text : '';
  const blocks = fields.blocks ?? [];
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', faults: ['/blocks: not an array'] };
  if (text === '' && blocks.length === 0) return { error: 'no_text', faults: [] };
  const faults = blockFaults(blocks, newerBlocks ? 'message' : 'older_message');
  if (faults.length > 0) return { error: 'invalid_blocks', faults };
  const length = blocksLength(blocks);
  if (length > MOST_BLOCKS_CHARACTERS)
    return { error: 'msg_blocks_too_long', faults: [`/blocks: ${length} characters together`] };
  return { text: text.slice(0, MOST_TEXT_CHARACTERS), blocks };
}

/** Adds missing block ids, as Slack does. Each derives from the position, so an update does not change it. */
export function withBlockIds(blocks: readonly unknown[]): Record<string, unknown>[] {
  return blocks.filter(isRecord).map((block, index) => ({ block_id: `block-${index}`, ...block }));
}

/** Escapes `&`, `<` and `>` in typed text, as Slack does, so that the text forms no mention or link. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The current state of a message. Immutable: a change creates a new object. */
export interface LocalMessage extends MessageContent {
  /** Slack's time stamp: unique in the workspace, and the id of the message. */
  readonly ts: string;
  readonly channel: string;
  /** `bot`, `slackbot`, or the id of the person who wrote the message or typed the command. */
  readonly author: string;
  /** Id of the only person who sees the message. Without it, everyone in the channel sees the message. */
  readonly visibleTo?: string;
  readonly threadTs?: string;
  readonly isBroadcast?: boolean;
  readonly metadata?: MessageMetadata;
  readonly files?: readonly Pick<LocalFile, 'id' | 'name' | 'title'>[];
  readonly replaced: number;
}

/** Data that an app attaches to a message; people do not see the data. */
export interface MessageMetadata {
  readonly event_type: string;
  readonly event_payload: JsonObject;
}

export type MessageDraft = Omit<LocalMessage, 'ts' | 'replaced'>;

export type MessageStore = ReturnType<typeof createMessageStore>;

export function createMessageStore(options: {
  readonly now: () => Date;
  readonly changed: () => void;
  readonly mayRead: (person: string, channel: string) => boolean;
  readonly newerBlocks: boolean;
}) {
  const messages = new Map<string, LocalMessage>();
  const nextTs = createTimestamps(options.now);
  const stamps = createStampIndex();
  const replies = createStampIndex();
  const listeners: ((message: LocalMessage) => void)[] = [];
  const found = (given: readonly string[]) => given.flatMap((ts) => messages.get(ts) ?? []);
  const isVisibleTo = ({ visibleTo, channel }: LocalMessage, person: string) =>
    visibleTo === undefined ? options.mayRead(person, channel) : visibleTo === person;
  const findShared = (ts: unknown, channel: string) => {
    const message = typeof ts === 'string' ? messages.get(ts) : undefined;
    return message?.channel === channel && message.visibleTo === undefined ? message : undefined;
  };
  return {
    read: (fields: JsonObject) => parseMessageContent(fields, options),
    add(draft: MessageDraft): LocalMessage {
      const message: LocalMessage = { ...draft, ts: nextTs(), replaced: 0 };
      messages.set(message.ts, message);
      stamps.add(message.channel, message.ts);
      if (message.threadTs !== undefined && message.visibleTo === undefined)
        replies.add(message.threadTs, message.ts);
      options.changed();
      for (const listener of listeners) listener(message);
      return message;
    },
    /** Returns a unique time stamp for a message that is shown to no one and not stored. */
    nextTs,
    onAdded: (listener: (message: LocalMessage) => void) => void listeners.push(listener),
    replace(ts: string, { text, blocks }: MessageContent): boolean {
      const message = messages.get(ts);
      if (message === undefined) return false;
      messages.set(ts, { ...message, text, blocks, replaced: message.replaced + 1 });
      options.changed();
      return true;
    },
    setMetadata(ts: string, metadata?: MessageMetadata) {
      const message = messages.get(ts);
      if (message === undefined) return;
      const { metadata: _, ...rest } = message;
      messages.set(ts, metadata === undefined ? rest : { ...rest, metadata });
      options.changed();
    },
    remove(ts: string): boolean {
      const message = messages.get(ts);
      if (message === undefined) return false;
      messages.delete(ts);
      stamps.remove(message.channel, ts);
      if (message.threadTs !== undefined) replies.remove(message.threadTs, ts);
      options.changed();
      return true;
    },
    find: (ts: string) => messages.get(ts),
    findShared,
    /** Thread of a reply to `ts`; a reply to a reply joins the same thread. `undefined`: `ts` is unknown. */
    threadOf(ts: unknown, channel: string): { readonly threadTs?: string } | undefined {
      if (ts === undefined) return {};
      const parent = findShared(ts, channel);
      return parent && { threadTs: parent.threadTs ?? parent.ts };
    },
    newestIn: (channel: string) => found(stamps.of(channel).toSorted().toReversed()),
    /** Returns the replies to a message, newest last, without ephemeral replies. */
    repliesTo: (ts: string) => found(replies.of(ts).toSorted()),
    isVisibleTo,
    list: ({ person, channel }: { person?: string; channel?: string } = {}): LocalMessage[] => {
      const there = channel === undefined ? [...messages.values()] : found(stamps.of(channel));
      return person === undefined ? there : there.filter((message) => isVisibleTo(message, person));
    },
    reset() {
      messages.clear();
      stamps.clear();
      replies.clear();
    },
  };
}

/** Issues time stamps such as `1763461925.000100`, which are unique even if the clock stops or goes back. */
function createTimestamps(now: () => Date): () => string {
  const given = new Set<number>();
  // Maps a clock time to the next unused time stamp (both in µs): a stopped clock causes no long search.
  const freeFrom = new Map<number, number>();
  return () => {
    const start = now().getTime() * 1000;
    let micros = freeFrom.get(start) ?? start;
    while (given.has(micros)) micros += 1;
    given.add(micros);
    freeFrom.set(start, micros + 1);
    return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
  };
}

function createStampIndex() {
  const sets = new Map<string, Set<string>>();
  return {
    of: (key: string): readonly string[] => [...(sets.get(key) ?? [])],
    add(key: string, ts: string) {
      const set = sets.get(key);
      if (set === undefined) sets.set(key, new Set([ts]));
      else set.add(ts);
    },
    remove: (key: string, ts: string) => void sets.get(key)?.delete(ts),
    clear: () => sets.clear(),
  };
}
