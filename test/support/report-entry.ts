import { z } from 'zod';
import { describeFault } from '../../src/upstream/fields.ts';
import { messageOf, reportEntry } from '../../src/upstream/wire.ts';

/** Schema of a report that is parsed as a whole, with which the reader of pieces is compared. */
export const reportAnswer = z.looseObject({
  data: z.array(z.unknown()).nullish(),
  total: z.int().nonnegative().optional().catch(undefined),
});

/** Returns the message, or a fault that names the field and the kind of error. */
export function parseReportEntry(entry: unknown, sender: string | undefined) {
  const parsed = reportEntry.safeParse(entry);
  if (!parsed.success) return { fault: describeFault(parsed.error) };
  return { message: messageOf(parsed.data, sender) };
}
