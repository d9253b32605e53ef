import { type FolderMove, moveFolder } from '../app/move.ts';
import { type Environment, loadMoveSettings } from '../config.ts';
import { createLog } from '../ops/log.ts';
import { createCommand, DONE } from './command.ts';
import { type Io, runMain } from './run-main.ts';

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
  undone: 'Nothing was moved',
  run: ({ to }, env, io) => move(to, env, io),
});

async function move(to: string | undefined, env: Environment, io: Io): Promise<number> {
  const { dataDir, databaseUrl, secretKey, secretKeyPrevious } = loadMoveSettings({
    ...env,
    ...(to === undefined ? {} : { DATABASE_URL: to, DATABASE_URL_FILE: '' }),
  });
  const keys = [secretKey, secretKeyPrevious].filter((key) => key !== undefined);
  const progress = createProgress(io);
  try {
    const moved = await moveFolder({
      dataDir,
      databaseUrl,
      keys,
      log: createLog({ level: 'error', destination: { write: io.err } }),
      onRows: progress.show,
    });
    progress.end();
    io.out(told(moved, { dataDir, hasKey: keys.length > 0 }));
    return DONE;
  } finally {
    progress.end();
  }
}

/** A line that changes, for somebody who watches. */
function createProgress({ err, isErrTerminal }: Io) {
  let isShown = false;
  return {
    show(table: string, rows: number) {
      if (!isErrTerminal) return;
      isShown = true;
      err(`\r\u001b[K${table}: ${rows.toLocaleString('en')} rows`);
    },
    end() {
      if (isShown) err('\r\u001b[K');
      isShown = false;
    },
  };
}

function told(
  { to, wasMade, tables, jobs }: FolderMove,
  { dataDir, hasKey }: { readonly dataDir: string; readonly hasKey: boolean },
): string {
  const head = wasMade ? `${dataDir} is at ${to} already: nothing was done.\n` : tableOf(tables, jobs);
  const key = hasKey
    ? 'SECRET_KEY stays as it is.'
    : `Set SECRET_KEY to the key of the folder, which opens what it has sealed: the line in ${dataDir}/secret.key, or in a shell SECRET_KEY="$(cat ${dataDir}/secret.key)"`;
  const moved = wasMade ? '' : `\nAll of it is at ${to}: counted and compared.\n`;
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

if (import.meta.main) await runMain(main);
