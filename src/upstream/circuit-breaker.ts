import type { FailureCode, OpenCircuit } from '../domain/failure.ts';
import { createRareWarning, type Log } from '../ops/log.ts';
import { type Operation, UpstreamError } from './errors.ts';
import type { Http } from './http/request.ts';

/** Interval of probes of a host that is down, and the longest wait of a probe's sender for the first byte. */
const PROBE_EVERY_MS = 2_000;

interface CircuitBreakerOptions {
  readonly host: OpenCircuit['host'];
  readonly unansweredToOpen: number;
  readonly probeEveryMs?: number | undefined;
  readonly now: () => Date;
  readonly log: Log;
  readonly onOpen: (refused: UpstreamError) => void;
  readonly onEnd: (error?: unknown) => void;
}

/** A request that waits for the first byte of its answer. */
interface Pending {
  readonly sentAt: Date;
  readonly isProbe: boolean;
  readonly giveUp: () => void;
}

/** Opens after repeated timeouts or failed connections, then sends probes; any answer closes the circuit. */
export function createCircuitBreaker(options: CircuitBreakerOptions) {
  const { host, unansweredToOpen, probeEveryMs = PROBE_EVERY_MS, now, log, onOpen, onEnd } = options;
  const warning = createRareWarning({
    log: log.child({ host }),
    problem: 'the circuit breaker is open: the host does not answer',
    recovery: 'the circuit breaker is closed: the host answers again',
  });
  let state: 'closed' | OpenCircuit['state'] = 'closed';
  let unanswered = 0;
  let since = now();
  let last: Pick<UpstreamError, 'code' | 'operation'> = { code: 'unavailable', operation: 'login' };
  let probeDueMs = 0;
  const pending = new Set<Pending>();
  /** Requests without a first byte, the oldest first; when a probe begins, all of them were given up. */
  const hanging = new Set<AbortController>();

  const status = (): OpenCircuit | undefined =>
    state === 'closed' ? undefined : { host, state, since, probeEveryMs };
  /** True if the next unanswered request opens the circuit or leaves it open. */
  const isInDoubt = () => state !== 'closed' || unanswered >= unansweredToOpen - 1;

  const refused = () =>
    new UpstreamError(last.code, {
      operation: last.operation,
      reason: 'not sent, the circuit is open',
      openCircuit: status(),
    });

  /** Requests in progress are given up, so that they neither occupy slots nor count as failures later. */
  function open(error: UpstreamError): void {
    if (state === 'closed') probeDueMs = performance.now() + probeEveryMs;
    state = 'open';
    warning.warn(error);
    for (const { giveUp } of pending) giveUp();
    onOpen(refused());
  }

  function close(): void {
    if (state === 'closed') return;
    state = 'closed';
    unanswered = 0;
    warning.recovered();
  }

  function countUnanswered(error: UpstreamError, sentAt: Date, isProbe: boolean): void {
    // Requests given up at the opening say nothing new, and the cause of the opening stays the reason.
    if (state === 'open') return;
    if (unanswered === 0) since = sentAt;
    unanswered += 1;
    last = error;
    // While the circuit is open or half-open, only the probe counts, not requests from before the opening.
    const opens = state === 'half_open' ? isProbe : state === 'closed' && unanswered >= unansweredToOpen;
    if (opens) open(error);
  }

  function refusal(): UpstreamError | undefined {
    const isDue = state === 'open' && performance.now() >= probeDueMs;
    return state === 'closed' || isDue ? undefined : refused();
  }

  /**
   * `send` must call its first argument at the first byte of an answer, which closes the circuit. A request that
   * was given up goes on until then, and is aborted by the signal; the next probe aborts all of them but the oldest.
   */
  async function run<T>(
    send: (answered: () => void, signal: AbortSignal) => Promise<T>,
    operation: Operation,
  ): Promise<T> {
    const reason = refusal();
    if (reason) throw reason;
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(givenUpError(operation));
    const request: Pending = { sentAt: now(), isProbe: state === 'open', giveUp };
    const left = new AbortController();
    if (request.isProbe) {
      state = 'half_open';
      probeDueMs = performance.now() + probeEveryMs;
      // The oldest goes on, for a host that answers later than at the next probe.
      for (const older of [...hanging].slice(1)) older.abort();
    }
    const giveUpInDoubt = () => {
      if (isInDoubt()) giveUp();
    };
    const limit = isInDoubt() ? setTimeout(giveUpInDoubt, probeEveryMs) : undefined;
    pending.add(request);
    hanging.add(left);
    let isLeft = false;
    const answered = () => {
      pending.delete(request);
      hanging.delete(left);
      clearTimeout(limit);
      close();
      if (isLeft) left.abort();
    };
    const sending = send(answered, left.signal).then(
      (answer) => {
        answered();
        return answer;
      },
      (error: unknown) => {
        hanging.delete(left);
        if (isAnswer(error)) answered();
        throw error;
      },
    );
    try {
      const answer = await Promise.race([sending, givenUp]);
      unanswered = 0;
      onEnd();
      return answer;
    } catch (error) {
      onEnd(error);
      fail(error, request);
      throw error;
    } finally {
      isLeft = true;
      clearTimeout(limit);
      pending.delete(request);
    }
  }

  function fail(error: unknown, request: Pending): void {
    const isProbe = request.isProbe && pending.has(request);
    if (error instanceof UpstreamError && error.isUnanswered) countUnanswered(error, request.sentAt, isProbe);
    else if (isAnswer(error)) unanswered = 0;
    else if (isProbe && state === 'half_open') {
      state = 'open';
      // After a cancelled probe, the next request is the new probe; after a failed probe, a pause follows.
      if (!(error instanceof UpstreamError)) probeDueMs = 0;
    }
  }

  return { refusal, run, status };
}

type Run = ReturnType<typeof createCircuitBreaker>['run'];

export function guarded({ send, read, ...http }: Http, run: Run): Http {
  return {
    ...http,
    send: (call) => run(() => send(call), call.operation),
    read: (reading) =>
      run(
        (answered, left) =>
          read({
            ...reading,
            signal: reading.signal ? AbortSignal.any([reading.signal, left]) : left,
            begin() {
              answered();
              return reading.begin();
            },
          }),
        reading.operation,
      ),
  };
}

function givenUpError(operation: Operation): UpstreamError {
  const reason = 'timed out (given up, as other requests have no answer)';
  return new UpstreamError('timed_out', { operation, reason, isUnanswered: true });
}

function isAnswer(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return error.status !== undefined || (error.code !== 'timed_out' && error.code !== 'unavailable');
}

/** Failures that concern only the request, or a request not sent; they say nothing about the host. */
const REQUEST_FAILURES: readonly FailureCode[] = ['not_found', 'invalid_filter', 'busy'];

export function createLastFailure(now: () => Date) {
  let last: { readonly code: FailureCode; readonly at: Date } | undefined;

  /** Notes a failure, or a success if there is no error; ignores cancelled and unsent requests. */
  function note(error?: unknown): void {
    if (error === undefined) last = undefined;
    else if (error instanceof UpstreamError && error.openCircuit === undefined)
      last = REQUEST_FAILURES.includes(error.code) ? undefined : { code: error.code, at: now() };
  }

  return {
    note,
    /** Wraps a request so that a failure is noted, too, if it appears only when the answer is parsed. */
    noting:
      <T>(ask: () => Promise<T>): (() => Promise<T>) =>
      () =>
        ask().catch((error: unknown) => {
          note(error);
          throw error;
        }),
    get: () => last,
  };
}
