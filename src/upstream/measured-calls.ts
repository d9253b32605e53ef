import type { Metrics } from '../ops/metrics.ts';
import { type Operation, UpstreamError } from './errors.ts';
import type { Http } from './http/request.ts';

/** Measures calls of the platform: how many there are, how they end, and how long they take. */
export function createCallMeasure(metrics: Metrics) {
  async function measure<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const end = (outcome: string) =>
      metrics.platformCall(operation, outcome, (performance.now() - startedMs) / 1_000);
    try {
      const answer = await call();
      end('ok');
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError && error.openCircuit) metrics.platformCall(operation, 'not_sent');
      else end(outcomeOf(error));
      throw error;
    }
  }
  return {
    measure,
    /** Has everything that is asked of a host measured. */
    guard: ({ send, read, ...http }: Http): Http => ({
      ...http,
      send: (call) => measure(call.operation, () => send(call)),
      read: (reading) => measure(reading.operation, () => read(reading)),
    }),
  };
}

/** The same renewal of a token, of which the metrics know how it ended. */
export function measureRenewals<T>(
  operation: Operation,
  renew: () => Promise<T>,
  metrics: Metrics,
): () => Promise<T> {
  return async () => {
    try {
      const token = await renew();
      metrics.tokenRenewal(operation, 'ok');
      return token;
    } catch (error) {
      metrics.tokenRenewal(operation, outcomeOf(error));
      throw error;
    }
  };
}

/** What is no failure of the platform's was given up by whoever asked. */
function outcomeOf(error: unknown): string {
  return error instanceof UpstreamError ? error.code : 'given_up';
}
