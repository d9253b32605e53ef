import { isRecord, type JsonObject } from '../json.ts';
import { viewFaults } from '../modals/view.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { errorResponse, okResponse, type SlackResponse } from './responses.ts';

type MessageReader = Pick<WorkspaceState['messages'], 'read'>;

/** What each kind of argument is refused with, and what its faults begin with that Slack leaves out. */
const KINDS = [
  { name: 'blocks', error: 'invalid_blocks', root: '/blocks' },
  { name: 'message', error: 'invalid_message', root: '' },
  { name: 'view', error: 'invalid_view', root: '/view' },
] as const;

/** `blocks.validate`, which wants no token. */
export function validateBlocks({ messages }: { messages: MessageReader }, args: JsonObject): SlackResponse {
  const [kind, another] = KINDS.filter(({ name }) => args[name] !== undefined);
  if (kind === undefined || another !== undefined) return errorResponse('invalid_arguments');
  const { name, error, root } = kind;
  const faults = name === 'view' ? viewFaults(args.view) : messageFaults(args, messages);
  if (faults.length === 0) return okResponse();
  const errors = faults.map((fault) => {
    const at = fault.indexOf(': ');
    const pointer = fault.slice(0, at).replace(root, '');
    return { pointer, code: 'failed_constraint', message: fault.slice(at + 2) };
  });
  return { status: 200, body: { ok: false, error, errors }, error, faults };
}

/** A message is its blocks: Slack takes no text with them here. */
function messageFaults(args: JsonObject, messages: MessageReader): readonly string[] {
  const message = args.message ?? { blocks: args.blocks };
  if (!isRecord(message)) return ['/: not an object'];
  if ('text' in message) return ['/text: unknown `text`'];
  const content = messages.read({ blocks: message.blocks });
  return 'error' in content ? content.faults : [];
}
