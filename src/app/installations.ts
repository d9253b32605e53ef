import type { SeveralConfig } from '../config.ts';
import { createClients } from '../slack/connection/clients.ts';
import {
  type BotTokenSource,
  type Installations,
  NotInstalledError,
} from '../slack/connection/installations.ts';
import { createTokenRotation } from '../slack/connection/token-rotation.ts';
import type { Overrides } from './overrides.ts';
import type { ProcessParts } from './process-parts.ts';

/** Where the app is installed, and the tokens that Slack gave out for it. */
export interface AppInstallations extends Installations {
  source(id: string): BotTokenSource;
  /** Resolves when no token is being renewed: what Slack gave is written before the process ends. */
  ended(): Promise<void>;
}

/** Kept in the database that all replicas share, for the app that `SLACK_CLIENT_ID` names. It is opened at the first question. */
export function createAppInstallations(
  config: SeveralConfig,
  { storage, runtime }: Pick<ProcessParts, 'storage' | 'runtime'>,
  overrides: Overrides,
): AppInstallations {
  if (overrides.installations) return withoutRotation(overrides.installations);
  const { app, slack, proxies } = config;
  const { now, log, sealer, stopping } = runtime;
  const { asking: client } = createClients({ botToken: '', apiUrl: slack.apiUrl, proxies, log, now });
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  async function load() {
    const { store, database } = await storage.load();
    const own = { db: database.db, account: `app.${app.clientId}`, log };
    const installations = store.createInstallations({ ...own, sealer });
    const leases = store.createLeases(own);
    const rotation = createTokenRotation({ installations, leases, client, ...app, now, log, stopping });
    return { installations, rotation };
  }
  return {
    find: async (id) => (await loaded()).installations.find(id),
    save: async (installation) => (await loaded()).installations.save(installation),
    async remove(id) {
      await (await loaded()).installations.remove(id);
    },
    source: (id) => async (refused) => (await loaded()).rotation.source(id)(refused),
    ended: async () => (await loading)?.rotation.ended(),
  };
}

function withoutRotation(installations: Installations): AppInstallations {
  return {
    ...installations,
    source: (id) => async () => {
      const installation = await installations.find(id);
      if (!installation) throw new NotInstalledError();
      return installation.botToken;
    },
    async ended() {},
  };
}
