import { errorResponse, type Methods, okResponse, type SlackResponse } from '../slack-api/web-api.ts';
import type { Team } from '../workspace/people.ts';
import type { Trigger, Triggers } from './triggers.ts';
import { type LocalView, type ModalContent, parseModal, sentView, viewObject } from './view.ts';
import type { ViewStore } from './view-store.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the methods of modals work on. */
interface ViewMethodsDeps {
  readonly views: ViewStore;
  readonly triggers: Triggers;
  readonly team: Team;
}

export const MOST_VIEWS = 3;
const MOST_BYTES = 250_000;

/** The Web API's methods of modals. A view that is not valid does not use up its trigger. */
export function createViewMethods({ views, triggers, team }: ViewMethodsDeps): Methods {
  const shown = (view: LocalView) => okResponse({ view: viewObject(view, team) });
  const withTrigger = (
    args: Args,
    show: (trigger: Trigger, content: ModalContent) => SlackResponse,
  ): SlackResponse => {
    if (args.trigger_id === undefined) return errorResponse('invalid_arguments', ['/trigger_id: missing']);
    return withContent(args, (content) => {
      if (views.findExternal(content.external_id) !== undefined)
        return errorResponse('duplicate_external_id');
      const trigger = triggers.exchange(args.trigger_id);
      return typeof trigger === 'string' ? errorResponse(trigger) : show(trigger, content);
    });
  };
  return [
    [
      'views.open',
      (args) => withTrigger(args, (trigger, content) => shown(views.open(trigger, sentView(content)))),
    ],
    [
      'views.push',
      (args) =>
        withTrigger(args, (trigger, content) => {
          if (views.find(trigger.viewId) === undefined) return errorResponse('not_found');
          if (views.stack(trigger.person).length >= MOST_VIEWS) return errorResponse('push_limit_reached');
          return shown(views.push(trigger, sentView(content)));
        }),
    ],
    [
      'views.update',
      (args) => {
        if (args.view_id === undefined && args.external_id === undefined) {
          return errorResponse('invalid_arguments', ['/view_id: missing']);
        }
        return withContent(args, (content) => {
          const view = views.find(args.view_id) ?? views.findExternal(args.external_id);
          if (view === undefined) return errorResponse('not_found');
          if (args.hash !== undefined && args.hash !== view.hash) return errorResponse('hash_conflict');
          const namesake = views.findExternal(content.external_id);
          if (namesake !== undefined && namesake.id !== view.id)
            return errorResponse('duplicate_external_id');
          return shown(views.update(view, sentView(content)));
        });
      },
    ],
  ];
}

function withContent(args: Args, show: (content: ModalContent) => SlackResponse): SlackResponse {
  const parsed = parseModal(args.view);
  if ('faults' in parsed) return errorResponse('invalid_arguments', parsed.faults);
  const bytes = Buffer.byteLength(JSON.stringify(parsed.content));
  return bytes > MOST_BYTES ? errorResponse('view_too_large') : show(parsed.content);
}
