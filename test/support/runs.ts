import type { LongRun, Runs } from '../../src/store/posting/runs.ts';

export function createRunsInMemory(): Runs & { readonly rows: Map<string, LongRun>; silence(): void } {
  const rows = new Map<string, LongRun>();
  let isSilent = false;
  const change = (id: string, changes: Partial<LongRun>) => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, ...changes });
    return row;
  };
  return {
    rows,
    /** From now on all running runs count as abandoned. */
    silence() {
      isSilent = true;
    },
    async create(run) {
      const id = `run-${rows.size + 1}`;
      const at = new Date();
      rows.set(id, {
        ...run,
        id,
        state: 'running',
        daysDone: 0,
        messagesRead: 0,
        createdAt: at,
        heartbeatAt: at,
      });
      return id;
    },
    async setMessage(id, message) {
      change(id, { message });
    },
    find: async (id) => rows.get(id),
    progress: async (id, done) => change(id, done)?.state,
    async finish(id, state) {
      const wasRunning = rows.get(id)?.state === 'running';
      if (wasRunning) change(id, { state });
      return wasRunning;
    },
    findSilent: async () => (isSilent ? [...rows.keys()] : []),
    async claimSilent() {
      return isSilent ? [...rows.values()].filter(({ state }) => state === 'running') : [];
    },
    forget: async () => 0,
  };
}
