import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessConfig } from '../config.ts';
import { startControlServer } from '../control/server.ts';
import type { OpsServer } from '../ops/server.ts';
import { finishesWithin } from '../runtime/timeouts.ts';
import { version } from '../runtime/version.ts';
import type { UnservedReason } from '../slack/connection/dispatch.ts';
import type { ProcessParts } from './process-parts.ts';
import { startWarnings } from './start-warnings.ts';
import { isStoredInFolder } from './storage.ts';
import {
  CLOSING_MS,
  DRAIN_MS,
  FINAL_ANSWERS_MS,
  flushQueues,
  JOBS_STOP_MS,
  type WorkspaceBot,
} from './workspace-bot.ts';

export type Bot = ReturnType<typeof createLifecycle>;

/** Making the embedded database takes seconds, on a slow machine longer than a stop usually may. */
const FIRST_OPENING_MS = 15_000;

interface LifecycleOptions {
  readonly parts: ProcessParts;
  readonly bots: Bots;
  /** The server for health checks. Starts first and stops last, to answer during a slow start or stop. */
  readonly ops: OpsServer | undefined;
  readonly hasDatabase: boolean;
}

export function createLifecycle(options: LifecycleOptions) {
  const { parts, bots, hasDatabase } = options;
  const { config, connection, storage, stopping } = parts;
  const { log } = parts.runtime;
  const resources = resourcesOf(options);
  const ofAll = (end: (bot: WorkspaceBot) => Promise<void>) => Promise.all(bots.running().map(end));
  /** Waits for the answers to current requests, then closes everything; takes less than 10 s, or 25 s while the database opens. */
  const stop = (): Promise<void> => {
    stopping.abort();
    return resources.disposeAsync();
  };
  return {
    /** Resolves when the bot accepts requests. @throws when the port is in use or Slack refuses the token */
    async start(): Promise<{ readonly port?: number; readonly opsPort?: number }> {
      try {
        log.info(version(), 'SMS Desk starts');
        const opsPort = await options.ops?.start();
        if (opsPort !== undefined) log.info({ opsPort }, 'listening for probes');
        for (const { warning, ...of } of await startWarnings(config)) log.warn(of, warning);
        await storage.lock();
        if (!hasDatabase && isStoredInFolder(config)) {
          resources.defer(await startControlServer({ ...config, database: storage.database, log }));
        }
        resources.defer(bots.stop);
        await bots.start();
        const address = await connection.start();
        resources.defer(async () => {
          const answering = finishesWithin(DRAIN_MS, connection.stop().then(bots.requestsFinished));
          await Promise.all([
            answering,
            finishesWithin(
              JOBS_STOP_MS,
              ofAll(({ jobs }) => jobs.stop()),
            ),
          ]);
          // A first start may still be making the database, and the audit’s entries wait for it.
          if (isStoredInFolder(config) && !(await storage.isOpen()))
            await finishesWithin(
              FIRST_OPENING_MS,
              ofAll(({ audit }) => audit.flush()),
            );
        });
        log.info(address, 'listening for Slack');
        resources.defer(() => {
          for (const { recovery } of bots.running()) recovery.stop();
        });
        // The bot already listens while the database's code loads and the database opens.
        if (!hasDatabase && mayHaveDueWork(config)) await storage.refuseWrongKey();
        bots.startDueWork(hasDatabase || mayHaveDueWork(config));
        return { ...address, ...(opsPort === undefined ? {} : { opsPort }) };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    warmUp: bots.warmUp,
    prepare: bots.prepare,
    requestsFinished: bots.requestsFinished,
    stop,
  };
}

/** The resources are closed in reverse order, also if the start fails half-way. */
function resourcesOf({ parts, bots, ops }: LifecycleOptions): AsyncDisposableStack {
  const { storage, redisTokens, runtime } = parts;
  const resources = new AsyncDisposableStack();
  const closeWithin = (timeMs: number, close: () => Promise<unknown>) => {
    resources.defer(async () => {
      await finishesWithin(timeMs, close());
    });
  };
  resources.defer(() => runtime.log.info('stopped'));
  resources.defer(() => {
    for (const { audit } of bots.running()) audit.reportLost();
  });
  // Stopping an open database takes less than 10 s in total, because after that time service managers kill the process.
  closeWithin(CLOSING_MS, () => {
    for (const { stores } of bots.running()) stores.close();
    return Promise.all([storage.close(), ops?.stop()]);
  });
  closeWithin(CLOSING_MS, () => Promise.all(bots.running().map(flushQueues)));
  closeWithin(FINAL_ANSWERS_MS, () => Promise.all([bots.requestsFinished(), redisTokens?.close()]));
  resources.defer(() => {
    for (const { platform } of bots.running()) platform.release();
    storage.cancelOpening();
  });
  return resources;
}

/** True if a database exists: no database is created only to look for unfinished work. */
function mayHaveDueWork({ databaseUrl, dataDir }: ProcessConfig): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
}

export type ServingState = 'running' | 'token_not_renewed' | Exclude<UnservedReason, 'not_listed'>;

export interface Bots {
  running(): readonly WorkspaceBot[];
  readonly states?: () => Readonly<Record<string, ServingState>>;
  /** Signs in to Slack. @throws if there is only one workspace and Slack refuses its token */
  start(): Promise<void>;
  startDueWork(mayHaveDueWork: boolean): void;
  warmUp(): Promise<void>;
  prepare(): Promise<void>;
  requestsFinished(): Promise<void>;
  stop(): Promise<void>;
}
