import { type MessageContent, parseMessageContent, type Refusal } from './message-content.ts';

/** A message as it stands now. A change makes a new object; one that was read earlier stays as it was. */
export interface LocalMessage extends MessageContent {
  /** Slack's time stamp, unique in the workspace, so it also names the message. */
  readonly ts: string;
  readonly channel: string;
  /** `bot`, `slackbot`, or the id of the person who wrote it or whose typed command is shown. */
  readonly author: string;
  /** The only person who sees it; without it, everyone in the channel does. */
  readonly visibleTo?: string;
  readonly responseType: 'ephemeral' | 'in_channel';
  /** The message this one is a reply to. */
  readonly threadTs?: string;
  /** A reply that shows in the channel as well. */
  readonly isBroadcast?: boolean;
  readonly metadata?: MessageMetadata;
  /** What was uploaded with it. */
  readonly files?: readonly MessageFile[];
  /** How often its content was replaced. */
  readonly replaced: number;
}

/** What an app keeps with a message, out of people's sight. */
export interface MessageMetadata {
  readonly event_type: string;
  readonly event_payload: Readonly<Record<string, unknown>>;
}

/** A file as a message shows it. */
export interface MessageFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

/** A message before it is posted. */
export type MessageDraft = Omit<LocalMessage, 'ts' | 'replaced'>;

/** Which messages: what one person sees, in one channel, or both. */
export interface MessageFilter {
  readonly person?: string;
  readonly channel?: string;
}

/** All messages of a workspace. */
export interface MessageStore {
  /** What a message is to say, or why this workspace refuses it. */
  read(fields: Readonly<Record<string, unknown>>): MessageContent | Refusal;
  add(draft: MessageDraft): LocalMessage;
  /** False where there is no such message any more. */
  replace(ts: string, content: MessageContent): boolean;
  /** Without an argument, the metadata goes. */
  setMetadata(ts: string, metadata?: MessageMetadata): void;
  remove(ts: string): boolean;
  find(ts: string): LocalMessage | undefined;
  /** Whether a person sees a message. */
  isSeenBy(message: LocalMessage, person: string): boolean;
  /** Oldest first. */
  list(filter?: MessageFilter): LocalMessage[];
  /** No message is there. */
  reset(): void;
}

/** What a store of messages needs to know. */
export interface MessageStoreOptions {
  /** Gives messages their time. */
  readonly now: () => Date;
  /** Called after every change. */
  readonly changed: () => void;
  /** Whether a person reads what is posted for all in a channel. */
  readonly mayRead: (person: string, channel: string) => boolean;
  /** Whether charts and data tables are known. */
  readonly newerBlocks: boolean;
}

/** Creates an empty store. */
export function createMessageStore(options: MessageStoreOptions): MessageStore {
  const messages = new Map<string, LocalMessage>();
  const nextTs = createTimestamps(options.now);
  const isSeenBy = ({ visibleTo, channel }: LocalMessage, person: string) =>
    visibleTo === undefined ? options.mayRead(person, channel) : visibleTo === person;
  return {
    read: (fields) => parseMessageContent(fields, options),
    add(draft) {
      const message: LocalMessage = { ...draft, ts: nextTs(), replaced: 0 };
      messages.set(message.ts, message);
      options.changed();
      return message;
    },
    replace(ts, content) {
      const message = messages.get(ts);
      if (message === undefined) return false;
      const { text, blocks } = content;
      messages.set(ts, { ...message, text, blocks, replaced: message.replaced + 1 });
      options.changed();
      return true;
    },
    setMetadata(ts, metadata) {
      const message = messages.get(ts);
      if (message === undefined) return;
      const { metadata: _, ...rest } = message;
      messages.set(ts, metadata === undefined ? rest : { ...rest, metadata });
      options.changed();
    },
    remove(ts) {
      const removed = messages.delete(ts);
      if (removed) options.changed();
      return removed;
    },
    find: (ts) => messages.get(ts),
    isSeenBy,
    list: ({ person, channel } = {}) =>
      [...messages.values()].filter(
        (message) =>
          (channel === undefined || message.channel === channel) &&
          (person === undefined || isSeenBy(message, person)),
      ),
    reset: () => messages.clear(),
  };
}

/** Time stamps such as `1763461925.000100`, none of them twice, also where the clock stands still or is put back. */
function createTimestamps(now: () => Date): () => string {
  const given = new Set<number>();
  return () => {
    let micros = now().getTime() * 1000;
    while (given.has(micros)) micros += 1;
    given.add(micros);
    return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
  };
}
