import { askBot } from '../../control/client.ts';
import { databaseStatus } from '../../control/database-status.ts';
import { isQueuePending } from '../../jobs/migrate.ts';
import type { Log } from '../../ops/log.ts';
import { readKey } from '../../runtime/crypto.ts';
import { errorCode } from '../../runtime/error-code.ts';
import { DatabaseError, IN_MEMORY } from '../../store/connection.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { inspectDirectory } from '../../store/embedded/inspection.ts';
import { refuseMoved } from '../../store/embedded/moved.ts';
import { inspectServer, type ServerInspection } from '../../store/inspection.ts';
import { compareMigrations, migrationState } from '../../store/migrate.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { faultOf } from './settings.ts';

interface StoreOptions {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly secretKey: Buffer | undefined;
  readonly atFault: readonly string[];
  readonly attempt: Attempt;
  readonly log: Log;
}

const group = 'Database';
const LIMIT_MS = 20_000;
/** pg-boss needs 13; older ones get no corrections either. */
const OLDEST_SERVER = 130_000;
const MEGABYTE = 1024 * 1024;
const NEEDED_BYTES = 200 * MEGABYTE;
const AMPLE_BYTES = 1024 * MEGABYTE;

/** Where figures are kept: a server and its account's rights, or the folder of the embedded database. Nothing is changed. */
export async function checkDatabase(options: StoreOptions): Promise<Diagnosis[]> {
  const { databaseUrl, atFault } = options;
  const fault = faultOf(atFault, ['DATABASE_URL', ...(databaseUrl === undefined ? ['DATA_DIR'] : [])]);
  if (fault !== undefined) return [{ group, name: 'database', ...notTried(fault) }];
  return databaseUrl === undefined ? checkDirectory(options) : checkServer(databaseUrl, options);
}

async function checkServer(databaseUrl: string, { attempt, log }: StoreOptions): Promise<Diagnosis[]> {
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log, migrates: false });
  const found: { server?: ServerInspection } = {};
  const how = {
    limitMs: LIMIT_MS,
    lateAdvice: 'look at the address in DATABASE_URL, the network and the server',
    explain: databaseProblem,
  };
  try {
    const connection = await attempt({ group, name: 'connection' }, how, async () => {
      found.server = await inspectServer(database);
      const { version, versionNumber, role } = found.server;
      const it = `Postgres ${version}, as ${role}`;
      return versionNumber < OLDEST_SERVER ? wrong(it, 'it is too old: take Postgres 15 or newer') : ok(it);
    });
    const { server } = found;
    if (!server) {
      const without = notTried('without a connection');
      return [connection, ...['rights', 'tables'].map((name): Diagnosis => ({ group, name, ...without }))];
    }
    const tables = await attempt({ group, name: 'tables' }, how, () => tablesOf(database, server));
    return [connection, { group, name: 'rights', ...rightsOf(server) }, tables];
  } finally {
    void database.close();
  }
}

function databaseProblem(error: unknown): Result | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  return wrong(
    error.message,
    error.code === 'not_granted' ? GRANT : 'correct DATABASE_URL, or see to the server',
  );
}

const GRANT =
  'npm run migrate -- --grant <the role of the bot>, with the DATABASE_URL of the role that owns the tables';

function rightsOf({ closedTables, mayMakeTables }: ServerInspection): Result {
  const [first, ...more] = closedTables;
  if (first === undefined)
    return ok(mayMakeTables ? 'rows, and tables' : 'rows alone: another role makes the tables');
  const others = more.length > 0 ? ` and ${more.length} more tables` : '';
  return wrong(`the role may not read and write ${first}${others}`, GRANT);
}

async function tablesOf(database: Database, { mayMakeTables }: ServerInspection): Promise<Result> {
  const { pending, unknown } = await migrationState(database.db, database.schema);
  const all = [...pending, ...((await isQueuePending(database)) ? ['those of the queue'] : [])];
  if (all.length > 0) {
    const found = `${all.length} ${all.length === 1 ? 'migration is' : 'migrations are'} pending, ${all[0]} first`;
    return mayMakeTables ? ok(`${found}; the next start makes them`) : wrong(found, GRANT);
  }
  if (unknown.length === 0) return ok('up to date');
  return warning(
    `of a newer version (${unknown.at(-1)})`,
    'this version works beside them; go back to the newer one when you can',
  );
}

async function checkDirectory({ dataDir, secretKey, attempt }: StoreOptions): Promise<Diagnosis[]> {
  const named = { group, name: 'DATA_DIR' } as const;
  if (dataDir === IN_MEMORY)
    return [{ ...named, ...warning('nothing is kept', 'set DATA_DIR to a folder, or DATABASE_URL') }];
  let freeBytes: number | undefined;
  let hasDatabase = false;
  let hasTablesInUse = false;
  const how = {
    limitMs: LIMIT_MS,
    lateAdvice: 'its disk does not answer: take another folder',
    explain: directoryProblem,
  };
  const folder = await attempt(named, how, async () => {
    const { state, holder, freeBytes: free } = await inspectDirectory(dataDir);
    freeBytes = free;
    hasDatabase = state === 'made';
    await refuseMoved(dataDir);
    hasTablesInUse = holder !== undefined && state === 'made';
    if (holder !== undefined) return ok(`in use by ${holder}: the bot is running`);
    if (state === 'made') return ok('holds the embedded database, which nobody has open');
    return ok(
      `${state === 'missing' ? 'not there yet' : 'empty'}: the first start makes the embedded database`,
    );
  });
  // A bot that was asked for tables it has not made would make them.
  const tables = hasTablesInUse
    ? [await attempt({ group, name: 'tables' }, AT_BOT, () => tablesOfBot(dataDir))]
    : [];
  const room: Diagnosis[] =
    freeBytes === undefined ? [] : [{ group, name: 'free disk', ...roomIn(freeBytes) }];
  const key = secretKey ? undefined : await keyProblem(dataDir, hasDatabase);
  return [folder, ...(key ? [{ group, name: 'secret.key', ...key } as const] : []), ...tables, ...room];
}

/** What is wrong with the key beside the database; the first start makes one where there is neither. */
async function keyProblem(dataDir: string, hasDatabase: boolean): Promise<Result | undefined> {
  try {
    if ((await readKey(dataDir)) || !hasDatabase) return undefined;
  } catch (error) {
    return wrong(errorCode(error) ?? 'does not hold a key', RESTORE_KEY);
  }
  return wrong('missing, beside a database', RESTORE_KEY);
}

const RESTORE_KEY =
  'restore secret.key from the backup of DATA_DIR; with a new one, buttons of old answers and the audit’s numbers are lost';

const AT_BOT = {
  limitMs: LIMIT_MS,
  lateAdvice: 'the bot is stopped or busy: try again, or look into its log',
  explain: noAnswerProblem,
};

/** By what the running bot says of its database. */
async function tablesOfBot(dataDir: string): Promise<Result> {
  const [found] = await Array.fromAsync(askBot(dataDir, databaseStatus, {}));
  const { pending, unknown } = compareMigrations(found?.migrations ?? []);
  if (pending.length + unknown.length > 0)
    return warning('of another version than this command', 'start the bot anew, with this version');
  const rows = Object.values(found?.rows ?? {}).reduce((sum, count) => sum + count, 0);
  return ok(`up to date, ${rows} rows`);
}

function noAnswerProblem(error: unknown): Result | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  return warning(error.message, 'try again, or look into the log of the bot');
}

/** Whether a disk has room for the embedded database, which takes some 50 MB at first. */
export function roomIn(freeBytes: number): Result {
  const found = `${Math.floor(freeBytes / MEGABYTE)} MB`;
  const advice = 'make room on the disk of DATA_DIR, or set DATABASE_URL';
  if (freeBytes < NEEDED_BYTES) return wrong(found, advice);
  return freeBytes < AMPLE_BYTES ? warning(found, advice) : ok(found);
}

function directoryProblem(error: unknown): Result | undefined {
  if (error instanceof DatabaseError) {
    return wrong(
      error.message,
      error.code === 'moved' ? 'set DATABASE_URL' : 'restore DATA_DIR from a backup',
    );
  }
  const code = errorCode(error);
  if (code === undefined) return undefined;
  return wrong(`cannot be written to (${code})`, 'set DATA_DIR to a folder of this account’s own');
}
