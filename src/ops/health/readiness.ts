import { version } from '../../runtime/version.ts';
import type { OpsRoute } from '../server.ts';
import { memoizePart } from './memoize-part.ts';
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
