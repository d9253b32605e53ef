import { z } from 'zod';
import { readAudit, sealedAuditKeys } from '../store/audit/read.ts';
import { createOperation } from './operation.ts';

const time = z.coerce.date();
const row = z.object({
  id: z.string(),
  at: time,
  act: z.string(),
  surface: z.string(),
  person: z.string(),
  team: z.string().nullable(),
  channel: z.string().nullable(),
  reference: z.string(),
  outcome: z.string(),
  why: z.string().nullable(),
  reason: z.string().nullable(),
});

/** Who did what. A number is asked for by its digests, which whoever asks makes of the keys. */
export const auditEntries = createOperation({
  name: 'audit',
  input: z.object({
    digests: z.array(z.string()).optional(),
    person: z.string().optional(),
    workspace: z.string().optional(),
    since: time.optional(),
    until: time.optional(),
  }),
  row,
  run: (query, { db }) => readAudit(db, query),
});

/** The keys of the digests as they are stored: sealed with `SECRET_KEY`. */
export const auditKeys = createOperation({
  name: 'audit_keys',
  input: z.object({}),
  row: z.object({ account: z.string(), sealed: z.string() }),
  async *run(_, { db }) {
    yield* await sealedAuditKeys(db);
  },
});
