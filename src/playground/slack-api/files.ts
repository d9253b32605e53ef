import { randomUUID } from 'node:crypto';
import { recordsIn, textIn } from '../json.ts';
import { type Conversations, postingRefusal } from '../workspace/conversations.ts';
import type { MessageStore } from '../workspace/messages.ts';
import { threadOf } from './chat-methods.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from './web-api.ts';

/** A file in the workspace. */
export interface LocalFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Where it was shared; without it, nobody but the bot sees it. */
  readonly channel?: string;
  /** What is in it, as text. */
  readonly content: string;
}

/** A file on its way: announced, then received, then shared as a whole. */
interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly ticket: string;
  content?: string;
}

/** How a file ends up in the workspace. */
interface SharedFile {
  readonly title?: string;
  readonly channel?: string;
}

/** The files of a workspace. */
export interface FileStore {
  /** Announces a file; `ticket` ends the address it is then sent to. */
  announce(name: string, bytes: number): { readonly id: string; readonly ticket: string };
  /** Takes in a file, once. The reason where it does not. */
  receive(ticket: string, content: Buffer): 'unknown' | 'wrong_size' | undefined;
  /** Whether a file was received and waits to be shared. */
  isWaiting(id: unknown): boolean;
  /** Shares what waits. */
  share(id: string, how: SharedFile): LocalFile | undefined;
  /** Oldest first. */
  list(): LocalFile[];
  /** No file is there or on its way. */
  reset(): void;
}

/** Creates a store without files; `changed` is called after every change. */
export function createFileStore(changed: () => void): FileStore {
  const uploads = new Map<string, Upload>();
  const files: LocalFile[] = [];
  let announced = 0;
  return {
    announce(name, bytes) {
      announced += 1;
      const upload = { id: `F${announced}`, name, bytes, ticket: randomUUID() };
      uploads.set(upload.id, upload);
      return upload;
    },
    receive(ticket, content) {
      const upload = [...uploads.values()].find((one) => one.ticket === ticket);
      if (upload === undefined || upload.content !== undefined) return 'unknown';
      if (content.byteLength !== upload.bytes) return 'wrong_size';
      upload.content = content.toString('utf8');
      changed();
      return undefined;
    },
    isWaiting: (id) =>
      typeof id === 'string' &&
      uploads.get(id)?.content !== undefined &&
      !files.some((file) => file.id === id),
    share(id, { title, channel }) {
      const upload = uploads.get(id);
      if (upload?.content === undefined) return undefined;
      const { name, content } = upload;
      const file = { id, name, title: title ?? name, ...(channel === undefined ? {} : { channel }), content };
      files.push(file);
      changed();
      return file;
    },
    list: () => [...files],
    reset() {
      uploads.clear();
      files.length = 0;
    },
  };
}

type Args = Readonly<Record<string, unknown>>;

/** What the methods of files work on. */
interface FileMethodsDeps {
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

function announce({ files, origin }: FileMethodsDeps, args: Args): SlackResponse {
  const { filename } = args;
  const bytes = Number(args.length);
  if (typeof filename !== 'string' || filename === '') {
    return errorResponse('invalid_arguments', ['/filename: missing']);
  }
  if (!Number.isInteger(bytes) || bytes <= 0)
    return errorResponse('invalid_arguments', ['/length: not a size']);
  const { id, ticket } = files.announce(filename, bytes);
  return okResponse({ upload_url: `${origin()}${UPLOADS}${ticket}`, file_id: id });
}

/** Shares files where the bot is. A direct message goes by its own id here, never by the person's. */
function complete(deps: FileMethodsDeps, args: Args): SlackResponse {
  const { files, conversations, messages } = deps;
  const wanted = recordsIn(args.files);
  if (wanted.length === 0) return errorResponse('invalid_arguments', ['/files: missing']);
  if (!wanted.every(({ id }) => files.isWaiting(id))) return errorResponse('file_not_found');
  if (args.channel_id === undefined) return shared(share(deps, wanted));

  const channel = conversations.find(args.channel_id);
  if (channel === undefined) return errorResponse('channel_not_found');
  const refusal = postingRefusal(channel);
  if (refusal !== undefined) return errorResponse(refusal);
  const thread = threadOf(args, channel.id, messages);
  if (thread === 'unknown') return errorResponse('thread_not_found');
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

function shared(files: readonly LocalFile[]): SlackResponse {
  return okResponse({ files: files.map(({ id, name, title }) => ({ id, name, title })) });
}
