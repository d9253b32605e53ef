import type { RequestListener } from 'node:http';
import type { ListedWorkspace, SeveralConfig } from '../config.ts';
import type { Installation } from '../domain/installation.ts';
import { scopes } from '../features/index.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { createClients } from '../slack/connection/clients.ts';
import { createTokenRotation } from '../slack/connection/token-rotation.ts';
import type { BotTokenSource } from '../slack/connection/web-client.ts';
import { createEnding, type EndedInstallation } from '../slack/oauth/ended.ts';
import { createInstaller, type InstalledAt } from '../slack/oauth/installer.ts';
import { appAccount } from '../store/installations/sealed-tokens.ts';
import type { ProcessParts } from './process-parts.ts';

export type AppInstallations = ReturnType<typeof createAppInstallations>;

/** Another replica may write for an ended installation this long. */
const CLEANED_FOR_MS = 3 * MINUTE_MS;

/** Installations in the shared database, for the app of `SLACK_CLIENT_ID`. It is opened at the first question. */
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
    const { deleteQueuesOf, deleteWorkOf } = await import('../jobs/boss.ts');
    const own = { db: database.db, account: appAccount(app.clientId), log };
    const installations = store.createInstallations({
      ...own,
      sealer,
      rememberedMs: timings.installationsRememberedMs,
    });
    const leases = store.createLeases(own);
    const rotation = createTokenRotation({
      ...{ installations, leases, ...app, now, log, stopping },
      // A refresh token is valid once: nothing is asked twice.
      client: posting,
    });
    ({ failing } = rotation);
    installations.reseal().catch((error: unknown) => {
      log.warn({ err: error }, 'tokens are not sealed anew: keep SECRET_KEY_PREVIOUS until a start does');
    });
    return {
      installations,
      rotation,
      end: createEnding({ installations, client, log }),
      seen: store.createSeenRequests(own),
      cleanUpWorkspace: async (id: string, isOver: boolean) => {
        const rows = (await store.cleanUpWorkspace(own, id)) + (await deleteWorkOf(database, id));
        if (isOver) await deleteQueuesOf(database, id);
        return rows;
      },
    };
  }

  async function cleanUp(only?: string): Promise<void> {
    const { installations, cleanUpWorkspace, seen } = await loaded();
    if (only === undefined) await seen.forget();
    for (const { id, agoMs } of await installations.removed()) {
      if (only !== undefined && only !== id) continue;
      const isOver = agoMs > CLEANED_FOR_MS;
      let rows = 0;
      for (const workspace of idsOf(id, workspaces)) {
        const { installationIds = [workspace] } = workspaces.get(workspace) ?? {};
        if (await installations.hasAny(installationIds)) continue;
        rows += await cleanUpWorkspace(workspace, isOver);
      }
      if (rows > 0)
        log.info({ installation: id, rows }, 'what was kept of a workspace that uninstalled the app is gone');
      if (isOver) await installations.forget(id);
    }
  }

  async function save(installation: Installation): Promise<void> {
    // It starts empty, also after a recent end.
    await cleanUp(installation.id);
    await (await loaded()).installations.save(installation);
    for (const listener of listeners) listener(installation.id);
  }

  return {
    /** `undefined` where the app is not installed. Reads the database. */
    read: async (id: string): Promise<Installation | undefined> => (await loaded()).installations.read(id),
    source:
      (id: string): BotTokenSource =>
      async (refused) =>
        (await loaded()).rotation.source(id)(refused),
    /** Reports installations on this replica at once. */
    onSaved: (listener: (id: string) => void) => void listeners.push(listener),
    addPages(pages: Map<string, RequestListener>, isListed: (place: InstalledAt) => boolean): void {
      const installer = createInstaller({
        ...{ ...app, apiUrl: slack.apiUrl, proxies, sealer, now, log, client, isListed, onInstalled: save },
        scopes: [...scopes.required, ...scopes.optional.keys()],
        isFirst: async (id, keptMs) => (await loaded()).seen.isFirst(id, keptMs),
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

/** An organization’s installation serves the workspaces that name it, too. */
function idsOf(id: string, workspaces: ReadonlyMap<string, ListedWorkspace>): readonly string[] {
  const naming = [...workspaces.values()].filter(({ installationIds }) => installationIds.includes(id));
  return [...new Set([id, ...naming.map((one) => one.id)])];
}
