import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { uniqueName } from '../support/store.ts';

/** A memory limit for some processes and their children. Linux kills one of them when they exceed it. */
export interface MemoryLimit {
  /** Applies the limit to a process, and to those that it starts later. */
  hold(pid: number | undefined): void;
  /** The number of processes killed for exceeding the limit. */
  killed(): number;
}

/** The files of a control group, in version 2 and in version 1. */
const VERSIONS = [
  { limit: 'memory.max', swap: ['memory.swap.max', '0'], events: 'memory.events' },
  { limit: 'memory.limit_in_bytes', swap: ['memory.swappiness', '0'], events: 'memory.oom_control' },
] as const;

/** Creates a control group that is removed after the test. `undefined` if this account cannot create one. */
export function createMemoryLimit(bytes: number): MemoryLimit | undefined {
  for (const parent of parents()) {
    const group = join(parent, uniqueName());
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
  // A machine may have no swap.
  try {
    writeFileSync(join(group, file), value, { flag: 'r+' });
  } catch {}
  return {
    hold: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(group, events), 'utf8'))?.[1]),
  };
}

/** Possible parents of a group: the group of this process, its parent, or the top. */
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
    // The group does not exist, or a killed process has not ended yet.
  }
}
