import type { MessageContent, Refusal } from './message-content.ts';
import type { MessageDraft, MessageStore } from './messages.ts';

/** Does what a response to an interaction asks for. `undefined` means done. */
export type Responder = (fields: Readonly<Record<string, unknown>>) => Refusal | undefined;

/** Who did what where. */
export interface Interaction {
  readonly person: string;
  readonly channel: string;
}

/**
 * Responses to a slash command. They only add messages: `replace_original` and `delete_original` do nothing. The
 * first one to the whole channel brings the typed command along.
 */
export function createCommandResponder(
  command: Interaction & { readonly typed: string },
  messages: MessageStore,
): Responder {
  let typedIsShown = false;
  return (fields) => {
    const content = messages.read(fields);
    if ('error' in content) return content;
    if (fields.response_type === 'in_channel' && !typedIsShown) {
      typedIsShown = true;
      const { channel, person, typed } = command;
      messages.add({ channel, author: person, text: typed, blocks: [], responseType: 'in_channel' });
    }
    messages.add(responseDraft(command, content, fields));
    return undefined;
  };
}

/** Responses to a button: they replace or delete the message it sits on where they say so, and add one otherwise. */
export function createButtonResponder(
  click: Interaction & { readonly messageTs: string },
  messages: MessageStore,
): Responder {
  return (fields) => {
    if (fields.delete_original === true) return found(messages.remove(click.messageTs));
    const content = messages.read(fields);
    if ('error' in content) return content;
    if (fields.replace_original === true) return found(messages.replace(click.messageTs, content));
    messages.add(responseDraft(click, content, fields));
    return undefined;
  };
}

/** Responses to a modal that was sent off with a channel chosen in it. They only add messages there. */
export function createViewResponder(chosen: Interaction, messages: MessageStore): Responder {
  return (fields) => {
    const content = messages.read(fields);
    if ('error' in content) return content;
    messages.add(responseDraft(chosen, content, fields));
    return undefined;
  };
}

function responseDraft(
  { person, channel }: Interaction,
  content: MessageContent,
  fields: Readonly<Record<string, unknown>>,
): MessageDraft {
  const base = { channel, author: 'bot', ...content };
  return fields.response_type === 'in_channel'
    ? { ...base, responseType: 'in_channel' }
    : { ...base, responseType: 'ephemeral', visibleTo: person };
}

function found(isThere: boolean): Refusal | undefined {
  return isThere ? undefined : { error: 'message_not_found', faults: [] };
}
