import type { RunSql } from '../connection.ts';
import type { Database } from '../database.ts';
import {
  continueNumbers,
  copyTable,
  digestTable,
  hasNoRows,
  type MoveSide,
  type TableDigest,
  writeAlike,
} from './copy.ts';
import { type MovedTable, quoted, tablesIn } from './tables.ts';

export interface MoveOptions {
  readonly from: Database;
  readonly to: Database;
  /** Copies data that is not in the bot’s tables, such as queued jobs, in the same transactions. */
  readonly alsoMove: (from: RunSql, to: RunSql) => Promise<void>;
  readonly onRows: (table: string, rows: number) => void;
  readonly beforeCommit: () => Promise<void>;
}

/** Thrown if the move to another database failed; that database is then unchanged. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** Copies all rows in one transaction. @throws MoveError, and copies nothing, if the databases then differ */
export async function moveRows({ from, to, alsoMove, onRows, beforeCommit }: MoveOptions) {
  return await from.together((fromRun) =>
    to.together(async (toRun) => {
      const source: MoveSide = { run: fromRun, schema: from.schema };
      const target: MoveSide = { run: toRun, schema: to.schema };
      for (const side of [source, target]) await writeAlike(side);
      // No timeout, because the target’s connection is idle while a whole table of the source is read.
      await toRun('set local idle_in_transaction_session_timeout = 0');
      const tables = await tablesIn(fromRun, from.schema);
      const names = tables.map(({ name }) => quoted(to.schema, name));
      await toRun(`lock table ${names.join(', ')} in share row exclusive mode`);
      const filled = await filledAmong(target, tables);
      if (filled.length === 0) {
        for (const table of tables) {
          await copyTable(source, target, table, (rows) => onRows(table.name, rows));
          await continueNumbers(target, table);
        }
        await alsoMove(fromRun, toRun);
      }
      const compared = await compare(source, target, tables);
      if (compared.different.length > 0) throw new MoveError(different(filled, compared.different));
      await beforeCommit();
      return { wasMovedBefore: filled.length > 0, tables: compared.digests };
    }),
  );
}

async function filledAmong(target: MoveSide, tables: readonly MovedTable[]): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const table of tables) if (!(await hasNoRows(target, table))) filled.push(table.name);
  return filled;
}

async function compare(source: MoveSide, target: MoveSide, tables: readonly MovedTable[]) {
  const digests = new Map<string, TableDigest>();
  const different: string[] = [];
  for (const table of tables) {
    const [ours, theirs] = [await digestTable(source, table), await digestTable(target, table)];
    digests.set(table.name, ours);
    if (ours.rows !== theirs.rows || ours.digest !== theirs.digest) different.push(table.name);
  }
  return { digests, different };
}

function different(filled: readonly string[], tables: readonly string[]): string {
  if (filled.length === 0)
    return `What arrived in ${tables.join(', ')} differs from what was sent: nothing was kept`;
  return `There are other rows already, in ${filled.join(', ')}. Nothing was changed: move into a database without them. Where a bot was only tried on it, stop that and drop the schemas sms_desk and sms_desk_jobs`;
}
