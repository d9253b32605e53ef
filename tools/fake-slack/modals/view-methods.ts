import type { JsonObject } from '../json.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from '../slack-api/responses.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { type LocalView, parseView, type SentView, type ViewType, viewObject } from './view.ts';
import { MOST_STACKED, type Trigger } from './views.ts';

const MOST_BYTES = 250_000;

/** Slack's `views.*` methods for modals and the Home tab. An invalid view does not use up its trigger id. */
export function createViewMethods(state: WorkspaceState): Methods {
  return [
    ['views.open', (args) => open(state, args)],
    ['views.push', (args) => push(state, args)],
    ['views.update', (args) => update(state, args)],
    ['views.publish', (args) => publish(state, args)],
  ];
}

function open(state: WorkspaceState, args: JsonObject): SlackResponse {
  return withTrigger(state, args, ({ person }, sent) => shown(state, state.views.open(person, sent)));
}

/** Opens a modal on top of a modal. The trigger id must come from an interaction in the modal below. */
function push(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { views } = state;
  return withTrigger(state, args, ({ person, viewId }, sent) => {
    if (viewId === undefined || views.find(viewId)?.type !== 'modal') return errorResponse('not_found');
    if (views.depth(person) >= MOST_STACKED) return errorResponse('push_limit_reached');
    return shown(state, views.push(person, sent));
  });
}

function update(state: WorkspaceState, args: JsonObject): SlackResponse {
  if (args.view_id === undefined) return errorResponse('invalid_arguments', ['/view_id: missing']);
  const view = state.views.find(args.view_id);
  return withContent(args, view?.type ?? 'modal', (sent) => {
    if (view === undefined) return errorResponse('not_found');
    if (args.hash !== undefined && args.hash !== view.hash) return errorResponse('hash_conflict');
    return shown(state, state.views.update(view, sent));
  });
}

/** Publishes one person's Home tab. If `hash` is given, the current Home tab must have this hash. */
function publish(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { views, people, homeTab } = state;
  if (args.user_id === undefined) return errorResponse('invalid_arguments', ['/user_id: missing']);
  return withContent(args, 'home', (sent) => {
    const person = people.find(({ id }) => id === args.user_id);
    if (person === undefined) return errorResponse('user_not_found');
    if (!homeTab) return errorResponse('not_enabled');
    if (args.hash !== undefined && args.hash !== views.home(person.id)?.hash)
      return errorResponse('hash_conflict');
    return shown(state, views.publish(person.id, sent));
  });
}

function withTrigger(
  { triggers }: WorkspaceState,
  args: JsonObject,
  show: (trigger: Trigger, sent: SentView) => SlackResponse,
): SlackResponse {
  if (args.trigger_id === undefined) return errorResponse('invalid_arguments', ['/trigger_id: missing']);
  return withContent(args, 'modal', (sent) => {
    const trigger = triggers.exchange(args.trigger_id);
    return 'error' in trigger ? errorResponse(trigger.error) : show(trigger, sent);
  });
}

function withContent(
  args: JsonObject,
  type: ViewType,
  show: (sent: SentView) => SlackResponse,
): SlackResponse {
  const parsed = parseView(args.view, type);
  if ('faults' in parsed) return errorResponse('invalid_arguments', parsed.faults);
  const bytes = Buffer.byteLength(JSON.stringify(args.view));
  return bytes > MOST_BYTES ? errorResponse('view_too_large') : show(parsed.sent);
}

function shown({ team }: WorkspaceState, view: LocalView): SlackResponse {
  return okResponse({ view: viewObject(view, team) });
}
