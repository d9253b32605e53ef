import type { ProcessConfig } from '../../config.ts';
import { askBot } from '../../control/client.ts';
import { databaseStatus } from '../../control/operations.ts';
import { isQueuePending } from '../../jobs/boss.ts';
import type { Log } from '../../ops/log.ts';
import { readKey } from '../../runtime/crypto.ts';
import { errorCode } from '../../runtime/error-code.ts';
import { DatabaseError, IN_MEMORY } from '../../store/connection.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { inspectDirectory } from '../../store/embedded/directory.ts';
import { refuseMoved } from '../../store/embedded/moved.ts';
import { inspectServer, type ServerInspection } from '../../store/inspection.ts';
import { compareMigrations, migrationState } from '../../store/migrate.ts';
import { type Attempt, type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';

interface StoreOptions extends Pick<ProcessConfig, 'databaseUrl' | 'dataDir' | 'secretKey'> {
  readonly attempt: Attempt;
  readonly log: Log;
}

const group = 'Database';
/** pg-boss needs 13; older ones get no corrections either. */
const OLDEST_SERVER = 130_000;
const MEGABYTE = 1024 * 1024;
const NEEDED_BYTES = 200 * MEGABYTE;
const AMPLE_BYTES = 1024 * MEGABYTE;
const GRANT =
  'npm run migrate -- --grant <the role of the bot>, with the DATABASE_URL of the role that owns the tables';
const SEE_TO_IT = 'correct DATABASE_URL, or see to the server';
const RESTORE_KEY =
  'restore secret.key from the backup of DATA_DIR; with a new one, buttons of old answers and the audit’s numbers are lost';

/** Where figures are kept: a server and its account's rights, or the folder of the embedded database. Nothing is changed. */
export async function checkDatabase(options: StoreOptions): Promise<Diagnosis[]> {
  const { databaseUrl } = options;
  return databaseUrl === undefined ? checkDirectory(options) : checkServer(databaseUrl, options);
}

async function checkServer(databaseUrl: string, { attempt, log }: StoreOptions): Promise<Diagnosis[]> {
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log, migrates: false });
  const how = {
    group,
    lateAdvice: 'look at the address in DATABASE_URL, the network and the server',
    explain: (error: unknown) => explained(error, (code) => (code === 'not_granted' ? GRANT : SEE_TO_IT)),
  } as const;
  let server: ServerInspection | undefined;
  try {
    const connection = await attempt({ ...how, name: 'connection' }, async () => {
      server = await inspectServer(database);
      const { version, versionNumber, role } = server;
      const it = `Postgres ${version}, as ${role}`;
      return versionNumber < OLDEST_SERVER ? wrong(it, 'it is too old: take Postgres 15 or newer') : ok(it);
    });
    const found = server;
    const without = notTried('without a connection');
    return [
      connection,
      { group, name: 'rights', ...(found ? rightsOf(found) : without) },
      found
        ? await attempt({ ...how, name: 'tables' }, () => tablesOf(database, found))
        : { group, name: 'tables', ...without },
    ];
  } finally {
    void database.close();
  }
}

function explained(error: unknown, advice: (code: DatabaseError['code']) => string): Result | undefined {
  return error instanceof DatabaseError ? wrong(error.message, advice(error.code)) : undefined;
}

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
  let found: Awaited<ReturnType<typeof inspectDirectory>> | undefined;
  const step = {
    ...{ ...named, needs: ['DATABASE_URL', 'DATA_DIR'], explain: directoryProblem },
    lateAdvice: 'its disk does not answer: take another folder',
  };
  const folder = await attempt(step, async () => {
    found = await inspectDirectory(dataDir);
    await refuseMoved(dataDir);
    const { state, holder } = found;
    if (holder !== undefined) return ok(`in use by ${holder}: the bot is running`);
    if (state === 'made') return ok('holds the embedded database, which nobody has open');
    const first = 'the first start makes the embedded database';
    return ok(`${state === 'missing' ? 'not there yet' : 'empty'}: ${first}`);
  });
  if (!found) return [folder];
  const { state, holder, freeBytes } = found;
  const key = secretKey ? undefined : await keyProblem(dataDir, state === 'made');
  return [
    folder,
    ...(key ? [{ group, name: 'secret.key', ...key } as const] : []),
    // A bot that was asked for tables it has not made would make them.
    ...(holder !== undefined && state === 'made' ? [await checkTablesOfBot(dataDir, attempt)] : []),
    { group, name: 'free disk', ...roomIn(freeBytes) },
  ];
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

/** By what the running bot says of its database. */
function checkTablesOfBot(dataDir: string, attempt: Attempt): Promise<Diagnosis> {
  const lateAdvice = 'the bot is stopped or busy: try again, or look into its log';
  const explain = (error: unknown) =>
    error instanceof DatabaseError
      ? warning(error.message, 'try again, or look into the log of the bot')
      : undefined;
  return attempt({ group, name: 'tables', lateAdvice, explain }, async () => {
    const [found] = await Array.fromAsync(askBot(dataDir, databaseStatus, {}));
    const { pending, unknown } = compareMigrations(found?.migrations ?? []);
    if (pending.length + unknown.length > 0)
      return warning('of another version than this command', 'start the bot anew, with this version');
    const rows = Object.values(found?.rows ?? {}).reduce((sum, count) => sum + count, 0);
    return ok(`up to date, ${rows} rows`);
  });
}

/** Whether a disk has room for the embedded database, which takes some 50 MB at first. */
export function roomIn(freeBytes: number): Result {
  const found = `${Math.floor(freeBytes / MEGABYTE)} MB`;
  const advice = 'make room on the disk of DATA_DIR, or set DATABASE_URL';
  if (freeBytes < NEEDED_BYTES) return wrong(found, advice);
  return freeBytes < AMPLE_BYTES ? warning(found, advice) : ok(found);
}

function directoryProblem(error: unknown): Result | undefined {
  const code = errorCode(error);
  return (
    explained(error, (fault) =>
      fault === 'moved' ? 'set DATABASE_URL' : 'restore DATA_DIR from a backup',
    ) ??
    (code
      ? wrong(`cannot be written to (${code})`, 'set DATA_DIR to a folder of this account’s own')
      : undefined)
  );
}
