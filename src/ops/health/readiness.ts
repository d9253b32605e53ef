import { memoizeStaleIfError } from '../../runtime/memoize.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
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

/** A result this old, in ms, is replaced by the next check. */
const FRESH_MS = 2_000;
/** Longest time in ms that a caller waits; Kubernetes gives a health probe one second by default. */
const MAX_WAIT_MS = 400;
/** A health check without a result after this many ms counts as down. */
const DOWN_AFTER_MS = 5_000;

/** While a check takes long, callers get a result of this age, in ms. */
const STALE_MS = 30_000;

/** Simultaneous callers share one check. Never rejects. */
export function memoizePart(check: () => Promise<PartState>): () => Promise<PartState> {
  const ages = { freshMs: FRESH_MS, staleMs: STALE_MS, ttlMs: STALE_MS };
  const find = memoizeStaleIfError(ages, async (): Promise<PartState> => {
    const checked = check().catch((): PartState => ({ state: 'down', reason: 'failed' }));
    return (await valueWithin(DOWN_AFTER_MS, checked)) ?? { state: 'down', reason: 'no_answer' };
  });
  return async () => {
    const found = await valueWithin(MAX_WAIT_MS, find('', MAX_WAIT_MS));
    return found?.value ?? { state: 'degraded', reason: 'slow' };
  };
}
