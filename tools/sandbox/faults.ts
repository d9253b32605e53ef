import { z } from 'zod';
import { fraction } from './traffic/draw.ts';
import { operators } from './traffic/operators.ts';

const operation = z.enum(['login', 'report', 'info', 'oauth', 'sms']);
export type SandboxOperation = z.infer<typeof operation>;

const refusals = z.strictObject({
  /** Part of the requests that are refused; the seed decides which. */
  rate: z.number().min(0).max(1).default(1),
  operation: operation.optional(),
  /** Sent as `Retry-After`; a 429 without it says 5. */
  retryAfterSeconds: z.int().min(0).optional(),
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
  /** The four below concern only this operation, as a refusal does; all where absent. */
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

export const faultsSchema = z.strictObject(faultShape, {
  error: ({ code, keys }) =>
    code === 'unrecognized_keys'
      ? `There is no fault ${JSON.stringify(keys)}; there are ${Object.keys(faultShape).join(', ')}`
      : undefined,
});

export type Faults = z.input<typeof faultsSchema>;

/** In the order in which a request is tested for them. */
const kinds = [
  { name: 'rateLimited', status: 429, detail: 'Too many requests' },
  { name: 'serverErrors', status: 503, detail: 'The service is not available' },
  { name: 'unauthorized', status: 401, detail: 'Unauthorized' },
] as const;

export type FaultBoard = ReturnType<typeof createFaultBoard>;

export function createFaultBoard(seed: number, now: () => Date) {
  let faults: z.output<typeof faultsSchema> = {};
  let seen = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };

  return {
    /** Replaces the faults. Throws a ZodError where they do not fit {@link faultsSchema}. */
    set(input: unknown) {
      faults = faultsSchema.parse(input);
      if (faults.operatorDown) faults.operatorDown = { since: now().toISOString(), ...faults.operatorDown };
      seen = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };
    },
    current: () => faults,
    /** The refusal of the next request of this operation, if any. Call it once for each request. */
    refuse(asked: SandboxOperation) {
      for (const { name, status, detail } of kinds) {
        const { rate = 0, operation = asked, retryAfterSeconds } = faults[name] ?? {};
        if (operation !== asked || fraction(seed, seen[name]++, name.length) >= rate) continue;
        const wait = retryAfterSeconds ?? (status === 429 ? 5 : undefined);
        return { status, detail, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
      }
      return undefined;
    },
    /** What goes wrong with the connection of a request of this operation. */
    connection: (asked: SandboxOperation) => ((faults.operation ?? asked) === asked ? faults : {}),
  };
}
