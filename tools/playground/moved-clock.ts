import type { AttachableClock } from 'pg-boss';

/** If the clock shifts by more ms than this against the system clock between checks, it has jumped. */
const JUMP_MS = 1_000;

interface MovedClockOptions {
  /** Interval between two comparisons of the clock with the system's clock. */
  readonly checkMs?: number;
  /** When the clock's offset from the system's clock changes by more, the database is informed. */
  readonly driftMs?: number;
}

/** Makes a clock for pg-boss from `now`: due times follow `now`, while timers run in real time. */
export const createMovedClock =
  (now: () => Date, { checkMs = 250, driftMs = 250 }: MovedClockOptions = {}) =>
  (onJump: () => void): AttachableClock => ({
    now: () => now().getTime(),
    setTimeout: (call, ms) => setTimeout(call, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (call, ms) => setInterval(call, ms),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
    async attach({ db, schema }) {
      let setMs = 0;
      const set = async (differenceMs: number) => {
        // All SQL of pg-boss calls `job_now`. The lock is necessary, because Postgres rejects simultaneous
        // replacements of a function by several replicas.
        await db.executeSql(
          `select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('${schema}.job_now'));
           create or replace function ${schema}.job_now() returns timestamp with time zone language sql stable as
           $$ select pg_catalog.now() + interval '${Math.round(differenceMs)} milliseconds' $$`,
        );
        setMs = differenceMs;
      };
      const follow = async () => {
        const differenceMs = now().getTime() - Date.now();
        const jumpMs = differenceMs - setMs;
        if (Math.abs(jumpMs) < driftMs) return;
        await set(differenceMs);
        if (Math.abs(jumpMs) >= JUMP_MS) onJump();
      };
      await set(now().getTime() - Date.now());
      let following = Promise.resolve();
      const timer = setInterval(() => {
        // If the database does not answer, the next check of the clock sets the offset.
        following = following.then(follow).catch(() => undefined);
      }, checkMs);
      timer.unref();
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer);
          await following;
          await set(0);
        },
      };
    },
  });
