import { z } from 'zod';
import { fraction } from './traffic/draw.ts';
import type { Disturbance } from './traffic/message.ts';
import { operators } from './traffic/operators.ts';

const operation = z.enum(['login', 'report', 'info', 'oauth', 'sms']);
export type SandboxOperation = z.infer<typeof operation>;

const refusals = z.strictObject({
  /** Part of the requests that are refused; the seed decides which. */
  rate: z.number().min(0).max(1).default(1),
  /** Only requests of this operation; all where absent. */
  operation: operation.optional(),
  /** Sent as `Retry-After`; a 429 without it says 5. */
  retryAfterSeconds: z.int().min(0).optional(),
  /** Only the next so many requests (of that operation) are concerned. */
  times: z.int().min(1).optional(),
});

const faultShape = {
  /** This operator does not take messages sent from `since` (default: when the fault was set) until `until`. */
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
  /** Half of the body's first part, then the connection breaks off, or the answer ends as if complete (`clean`). */
  truncate: z.enum(['connection', 'clean']).optional(),
  /** 200 with a web page. */
  html: z.boolean().optional(),
  /** Added to `total`. */
  wrongTotal: z.int().optional(),
  /** So many entries, from the first on, do not fit the interface. */
  badEntries: z.int().min(0).optional(),
  /** The report ignores `msisdn` and `num_corto`. */
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

/** Kinds of refusal, in the order in which a request is tested for them. */
const kinds = [
  { name: 'rateLimited', status: 429, message: 'Too many requests', usualWait: 5 },
  { name: 'serverErrors', status: 503, message: 'The service is not available', usualWait: undefined },
  { name: 'unauthorized', status: 401, message: 'Unauthorized', usualWait: undefined },
] as const;

export type FaultBoard = ReturnType<typeof createFaultBoard>;

export function createFaultBoard(seed: number, now: () => Date) {
  let faults: z.output<typeof faultsSchema> = {};
  /** Requests seen since the faults were set, by kind of refusal. */
  let seen = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };

  return {
    /** Puts faults in place of those before. Throws a ZodError where they do not fit {@link faultsSchema}. */
    set(input: unknown) {
      faults = faultsSchema.parse(input);
      if (faults.operatorDown) faults.operatorDown = { since: now().toISOString(), ...faults.operatorDown };
      seen = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };
    },
    current: () => faults,
    /** The refusal of the next request of this operation, if any. Call it once for each request. */
    refuse(asked: SandboxOperation) {
      for (const { name, status, message, usualWait } of kinds) {
        const fault = faults[name];
        if (fault === undefined || (fault.operation ?? asked) !== asked) continue;
        const turn = seen[name]++;
        const isOver = fault.times !== undefined && turn >= fault.times;
        if (isOver || fraction(seed, turn, name.length) >= fault.rate) continue;
        const wait = fault.retryAfterSeconds ?? usualWait;
        return { status, message, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
      }
      return undefined;
    },
    /** What goes wrong with the connection of a request of this operation. */
    connection: (asked: SandboxOperation) => ((faults.operation ?? asked) === asked ? faults : {}),
    disturbance(): Disturbance {
      const { operatorDown, lateReceiptsSeconds = 0 } = faults;
      if (operatorDown?.since === undefined) return { lateReceiptsSeconds };
      const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
      const { operator, since, until } = operatorDown;
      const end = until === undefined ? Number.POSITIVE_INFINITY : seconds(until);
      return { lateReceiptsSeconds, operatorDown: { operator, since: seconds(since), until: end } };
    },
  };
}
