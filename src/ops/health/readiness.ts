import { version } from '../../runtime/version.ts';
import type { OpsRoute } from '../server.ts';
import { memoizePart } from './memoize-part.ts';
import type { PartState } from './parts.ts';

export interface HealthParts {
  /** Readiness depends only on this part. */
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

/** Sends no request to the platform, and never waits long for a part. */
export function createHealth({ slack, queue, platform, workspaces, ...checks }: HealthOptions) {
  const database = memoizePart(checks.database);
  const cache = memoizePart(checks.cache);
  const states = async (): Promise<Readonly<Record<keyof HealthParts, PartState>>> => {
    const [databaseState, cacheState] = await Promise.all([database(), cache()]);
    return {
      slack: slack(),
      database: databaseState,
      queue: queue(),
      cache: cacheState,
      platform: platform(),
    };
  };
  /** 200 while the process accepts Slack's requests: look-ups need no database. */
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
