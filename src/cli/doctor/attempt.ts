import { errorCode } from '../../runtime/error-code.ts';
import type { NetworkFault } from '../../runtime/network-fault.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
import { type Diagnosis, type Result, wrong } from './diagnosis.ts';

/** What may keep an address from being reached in a company's network; `undefined` where nothing speaks for that. */
export type AdviceOnNetwork = (fault: NetworkFault, address: string) => string | undefined;

type Named = Pick<Diagnosis, 'group' | 'name'>;

/** Tries something; resolves with what it came to within its time, and never rejects. */
export type Attempt = (
  named: Named,
  how: {
    readonly limitMs: number;
    /** What to do where no answer came in time. */
    readonly lateAdvice: string;
    /** What a failure means; one that it does not explain is told by its kind alone. */
    readonly explain?: (error: unknown) => Result | undefined;
  },
  run: (signal: AbortSignal) => Promise<Result>,
) => Promise<Diagnosis>;

/** Attempts that all end within one time, whatever hangs. */
export function createAttempts(totalMs: number, onBegun: (named: Named) => void): Attempt {
  const startedMs = performance.now();
  return async (named, { limitMs, lateAdvice, explain }, run) => {
    onBegun(named);
    const begunMs = performance.now();
    const mostMs = Math.max(0, Math.min(limitMs, startedMs + totalMs - begunMs));
    const late = new AbortController();
    const result = await valueWithin(
      mostMs,
      run(late.signal).catch((error: unknown) => explain?.(error) ?? unexplained(error)),
      () => late.abort(),
    );
    const tookMs = Math.round(performance.now() - begunMs);
    return { ...named, ...(result ?? wrong(`no answer within ${seconds(mostMs)}`, lateAdvice)), tookMs };
  };
}

export function seconds(timeMs: number): string {
  return `${Math.round(timeMs / 1_000)} s`;
}

/** Its message may hold anything: it stays untold. */
function unexplained(error: unknown): Result {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = errorCode(error);
  return wrong(
    `failed: ${kind}${code === undefined ? '' : ` (${code})`}`,
    'look at the setting, and try again',
  );
}
