import { z } from 'zod';
import { fraction } from './traffic/draw.ts';
import { operators } from './traffic/operators.ts';

const operation = z.enum(['login', 'report', 'info', 'oauth', 'sms']);
export type SandboxOperation = z.infer<typeof operation>;

const refusals = z.strictObject({
  /** Share of refused requests; the seed decides which. */
  rate: z.number().min(0).max(1).default(1),
  operation: operation.optional(),
  /** Sent as `Retry-After`; a 429 without it says 5. */
  retryAfterSeconds: z.int().min(0).optional(),
});

const faultShape = {
  /** This operator accepts no messages sent from `since` (default: when the fault was set) until `until`. */
  operatorDown: z
    .strictObject({
      operator: z.enum(operators.map(({ name }) => name)),
      since: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
  /** Extra delay of receipts. */
  lateReceiptsSeconds: z.int().min(0).optional(),
  serverErrors: refusals.optional(),
  unauthorized: refusals.optional(),
  rateLimited: refusals.optional(),
  /** Limits the four faults below, and refusals, to one operation. Default: all operations. */
  operation: operation.optional(),
  slowFirstByteMs: z.int().min(0).optional(),
  /** Bytes of the body after which nothing more is sent; the connection stays open. */
  stallAfterBytes: z.int().min(0).optional(),
  /** Sends half of the body's first part, then cuts the connection, or ends as if complete (`clean`). */
  truncate: z.enum(['connection', 'clean']).optional(),
  /** 200 with a web page. */
  html: z.boolean().optional(),
  /** Added to `total`. */
  wrongTotal: z.int().optional(),
  /** Number of invalid entries at the start of a report. */
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

/** In order of precedence. */
const kinds = [
  { name: 'rateLimited', status: 429, detail: 'Too many requests' },
  { name: 'serverErrors', status: 503, detail: 'The service is not available' },
  { name: 'unauthorized', status: 401, detail: 'Unauthorized' },
] as const;

export type FaultBoard = ReturnType<typeof createFaultBoard>;

export function createFaultBoard(seed: number, now: () => Date) {
  let faults: z.output<typeof faultsSchema> = {};
  let counts = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };

  return {
    /** Replaces the faults. @throws a ZodError if they do not match {@link faultsSchema} */
    set(input: unknown) {
      faults = faultsSchema.parse(input);
      if (faults.operatorDown) faults.operatorDown = { since: now().toISOString(), ...faults.operatorDown };
      counts = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };
    },
    current: () => faults,
    /** The refusal of the next request of this operation, if any. Call once per request. */
    refuse(requested: SandboxOperation) {
      for (const { name, status, detail } of kinds) {
        const { rate = 0, operation = requested, retryAfterSeconds } = faults[name] ?? {};
        if (operation !== requested || fraction(seed, counts[name]++, name.length) >= rate) continue;
        const wait = retryAfterSeconds ?? (status === 429 ? 5 : undefined);
        return { status, detail, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
      }
      return undefined;
    },
    /** The connection faults of this operation. */
    connection: (requested: SandboxOperation) =>
      (faults.operation ?? requested) === requested ? faults : {},
  };
}
