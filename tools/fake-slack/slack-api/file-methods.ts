import { type JsonObject, recordsIn, textIn } from '../json.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { postTargetOf } from './chat-methods.ts';
import type { LocalFile } from './files.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from './responses.ts';

export const UPLOADS = '/upload/v1/';

export function createFileMethods(state: WorkspaceState, origin: () => string): Methods {
  return [
    [
      'files.getUploadURLExternal',
      ({ filename, length }) => {
        const bytes = Number(length);
        if (typeof filename !== 'string' || filename === '')
          return errorResponse('invalid_arguments', ['/filename: missing']);
        if (!Number.isInteger(bytes) || bytes <= 0)
          return errorResponse('invalid_arguments', ['/length: not a size']);
        const { id, ticket } = state.files.announce(filename, bytes);
        return okResponse({ upload_url: `${origin()}${UPLOADS}${ticket}`, file_id: id });
      },
    ],
    ['files.completeUploadExternal', (args) => complete(state, args)],
  ];
}

/** Shares uploaded files in a channel. For a direct message, Slack needs its id; a person's id is refused. */
function complete(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { files, conversations, messages } = state;
  const requested = recordsIn(args.files);
  if (requested.length === 0) return errorResponse('invalid_arguments', ['/files: missing']);
  if (!requested.every(({ id }) => files.isWaiting(id))) return errorResponse('file_not_found');
  const share = (where: { readonly channel?: string }) =>
    requested
      .flatMap((one) => files.share(textIn(one, 'id'), { title: textIn(one, 'title'), ...where }))
      .map(({ id, name, title }: LocalFile) => ({ id, name, title }));
  if (args.channel_id === undefined) return okResponse({ files: share({}) });

  const target = postTargetOf(state, conversations.find(args.channel_id), args);
  if ('status' in target) return target;
  const together = share({ channel: target.channel });
  const text = textIn(args, 'initial_comment');
  messages.add({ ...target, author: 'bot', text, blocks: [], files: together });
  return okResponse({ files: together });
}
