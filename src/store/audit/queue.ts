import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../domain/audit.ts';
import { isDatabaseFailure } from '../../domain/database-failure.ts';
import type { Log } from '../../ops/log.ts';
import { type Metrics, NO_METRICS } from '../../ops/metrics.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import type { Audit, WaitingEntry } from './audit.ts';

export type AuditQueue = ReturnType<typeof createAuditQueue>;

interface QueueOptions {
  readonly audit: Pick<Audit, 'add'>;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'auditEntryLost'>;
  /** Maximum number of queued entries; further entries are dropped and counted as lost. */
  readonly mostWaiting?: number;
  readonly retryMs?: number;
  /** How long an entry waits for others; 0 writes at once. One statement for many takes far less time than many. */
  readonly gatherMs?: number;
  readonly hasStarted?: boolean;
}

const MOST_WAITING = 20_000;
const MOST_AT_ONCE = 200;

interface Interruption {
  readonly sinceMs: number;
  reportedMs: number;
  lost: number;
}

/** Writes audit entries to the database in the background, in batches, one batch at a time. */
export function createAuditQueue(options: QueueOptions) {
  const { audit, log, metrics = NO_METRICS, mostWaiting = MOST_WAITING } = options;
  const { retryMs = TIMINGS.auditRetryMs, gatherMs = TIMINGS.auditGatherMs } = options;
  const waiting: { id: string; entry: AuditEntry; sinceMs: number }[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let interruption: Interruption | undefined;
  let { hasStarted = false } = options;

  const push = (entry: AuditEntry, sinceMs = performance.now()) =>
    waiting.push({ id: randomUUID(), entry, sinceMs });

  const interrupted = () => {
    interruption ??= { sinceMs: performance.now(), reportedMs: Number.NEGATIVE_INFINITY, lost: 0 };
    return interruption;
  };

  const reportFailure = (error: unknown) => {
    const now = performance.now();
    const interruption = interrupted();
    if (now - interruption.reportedMs < MINUTE_MS) return;
    interruption.reportedMs = now;
    const { lost } = interruption;
    log.error({ err: error, waiting: waiting.length, lost }, 'the audit cannot be written; entries wait');
  };

  const countLost = (during: Interruption) => {
    during.lost += 1;
    metrics.auditEntryLost();
  };

  const noteInterruption = () => {
    if (!interruption) return;
    const { sinceMs, lost } = interruption;
    interruption = undefined;
    log.warn({ lost }, 'the audit is written again');
    const noted = { act: 'interrupted', surface: 'audit', person: '', reference: '', numbers: [] } as const;
    push({ ...noted, outcome: 'failed', why: `lost ${lost}` }, sinceMs);
  };

  const writeBatch = async (size: number): Promise<void> => {
    const now = performance.now();
    const batch = waiting
      .slice(0, size)
      .map(({ sinceMs, ...one }): WaitingEntry => ({ ...one, ageMs: now - sinceMs }));
    await audit.add(batch);
    waiting.splice(0, batch.length);
  };

  /** Removes the first entry, which the database rejected, so that it does not block the others. */
  const drop = () => {
    const dropped = waiting.shift();
    if (dropped?.entry.act === 'interrupted') interruption = undefined;
    else if (interruption) countLost(interruption);
  };

  const writeAll = async (): Promise<void> => {
    let size = MOST_AT_ONCE;
    let isWritten = false;
    while (waiting.length > 0) {
      try {
        await writeBatch(size);
        isWritten = true;
      } catch (error) {
        reportFailure(error);
        if (isDatabaseFailure(error)) return;
        if (size === 1) drop();
        size = 1;
      }
      // If the database rejected every entry, the audit is still not written.
      if (waiting.length === 0 && isWritten) noteInterruption();
    }
  };

  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const writeNow = () => {
    stopWaiting();
    if (!hasStarted || writing || waiting.length === 0) return;
    writing = writeAll().finally(() => {
      writing = undefined;
      schedule();
    });
  };

  function schedule(): void {
    if (!hasStarted || writing || timer || waiting.length === 0) return;
    const waitMs = interruption ? retryMs : gatherMs;
    if (waitMs > 0) timer = setTimeout(writeNow, waitMs).unref();
    else writeNow();
  }

  return {
    /** Queues an entry and returns without waiting for the database. Never throws. */
    write(entry: AuditEntry): void {
      if (waiting.length < mostWaiting) push(entry);
      else countLost(interrupted());
      schedule();
    },
    /** Starts writing to the database. Earlier entries wait for this call, because they must not open it. */
    start(): void {
      hasStarted = true;
      schedule();
    },
    /** Tries to write all queued entries; resolves even if the database does not accept them. */
    async flush(): Promise<void> {
      if (!hasStarted) return;
      writeNow();
      await writing;
      stopWaiting();
    },
    reportLost(): void {
      const lost = waiting.length + (interruption?.lost ?? 0);
      if (!hasStarted || lost === 0) return;
      log.error({ lost }, 'the audit could not be written before the end; entries are lost');
    },
  };
}
