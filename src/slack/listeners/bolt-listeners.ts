import type {
  AllMiddlewareArgs,
  App,
  BlockAction,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import { OPEN_PAGE } from '../blocks/blocks.ts';

export type PressedAction = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;
export type HandleAction = (pressed: PressedAction) => Promise<void>;
export type HandleSubmission = (
  args: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
) => Promise<void>;

export type BoltListeners = ReturnType<typeof createBoltListeners>;

/** One listener for all buttons and one for all forms, because Bolt passes each request to every listener. */
export function createBoltListeners(
  app: Pick<App, 'action' | 'view'>,
  handleUnknown: HandleAction,
  handleUnknownForm: HandleSubmission,
) {
  const actions = new Map<string, HandleAction>();
  const submissions = new Map<string, HandleSubmission>();
  app.action<BlockAction>({ type: 'block_actions' }, async (args) => {
    if (args.action.action_id === OPEN_PAGE) return args.ack();
    await (actions.get(args.action.action_id) ?? handleUnknown)(args);
  });
  app.view<ViewSubmitAction>({ type: 'view_submission' }, async (args) => {
    await (submissions.get(args.view.callback_id) ?? handleUnknownForm)(args);
  });
  return {
    onAction(actionIds: readonly string[], handle: HandleAction): void {
      for (const actionId of actionIds) add(actions, actionId, handle);
    },
    ids: () => [...actions.keys(), ...submissions.keys()],
    onSubmission: (callbackId: string, handle: HandleSubmission) => add(submissions, callbackId, handle),
  };
}

function add<T>(handlers: Map<string, T>, id: string, handle: T): void {
  if (handlers.has(id)) throw new Error(`two listeners for ${id}`);
  handlers.set(id, handle);
}
