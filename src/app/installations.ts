import type { RequestListener } from 'node:http';
import type { ListedWorkspace, SeveralConfig } from '../config.ts';
import type { Installation } from '../domain/installation.ts';
import { scopes } from '../features/index.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { createClients } from '../slack/connection/clients.ts';
import { createTokenRotation } from '../slack/connection/token-rotation.ts';
import type { BotTokenSource } from '../slack/connection/web-client.ts';
import { createInstallationRemoval, type EndedInstallation } from '../slack/oauth/ended-installation.ts';
import { createInstaller, type InstallationTarget } from '../slack/oauth/installer.ts';
import { appAccount } from '../store/installations/sealed-tokens.ts';
import type { ProcessParts } from './process-parts.ts';

export type AppInstallations = ReturnType<typeof createAppInstallations>;

/** Rows of a removed installation are deleted repeatedly for this long: a replica may still add some. */
const CLEANUP_PERIOD_MS = 3 * MINUTE_MS;

/** Installations of one Slack app, stored in the shared database, which is opened at the first use. */
export function createAppInstallations(
  config: SeveralConfig,
  { storage, runtime }: Pick<ProcessParts, 'storage' | 'runtime'>,
) {
  const { app, slack, proxies, workspaces } = config;
  const { now, log, sealer, stopping, timings } = runtime;
  const { asking: client, posting } = createClients({
    botToken: '',
    apiUrl: slack.apiUrl,
    proxies,
    log,
    now,
    timings,
  });
  let loading: ReturnType<typeof load> | undefined;
  let failing = (): readonly string[] => [];
  const listeners: ((id: string) => void)[] = [];
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  async function load() {
    const database = await storage.database();
    const store = await import('../store/index.ts');
    const { deleteWorkspaceQueues, deleteWorkspaceJobs } = await import('../jobs/boss.ts');
    const own = { db: database.db, account: appAccount(app.clientId), log };
    const installations = store.createInstallations({ ...own, sealer, ttlMs: timings.installationsTtlMs });
    const leases = store.createLeases(own);
    const rotation = createTokenRotation({
      ...{ installations, leases, ...app, now, log, stopping },
      // This client makes no retries, because a refresh token is valid only once.
      client: posting,
    });
    ({ failing } = rotation);
    installations.reseal().catch((error: unknown) => {
      log.warn(
        { err: error },
        'tokens are not sealed with SECRET_KEY yet: keep SECRET_KEY_PREVIOUS until a start seals them',
      );
    });
    return {
      installations,
      rotation,
      end: createInstallationRemoval({ installations, client, log }),
      seen: store.createSeenRequests(own),
      cleanUpWorkspace: async (id: string, isOver: boolean) => {
        const rows = (await store.cleanUpWorkspace(own, id)) + (await deleteWorkspaceJobs(database, id));
        if (isOver) await deleteWorkspaceQueues(database, id);
        return rows;
      },
    };
  }

  async function cleanUp(only?: string): Promise<void> {
    const { installations, cleanUpWorkspace, seen } = await loaded();
    if (only === undefined) await seen.forget();
    for (const { id, agoMs } of await installations.removed()) {
      if (only !== undefined && only !== id) continue;
      const isOver = agoMs > CLEANUP_PERIOD_MS;
      let rows = 0;
      for (const workspace of idsOf(id, workspaces)) {
        const { installationIds = [workspace] } = workspaces.get(workspace) ?? {};
        if (await installations.hasAny(installationIds)) continue;
        rows += await cleanUpWorkspace(workspace, isOver);
      }
      if (rows > 0)
        log.info({ installation: id, rows }, 'the data of a workspace that uninstalled the app was deleted');
      if (isOver) await installations.forget(id);
    }
  }

  async function save(installation: Installation): Promise<void> {
    await cleanUp(installation.id);
    await (await loaded()).installations.save(installation);
    for (const listener of listeners) listener(installation.id);
  }

  return {
    read: async (id: string): Promise<Installation | undefined> => (await loaded()).installations.read(id),
    source:
      (id: string): BotTokenSource =>
      async (refused) =>
        (await loaded()).rotation.source(id)(refused),
    onSaved: (listener: (id: string) => void) => void listeners.push(listener),
    addPages(pages: Map<string, RequestListener>, isListed: (place: InstallationTarget) => boolean): void {
      const installer = createInstaller({
        ...{ ...app, apiUrl: slack.apiUrl, proxies, sealer, now, log, client, isListed, onInstalled: save },
        scopes: [...scopes.required, ...scopes.optional.keys()],
        isFirst: async (id, ttlMs) => (await loaded()).seen.isFirst(id, ttlMs),
        language: 'en',
      });
      for (const [path, page] of installer) pages.set(path, page);
    },
    end: async (event: EndedInstallation): Promise<readonly string[]> => (await loaded()).end(event),
    cleanUp: () => cleanUp(),
    failing: () => failing(),
    ended: async () => (await loading)?.rotation.ended(),
  };
}

/** Returns the installation's id, and the ids of the listed workspaces that may use this installation. */
function idsOf(id: string, workspaces: ReadonlyMap<string, ListedWorkspace>): readonly string[] {
  const naming = [...workspaces.values()].filter(({ installationIds }) => installationIds.includes(id));
  return [...new Set([id, ...naming.map((one) => one.id)])];
}
