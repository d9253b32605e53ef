/** Who did what led to a trigger, and where. */
export interface Trigger {
  readonly person: string;
  /** The channel it happened in, if any. */
  readonly channel?: string;
  /** The modal it happened in, if any. */
  readonly viewId?: string;
}

/** Why a trigger opens nothing. */
type TriggerRefusal = 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id';

/** The triggers a workspace hands out with interactions. */
export interface Triggers {
  issue(trigger: Trigger): string;
  /** Uses up a trigger. */
  exchange(id: unknown): Trigger | TriggerRefusal;
  /** Every trigger there is answers as one that is too old. */
  reset(): void;
}

/** Creates the triggers, each good once for `lifetimeMs` of real time: nobody waits longer at a screen. */
export function createTriggers(lifetimeMs: number): Triggers {
  const issued = new Map<unknown, { trigger: Trigger; at: number; isUsed: boolean }>();
  return {
    issue(trigger) {
      const id = `${issued.size + 1}.1.trigger`;
      issued.set(id, { trigger, at: performance.now(), isUsed: false });
      return id;
    },
    exchange(id) {
      const entry = issued.get(id);
      if (entry === undefined) return 'invalid_trigger_id';
      if (entry.isUsed) return 'exchanged_trigger_id';
      if (performance.now() - entry.at > lifetimeMs) return 'expired_trigger_id';
      entry.isUsed = true;
      return entry.trigger;
    },
    reset() {
      for (const entry of issued.values()) entry.at = Number.NEGATIVE_INFINITY;
    },
  };
}
