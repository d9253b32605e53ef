import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessConfig } from '../config.ts';
import { startControlServer } from '../control/server.ts';
import type { OpsServer } from '../ops/server.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import { version } from '../runtime/version.ts';
import type { Unserved } from '../slack/connection/dispatch.ts';
import type { ProcessParts } from './process-parts.ts';
import { startWarnings } from './start-warnings.ts';
import { isKeptInFolder } from './storage.ts';
import { CLOSING_MS, DRAIN_MS, LAST_WORDS_MS, WORK_ENDING_MS, type WorkspaceBot } from './workspace-bot.ts';

export type Bot = ReturnType<typeof createLifecycle>;

interface LifecycleOptions {
  readonly parts: ProcessParts;
  readonly bots: Bots;
  /** Started first and stopped last, so that probes see a slow start and a drain. */
  readonly ops: OpsServer | undefined;
  readonly hasDatabase: boolean;
}

export function createLifecycle(options: LifecycleOptions) {
  const { parts, bots, hasDatabase } = options;
  const { config, connection, storage, stopping } = parts;
  const { log } = parts.runtime;
  const resources = resourcesOf(options);
  const ofAll = (end: (bot: WorkspaceBot) => Promise<void>) => Promise.all(bots.running().map(end));
  /** Finishes the answers in flight, then closes everything; within 10 s. */
  const stop = (): Promise<void> => {
    stopping.abort();
    return resources.disposeAsync();
  };
  return {
    /** Resolves once requests can come. @throws when the port is in use or Slack refuses the token */
    async start(): Promise<{ readonly port?: number; readonly opsPort?: number }> {
      try {
        log.info(version(), 'SMS Desk starts');
        const opsPort = await options.ops?.start();
        if (opsPort !== undefined) log.info({ opsPort }, 'listening for probes');
        for (const { warning, ...of } of await startWarnings(config)) log.warn(of, warning);
        await storage.hold();
        if (!hasDatabase && isKeptInFolder(config)) {
          resources.defer(await startControlServer({ ...config, database: storage.database, log }));
        }
        resources.defer(bots.stop);
        await bots.start();
        const address = await connection.start();
        resources.defer(async () => {
          const answering = settlesWithin(DRAIN_MS, connection.stop().then(bots.answered));
          await Promise.all([
            answering,
            settlesWithin(
              WORK_ENDING_MS,
              ofAll(({ jobs }) => jobs.stop()),
            ),
          ]);
        });
        log.info(address, 'listening for Slack');
        resources.defer(() => {
          for (const { recovery } of bots.running()) recovery.stop();
        });
        bots.begin(hasDatabase || mayHaveLeftBehind(config));
        return { ...address, ...(opsPort === undefined ? {} : { opsPort }) };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    warmUp: bots.warmUp,
    prepare: bots.prepare,
    settled: bots.answered,
    stop,
  };
}

/** Closed in reverse order, also when the start fails half-way. */
function resourcesOf({ parts, bots, ops }: LifecycleOptions): AsyncDisposableStack {
  const { storage, redisTokens, runtime } = parts;
  const resources = new AsyncDisposableStack();
  const closeWithin = (timeMs: number, close: () => Promise<unknown>) => {
    resources.defer(async () => {
      await settlesWithin(timeMs, close());
    });
  };
  resources.defer(() => runtime.log.info('stopped'));
  resources.defer(() => {
    for (const { audit } of bots.running()) audit.tellLeft();
  });
  // All steps together take less than ten seconds, as service managers expect.
  closeWithin(CLOSING_MS, () => {
    for (const { stores } of bots.running()) stores.close();
    return Promise.all([storage.close(), ops?.stop()]);
  });
  closeWithin(CLOSING_MS, () => Promise.all(bots.running().map(({ audit }) => audit.written())));
  closeWithin(LAST_WORDS_MS, () => Promise.all([bots.answered(), redisTokens?.close()]));
  resources.defer(() => {
    for (const { platform } of bots.running()) platform.release();
    storage.giveUpOpening();
  });
  return resources;
}

/** Whether there is a database; none is made only to find nothing in it. */
function mayHaveLeftBehind({ databaseUrl, dataDir }: ProcessConfig): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
}

export type ServingState = 'running' | 'token_not_renewed' | Exclude<Unserved, 'not_listed'>;

export interface Bots {
  running(): readonly WorkspaceBot[];
  /** By id; left out for the one workspace of a company’s own app. */
  readonly states?: () => Readonly<Record<string, ServingState>>;
  /** Signs in to Slack, before requests come. @throws where the only token is refused */
  start(): Promise<void>;
  /** Once requests come: starts the work that is due, where an earlier process may have left some. */
  begin(mayHaveLeftBehind: boolean): void;
  warmUp(): Promise<void>;
  prepare(): Promise<void>;
  answered(): Promise<void>;
  stop(): Promise<void>;
}
