import type { Channel, Person } from './people.ts';

/** The channels of a workspace, and the direct messages between people and the bot. */
export interface Conversations {
  find(id: unknown): Channel | undefined;
  /** The direct message with a person; opened, unless it was there. */
  direct(person: Person): { readonly channel: Channel; readonly wasOpen: boolean };
  /** Where `chat.postMessage` posts to: a channel by its id, a person's direct message by the person's. */
  target(id: unknown): Channel | undefined;
  /** Whether a person reads what is posted for all there: anything but somebody else's direct message. */
  mayRead(person: string, channel: string): boolean;
  /** The channels a person reads, the direct message with the bot among them; it is opened, unless it was there. */
  readBy(person: Person): Channel[];
  /** Direct messages that were opened since the start are gone. */
  reset(): void;
}

/** Why the bot may not post to a channel. */
export type PostingRefusal = 'not_in_channel' | 'is_archived' | 'restricted_action';

/** Creates the conversations; direct messages that are not among the channels open when they are needed. */
export function createConversations(options: {
  people: readonly Person[];
  channels: readonly Channel[];
}): Conversations {
  const { people } = options;
  const channels = [...options.channels];
  const find = (id: unknown) => channels.find((channel) => channel.id === id);
  const mayRead = (person: string, id: string) => {
    const channel = find(id);
    const only = channel === undefined ? undefined : owner(channel);
    return only === undefined || only.id === person;
  };
  const owner = ({ isDm, person, name }: Channel) =>
    isDm ? people.find((one) => (person === undefined ? one.name === name : one.id === person)) : undefined;
  const direct = (person: Person) => {
    const open = channels.find((channel) => owner(channel)?.id === person.id);
    if (open !== undefined) return { channel: open, wasOpen: true };
    const channel = { id: `D0${person.id}`, name: person.name, isDm: true, person: person.id };
    channels.push(channel);
    return { channel, wasOpen: false };
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
      return channels.filter(({ id }) => mayRead(person.id, id));
    },
    reset: () => void channels.splice(0, channels.length, ...options.channels),
  };
}

/** Why the bot may not post there; `undefined` where it may. */
export function postingRefusal({ hasBot, isArchived, isRestricted }: Channel): PostingRefusal | undefined {
  if (isArchived) return 'is_archived';
  if (hasBot === false) return 'not_in_channel';
  return isRestricted ? 'restricted_action' : undefined;
}
