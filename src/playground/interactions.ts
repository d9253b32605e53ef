import type { Conversations } from './conversations.ts';
import type { Acknowledgement } from './delivery.ts';
import { isRecord, parseJson } from './json.ts';
import type { LocalMessage, MessageStore } from './messages.ts';
import type { Triggers } from './modals/triggers.ts';
import { clickPayload, commandFields, type PayloadContext, placedButton } from './payloads.ts';
import type { Channel, Person, Team } from './people.ts';
import { linkPhoneNumbers } from './phone-links.ts';
import { createButtonResponder, createCommandResponder, type Responder } from './responders.ts';
import type { Send } from './sender.ts';
import type { SigningOverrides } from './signing.ts';

/** A slash command as it is typed. */
export interface TypedCommand {
  /** Id of the person. */
  readonly person: string;
  /** Id of the channel. */
  readonly channel: string;
  /** With its slash. */
  readonly command: string;
  readonly text: string;
  readonly signing?: SigningOverrides;
}

/** A click on a button. */
export interface Click {
  /** Id of the person. */
  readonly person: string;
  readonly message: LocalMessage;
  readonly actionId: string;
  /** Needed only where several blocks have a button with this action id. */
  readonly blockId?: string;
}

/** What people do in the workspace. Each sends a request to the bot and resolves with its acknowledgement. */
export interface Interactions {
  command(typed: TypedCommand): Promise<Acknowledgement>;
  click(click: Click): Promise<Acknowledgement>;
}

/** What interactions need to know. */
export interface InteractionsDeps {
  readonly linksPhoneNumbers: boolean;
  readonly people: readonly Person[];
  readonly conversations: Conversations;
  readonly team: Team;
  readonly messages: MessageStore;
  readonly triggers: Triggers;
  /** A new address for responses; throws while the workspace is not started. */
  readonly issueResponseUrl: (respond: Responder) => string;
  readonly send: Send;
}

/** Creates the interactions. They reject for a person, a channel, a message or a button that is not there. */
export function createInteractions(deps: InteractionsDeps): Interactions {
  const contextOf = (person: string, channel: string, respond: Responder): PayloadContext => ({
    person: personNamed(deps.people, person),
    channel: channelNamed(deps.conversations, channel),
    team: deps.team,
    responseUrl: deps.issueResponseUrl(respond),
    triggerId: deps.triggers.issue({ person, channel }),
  });
  return {
    async command({ person, channel, command, text, signing }) {
      const typed = `${command} ${text}`.trimEnd();
      const respond = createCommandResponder({ person, channel, typed }, deps.messages);
      const sentText = deps.linksPhoneNumbers ? linkPhoneNumbers(text) : text;
      const acknowledgement = await deps.send({
        type: 'slash_commands',
        payload: commandFields(contextOf(person, channel, respond), command, sentText),
        takesAnswer: true,
        ...(signing === undefined ? {} : { signing }),
      });
      return showAnswer(acknowledgement, respond);
    },
    async click({ person, message, actionId, blockId }) {
      const current = deps.messages.find(message.ts);
      if (current === undefined) throw new Error(`Message ${message.ts} is not there any more`);
      if (!deps.messages.isSeenBy(current, person)) {
        throw new Error(`${person} does not see message ${message.ts}`);
      }
      const button = placedButton(current, actionId, blockId);
      const { channel, ts } = current;
      const respond = createButtonResponder({ person, channel, messageTs: ts }, deps.messages);
      return deps.send({
        type: 'interactive',
        payload: clickPayload(contextOf(person, channel, respond), current, button),
        takesAnswer: false,
      });
    },
  };
}

/** A command may be answered in the acknowledgement itself, as text or as the JSON of a message. */
function showAnswer(acknowledgement: Acknowledgement, respond: Responder): Acknowledgement {
  const { status, body } = acknowledgement;
  if (status !== 200 || body === '') return acknowledgement;
  const fields = parseJson(body);
  const refusal = respond(isRecord(fields) ? fields : { text: body });
  if (refusal === undefined) return acknowledgement;
  return { ...acknowledgement, refused: refusal.error, faults: refusal.faults };
}

/** The person with this id. @throws where there is none */
export function personNamed(people: readonly Person[], id: string): Person {
  const person = people.find((one) => one.id === id);
  if (person === undefined) throw new Error(`No person ${id} in this workspace`);
  return person;
}

function channelNamed(conversations: Conversations, id: string): Channel {
  const channel = conversations.find(id);
  if (channel === undefined) throw new Error(`No channel ${id} in this workspace`);
  return channel;
}
