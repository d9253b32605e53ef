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

/** Numbers stand in no row: the database has digests of them. */
function handToRun(told: object, numbers: number): void {
  appendFileSync(inject('auditFile'), `${JSON.stringify({ ...told, numbers })}\n`);
}

/** Hands what a database has kept of the audit to that test, too. @returns its rows */
export async function recordKeptAudit({ db }: Database) {
  const rows = await db.selectFrom('audit').selectAll().execute();
  for (const { act, surface, person, reference, outcome, why, reason, number_digest } of rows)
    handToRun({ act, surface, person, reference, outcome, why, reason }, number_digest === null ? 0 : 1);
  return rows;
}

/** A line of a bot whose audit is in memory, for the test that looks for each request's entry. */
export function recordAuditedLine(line: string): void {
  appendFileSync(inject('auditedLogFile'), line);
}

/** An audit in memory, which hands a copy to the test that reads every entry of the whole run. */
export function recordAudit(): { readonly audit: Pick<Audit, 'add'>; readonly entries: AuditEntry[] } {
  const entries: AuditEntry[] = [];
  return {
    entries,
    audit: {
      async add(added) {
        for (const { entry } of added) {
          entries.push(entry);
          const { numbers, ...told } = entry;
          handToRun(told, numbers.length);
        }
      },
    },
  };
}
