import type { LocalChannel, Person } from './people.ts';

/** The channels of a workspace, and the direct messages between people and the bot. */
export interface Conversations {
  find(id: unknown): LocalChannel | undefined;
  /** The direct message with a person; opened, unless it was there. */
  direct(person: Person): { readonly channel: LocalChannel; readonly wasOpen: boolean };
  /** Where `chat.postMessage` posts to: a channel by its id, a person's direct message by the person's. */
  target(id: unknown): LocalChannel | undefined;
  /** Whether a person reads what is posted for all there: anything but somebody else's direct message. */
  mayRead(person: string, channel: string): boolean;
  /** The channels a person reads, the direct message with the bot among them; it is opened, unless it was there. */
  readBy(person: Person): LocalChannel[];
  /** The channel of that name, without its `#`. */
  named(name: string): LocalChannel | undefined;
  /** Changes what a channel is like. @throws where there is none, or it is a direct message */
  change(id: string, change: ChannelChange): void;
  /** Deletes a channel, for good. @throws as `change` does */
  remove(id: string): void;
  /** Everything is as it was at the start. */
  reset(): void;
}

/** What may become of a channel: the bot is invited or removed, it is archived or taken up again, or restricted. */
export type ChannelChange = Partial<Pick<LocalChannel, 'hasBot' | 'isArchived' | 'isRestricted'>>;

/** Why the bot may not post to a channel. */
type PostingRefusal = 'not_in_channel' | 'is_archived' | 'restricted_action' | 'channel_not_found';

/** Creates the conversations; direct messages that are not among the channels open when they are needed. */
export function createConversations(options: {
  people: readonly Person[];
  channels: readonly LocalChannel[];
}): Conversations {
  const { people } = options;
  const channels = new Map<unknown, LocalChannel>();
  // By person: a look at every channel for each message would make thousands of channels slow.
  const directs = new Map<string, string>();
  const owner = ({ isDm, person, name }: LocalChannel) =>
    isDm ? people.find((one) => (person === undefined ? one.name === name : one.id === person)) : undefined;
  const put = (channel: LocalChannel) => {
    channels.set(channel.id, channel);
    const of = owner(channel);
    if (of !== undefined && !directs.has(of.id)) directs.set(of.id, channel.id);
  };
  const reset = () => {
    channels.clear();
    directs.clear();
    for (const channel of options.channels) put(channel);
  };
  reset();

  const find = (id: unknown) => channels.get(id);
  const mayRead = (person: string, id: string) => {
    const channel = find(id);
    const only = channel === undefined ? undefined : owner(channel);
    return only === undefined || only.id === person;
  };
  const direct = (person: Person) => {
    const open = find(directs.get(person.id));
    if (open !== undefined) return { channel: open, wasOpen: true };
    const channel = { id: `D0${person.id}`, name: person.name, isDm: true, person: person.id };
    put(channel);
    return { channel, wasOpen: false };
  };
  const own = (id: string) => {
    const channel = find(id);
    if (channel === undefined || channel.isDm) throw new Error(`No channel ${id} in this workspace`);
    return channel;
  };
  return {
    find,
    direct,
    target(id) {
      const person = people.find((one) => one.id === id && !one.isBot);
      return person === undefined ? find(id) : direct(person).channel;
    },
    mayRead,
    readBy(person) {
      direct(person);
      return [...channels.values()].filter(({ id }) => mayRead(person.id, id));
    },
    named: (name) => [...channels.values()].find((one) => !one.isDm && one.name === name),
    change: (id, change) => put({ ...own(id), ...change }),
    remove: (id) => void channels.delete(own(id).id),
    reset,
  };
}

/** Why the bot may not post there; `undefined` where it may. */
export function postingRefusal(channel: LocalChannel): PostingRefusal | undefined {
  if (isHidden(channel)) return 'channel_not_found';
  if (channel.isArchived) return 'is_archived';
  if (channel.hasBot === false) return 'not_in_channel';
  return channel.isRestricted ? 'restricted_action' : undefined;
}

/** Why the bot may not read what was written there; an archived channel is still read. */
export function readingRefusal(
  channel: LocalChannel,
): Exclude<PostingRefusal, 'is_archived' | 'restricted_action'> | undefined {
  if (isHidden(channel)) return 'channel_not_found';
  return channel.hasBot === false ? 'not_in_channel' : undefined;
}

/** Of a private channel that it is no member of, the bot does not even know. */
function isHidden({ hasBot, isPrivate }: LocalChannel): boolean {
  return isPrivate === true && hasBot === false;
}
