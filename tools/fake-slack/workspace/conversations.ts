import type { LocalChannel, Person } from './people.ts';

export type Conversations = ReturnType<typeof createConversations>;

export type ChannelChange = Partial<
  Pick<
    LocalChannel,
    'hasBot' | 'isArchived' | 'isPrivate' | 'isRestricted' | 'isReadOnly' | 'isExternallyShared'
  >
>;

export function createConversations(options: {
  people: readonly Person[];
  channels: readonly LocalChannel[];
}) {
  const { people } = options;
  const channels = new Map<unknown, LocalChannel>();
  // Id of the direct message by person id: a search through thousands of channels per message is slow.
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
  /** Returns false only if the conversation is another person's direct message. */
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
  return {
    find,
    direct,
    /** Target of `chat.postMessage`: a channel by its id, or a direct message by the person's id. */
    target(id: unknown): LocalChannel | undefined {
      const person = people.find((one) => one.id === id);
      return person === undefined ? find(id) : direct(person).channel;
    },
    mayRead,
    /** Returns the channels that a person can read. The direct message with the bot is opened if missing. */
    readBy(person: Person): LocalChannel[] {
      direct(person);
      return [...channels.values()].filter(({ id }) => mayRead(person.id, id));
    },
    named: (name: string) => [...channels.values()].find((one) => !one.isDm && one.name === name),
    /** Changes a channel. @throws if `id` is not a channel's id, or is the id of a direct message */
    change(id: string, change: ChannelChange) {
      const channel = find(id);
      if (channel === undefined || channel.isDm) throw new Error(`No channel ${id} in this workspace`);
      put({ ...channel, ...change });
    },
    reset,
  };
}

export function postingRefusal(channel: LocalChannel) {
  if (isHidden(channel)) return 'channel_not_found';
  if (channel.isArchived) return 'is_archived';
  if (channel.hasBot === false) return 'not_in_channel';
  if (channel.isReadOnly) return 'restricted_action_read_only_channel';
  return channel.isRestricted ? 'restricted_action' : undefined;
}

/** Slack does not show a private channel to a bot that is not a member. */
export function isHidden({ isPrivate, hasBot }: LocalChannel): boolean {
  return isPrivate === true && hasBot === false;
}
