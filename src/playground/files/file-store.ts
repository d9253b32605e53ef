import { randomUUID } from 'node:crypto';

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
export interface SharedFile {
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
