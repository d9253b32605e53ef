import { readdir, readFile } from 'node:fs/promises';

/** Memory of a process and of all that it has started, as its peak is looked for. Linux only. */
export interface MemoryWatch {
  /** What they take together now. */
  nowBytes(): Promise<number>;
  /** The most that was seen since the watch began, or since `forget`. */
  peakBytes(): number;
  /** Looks for the peak anew from here on. */
  forget(): void;
  /** Ends it, with a last look. Gives the peak. */
  stop(): Promise<number>;
}

/**
 * Looks every so often at the memory of a process and its descendants: the sum of their proportional set sizes, in which
 * a page that several of them share counts once. A process that ends while it is looked at counts as nothing.
 */
export function watchMemory(pid: number, { everyMs = 50 }: { readonly everyMs?: number } = {}): MemoryWatch {
  let peak = 0;
  let forgotten = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function look(): Promise<number> {
    const before = forgotten;
    const bytes = await treeBytes(pid);
    // What was seen by a look that began before it was forgotten is forgotten, too.
    if (forgotten === before) peak = Math.max(peak, bytes);
    return bytes;
  }

  function lookAgain(): void {
    looking = look().finally(() => {
      if (!isStopped) timer = setTimeout(lookAgain, everyMs);
    });
  }

  lookAgain();
  return {
    nowBytes: look,
    peakBytes: () => peak,
    forget() {
      forgotten += 1;
      peak = 0;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await look();
      return peak;
    },
  };
}

async function treeBytes(pid: number): Promise<number> {
  const [own, children] = await Promise.all([processBytes(pid), childrenOf(pid)]);
  const theirs = await Promise.all(children.map(treeBytes));
  return theirs.reduce((sum, bytes) => sum + bytes, own);
}

async function processBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

/** A thread's children are told with that thread. */
async function childrenOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
