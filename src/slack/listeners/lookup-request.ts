import { z } from 'zod';
import { sealedJson } from '../../runtime/crypto.ts';

/** A look-up as it is sealed into buttons and rows: of a number (with period and sender), a day and reference, or an identifier. */
const lookupRequest = z.union([
  z.object({ n: z.string(), p: z.string(), s: z.string().optional() }),
  z.object({ d: z.string(), r: z.string() }),
  z.object({ i: z.string() }),
]);

export type LookupRequest = z.infer<typeof lookupRequest>;

export const sealedLookup = sealedJson('status.request', lookupRequest);
