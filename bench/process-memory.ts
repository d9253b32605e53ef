import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Samples the memory of a process and its descendants. Linux only. */
export interface MemorySampler {
  /** Their current memory together. */
  nowBytes(): Promise<number>;
  /** The largest sample since the start, or since `resetPeak`. */
  peakBytes(): number;
  /** Resets the peak. */
  resetPeak(): void;
  /** Takes a last sample and stops. Returns the peak. */
  stop(): Promise<number>;
}

/**
 * Samples the sum of the proportional set sizes of a process and its descendants: a page that several of them share
 * counts once. A process that ends during a sample counts as 0.
 */
export function watchMemory(
  pid: number,
  { everyMs = 50 }: { readonly everyMs?: number } = {},
): MemorySampler {
  let peak = 0;
  let resets = 0;
  let timer: NodeJS.Timeout | undefined;
  let sampling: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function sample(): Promise<number> {
    const before = resets;
    const bytes = await treeBytes(pid);
    // Discard a sample that began before `resetPeak`.
    if (resets === before) peak = Math.max(peak, bytes);
    return bytes;
  }

  function sampleAgain(): void {
    sampling = sample().finally(() => {
      if (!isStopped) timer = setTimeout(sampleAgain, everyMs);
    });
  }

  sampleAgain();
  return {
    nowBytes: sample,
    peakBytes: () => peak,
    resetPeak() {
      resets += 1;
      peak = 0;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await sampling;
      await sample();
      return peak;
    },
  };
}

async function treeBytes(pid: number): Promise<number> {
  const [own, children] = await Promise.all([processBytes(pid), childrenOf(pid)]);
  const descendants = await Promise.all(children.map(treeBytes));
  return descendants.reduce((sum, bytes) => sum + bytes, own);
}

async function processBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

/** Linux lists child processes per thread. */
async function childrenOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Processor time of a process so far, all its threads together; 0 on systems other than Linux. */
export function cpuMs(pid: number): number {
  if (process.platform !== 'linux') return 0;
  // Fields 14 and 15, in ticks of 10 ms; the name in field 2 may contain spaces.
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) * 10;
}
