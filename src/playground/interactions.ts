import { type Acknowledgement, deliver } from './delivery.ts';
import { isRecord, parseJson } from './json.ts';
import type { LocalMessage, MessageStore } from './messages.ts';
import { clickForm, commandForm, type PayloadContext, placedButton } from './payloads.ts';
import type { Channel, Person, Team } from './people.ts';
import { linkPhoneNumbers } from './phone-links.ts';
import { createButtonResponder, createCommandResponder, type Responder } from './responders.ts';
import type { ResponseUrls } from './response-urls.ts';
import { type SigningOverrides, signForm } from './signing.ts';

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
  readonly signingSecret: string;
  readonly acknowledgementTimeoutMs: number;
  readonly linksPhoneNumbers: boolean;
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  readonly team: Team;
  readonly messages: MessageStore;
  readonly responseUrls: ResponseUrls;
  /** Where the workspace and the bot are; throws while they are not. */
  readonly addresses: () => { origin: string; requestUrl: string };
}

/** Creates the interactions. They reject for a person, a channel, a message or a button that is not there. */
export function createInteractions(deps: InteractionsDeps): Interactions {
  let triggers = 0;
  const contextOf = (person: string, channel: string, respond: Responder): PayloadContext => {
    triggers += 1;
    return {
      person: found(deps.people, person, 'person'),
      channel: found(deps.channels, channel, 'channel'),
      team: deps.team,
      responseUrl: deps.addresses().origin + deps.responseUrls.issue(respond),
      triggerId: `${triggers}.1.trigger`,
    };
  };
  const send = (form: string, signing?: SigningOverrides) =>
    deliver(
      deps.addresses().requestUrl,
      signForm(form, deps.signingSecret, signing),
      deps.acknowledgementTimeoutMs,
    );
  return {
    async command({ person, channel, command, text, signing }) {
      const typed = `${command} ${text}`.trimEnd();
      const respond = createCommandResponder({ person, channel, typed }, deps.messages);
      const sentText = deps.linksPhoneNumbers ? linkPhoneNumbers(text) : text;
      const form = commandForm(contextOf(person, channel, respond), command, sentText);
      return showAnswer(await send(form, signing), respond);
    },
    async click({ person, message, actionId, blockId }) {
      const current = deps.messages.find(message.ts);
      if (current === undefined) throw new Error(`Message ${message.ts} is not there any more`);
      if (current.visibleTo !== undefined && current.visibleTo !== person) {
        throw new Error(`${person} does not see message ${message.ts}`);
      }
      const button = placedButton(current, actionId, blockId);
      const { channel, ts } = current;
      const respond = createButtonResponder({ person, channel, messageTs: ts }, deps.messages);
      return send(clickForm(contextOf(person, channel, respond), current, button));
    },
  };
}

/** A command may be answered in the acknowledgement itself, as text or as the JSON of a message. */
function showAnswer(acknowledgement: Acknowledgement, respond: Responder): Acknowledgement {
  const { status, body } = acknowledgement;
  if (status !== 200 || body === '') return acknowledgement;
  const fields = parseJson(body);
  const refusal = respond(isRecord(fields) ? fields : { text: body });
  return refusal === undefined ? acknowledgement : { ...acknowledgement, refused: refusal.error };
}

function found<T extends { id: string }>(all: readonly T[], id: string, kind: string): T {
  const one = all.find((candidate) => candidate.id === id);
  if (one === undefined) throw new Error(`No ${kind} ${id} in this workspace`);
  return one;
}
