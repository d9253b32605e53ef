import { z } from 'zod';
import { fraction } from './traffic/draw.ts';
import { operators } from './traffic/operators.ts';

const operation = z.enum(['login', 'report', 'info', 'oauth', 'sms']);
export type SandboxOperation = z.infer<typeof operation>;

const refusals = z.strictObject({
  rate: z.number().min(0).max(1).default(1),
  operation: operation.optional(),
  /** Seconds in the `Retry-After` header. Default: 5 with status 429; no header with another status. */
  retryAfterSeconds: z.int().min(0).optional(),
});

const time = z.iso.datetime({ offset: true });

/** This operator accepts no messages sent from `since` (default: when the fault was set) until `until`. */
const outage = z.strictObject({
  operator: z.enum(operators.map(({ name }) => name)),
  since: time.optional(),
  until: time.optional(),
});

const faultShape = {
  operatorDown: outage.optional(),
  /** More outages, also of the same operator. */
  operatorsDown: z.array(outage.extend({ since: time })).optional(),
  lateReceiptsSeconds: z.int().min(0).optional(),
  serverErrors: refusals.optional(),
  unauthorized: refusals.optional(),
  rateLimited: refusals.optional(),
  /** The only operation with the following four faults; if absent, all operations have them. */
  operation: operation.optional(),
  slowFirstByteMs: z.int().min(0).optional(),
  /** The answer stops after this number of bytes of its body, and the connection stays open. */
  stallAfterBytes: z.int().min(0).optional(),
  /** Sends half of the answer's first part, then cuts the connection or, if `clean`, ends the answer. */
  truncate: z.enum(['connection', 'clean']).optional(),
  /** Answers with status 200 and a web page instead of JSON. */
  html: z.boolean().optional(),
  wrongTotal: z.int().optional(),
  /** Number of invalid entries at the start of a report. */
  badEntries: z.int().min(0).optional(),
  ignoreFilters: z.boolean().optional(),
};

export const faultsSchema = z.strictObject(faultShape, {
  error: ({ code, keys }) =>
    code === 'unrecognized_keys'
      ? `There is no fault ${JSON.stringify(keys)}; there are ${Object.keys(faultShape).join(', ')}`
      : undefined,
});

export type Faults = z.input<typeof faultsSchema>;

/** Refusals in order of precedence: only the first that applies is sent. */
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
    /** Replaces all faults. @throws ZodError if the input does not match `faultsSchema` */
    set(input: unknown) {
      faults = faultsSchema.parse(input);
      if (faults.operatorDown) faults.operatorDown = { since: now().toISOString(), ...faults.operatorDown };
      counts = { serverErrors: 0, unauthorized: 0, rateLimited: 0 };
    },
    current: () => faults,
    /** Returns the refusal of a request, if any. Call once per request: each call counts as a request. */
    refuse(requested: SandboxOperation) {
      for (const { name, status, detail } of kinds) {
        const { rate = 0, operation = requested, retryAfterSeconds } = faults[name] ?? {};
        if (operation !== requested || fraction(seed, counts[name]++, name.length) >= rate) continue;
        const wait = retryAfterSeconds ?? (status === 429 ? 5 : undefined);
        return { status, detail, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
      }
      return undefined;
    },
    connection: (requested: SandboxOperation) =>
      (faults.operation ?? requested) === requested ? faults : {},
  };
}
