import { onTestFinished } from 'vitest';
import type { Message } from '../../src/domain/messages/message.ts';
import {
  createUpstream,
  type MessageQuery,
  type Upstream,
  UpstreamError,
  type UpstreamOptions,
} from '../../src/upstream/index.ts';
import { recordLog } from './log.ts';

/** A client of the platform at `baseUrl`, closed after the test. */
export function openUpstream(baseUrl: string, changes: Partial<UpstreamOptions> = {}): Upstream {
  const upstream = createUpstream({
    baseUrl,
    email: 'canary@example.com',
    password: 'canary-password',
    reportToken: 'canary-report-token',
    reportBounds: 'inclusive',
    reportTimeZone: 'UTC',
    infoAuth: 'auto',
    infoDateFormat: 'yyyy-MM-dd',
    concurrency: 2,
    // Long, so that a busy machine does not cause timeouts.
    timeoutMs: 60_000,
    now: () => new Date(),
    log: recordLog().log,
    retryBaseMs: 1,
    ...changes,
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

export const testQuery: MessageQuery = {
  msisdn: '56912345678',
  start: new Date('2026-11-18T00:00:00Z'),
  end: new Date('2026-11-19T00:00:00Z'),
};

export async function collect(read: AsyncIterable<Message>): Promise<Message[]> {
  return await Array.fromAsync(read);
}

/** All text of an error and its causes, without stack traces and local ports. */
export function wordsOf(error: Error): string {
  const stack = (error.stack ?? '').split('\n').filter((line) => !line.startsWith('    at '));
  const t = JSON.stringify([{ ...error }, error.message, stack, String(error.cause)]);
  return t.replaceAll(/\b127\.0\.0\.1:\d+/g, '<address>');
}

/** The rejection of a promise, which must be an `UpstreamError`. */
export async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UpstreamError) return error;
  throw new Error(`expected an UpstreamError, got ${String(error)}`);
}
