import { auditEntries, auditKeys } from './audit-entries.ts';
import { databaseStatus } from './database-status.ts';
import { erasedRows, sealedRows } from './erasure.ts';
import { keptInstallations } from './installations.ts';
import type { ServedOperation } from './operation.ts';

/** All that a running bot can be asked for: whoever adds one enters it here. */
export const operations: readonly ServedOperation[] = [
  databaseStatus,
  auditEntries,
  auditKeys,
  sealedRows,
  erasedRows,
  keptInstallations,
];
