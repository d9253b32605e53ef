import type { FailureCode, OpenCircuit } from '../domain/failure.ts';
import { createRareWarning, type Log } from '../ops/log.ts';
import { UpstreamError } from './errors.ts';
import type { Http } from './http/request.ts';

interface CircuitBreakerOptions {
  readonly host: OpenCircuit['host'];
  /** So many questions without an answer in a row open the circuit. */
  readonly unansweredToOpen: number;
  readonly probeEveryMs: number;
  readonly now: () => Date;
  readonly log: Log;
  readonly onOpen: (refused: UpstreamError) => void;
  readonly onEnd: (error?: unknown) => void;
}

/**
 * Keeps questions from a host that does not answer. Closed, all are sent, and those without an answer in a row are
 * counted; open, all are refused at once; once a while has passed, one is sent as a probe (half-open), and the first byte
 * of any answer closes the circuit. No answer is a time-out, before it or in the middle of it, or a connection that cannot
 * be made: whatever else a host says, it answers.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions) {
  const { host, unansweredToOpen, probeEveryMs, now, log, onOpen, onEnd } = options;
  const warning = createRareWarning({
    log: log.child({ host }),
    trouble: 'the circuit breaker is open: the host does not answer',
    over: 'the circuit breaker is closed: the host answers again',
  });
  let state: 'closed' | OpenCircuit['state'] = 'closed';
  let unanswered = 0;
  let since = now();
  let last: Pick<UpstreamError, 'code' | 'operation'> = { code: 'unavailable', operation: 'login' };
  let probeDueMs = 0;

  const status = (): OpenCircuit | undefined =>
    state === 'closed' ? undefined : { host, state, since, probeEveryMs };

  /** Of the operation that was not answered: more is not known. */
  const refused = () =>
    new UpstreamError(last.code, {
      operation: last.operation,
      reason: 'not sent, the circuit is open',
      openCircuit: status(),
    });

  function open(error: UpstreamError): void {
    state = 'open';
    probeDueMs = performance.now() + probeEveryMs;
    warning.warn(error);
    onOpen(refused());
  }

  function close(): void {
    if (state === 'closed') return;
    state = 'closed';
    unanswered = 0;
    warning.over();
  }

  function countUnanswered(error: UpstreamError, askedAt: Date, isProbe: boolean): void {
    if (unanswered === 0) since = askedAt;
    unanswered += 1;
    last = error;
    // What was sent before it opened says nothing new.
    const isOver = state === 'half_open' ? isProbe : state === 'closed' && unanswered >= unansweredToOpen;
    if (isOver) open(error);
  }

  function refusal(): UpstreamError | undefined {
    const isDue = state === 'open' && performance.now() >= probeDueMs;
    return state === 'closed' || isDue ? undefined : refused();
  }

  /** Sends a question, unless it is refused. `send` is given what to call at the first byte of an answer. */
  async function run<T>(send: (answered: () => void) => Promise<T>): Promise<T> {
    const reason = refusal();
    if (reason) throw reason;
    let isProbe = state === 'open';
    if (isProbe) state = 'half_open';
    const askedAt = now();
    const answered = () => {
      isProbe = false;
      close();
    };
    try {
      const answer = await send(answered);
      answered();
      unanswered = 0;
      onEnd();
      return answer;
    } catch (error) {
      onEnd(error);
      if (isUnanswered(error)) countUnanswered(error, askedAt, isProbe);
      else if (isAnswer(error)) {
        answered();
        unanswered = 0;
      } else if (isProbe && state === 'half_open') {
        state = 'open';
        // Given up before anything was known, the next one is the probe; one that broke off was a try.
        if (error instanceof UpstreamError) probeDueMs = performance.now() + probeEveryMs;
      }
      throw error;
    }
  }

  return {
    refusal,
    run,
    status,
    guard: ({ send, read, ...http }: Http): Http => ({
      ...http,
      send: (call) => run(() => send(call)),
      read: (reading) =>
        run((answered) =>
          read({
            ...reading,
            begin() {
              answered();
              return reading.begin();
            },
          }),
        ),
    }),
  };
}

function isUnanswered(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.isUnanswered === true;
}

/** What broke off, or was given up, is none. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return error.status !== undefined || (error.code !== 'timed_out' && error.code !== 'unavailable');
}

interface LastFailure {
  readonly code: FailureCode;
  readonly at: Date;
}

/** These say something of the question and not of the host, or were never sent. */
const ABOUT_THE_QUESTION: readonly FailureCode[] = ['not_found', 'invalid_filter', 'busy'];

/** Remembers how a host fared last, so that nobody has to ask it only to know. */
export function createLastFailure(now: () => Date) {
  let last: LastFailure | undefined;

  /** What was given up tells nothing, and neither does what was not sent. */
  function note(error?: unknown): void {
    if (error === undefined) last = undefined;
    else if (error instanceof UpstreamError && error.openCircuit === undefined)
      last = ABOUT_THE_QUESTION.includes(error.code) ? undefined : { code: error.code, at: now() };
  }

  return {
    note,
    /** The same function; a failure that shows only once an answer is understood is noted, too. */
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
