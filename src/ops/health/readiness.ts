import { version } from '../../runtime/version.ts';
import type { OpsRoute } from '../server.ts';
import { memoizePart } from './memoize-part.ts';
import type { PartState } from './parts.ts';

export interface Parts {
  /** The only one that readiness depends on. */
  readonly slack: () => PartState;
  readonly database: () => Promise<PartState>;
  readonly queue: () => PartState;
  readonly cache: () => Promise<PartState>;
  readonly platform: () => PartState;
}

interface HealthOptions extends Parts {
  readonly workspaces?: () => Readonly<Record<string, string>>;
}

export type Health = ReturnType<typeof createHealth>;

/** How the bot is, part by part. Nothing asks the platform, and no caller waits for a part that takes long. */
export function createHealth({ slack, queue, platform, workspaces, ...looked }: HealthOptions) {
  const database = memoizePart(looked.database);
  const cache = memoizePart(looked.cache);
  const states = async (): Promise<Readonly<Record<keyof Parts, PartState>>> => {
    const [databaseState, cacheState] = await Promise.all([database(), cache()]);
    return {
      slack: slack(),
      database: databaseState,
      queue: queue(),
      cache: cacheState,
      platform: platform(),
    };
  };
  /** 200 while Slack's requests are taken: look-ups need no database, and a replica that is not ready gets none. */
  const readyz: OpsRoute = async () => {
    const told = await states();
    const isReady = told.slack.state === 'ok';
    const parts = Object.entries(told);
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
