import type { Clock, Db } from 'pg-boss';
import type { Timings } from '../runtime/timings.ts';

/** A clock that the library also asks the database for. */
interface MovedClock extends Clock {
  attach(target: { readonly db: Db; readonly schema: string }): Promise<AsyncDisposable>;
}

/** A clock that runs on drifts by less between two checks. */
const JUMP_MS = 1_000;

/** The bot's clock where it is not the real one: work falls due by it, and timers run in real time. */
export function createMovedClock(
  now: () => Date,
  { clockCheckMs, clockDriftMs }: Pick<Timings, 'clockCheckMs' | 'clockDriftMs'>,
  onJump: (isBack: boolean) => void,
): MovedClock {
  return {
    now: () => now().getTime(),
    setTimeout: (call, ms) => setTimeout(call, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (call, ms) => setInterval(call, ms),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
    async attach({ db, schema }) {
      let setMs = 0;
      const set = async (differenceMs: number) => {
        // The library's own function, by which every statement of its own tells the time. Replicas replace it at once:
        // unless one waits for the other, Postgres refuses it to one of them.
        await db.executeSql(
          `select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('${schema}.job_now'));
           create or replace function ${schema}.job_now() returns timestamp with time zone language sql stable as
           $$ select pg_catalog.now() + interval '${Math.round(differenceMs)} milliseconds' $$`,
        );
        setMs = differenceMs;
      };
      const look = async () => {
        const differenceMs = now().getTime() - Date.now();
        const jumpMs = differenceMs - setMs;
        if (Math.abs(jumpMs) < clockDriftMs) return;
        await set(differenceMs);
        if (Math.abs(jumpMs) >= JUMP_MS) onJump(jumpMs < 0);
      };
      await set(now().getTime() - Date.now());
      let looking = Promise.resolve();
      const timer = setInterval(() => {
        // Where the database is away, the next look sets it.
        looking = looking.then(look).catch(() => undefined);
      }, clockCheckMs);
      timer.unref();
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer);
          await looking;
          await set(0);
        },
      };
    },
  };
}
