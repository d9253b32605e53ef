import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { aName } from '../support/store.ts';

/** So much memory and no more for some processes and all they start: Linux ends one of them where they need more. */
export interface MemoryLimit {
  /** From here on; what it starts later is held to it, too. */
  hold(pid: number | undefined): void;
  /** How many processes were ended for it. */
  killed(): number;
}

/** What files a control group has, in the second version of them and in the first. */
const VERSIONS = [
  { limit: 'memory.max', swap: ['memory.swap.max', '0'], events: 'memory.events' },
  { limit: 'memory.limit_in_bytes', swap: ['memory.swappiness', '0'], events: 'memory.oom_control' },
] as const;

/** A control group of the test's own, gone when the test is over. `undefined` where this account can make none. */
export function aMemoryLimit(bytes: number): MemoryLimit | undefined {
  for (const parent of parents()) {
    const group = join(parent, aName());
    for (const version of VERSIONS) {
      try {
        mkdirSync(group);
        writeFileSync(join(group, version.limit), String(bytes), { flag: 'r+' });
      } catch {
        remove(group);
        continue;
      }
      onTestFinished(() => remove(group));
      return limitIn(group, version);
    }
  }
  return undefined;
}

function limitIn(group: string, { swap: [file, value], events }: (typeof VERSIONS)[number]): MemoryLimit {
  // A machine may have no swap at all.
  try {
    writeFileSync(join(group, file), value, { flag: 'r+' });
  } catch {}
  return {
    hold: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(group, events), 'utf8'))?.[1]),
  };
}

/** Where a group could be made: below the one of this process, beside it, or at the top. */
function parents(): string[] {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
    return lines.flatMap((line) => {
      const [, controllers = '', path = '/'] = line.split(':');
      const top = controllers === 'memory' ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup';
      if (controllers !== 'memory' && controllers !== '') return [];
      return [join(top, path), join(top, dirname(path)), top];
    });
  } catch {
    return [];
  }
}

function remove(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // It was never made, or a process that was killed is still on its way out.
  }
}
