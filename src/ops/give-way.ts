import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets every other thread have the processor first, for as long as the calling thread lives: for work nobody waits
 * for by the millisecond. Linux alone can do that for one thread; elsewhere nothing happens.
 */
export function giveWay(): void {
  try {
    // "<process>/task/<thread>"; the system takes the thread's number where it takes a process's.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system without it, or one that forbids it: the work competes as any other.
  }
}
