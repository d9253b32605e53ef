import { elementNamed, elementsIn } from '../block-kit/element-state.ts';
import {
  clientErrors,
  type EnteredValue,
  type EnteredValues,
  operateElement,
  withEnteredValues,
} from '../block-kit/element-values.ts';
import type { Acknowledgement, Send } from '../slack-api/delivery.ts';
import { originFields } from '../slack-api/payloads.ts';
import { createViewResponder, type ResponseHandler } from '../slack-api/response-urls.ts';
import type { Conversations } from '../workspace/conversations.ts';
import type { MessageStore } from '../workspace/messages.ts';
import { type Person, personNamed, type Team } from '../workspace/people.ts';
import { slackTextsFor } from '../workspace/slack-texts.ts';
import { takeAnswer } from './submission.ts';
import type { Triggers } from './triggers.ts';
import { type LocalView, viewObject } from './view.ts';
import type { ViewStore } from './view-store.ts';

/** What a person enters into the modal before them. */
interface FilledForm {
  /** Id of the person. */
  readonly person: string;
  readonly values?: EnteredValues;
}

/** One element of a modal used by itself. */
interface ViewAction {
  /** Id of the person. */
  readonly person: string;
  readonly actionId: string;
  /** Needed only where several blocks have an element with this action id. */
  readonly blockId?: string;
  /** What is entered or chosen; nothing for a button. */
  readonly value?: EnteredValue;
}

/** What people do in modals. Rejects where a person has none open, or enters what nobody could. */
export interface ModalInteractions {
  /** The view on top, as a person sees it now. */
  modal(person: string): LocalView | undefined;
  /** Enters something. The bot learns of it with the next thing it is told of. */
  fill(filled: FilledForm): void;
  /**
   * Enters something and presses the submit button. Resolves with the bot's acknowledgement, or with nothing where
   * the client found errors, which then stand in the view.
   */
  submit(filled: FilledForm): Promise<Acknowledgement | undefined>;
  /** Presses a button, or enters something where the bot is told at once. */
  act(action: ViewAction): Promise<Acknowledgement>;
  /** Presses the close button; an acknowledgement for each view the bot wanted to hear of. */
  close(person: string): Promise<readonly Acknowledgement[]>;
}

/** What modals need to know. */
interface ModalInteractionsDeps {
  readonly people: readonly Person[];
  readonly team: Team;
  readonly conversations: Conversations;
  readonly messages: MessageStore;
  readonly views: ViewStore;
  readonly triggers: Triggers;
  readonly now: () => Date;
  readonly issueResponseUrl: (respond: ResponseHandler) => string;
  readonly send: Send;
}

/** Who does something in which modal. */
interface ViewContext {
  readonly person: Person;
  readonly team: Team;
  readonly view: LocalView;
}

/** An address for answering in a channel that was chosen in a modal. */
interface ViewResponseUrl {
  readonly block_id: string;
  readonly action_id: string;
  readonly channel_id: string;
  readonly response_url: string;
}

/** Creates what people do in modals. */
export function createModalInteractions(deps: ModalInteractionsDeps): ModalInteractions {
  const { views, team, conversations } = deps;
  const top = (person: string): LocalView => {
    const view = views.stack(person).at(-1);
    if (view === undefined) throw new Error(`${person} has no modal open`);
    return view;
  };
  const contextOf = (view: LocalView) => ({ person: personNamed(deps.people, view.person), team, view });
  const textsOf = ({ person }: LocalView) => slackTextsFor(personNamed(deps.people, person).locale);
  const triggerIn = ({ person, channel, id }: LocalView) =>
    deps.triggers.issue({ person, viewId: id, ...(channel === undefined ? {} : { channel }) });
  const tell = (payload: Readonly<Record<string, unknown>>) =>
    deps.send({ type: 'interactive', payload, takesAnswer: false });
  const fill = ({ person, values = {} }: FilledForm): LocalView => {
    const view = top(person);
    views.change(view.id, { values: withEnteredValues(view, values, conversations) });
    return top(person);
  };
  return {
    modal: (person) => views.stack(person).at(-1),
    fill: (filled) => void fill(filled),
    async submit(filled) {
      const view = fill(filled);
      if (view.submit === undefined) throw new Error('The modal has no submit button');
      const errors = clientErrors(view, textsOf(view));
      views.change(view.id, { errors });
      if (Object.keys(errors).length > 0) return undefined;
      const responseUrls = responseUrlsOf(view, deps);
      const payload = submissionPayload(contextOf(view), triggerIn(view), responseUrls);
      return deps.send({
        type: 'interactive',
        payload,
        takesAnswer: true,
        take: (acknowledgement) => takeAnswer(view, acknowledgement, views, textsOf(view).trouble),
      });
    },
    async act({ person, actionId, blockId, value }) {
      const view = top(person);
      const placed = elementNamed(view.blocks, actionId, blockId);
      const { values, action } = operateElement(view.values, placed, value, conversations);
      views.change(view.id, { values });
      const context = contextOf(top(person));
      const actionTs = (deps.now().getTime() / 1000).toFixed(6);
      const payload = viewActionPayload(context, triggerIn(view), { ...action, action_ts: actionTs });
      const acknowledgement = await tell(payload);
      if (acknowledgement.status !== 200) views.change(view.id, { trouble: textsOf(view).trouble });
      return acknowledgement;
    },
    async close(person) {
      const view = top(person);
      const isCleared = view.clearOnClose;
      const closed = isCleared ? views.stack(person).toReversed() : [view];
      if (isCleared) views.clear(person);
      else views.remove(view.id);
      const told = closed.filter(({ notifyOnClose }) => notifyOnClose);
      return Promise.all(told.map((one) => tell(closedPayload(contextOf(one), isCleared))));
    },
  };
}

/** Addresses for answering in the channels chosen in fields that ask for one. */
function responseUrlsOf(view: LocalView, deps: ModalInteractionsDeps): ViewResponseUrl[] {
  return elementsIn(view.blocks).flatMap(({ block, element, blockId, actionId }) => {
    const value = view.values[blockId]?.[actionId];
    const channel = value?.selected_conversation;
    if (block.type !== 'input' || element.response_url_enabled !== true || !channel) return [];
    const respond = createViewResponder({ person: view.person, channel }, deps.messages);
    const response_url = deps.issueResponseUrl(respond);
    return [{ block_id: blockId, action_id: actionId, channel_id: channel, response_url }];
  });
}

/** What Slack sends when an element of a modal is used. */
function viewActionPayload(
  { person, team, view }: ViewContext,
  triggerId: string,
  action: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    type: 'block_actions',
    ...originFields(person, team),
    container: { type: 'view', view_id: view.id },
    trigger_id: triggerId,
    view: viewObject(view, team),
    actions: [action],
  };
}

/** What Slack sends when a modal is sent off. */
function submissionPayload(
  { person, team, view }: ViewContext,
  triggerId: string,
  responseUrls: readonly ViewResponseUrl[],
): Record<string, unknown> {
  return {
    type: 'view_submission',
    ...originFields(person, team),
    trigger_id: triggerId,
    view: viewObject(view, team),
    response_urls: responseUrls,
  };
}

/** What Slack sends when a modal is closed, where the bot asked for it. */
function closedPayload({ person, team, view }: ViewContext, isCleared: boolean): Record<string, unknown> {
  return {
    type: 'view_closed',
    ...originFields(person, team),
    view: viewObject(view, team),
    is_cleared: isCleared,
  };
}
