import { randomUUID } from 'node:crypto';

export interface LocalFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Channel in which the file is shared. Without a channel, only the bot sees the file. */
  readonly channel?: string;
  readonly content: string;
}

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(changed: () => void) {
  const uploads = new Map<string, { name: string; bytes: number; ticket: string; content?: string }>();
  const files: LocalFile[] = [];
  let announced = 0;
  return {
    /** Registers an upload of `bytes` bytes before it arrives. `ticket`: last part of the upload URL. */
    announce(name: string, bytes: number) {
      announced += 1;
      const id = `F${announced}`;
      const ticket = randomUUID();
      uploads.set(id, { name, bytes, ticket });
      return { id, ticket };
    },
    receive(ticket: string, content: Buffer): 'unknown' | 'wrong_size' | undefined {
      const upload = [...uploads.values()].find((one) => one.ticket === ticket);
      if (upload === undefined || upload.content !== undefined) return 'unknown';
      if (content.byteLength !== upload.bytes) return 'wrong_size';
      upload.content = content.toString('utf8');
      changed();
      return undefined;
    },
    isAnnounced: (ticket: string) => [...uploads.values()].some((one) => one.ticket === ticket),
    isWaiting: (id: unknown) =>
      typeof id === 'string' &&
      uploads.get(id)?.content !== undefined &&
      !files.some((file) => file.id === id),
    /** Completes an upload and shares the file in `channel`, if given. The title defaults to the name. */
    share(id: string, { title, channel }: { title?: string; channel?: string }): LocalFile[] {
      const upload = uploads.get(id);
      if (upload?.content === undefined) return [];
      const { name, content } = upload;
      const file = { id, name, title: title || name, ...(channel === undefined ? {} : { channel }), content };
      files.push(file);
      changed();
      return [file];
    },
    list: (): LocalFile[] => [...files],
    reset() {
      uploads.clear();
      files.length = 0;
    },
  };
}
