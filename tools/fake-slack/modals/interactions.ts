import { elementNamed } from '../block-kit/element-state.ts';
import {
  clientErrors,
  type ElementAction,
  type EnteredValues,
  operateElement,
  withEnteredValues,
} from '../block-kit/element-values.ts';
import { isRecord, type JsonObject, parseJson } from '../json.ts';
import type { Acknowledgement, Send } from '../slack-api/delivery.ts';
import { originFields } from '../slack-api/payloads.ts';
import { personNamed, slackTextsFor } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { type LocalView, parseView, viewObject } from './view.ts';
import type { Views } from './views.ts';

interface FilledForm {
  readonly person: string;
  readonly values?: EnteredValues;
}

/** Uses of modals and Home by a person. Each function throws if no view is open or a value is invalid. */
export function createModalInteractions(state: WorkspaceState, send: Send) {
  const { views, people, conversations } = state;
  const top = (person: string): LocalView => {
    const view = views.of(person);
    if (view === undefined) throw new Error(`${person} has no modal open`);
    return view;
  };
  const home = (person: string): LocalView => {
    const view = views.home(person);
    if (view === undefined) throw new Error(`${person} has seen no Home tab`);
    return view;
  };
  const textsOf = ({ person }: LocalView) => slackTextsFor(personNamed(people, person).locale);
  const enter = (view: LocalView, values: EnteredValues) =>
    views.change(view.id, { values: withEnteredValues(view, values, conversations) });
  const act = async (view: LocalView, { actionId, blockId, value }: ElementAction) => {
    const placed = elementNamed(view.blocks, actionId, blockId);
    const { values, action } = operateElement(view.values, placed, value, conversations);
    views.change(view.id, { values });
    const payload = {
      ...viewPayload(state, 'block_actions', views.find(view.id) ?? view),
      container: { type: 'view', view_id: view.id },
      actions: [{ ...action, action_ts: (state.now().getTime() / 1000).toFixed(6) }],
    };
    const acknowledgement = await send({ type: 'interactive', payload, acceptsPayload: false });
    if (acknowledgement.status !== 200) views.change(view.id, { notice: textsOf(view).connectionProblem });
    return acknowledgement;
  };
  return {
    modal: views.of,
    home: views.home,
    fill: ({ person, values = {} }: FilledForm) => enter(top(person), values),
    fillHome: ({ person, values = {} }: FilledForm) => enter(home(person), values),
    /** Submits a modal. If Slack's client refuses the values, shows errors and resolves with `undefined`. */
    async submit({ person, values = {} }: FilledForm): Promise<Acknowledgement | undefined> {
      enter(top(person), values);
      const view = top(person);
      if (view.submit === undefined) throw new Error('The modal has no submit button');
      const errors = clientErrors(view, textsOf(view));
      views.change(view.id, { errors });
      if (Object.keys(errors).length > 0) return undefined;
      return send({
        type: 'interactive',
        payload: { ...viewPayload(state, 'view_submission', view), response_urls: [] },
        acceptsPayload: true,
        onAcknowledged: (acknowledgement) =>
          applyAnswer(view, acknowledgement, views, textsOf(view).connectionProblem),
      });
    },
    act: (action: ElementAction) => act(top(action.person), action),
    actHome: (action: ElementAction) => act(home(action.person), action),
    /** Closes the topmost modal, so that the modal below is shown again. The bot is not notified. */
    close: (person: string) => views.remove(top(person)),
  };
}

function viewPayload(state: WorkspaceState, type: string, view: LocalView): JsonObject {
  const { people, team, triggers } = state;
  return {
    type,
    ...originFields(personNamed(people, view.person), team),
    trigger_id: triggers.issue(view.person, view.id),
    view: viewObject(view, team),
  };
}

/** Closes or updates a modal or shows errors, as the bot answered; for an invalid answer, shows `notice`. */
function applyAnswer(
  view: LocalView,
  acknowledgement: Acknowledgement,
  views: Views,
  notice: string,
): Acknowledgement {
  const refuse = (refused: string, faults: readonly string[] = []): Acknowledgement => {
    views.change(view.id, { notice });
    return { ...acknowledgement, refused, faults };
  };
  if (acknowledgement.status !== 200) {
    views.change(view.id, { notice });
    return acknowledgement;
  }
  const answer: unknown = acknowledgement.body === '' ? {} : parseJson(acknowledgement.body);
  if (!isRecord(answer)) return refuse('invalid_response');
  if (views.find(view.id) === undefined) return acknowledgement;
  if (answer.response_action === 'errors') {
    const errors = Object.entries(isRecord(answer.errors) ? answer.errors : {});
    const faults = errorFaults(view, errors);
    if (faults.length > 0) return refuse('invalid_errors', faults);
    views.change(view.id, { errors: Object.fromEntries(errors.map(([id, text]) => [id, String(text)])) });
    return acknowledgement;
  }
  if (answer.response_action !== undefined) {
    const faults = applyUpdate(view, answer, views);
    return faults === undefined ? acknowledgement : refuse('invalid_response_action', faults);
  }
  if (Object.keys(answer).length > 0) return refuse('invalid_response');
  views.remove(view);
  return acknowledgement;
}

/** Replaces a modal (`response_action: update`; the bot uses no other), or returns the answer's faults. */
function applyUpdate(view: LocalView, answer: JsonObject, views: Views): readonly string[] | undefined {
  if (answer.response_action !== 'update') return ['/response_action: unknown'];
  const parsed = parseView(answer.view, 'modal');
  return 'faults' in parsed ? parsed.faults : void views.update(view, parsed.sent);
}

/** Checks the bot's `errors`: each key must be the block id of an input block, each value a text. */
function errorFaults(view: LocalView, errors: readonly (readonly [string, unknown])[]): string[] {
  if (errors.length === 0) return ['/errors: missing'];
  const fields = new Set(view.blocks.filter(({ type }) => type === 'input').map((block) => block.block_id));
  return errors.flatMap(([blockId, text]) => {
    if (!fields.has(blockId)) return [`/errors/${blockId}: no input block of the view`];
    return typeof text === 'string' && text !== '' ? [] : [`/errors/${blockId}: no text`];
  });
}
