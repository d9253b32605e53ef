import { rateLimitedResponse, type SlackResponse } from './responses.ts';

/** Something to go wrong with the next call. A delay alone only makes it slow: it is answered all the same. */
export interface ArrangedFailure {
  /** HTTP status; by default 429 with `retryAfterSeconds`, else what Slack uses for an error of that kind. */
  readonly status?: number;
  readonly error?: string;
  readonly retryAfterSeconds?: number;
  readonly delayMs?: number;
  readonly times?: number;
}

export function createArrangedFailures() {
  const arranged = new Map<string, ArrangedFailure[]>();
  return {
    add(method: string, failure: ArrangedFailure) {
      const copies = Array.from({ length: failure.times ?? 1 }, () => failure);
      arranged.set(method, [...(arranged.get(method) ?? []), ...copies]);
    },
    take: (method: string) => arranged.get(method)?.shift(),
    reset: () => arranged.clear(),
  };
}

export function isRefusing({ status, error, retryAfterSeconds }: ArrangedFailure): boolean {
  return status !== undefined || error !== undefined || retryAfterSeconds !== undefined;
}

/** How probable each trouble is for one call, from 0 to 1; together at most 1. */
interface FaultChances {
  /** 429, and nothing is done. */
  readonly limited?: number;
  /** 500, whether it was done or not. */
  readonly serverError?: number;
  /** 503, whether it was done or not. */
  readonly unavailable?: number;
  /** No answer ever. What was asked is done some time later, or never. */
  readonly silent?: number;
  /** The connection breaks off, whether it was done or not. */
  readonly reset?: number;
}

/** What goes wrong at random. The same seed gives the same calls in the same order the same troubles. */
export interface RandomFaults {
  readonly seed?: number;
  /** By Web API method, `response_url` or `files.upload`; `*` is for all that have no entry. */
  readonly methods: Readonly<Record<string, FaultChances>>;
  /** Of calls without a clear answer, the share that is carried out all the same; 0.5 unless told. */
  readonly carriedOut?: number;
  /** What is carried out without any answer is so within this real time; 30,000 ms unless told. */
  readonly landsWithinMs?: number;
  /** `Retry-After` of a 429; 1 unless told. */
  readonly retryAfterSeconds?: number;
}

type Trouble = keyof FaultChances;

type Grant = () => SlackResponse | Promise<SlackResponse>;

const TROUBLES: readonly Trouble[] = ['limited', 'serverError', 'unavailable', 'silent', 'reset'];

export function createFaultInjector() {
  const landings = new Set<NodeJS.Timeout>();
  let inForce: RandomFaults | undefined;
  let random = createRandom(1);
  let counts = noCounts();

  const troubleOf = (method: string): Trouble | undefined => {
    const chances = inForce?.methods[method] ?? inForce?.methods['*'];
    if (chances === undefined) return undefined;
    let left = random();
    return TROUBLES.find((trouble) => {
      left -= chances[trouble] ?? 0;
      return left < 0;
    });
  };
  const land = async (grant: Grant) => {
    counts.carriedOut += 1;
    await grant();
  };
  const landLater = (grant: Grant, withinMs: number) => {
    const landing = setTimeout(() => {
      landings.delete(landing);
      void land(grant);
    }, random() * withinMs).unref();
    landings.add(landing);
  };
  return {
    /** Puts these faults in force in place of all earlier ones; without an argument, none. What is on its way still lands. */
    set(next?: RandomFaults) {
      inForce = next;
      random = createRandom(next?.seed ?? 1);
    },
    counts: () => ({ ...counts }),
    /** Status 0 is no answer: `no_answer` is waited for in vain, `connection_reset` breaks off. */
    async apply(method: string, grant: Grant): Promise<SlackResponse> {
      const trouble = troubleOf(method);
      if (inForce === undefined || trouble === undefined) return grant();
      const { carriedOut = 0.5, landsWithinMs = 30_000, retryAfterSeconds = 1 } = inForce;
      counts[trouble] += 1;
      if (trouble === 'limited') return rateLimitedResponse(retryAfterSeconds);
      if (random() < carriedOut) {
        if (trouble === 'silent') landLater(grant, landsWithinMs);
        else await land(grant);
      }
      return ANSWERS[trouble];
    },
    reset() {
      inForce = undefined;
      counts = noCounts();
      for (const landing of landings) clearTimeout(landing);
      landings.clear();
    },
  };
}

const ANSWERS: Readonly<Record<Exclude<Trouble, 'limited'>, SlackResponse>> = {
  serverError: { status: 500, body: 'Internal Server Error', error: 'server_error' },
  unavailable: { status: 503, body: 'Service Unavailable', error: 'service_unavailable' },
  silent: { status: 0, body: '', error: 'no_answer' },
  reset: { status: 0, body: '', error: 'connection_reset' },
};

function noCounts(): Record<Trouble | 'carriedOut', number> {
  return { limited: 0, serverError: 0, unavailable: 0, silent: 0, reset: 0, carriedOut: 0 };
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
