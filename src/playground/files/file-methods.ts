import { type Answer, granted, type Methods, refused } from '../calls.ts';
import { threadOf } from '../chat-methods.ts';
import { type Conversations, postingRefusal } from '../conversations.ts';
import { recordsIn, textIn } from '../json.ts';
import type { MessageStore } from '../messages.ts';
import type { FileStore, LocalFile } from './file-store.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the methods of files work on. */
export interface FileMethodsDeps {
  readonly files: FileStore;
  readonly conversations: Conversations;
  readonly messages: MessageStore;
  /** The workspace's own address; throws while it is not started. */
  readonly origin: () => string;
}

/** Where files are sent to, below the workspace's address. */
export const UPLOADS = '/upload/v1/';

/** The Web API's methods of files. */
export function createFileMethods(deps: FileMethodsDeps): Methods {
  return [
    ['files.getUploadURLExternal', (args) => announce(deps, args)],
    ['files.completeUploadExternal', (args) => complete(deps, args)],
  ];
}

function announce({ files, origin }: FileMethodsDeps, args: Args): Answer {
  const { filename } = args;
  const bytes = Number(args.length);
  if (typeof filename !== 'string' || filename === '') {
    return refused('invalid_arguments', ['/filename: missing']);
  }
  if (!Number.isInteger(bytes) || bytes <= 0) return refused('invalid_arguments', ['/length: not a size']);
  const { id, ticket } = files.announce(filename, bytes);
  return granted({ upload_url: `${origin()}${UPLOADS}${ticket}`, file_id: id });
}

/** Shares files where the bot is. A direct message goes by its own id here, never by the person's. */
function complete(deps: FileMethodsDeps, args: Args): Answer {
  const { files, conversations, messages } = deps;
  const wanted = recordsIn(args.files);
  if (wanted.length === 0) return refused('invalid_arguments', ['/files: missing']);
  if (!wanted.every(({ id }) => files.isWaiting(id))) return refused('file_not_found');
  if (args.channel_id === undefined) return shared(share(deps, wanted));

  const channel = conversations.find(args.channel_id);
  if (channel === undefined) return refused('channel_not_found');
  const refusal = postingRefusal(channel);
  if (refusal !== undefined) return refused(refusal);
  const thread = threadOf(args, channel.id, messages);
  if (thread === 'unknown') return refused('thread_not_found');
  const together = share(deps, wanted, channel.id);
  messages.add({
    channel: channel.id,
    author: 'bot',
    responseType: 'in_channel',
    text: textIn(args, 'initial_comment'),
    blocks: [],
    files: together.map(({ id, name, title }) => ({ id, name, title })),
    ...(thread === undefined ? {} : { threadTs: thread }),
  });
  return shared(together);
}

function share({ files }: FileMethodsDeps, wanted: readonly Args[], channel?: string): LocalFile[] {
  return wanted.flatMap((one) => {
    const title = textIn(one, 'title');
    const file = files.share(textIn(one, 'id'), {
      ...(title === '' ? {} : { title }),
      ...(channel === undefined ? {} : { channel }),
    });
    return file === undefined ? [] : [file];
  });
}

function shared(files: readonly LocalFile[]): Answer {
  return granted({ files: files.map(({ id, name, title }) => ({ id, name, title })) });
}
