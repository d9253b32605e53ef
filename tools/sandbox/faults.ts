import { z } from 'zod';
import { fraction } from './traffic/draw.ts';
import type { Disturbance } from './traffic/message.ts';
import { operators } from './traffic/operators.ts';

const operations = ['login', 'report', 'info', 'oauth', 'sms'] as const;
export type SandboxOperation = (typeof operations)[number];

const operation = z.enum(operations);

const refusals = z.strictObject({
  /** Part of the requests that are refused; deterministic from the seed. */
  rate: z.number().min(0).max(1).default(1),
  /** Only requests of this operation; all where absent. */
  operation: operation.optional(),
  /** Sent as `Retry-After`; a 429 without it says 5. */
  retryAfterSeconds: z.int().min(0).optional(),
  /** Only the next so many requests (of that operation) are concerned. */
  times: z.int().min(1).optional(),
});

const faultShape = {
  /** Messages handed in since then (default: since the fault was set), and before `until`, are not taken by this operator. */
  operatorDown: z
    .strictObject({
      operator: z.enum(operators.map(({ name }) => name)),
      since: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
  /** Receipts reach the platform so much later than otherwise. */
  lateReceiptsSeconds: z.int().min(0).optional(),
  serverErrors: refusals.optional(),
  unauthorized: refusals.optional(),
  rateLimited: refusals.optional(),
  /** The four below concern only this operation; all where absent. */
  operation: operation.optional(),
  slowFirstByteMs: z.int().min(0).optional(),
  /** So many bytes of the body are sent, then nothing more, on an open connection. */
  stallAfterBytes: z.int().min(0).optional(),
  /** Half of the body's first part, then: `connection` breaks off, `clean` ends as if all were said. */
  truncate: z.enum(['connection', 'clean']).optional(),
  /** 200 with a web page. */
  html: z.boolean().optional(),
  /** Added to `total`. */
  wrongTotal: z.int().optional(),
  /** So many entries, from the first on, do not fit the interface. */
  badEntries: z.int().min(0).optional(),
  /** The report takes no notice of `msisdn` and `num_corto`. */
  ignoreFilters: z.boolean().optional(),
};

/** Everything that can be made to go wrong; what is left out goes well. */
export const faultsSchema = z.strictObject(faultShape, {
  error: ({ code, keys }) =>
    code === 'unrecognized_keys'
      ? `There is no fault ${JSON.stringify(keys)}; there are ${Object.keys(faultShape).join(', ')}`
      : undefined,
});

export type Faults = z.input<typeof faultsSchema>;
type KnownFaults = z.output<typeof faultsSchema>;
type Refusals = z.output<typeof refusals>;

export interface FaultyRefusal {
  readonly status: 401 | 429 | 503;
  readonly retryAfterSeconds?: number;
}

export type ConnectionFaults = Pick<KnownFaults, 'slowFirstByteMs' | 'stallAfterBytes' | 'truncate' | 'html'>;

export type FaultBoard = ReturnType<typeof createFaultBoard>;

const DEFAULT_RETRY_AFTER_SECONDS = 5;

export function createFaultBoard(seed: number, now: () => Date) {
  let faults: KnownFaults = {};
  /** Requests seen since the faults were set, by kind of refusal. */
  let seen = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };

  function strikes(kind: keyof typeof seen, asked: SandboxOperation): Refusals | undefined {
    const fault = faults[kind];
    if (fault === undefined || (fault.operation ?? asked) !== asked) return undefined;
    const turn = seen[kind]++;
    if (turn >= (fault.times ?? Number.POSITIVE_INFINITY)) return undefined;
    return fraction(seed, turn, kind.length) < fault.rate ? fault : undefined;
  }

  return {
    /** Puts faults in place of those before. Throws a ZodError where they do not fit {@link faultsSchema}. */
    set(input: unknown) {
      const known = faultsSchema.parse(input);
      const { operatorDown } = known;
      faults = operatorDown
        ? { ...known, operatorDown: { since: now().toISOString(), ...operatorDown } }
        : known;
      seen = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };
    },
    /** As they were set, with `since` filled in. */
    current: (): KnownFaults => faults,
    /** Whether the next request of this operation is refused. To be asked once for each request. */
    refuse(asked: SandboxOperation): FaultyRefusal | undefined {
      const limited = strikes('rateLimited', asked);
      if (limited) {
        return { status: 429, retryAfterSeconds: limited.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS };
      }
      const failed = strikes('serverErrors', asked);
      if (failed) return refusal(503, failed);
      const refused = strikes('unauthorized', asked);
      return refused && refusal(401, refused);
    },
    connection(asked: SandboxOperation): ConnectionFaults {
      if ((faults.operation ?? asked) !== asked) return {};
      const { slowFirstByteMs, stallAfterBytes, truncate, html } = faults;
      return { slowFirstByteMs, stallAfterBytes, truncate, html };
    },
    disturbance(): Disturbance {
      const { operatorDown, lateReceiptsSeconds = 0 } = faults;
      if (operatorDown?.since === undefined) return { lateReceiptsSeconds };
      const { operator, since, until } = operatorDown;
      const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
      const end = until === undefined ? {} : { until: seconds(until) };
      return { lateReceiptsSeconds, operatorDown: { operator, since: seconds(since), ...end } };
    },
  };
}

function refusal(status: 401 | 503, { retryAfterSeconds }: Refusals): FaultyRefusal {
  return retryAfterSeconds === undefined ? { status } : { status, retryAfterSeconds };
}
