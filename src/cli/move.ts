import { join } from 'node:path';
import { loadMoveSettings } from '../config.ts';
import { openTracked } from '../features/status/tracking/model.ts';
import { openQueueMove } from '../jobs/move.ts';
import { createLog, type Log } from '../ops/log.ts';
import { createSealer, readKey } from '../runtime/crypto.ts';
import { hasCode } from '../runtime/error-code.ts';
import { accountSealer, opensNone, sealedAuditKeys } from '../store/audit/keys.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { acquireToMove, hasDatabase } from '../store/embedded/directory.ts';
import { markMoved, readMoved } from '../store/embedded/moved.ts';
import type { TableDigest } from '../store/move/copy.ts';
import { MoveError, moveRows } from '../store/move/move.ts';
import { createCommand, DONE } from './command.ts';
import { runMain } from './run-main.ts';

const USAGE = `Usage: npm run move -- --to postgres://user:password@host:5432/database

Moves all that the embedded database in DATA_DIR holds to Postgres, while no bot runs on it: the tables, and the work that
waits. It is whole there or not at all, and compared at the end. The folder is left as it is, and marked: no bot starts on it
any more. To move twice does no harm.

  --to <address>  where to; left out, DATABASE_URL, which nobody sees in the list of processes
  --help          this text

The role must be allowed to make the tables, or own them. Exit code: 0 where all is there, 1 where it is not, 2 where the
command or a setting cannot be understood.
`;

export const main = createCommand({
  usage: USAGE,
  options: { to: { type: 'string' } },
  failureText: 'Nothing was moved',
  async run({ to }, env, io) {
    const target = to === undefined ? {} : { DATABASE_URL: to, DATABASE_URL_FILE: '' };
    const settings = loadMoveSettings({ ...env, ...target });
    const log = createLog({ level: 'error', destination: { write: io.err } });
    const show = (text: string) => io.isErrTerminal && io.err(`\r\u001b[K${text}`);
    const onRows = (table: string, rows: number) => show(`${table}: ${rows.toLocaleString('en')} rows`);
    const moved = await moveFolder(settings, log, onRows).finally(() => show(''));
    io.out(moveText(moved, settings));
    return DONE;
  },
});

function moveText({ to, wasDone, tables, jobs }: FolderMove, { dataDir, ...keys }: MoveSettings): string {
  const head = wasDone ? `${dataDir} is at ${to} already: nothing was done.\n` : tableOf(tables, jobs);
  const key =
    keysOf(keys).length > 0
      ? 'SECRET_KEY stays as it is.'
      : `Set SECRET_KEY to the key of the folder, which opens what it has sealed: the line in ${dataDir}/secret.key, or in a shell SECRET_KEY="$(cat ${dataDir}/secret.key)"`;
  const moved = wasDone ? '' : `\nAll of it is at ${to}: counted and compared.\n`;
  return `${head}${moved}
Next:
1. Set DATABASE_URL to that address.
2. ${key}
3. Start the bot. ${dataDir} stays as it was, and no bot starts on it any more: keep it until you have a backup of Postgres.
`;
}

function tableOf(tables: FolderMove['tables'], jobs: number): string {
  const lines = [...tables].map(([name, { rows, digest }]) => [name, String(rows), digest.slice(0, 12)]);
  const all = [['table', 'rows', 'digest'], ...lines, ['work that waits', String(jobs), '']];
  return all
    .map(([name = '', rows = '', digest = '']) =>
      `${name.padEnd(22)}${rows.padStart(9)}  ${digest}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

type MoveSettings = ReturnType<typeof loadMoveSettings>;
type OnRows = (table: string, rows: number) => void;

const keysOf = ({ secretKey, secretKeyPrevious }: Pick<MoveSettings, 'secretKey' | 'secretKeyPrevious'>) =>
  [secretKey, secretKeyPrevious].filter((key) => key !== undefined);

interface FolderMove {
  readonly to: string;
  readonly wasDone: boolean;
  readonly tables: ReadonlyMap<string, TableDigest>;
  readonly jobs: number;
}

/** Moves the whole database or nothing; may be repeated. @throws MoveError or DatabaseError if that fails */
async function moveFolder(settings: MoveSettings, log: Log, onRows: OnRows): Promise<FolderMove> {
  const { dataDir, databaseUrl } = settings;
  if (!(await hasDatabase(join(dataDir, 'postgres')))) {
    throw new MoveError(
      `${dataDir} holds no database, so there is nothing to move: set DATA_DIR as the bot has it`,
    );
  }
  const resources = new AsyncDisposableStack();
  const { path, release } = await acquireToMove(dataDir).catch((error: unknown) => {
    if (!hasCode(error, 'directory_in_use')) throw error;
    throw new MoveError(
      `A bot runs on ${dataDir}: stop it first, then move, then start it with the new DATABASE_URL`,
    );
  });
  resources.defer(release);
  const from = openDatabase({ dataDir, log, acquire: async () => ({ path, release() {} }) });
  resources.defer(from.close);
  const server = openDatabase({ databaseUrl, dataDir, log });
  resources.defer(server.close);
  try {
    return await moveBetween(from, server, settings, onRows);
  } finally {
    await resources.disposeAsync();
  }
}

async function moveBetween(
  from: Database,
  server: Database,
  settings: MoveSettings,
  onRows: OnRows,
): Promise<FolderMove> {
  const { dataDir } = settings;
  const to = databaseName(settings.databaseUrl);
  const mark = await readMoved(dataDir);
  if (mark && mark.to !== to) {
    const path = join(dataDir, 'moved.json');
    throw new MoveError(
      `${dataDir} was moved to ${mark.to} at ${mark.at.toUTCString()}. To move what it held then to another place, delete ${path}`,
    );
  }
  if (!settings.isKeyLost) await checkKeys(from, dataDir, keysOf(settings));
  if (mark?.isKept) return { to, wasDone: true, tables: new Map(), jobs: 0 };
  await server.open();
  const queue = await openQueueMove(from, server);
  try {
    let jobs = 0;
    const { wasMovedBefore, tables } = await moveRows({
      from,
      to: server,
      onRows,
      async alsoMove(fromRun, toRun) {
        jobs = await queue.move(fromRun, toRun);
      },
      // If the process ends between the commit and the next mark, this mark stops bots from using the folder.
      beforeCommit: () => markMoved(dataDir, { to, at: new Date(), isKept: false }),
    });
    await markMoved(dataDir, { to, at: new Date(), isKept: true });
    return { to, wasDone: wasMovedBefore, tables, jobs };
  } finally {
    await queue.close();
  }
}

/** @throws MoveError if SECRET_KEY does not open the encrypted values, which the bot needs after the move */
async function checkKeys(from: Database, dataDir: string, keys: readonly Buffer[]): Promise<void> {
  const [current, previous] = keys;
  if (!current) return;
  const path = join(dataDir, 'secret.key');
  const sealer = createSealer(current, previous);
  const { db } = from;
  const auditKeys = await sealedAuditKeys(db);
  const isWrong = opensNone(auditKeys, sealer);
  if (auditKeys.length > 0 && !isWrong) return;
  const sealed = await db
    .selectFrom('settlings')
    .select(['account', 'person', 'sealed_message'])
    .orderBy('asked_at', 'desc')
    .limit(20)
    .execute();
  const opens = sealed.some(
    ({ account, person, sealed_message: message }) =>
      openTracked(accountSealer(account, sealer), message, person) !== undefined,
  );
  const own = await readKey(dataDir);
  if (
    !isWrong &&
    (opens || (sealed.length === 0 && (own === undefined || keys.some((key) => key.equals(own)))))
  )
    return;
  throw new MoveError(
    own === undefined
      ? 'SECRET_KEY does not open what is sealed in the database: set the key that the bot has had until now'
      : `SECRET_KEY is another key than the one in ${path}, which seals the buttons of old answers and who waits for which message. Set it to that: SECRET_KEY="$(cat ${path})". Where the bot has had this SECRET_KEY all the time, move ${path} out of the folder`,
  );
}

/** @returns host, port and name of a database, without the default port, so that names are comparable */
function databaseName(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}${port === '' || port === '5432' ? '' : `:${port}`}${pathname}`;
}

if (import.meta.main) await runMain(main);
