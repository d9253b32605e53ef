import type { JsonObject } from '../json.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from '../slack-api/responses.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { parseModal, type SentView, viewObject } from './view.ts';

const MOST_BYTES = 250_000;

/** The Web API's methods of modals. A view that is not valid does not use up its trigger. */
export function createViewMethods({ views, triggers, team }: WorkspaceState): Methods {
  return [
    [
      'views.open',
      (args) => {
        if (args.trigger_id === undefined)
          return errorResponse('invalid_arguments', ['/trigger_id: missing']);
        return withContent(args, (sent) => {
          const trigger = triggers.exchange(args.trigger_id);
          if ('error' in trigger) return errorResponse(trigger.error);
          return okResponse({ view: viewObject(views.open(trigger.person, sent), team) });
        });
      },
    ],
    [
      'views.update',
      (args) => {
        if (args.view_id === undefined) return errorResponse('invalid_arguments', ['/view_id: missing']);
        return withContent(args, (sent) => {
          const view = views.find(args.view_id);
          if (view === undefined) return errorResponse('not_found');
          if (args.hash !== undefined && args.hash !== view.hash) return errorResponse('hash_conflict');
          return okResponse({ view: viewObject(views.update(view, sent), team) });
        });
      },
    ],
  ];
}

function withContent(args: JsonObject, show: (sent: SentView) => SlackResponse): SlackResponse {
  const parsed = parseModal(args.view);
  if ('faults' in parsed) return errorResponse('invalid_arguments', parsed.faults);
  const bytes = Buffer.byteLength(JSON.stringify(args.view));
  return bytes > MOST_BYTES ? errorResponse('view_too_large') : show(parsed.sent);
}
