import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { AuditEntry } from '../../src/domain/audit.ts';
import type { Audit } from '../../src/store/audit/audit.ts';
import type { Database } from '../../src/store/database.ts';

export const lookedUp: AuditEntry = {
  act: 'looked_up',
  surface: '/sms-status',
  person: 'U1',
  team: 'T1',
  channel: 'C1',
  reference: 'ACDEFH',
  outcome: 'answered',
  numbers: ['56912345678'],
};

/** Rows contain no numbers; the database stores digests of them. */
function recordForRun(fields: object, numbers: number): void {
  appendFileSync(inject('auditFile'), `${JSON.stringify({ ...fields, numbers })}\n`);
}

/** Passes the database's audit rows to the test of the whole run, too. @returns the rows */
export async function recordKeptAudit({ db }: Database) {
  const rows = await db.selectFrom('audit').selectAll().execute();
  for (const { act, surface, person, reference, outcome, why, reason, number_digest } of rows)
    recordForRun({ act, surface, person, reference, outcome, why, reason }, number_digest === null ? 0 : 1);
  return rows;
}

/** Records a log line of a bot with an in-memory audit, for the test that finds each request's entry. */
export function recordAuditedLine(line: string): void {
  appendFileSync(inject('auditedLogFile'), line);
}

/** An in-memory audit that also passes each entry to the test of the whole run. */
export function recordAudit(): { readonly audit: Pick<Audit, 'add'>; readonly entries: AuditEntry[] } {
  const entries: AuditEntry[] = [];
  return {
    entries,
    audit: {
      async add(added) {
        for (const { entry } of added) {
          entries.push(entry);
          const { numbers, ...fields } = entry;
          recordForRun(fields, numbers.length);
        }
      },
    },
  };
}
