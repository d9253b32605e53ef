import { elementNamed, initialState } from '../block-kit/element-state.ts';
import { type EnteredValue, operateElement } from '../block-kit/element-values.ts';
import type { Triggers } from '../modals/triggers.ts';
import { withIds } from '../modals/view.ts';
import type { Conversations } from '../workspace/conversations.ts';
import { escaped, type LocalMessage, type MessageStore } from '../workspace/messages.ts';
import { type LocalChannel, type Person, personNamed, type Team } from '../workspace/people.ts';
import { threadOf } from './chat-methods.ts';
import { createCommands, type TypedCommand } from './commands.ts';
import type { Acknowledgement, Send } from './delivery.ts';
import { clickPayload, type PayloadContext } from './payloads.ts';
import { createButtonResponder, type ResponseHandler } from './response-urls.ts';

/** A click on a button of a message, or a choice in one of its menus. */
interface Click {
  /** Id of the person. */
  readonly person: string;
  readonly message: LocalMessage;
  readonly actionId: string;
  /** Needed only where several blocks have an element with this action id. */
  readonly blockId?: string;
  /** What is chosen; nothing for a button. */
  readonly value?: EnteredValue;
}

/** A message that a person writes. */
interface TypedMessage {
  /** Id of the person. */
  readonly person: string;
  /** Id of the channel. */
  readonly channel: string;
  readonly text: string;
  /** The message this one replies to. */
  readonly threadTs?: string;
}

/** What people do in the workspace. Each but `say` sends a request to the bot and resolves with its acknowledgement. */
export interface Interactions {
  command(typed: TypedCommand): Promise<Acknowledgement>;
  click(click: Click): Promise<Acknowledgement>;
  /** Posts a person's own message; the bot is not told of it. @throws where the person cannot post so */
  say(said: TypedMessage): LocalMessage;
}

/** What interactions need to know. */
interface InteractionsDeps {
  readonly commands: readonly string[] | undefined;
  readonly escapes: readonly string[];
  readonly linksPhoneNumbers: boolean;
  readonly people: readonly Person[];
  readonly conversations: Conversations;
  readonly team: Team;
  readonly messages: MessageStore;
  readonly triggers: Triggers;
  /** A new address for responses; throws while the workspace is not started. */
  readonly issueResponseUrl: (respond: ResponseHandler) => string;
  readonly send: Send;
}

/** Creates the interactions. They reject for a person, a channel, a message or an element that is not there. */
export function createInteractions(deps: InteractionsDeps): Interactions {
  const { people, conversations, messages, send } = deps;
  const contextOf = (person: string, channel: string, respond: ResponseHandler): PayloadContext => ({
    person: personNamed(people, person),
    channel: channelNamed(conversations, channel),
    team: deps.team,
    responseUrl: deps.issueResponseUrl(respond),
    triggerId: deps.triggers.issue({ person, channel }),
  });
  return {
    command: createCommands({ ...deps, contextOf }),
    async click({ person, message, actionId, blockId, value }) {
      const current = messages.find(message.ts);
      if (current === undefined) throw new Error(`Message ${message.ts} is not there any more`);
      if (!messages.isSeenBy(current, person))
        throw new Error(`${person} does not see message ${message.ts}`);
      const { channel, ts } = current;
      const blocks = withIds(current.blocks);
      const placed = elementNamed(blocks, actionId, blockId);
      const use = operateElement(initialState(blocks), placed, value, conversations);
      const respond = createButtonResponder({ person, channel, messageTs: ts }, messages);
      const payload = clickPayload(contextOf(person, channel, respond), current, use);
      return send({ type: 'interactive', payload, takesAnswer: false });
    },
    say({ person, channel, text, threadTs }) {
      personNamed(people, person);
      const { isArchived, name } = channelNamed(conversations, channel);
      if (isArchived) throw new Error(`#${name} is archived`);
      if (!conversations.mayRead(person, channel)) throw new Error(`${person} does not see ${channel}`);
      if (text.trim() === '') throw new Error('There is nothing to post');
      const thread = threadOf({ thread_ts: threadTs }, channel, messages);
      if (thread === 'unknown') throw new Error(`Message ${threadTs} is not there to reply to`);
      return messages.add({
        channel,
        author: person,
        responseType: 'in_channel',
        text: escaped(text),
        blocks: [],
        ...(thread === undefined ? {} : { threadTs: thread }),
      });
    },
  };
}

function channelNamed(conversations: Conversations, id: string): LocalChannel {
  const channel = conversations.find(id);
  if (channel === undefined) throw new Error(`No channel ${id} in this workspace`);
  return channel;
}
