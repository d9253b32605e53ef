import type { LocalMessage } from '../workspace/messages.ts';
import { personNamed } from '../workspace/people.ts';
import type { LocalShortcut, WorkspaceState } from '../workspace/state.ts';
import type { Acknowledgement, Send } from './delivery.ts';
import {
  globalShortcutPayload,
  messageObject,
  messageShortcutPayload,
  type PayloadContext,
} from './payloads.ts';
import { createResponseHandler, type ResponseHandler } from './response-urls.ts';
import { scopeRefusal } from './responses.ts';
import { sentText } from './written-text.ts';

interface ShortcutUse {
  readonly person: string;
  readonly callbackId: string;
}

/** Creates the use of the app's shortcuts. @throws for one that is not the app's, or a message that has none */
export function createShortcuts(
  state: WorkspaceState,
  send: Send,
  of: {
    readonly contextOf: (person: string, channel: string, respond: ResponseHandler) => PayloadContext;
    readonly seen: (person: string, message: LocalMessage) => LocalMessage;
  },
) {
  const { people, messages, team, triggers, shortcuts, scopes } = state;
  const check = (type: LocalShortcut['type'], callbackId: string) => {
    const isOurs = shortcuts?.some((one) => one.type === type && one.callbackId === callbackId) ?? true;
    if (!isOurs || scopeRefusal(scopes, 'commands') !== undefined)
      throw new Error(`The app has no ${type} shortcut \`${callbackId}\``);
  };
  return {
    /** Uses a shortcut in the menu of a message that all in its channel see. */
    async messageShortcut(use: ShortcutUse & { readonly message: LocalMessage }): Promise<Acknowledgement> {
      const { person, callbackId, message } = use;
      check('message', callbackId);
      const current = of.seen(person, message);
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
      return send({ type: 'interactive', payload, takesAnswer: false });
    },
    async globalShortcut({ person, callbackId }: ShortcutUse): Promise<Acknowledgement> {
      check('global', callbackId);
      const context = { person: personNamed(people, person), team, triggerId: triggers.issue(person) };
      const payload = globalShortcutPayload(context, callbackId, state.now());
      return send({ type: 'interactive', payload, takesAnswer: false });
    },
  };
}
