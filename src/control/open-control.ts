import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../store/connection.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../store/database.ts';
import { migrationState } from '../store/migrate.ts';
import { askBot } from './client.ts';
import type { ControlOperation } from './operation.ts';

export interface ControlSession {
  ask<Input, Row>(operation: ControlOperation<Input, Row>, input: Input): AsyncIterable<Row>;
  close(): Promise<void>;
}

/**
 * Opens the database for a command. If a bot uses the embedded database, operations run in the bot. Creates
 * no database, and migrates no server. @throws DatabaseError with a sentence for the user
 */
export async function openControl(
  options: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir' | 'log'>,
): Promise<ControlSession> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    const message = `${dataDir} holds no database: start the bot once, or set DATA_DIR or DATABASE_URL as it has them`;
    throw new DatabaseError(message, { code: 'not_there' });
  }
  const database = openDatabase({ ...options, migrates: databaseUrl === undefined });
  try {
    await database.open();
    await refusePending(database);
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseError && error.code === 'directory_in_use')) throw error;
    return { ask: (operation, input) => askBot(dataDir, operation, input), async close() {} };
  }
  return { ask: ({ run }, input) => run(input, database), close: database.close };
}

async function refusePending({ db, schema }: Database): Promise<void> {
  const { pending } = await migrationState(db, schema);
  if (pending.length === 0) return;
  const message = `The database lacks tables that this version needs (${pending[0]} first), and was left as it is: look at DATABASE_URL, take the version that the bot has, or run npm run migrate`;
  throw new DatabaseError(message, { code: 'not_prepared' });
}
