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
import { type LocalView, viewObject } from './view.ts';
import type { Views } from './views.ts';

interface FilledForm {
  readonly person: string;
  readonly values?: EnteredValues;
}

/** Everything fails where a person has no modal open, or enters what nobody could. */
export function createModalInteractions(state: WorkspaceState, send: Send) {
  const { views, team, people, conversations } = state;
  const top = (person: string): LocalView => {
    const view = views.of(person);
    if (view === undefined) throw new Error(`${person} has no modal open`);
    return view;
  };
  const textsOf = ({ person }: LocalView) => slackTextsFor(personNamed(people, person).locale);
  const payloadOf = (type: string, view: LocalView): JsonObject => ({
    type,
    ...originFields(personNamed(people, view.person), team),
    trigger_id: state.triggers.issue(view.person),
    view: viewObject(view, team),
  });
  /** Enters something. The bot learns of it with the next thing it is told of. */
  const fill = ({ person, values = {} }: FilledForm): LocalView => {
    const view = top(person);
    views.change(view.id, { values: withEnteredValues(view, values, conversations) });
    return top(person);
  };
  return {
    modal: views.of,
    fill: (filled: FilledForm) => void fill(filled),
    /** Resolves with nothing where the client found errors, which then stand in the view. */
    async submit(filled: FilledForm): Promise<Acknowledgement | undefined> {
      const view = fill(filled);
      if (view.submit === undefined) throw new Error('The modal has no submit button');
      const errors = clientErrors(view, textsOf(view));
      views.change(view.id, { errors });
      if (Object.keys(errors).length > 0) return undefined;
      return send({
        type: 'interactive',
        payload: { ...payloadOf('view_submission', view), response_urls: [] },
        takesAnswer: true,
        take: (acknowledgement) => takeAnswer(view, acknowledgement, views, textsOf(view).trouble),
      });
    },
    async act({ person, actionId, blockId, value }: ElementAction): Promise<Acknowledgement> {
      const view = top(person);
      const placed = elementNamed(view.blocks, actionId, blockId);
      const { values, action } = operateElement(view.values, placed, value, conversations);
      views.change(view.id, { values });
      const actionTs = (state.now().getTime() / 1000).toFixed(6);
      const payload = {
        ...payloadOf('block_actions', top(person)),
        container: { type: 'view', view_id: view.id },
        actions: [{ ...action, action_ts: actionTs }],
      };
      const acknowledgement = await send({ type: 'interactive', payload, takesAnswer: false });
      if (acknowledgement.status !== 200) views.change(view.id, { trouble: textsOf(view).trouble });
      return acknowledgement;
    },
    /** Presses the close button. The bot is not told. */
    close: (person: string) => views.remove(top(person)),
  };
}

/** Closes the view or shows errors, as the acknowledgement says; what Slack cannot make sense of shows as `trouble`. */
function takeAnswer(
  view: LocalView,
  acknowledgement: Acknowledgement,
  views: Views,
  trouble: string,
): Acknowledgement {
  const refuse = (refused: string, faults: readonly string[] = []): Acknowledgement => {
    views.change(view.id, { trouble });
    return { ...acknowledgement, refused, faults };
  };
  if (acknowledgement.status !== 200) {
    views.change(view.id, { trouble });
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
  if (answer.response_action !== undefined) return refuse('invalid_response_action');
  if (Object.keys(answer).length > 0) return refuse('invalid_response');
  views.remove(view);
  return acknowledgement;
}

/** Only fields of the form have a place for an error. */
function errorFaults(view: LocalView, errors: readonly (readonly [string, unknown])[]): string[] {
  if (errors.length === 0) return ['/errors: missing'];
  const fields = new Set(view.blocks.filter(({ type }) => type === 'input').map((block) => block.block_id));
  return errors.flatMap(([blockId, text]) => {
    if (!fields.has(blockId)) return [`/errors/${blockId}: no input block of the view`];
    return typeof text === 'string' && text !== '' ? [] : [`/errors/${blockId}: no text`];
  });
}
