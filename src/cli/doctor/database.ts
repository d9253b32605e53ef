import { sql } from 'kysely';
import type { ProcessConfig } from '../../config.ts';
import { askBot } from '../../control/client.ts';
import { auditKeys, databaseStatus } from '../../control/operations.ts';
import { isQueuePending } from '../../jobs/boss.ts';
import type { Log } from '../../ops/log.ts';
import { createSealer, readKey } from '../../runtime/crypto.ts';
import { errorCode } from '../../runtime/error-code.ts';
import { opensNone, type SealedAuditKey, sealedAuditKeys } from '../../store/audit/keys.ts';
import { DatabaseError, IN_MEMORY } from '../../store/connection.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { inspectDirectory } from '../../store/embedded/directory.ts';
import { refuseMoved } from '../../store/embedded/moved.ts';
import { compareMigrations, migrationState } from '../../store/migrate.ts';
import { type Attempt, type CheckResult, type Diagnosis, notTried, ok, warning, wrong } from './diagnosis.ts';
import { clockResult } from './machine.ts';

type DoctorKeySettings = Pick<ProcessConfig, 'dataDir' | 'secretKey' | 'secretKeyPrevious' | 'isKeyLost'>;
type Settings = Pick<ProcessConfig, 'databaseUrl'> & DoctorKeySettings;

const group = 'Database';
/** Postgres 13: pg-boss does not support older versions. */
const OLDEST_SERVER = 130_000;
const MEGABYTE = 1024 * 1024;
const NEEDED_BYTES = 200 * MEGABYTE;
const AMPLE_BYTES = 1024 * MEGABYTE;
const GRANT =
  'npm run migrate -- --grant <the role of the bot>, with the DATABASE_URL of the role that owns the tables';
const ANOTHER_KEY =
  'set the key that this database was used with, after a change as SECRET_KEY_PREVIOUS, or lost there if it is lost';
const RESTORE_KEY =
  'restore secret.key from the backup of DATA_DIR; with a new one, buttons of old answers and the audit’s numbers are lost';

/** Checks a server and the rights of its role, or the folder of the embedded database. Changes nothing. */
export async function checkDatabase(
  settings: Settings,
  attempt: Attempt,
  { log, now }: { readonly log: Log; readonly now: () => Date },
): Promise<Diagnosis[]> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) return checkDirectory(settings, attempt);
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log, migrates: false });
  try {
    return await checkServer(database, settings, attempt, now);
  } finally {
    void database.close();
  }
}

async function checkServer(
  database: Database,
  settings: DoctorKeySettings,
  attempt: Attempt,
  now: () => Date,
): Promise<Diagnosis[]> {
  const step = {
    group,
    lateAdvice: 'look at the address in DATABASE_URL, the network and the server',
    explain: (error: unknown) => {
      if (!(error instanceof DatabaseError)) return undefined;
      const isRight = error.code === 'not_granted';
      return wrong(error.message, isRight ? GRANT : 'correct DATABASE_URL, or see to the server');
    },
  } as const;
  let server: ServerInspection | undefined;
  let aheadMs = 0;
  const connection = await attempt({ ...step, name: 'connection' }, async () => {
    server = await inspectServer(database);
    aheadMs = now().getTime() - server.clockMs;
    const found = `Postgres ${server.version}, as ${server.role}`;
    const isOld = server.versionNumber < OLDEST_SERVER;
    return isOld ? wrong(found, 'it is too old: take Postgres 15 or newer') : ok(found);
  });
  const found = server;
  const without = async () => notTried('without a connection');
  return [
    connection,
    await attempt({ ...step, name: 'rights' }, found ? async () => rightsOf(found) : without),
    await attempt({ ...step, name: 'tables' }, found ? () => tablesOf(database, found, settings) : without),
    ...(found ? [{ group: 'Clock', name: 'against the database’s', ...clockResult(aheadMs) } as const] : []),
  ];
}

interface ServerInspection {
  readonly version: string;
  /** Version of the database server as a number, for comparisons: 150013 for 15.13. */
  readonly versionNumber: number;
  readonly role: string;
  readonly clockMs: number;
  readonly mayCreateTables: boolean;
  /** Tables for which the database role lacks a right to read, add, change or remove rows. */
  readonly closedTables: readonly string[];
}

async function inspectServer({ db, schema }: Database): Promise<ServerInspection> {
  const schemas = [schema, `${schema}_jobs`];
  const { rows } = await sql<Omit<ServerInspection, 'closedTables'>>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_user as role,
      extract(epoch from clock_timestamp())::double precision * 1000 as "clockMs",
      coalesce(bool_and(has_schema_privilege(oid, 'create')), true)
        and (count(*) = ${schemas.length} or has_database_privilege(current_database(), 'create'))
        as "mayCreateTables"
    from pg_namespace where nspname = any(${schemas})`.execute(db);
  const [server] = rows;
  if (!server) throw new Error('the server answered nothing');
  // The role needs no right to change audit rows or to delete keys, nor any right to the tables of migrations (`kysely_…`).
  const closed = await sql<{ name: string }>`
    select format('%s.%s', nspname, relname) as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(${schemas}) and relkind in ('r', 'p') and relname not like 'kysely_%'
      and not (has_schema_privilege(relnamespace, 'usage')
        and has_table_privilege(pg_class.oid, 'select') and has_table_privilege(pg_class.oid, 'insert')
        and (relname = 'audit' or has_table_privilege(pg_class.oid, 'update'))
        and (relname in ('audit', 'audit_keys') or has_table_privilege(pg_class.oid, 'delete')))
    order by name`.execute(db);
  return { ...server, closedTables: closed.rows.map(({ name }) => name) };
}

function rightsOf({ closedTables, mayCreateTables }: ServerInspection): CheckResult {
  const [first, ...more] = closedTables;
  if (first === undefined)
    return ok(mayCreateTables ? 'rows, and tables' : 'rows alone: another role makes the tables');
  const others = more.length > 0 ? ` and ${more.length} more tables` : '';
  return wrong(`the role may not read and write ${first}${others}`, GRANT);
}

async function tablesOf(
  database: Database,
  { mayCreateTables }: ServerInspection,
  settings: DoctorKeySettings,
): Promise<CheckResult> {
  const { pending, unknown } = await migrationState(database.db, database.schema);
  const all = [...pending, ...((await isQueuePending(database)) ? ['those of the queue'] : [])];
  if (all.length > 0) {
    const found = `${all.length} ${all.length === 1 ? 'migration is' : 'migrations are'} pending, ${all[0]} first`;
    return mayCreateTables ? ok(`${found}; the next start makes them`) : wrong(found, GRANT);
  }
  const fault = await keyFault(settings, await sealedAuditKeys(database.db));
  if (fault) return fault;
  if (unknown.length === 0) return ok('up to date');
  const advice = 'this version works with them; go back to the newer one when you can';
  return warning(`of a newer version (${unknown.at(-1)})`, advice);
}

async function checkDirectory(settings: DoctorKeySettings, attempt: Attempt): Promise<Diagnosis[]> {
  const { dataDir, secretKey } = settings;
  const named = { group, name: 'DATA_DIR' } as const;
  if (dataDir === IN_MEMORY) {
    const advice = 'set DATA_DIR to a folder, or DATABASE_URL';
    return [{ ...named, ...warning('all data is lost when the bot stops', advice) }];
  }
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
    if (state === 'created') return ok('holds the embedded database, which no process has open');
    return ok(
      `${state === 'missing' ? 'not there yet' : 'empty'}: the first start makes the embedded database`,
    );
  });
  if (!found) return [folder];
  const { state, holder, freeBytes } = found;
  const key = secretKey ? undefined : await keyProblem(dataDir, state === 'created');
  return [
    folder,
    ...(key ? [{ group, name: 'secret.key', ...key } as const] : []),
    // A bot whose database does not exist yet is not asked, because the request would create the tables.
    ...(holder !== undefined && state === 'created' ? [await checkTablesOfBot(settings, attempt)] : []),
    { group, name: 'free disk', ...roomIn(freeBytes) },
  ];
}

/** With a key that opens none of the audit’s keys, no bot starts. */
async function keyFault(
  { secretKey, secretKeyPrevious, isKeyLost, dataDir }: DoctorKeySettings,
  keys: readonly SealedAuditKey[],
): Promise<CheckResult | undefined> {
  const key = secretKey ?? (await readKey(dataDir));
  if (!key || isKeyLost || !opensNone(keys, createSealer(key, secretKeyPrevious))) return undefined;
  return wrong('SECRET_KEY opens none of the audit’s keys', ANOTHER_KEY);
}

/** Without a key and a database there is no problem: the first start creates the key. */
async function keyProblem(dataDir: string, hasDatabase: boolean): Promise<CheckResult | undefined> {
  try {
    if ((await readKey(dataDir)) || !hasDatabase) return undefined;
    return wrong('missing, although there is a database', RESTORE_KEY);
  } catch (error) {
    return wrong(errorCode(error) ?? 'does not hold a key', RESTORE_KEY);
  }
}

function checkTablesOfBot(settings: DoctorKeySettings, attempt: Attempt): Promise<Diagnosis> {
  const { dataDir } = settings;
  const lateAdvice = 'try again, or look into the log of the bot';
  const explain = (error: unknown) =>
    error instanceof DatabaseError ? warning(error.message, lateAdvice) : undefined;
  return attempt({ group, name: 'tables', lateAdvice, explain }, async () => {
    const [found] = await Array.fromAsync(askBot(dataDir, databaseStatus, {}));
    const { pending, unknown } = compareMigrations(found?.migrations ?? []);
    if (pending.length + unknown.length > 0)
      return warning('of another version than this command', 'restart the bot with this version');
    const rows = Object.values(found?.rows ?? {}).reduce((sum, count) => sum + count, 0);
    const keys = await Array.fromAsync(askBot(dataDir, auditKeys, {}));
    const sealed = keys.flatMap(({ account, sealed }) => (sealed === undefined ? [] : { account, sealed }));
    return (await keyFault(settings, sealed)) ?? ok(`up to date, ${rows} rows`);
  });
}

/** Judges the free disk space; a new embedded database takes about 50 MB. */
export function roomIn(freeBytes: number): CheckResult {
  const found = `${Math.floor(freeBytes / MEGABYTE)} MB`;
  const advice = 'make room on the disk of DATA_DIR, or set DATABASE_URL';
  if (freeBytes >= AMPLE_BYTES) return ok(found);
  return (freeBytes < NEEDED_BYTES ? wrong : warning)(found, advice);
}

function directoryProblem(error: unknown): CheckResult | undefined {
  if (error instanceof DatabaseError)
    return wrong(
      error.message,
      error.code === 'moved' ? 'set DATABASE_URL' : 'restore DATA_DIR from a backup',
    );
  const code = errorCode(error);
  return code === undefined
    ? undefined
    : wrong(`cannot be written to (${code})`, 'set DATA_DIR to a folder of this account’s own');
}
