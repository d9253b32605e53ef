import { elementNamed, initialState } from '../block-kit/element-state.ts';
import { type ElementAction, operateElement } from '../block-kit/element-values.ts';
import { withIds } from '../modals/view.ts';
import { escaped, type LocalMessage } from '../workspace/messages.ts';
import { personNamed } from '../workspace/people.ts';
import type { LocalShortcut, WorkspaceState } from '../workspace/state.ts';
import { createCommands, type TypedCommand } from './commands.ts';
import type { Acknowledgement, Send } from './delivery.ts';
import {
  clickPayload,
  globalShortcutPayload,
  messageObject,
  messageShortcutPayload,
  type PayloadContext,
} from './payloads.ts';
import { createResponseHandler, type ResponseHandler } from './response-urls.ts';
import { scopeRefusal } from './responses.ts';
import { sentText } from './written-text.ts';

interface WrittenMessage extends Omit<TypedCommand, 'command' | 'signing'> {
  /** Blocks of a message that another app posts in a person's name. */
  readonly blocks?: readonly unknown[];
}

/** Actions of people in channels. Each function throws for an unknown person, channel, message or element. */
export function createInteractions(state: WorkspaceState, send: Send, origin: () => string) {
  const { people, conversations, messages } = state;
  const contextOf = createPayloadContexts(state, origin);
  const visibleMessage = (person: string, { ts }: LocalMessage): LocalMessage => {
    const current = messages.find(ts);
    if (current === undefined) throw new Error(`Message ${ts} is not there any more`);
    if (!messages.isVisibleTo(current, person)) throw new Error(`${person} does not see message ${ts}`);
    return current;
  };
  return {
    command: createCommands(state, send, contextOf),
    ...createShortcuts(state, send, { contextOf, visibleMessage }),
    async click(click: ElementAction & { readonly message: LocalMessage }): Promise<Acknowledgement> {
      const { person, message, actionId, blockId, value } = click;
      const current = visibleMessage(person, message);
      const { channel, ts } = current;
      const blocks = withIds(current.blocks);
      const placed = elementNamed(blocks, actionId, blockId);
      const use = operateElement(initialState(blocks), placed, value, conversations);
      const respond = createResponseHandler(messages, { person, channel, messageTs: ts });
      const payload = clickPayload(contextOf(person, channel, respond), current, use);
      return send({ type: 'interactive', payload, acceptsPayload: false });
    },
    /** Posts a person's message. The bot gets an event if it subscribes to messages there. */
    say({ person, channel, text, threadTs, blocks = [] }: WrittenMessage): LocalMessage {
      personNamed(people, person);
      const { isArchived, name } = channelNamed(state, channel);
      if (isArchived) throw new Error(`#${name} is archived`);
      if (!conversations.mayRead(person, channel)) throw new Error(`${person} does not see ${channel}`);
      if (text.trim() === '' && blocks.length === 0) throw new Error('There is nothing to post');
      const thread = messages.threadOf(threadTs, channel);
      if (thread === undefined) throw new Error(`Message ${threadTs} is not there to reply to`);
      return messages.add({ channel, author: person, text: escaped(text), blocks, ...thread });
    },
  };
}

function createPayloadContexts(state: WorkspaceState, origin: () => string) {
  return (person: string, channel: string, respond: ResponseHandler): PayloadContext => ({
    person: personNamed(state.people, person),
    channel: channelNamed(state, channel),
    team: state.team,
    responseUrl: origin() + state.responseUrls.issue(respond),
    triggerId: state.triggers.issue(person),
  });
}

function channelNamed({ conversations }: WorkspaceState, id: string) {
  const channel = conversations.find(id);
  if (channel === undefined) throw new Error(`No channel ${id} in this workspace`);
  return channel;
}

interface ShortcutUse {
  readonly person: string;
  readonly callbackId: string;
}

/** Uses of the app's shortcuts. Each function throws for an unknown shortcut or an ephemeral message. */
function createShortcuts(
  state: WorkspaceState,
  send: Send,
  of: {
    readonly contextOf: (person: string, channel: string, respond: ResponseHandler) => PayloadContext;
    readonly visibleMessage: (person: string, message: LocalMessage) => LocalMessage;
  },
) {
  const { people, messages, team, triggers, shortcuts, scopes } = state;
  const check = (type: LocalShortcut['type'], callbackId: string) => {
    const isOurs = shortcuts?.some((one) => one.type === type && one.callbackId === callbackId) ?? true;
    if (!isOurs || scopeRefusal(scopes, 'commands') !== undefined)
      throw new Error(`The app has no ${type} shortcut \`${callbackId}\``);
  };
  return {
    async messageShortcut(use: ShortcutUse & { readonly message: LocalMessage }): Promise<Acknowledgement> {
      const { person, callbackId, message } = use;
      check('message', callbackId);
      const current = of.visibleMessage(person, message);
      if (current.visibleTo !== undefined) throw new Error('Messages to one person alone have no shortcuts');
      const { channel, author } = current;
      const respond = createResponseHandler(messages, { person, channel });
      const isPersons = people.some(({ id }) => id === author);
      const payload = messageShortcutPayload(of.contextOf(person, channel, respond), callbackId, {
        message: {
          ...messageObject(current),
          ...(isPersons ? { text: sentText(current.text, state) } : {}),
          team: people.find(({ id }) => id === author)?.teamId ?? team.id,
        },
        at: state.now(),
      });
      return send({ type: 'interactive', payload, acceptsPayload: false });
    },
    async globalShortcut({ person, callbackId }: ShortcutUse): Promise<Acknowledgement> {
      check('global', callbackId);
      const context = { person: personNamed(people, person), team, triggerId: triggers.issue(person) };
      const payload = globalShortcutPayload(context, callbackId, state.now());
      return send({ type: 'interactive', payload, acceptsPayload: false });
    },
  };
}
