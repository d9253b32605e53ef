import { finishesWithin } from '../../runtime/timeouts.ts';
import { version } from '../../runtime/version.ts';
import type { OpsRoute } from '../server.ts';
import type { PartState } from './parts.ts';

export interface HealthParts {
  readonly slack: () => PartState;
  readonly database: () => Promise<PartState>;
  readonly queue: () => PartState;
  readonly cache: () => Promise<PartState>;
  readonly platform: () => PartState;
}

interface HealthOptions extends HealthParts {
  readonly workspaces?: () => Readonly<Record<string, string>>;
}

export type Health = ReturnType<typeof createHealth>;

export function createHealth({ slack, queue, platform, workspaces, ...checks }: HealthOptions) {
  const databaseState = memoizePart(checks.database);
  const cacheState = memoizePart(checks.cache);
  const states = async (): Promise<Readonly<Record<keyof HealthParts, PartState>>> => {
    const [database, cache] = await Promise.all([databaseState(), cacheState()]);
    return { slack: slack(), database, queue: queue(), cache, platform: platform() };
  };
  /** Answers 200 while the process accepts Slack’s requests, even without a database: look-ups need none. */
  const readyz: OpsRoute = async () => {
    const current = await states();
    const isReady = current.slack.state === 'ok';
    const parts = Object.entries(current);
    const body = {
      ready: isReady,
      ...Object.fromEntries(parts.map(([part, { state }]) => [part, state])),
      reasons: Object.fromEntries(parts.flatMap(([part, { reason }]) => (reason ? [[part, reason]] : []))),
      ...(workspaces ? { workspaces: workspaces() } : {}),
      ...version(),
    };
    return { status: isReady ? 200 : 503, type: 'application/json', body: `${JSON.stringify(body)}\n` };
  };
  return { states, readyz };
}

const TIMES = {
  freshMs: 2_000,
  /** Longest time in ms that a caller waits; Kubernetes gives a health probe one second by default. */
  maxWaitMs: 400,
  /** A health check without a result after this many ms counts as down. */
  downAfterMs: 5_000,
};

/** Simultaneous callers share one check, and its result is cached. Never rejects. */
export function memoizePart(
  check: () => Promise<PartState>,
  { freshMs, maxWaitMs, downAfterMs }: typeof TIMES = TIMES,
): () => Promise<PartState> {
  let last: { readonly state: PartState; readonly atMs: number } | undefined;
  let pending: { readonly ended: Promise<void>; readonly sinceMs: number } | undefined;

  async function checkNow(): Promise<void> {
    const state = await check().catch((): PartState => ({ state: 'down', reason: 'failed' }));
    last = { state, atMs: performance.now() };
    pending = undefined;
  }

  return async () => {
    if (last && performance.now() - last.atMs < freshMs) return last.state;
    pending ??= { ended: checkNow(), sinceMs: performance.now() };
    const { ended, sinceMs } = pending;
    if ((await finishesWithin(maxWaitMs, ended)) && last) return last.state;
    const isDown = performance.now() - sinceMs >= downAfterMs;
    return isDown ? { state: 'down', reason: 'no_answer' } : { state: 'degraded', reason: 'slow' };
  };
}
