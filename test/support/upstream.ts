import { onTestFinished } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import {
  createUpstream,
  type MessageQuery,
  type Upstream,
  UpstreamError,
  type UpstreamOptions,
} from '../../src/upstream/index.ts';
import { recordLog } from './log.ts';

/** A client of the platform at `baseUrl`, closed when the test is over. */
export function anUpstream(baseUrl: string, changes: Partial<UpstreamOptions> = {}): Upstream {
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
    timeoutMs: 2_000,
    now: () => new Date(),
    log: recordLog().log,
    retryBaseMs: 1,
    ...changes,
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

/** One number on the tests' day. */
export const aQuery: MessageQuery = {
  msisdn: '56912345678',
  start: new Date('2026-11-18T00:00:00Z'),
  end: new Date('2026-11-19T00:00:00Z'),
};

export async function collect(read: AsyncIterable<Message>): Promise<Message[]> {
  return await Array.fromAsync(read);
}

/** What a promise is rejected with, which must be a failure of the platform. */
export async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UpstreamError) return error;
  throw new Error(`expected an UpstreamError, got ${String(error)}`);
}
