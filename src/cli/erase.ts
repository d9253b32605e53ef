import { eraseNumber } from '../app/erase-number.ts';
import { type Environment, loadDatabaseSettings } from '../config.ts';
import { openControl } from '../control/open-control.ts';
import { createLog } from '../ops/log.ts';
import { createCommand, DONE, NOT_DONE, numberIn, UsageError, workspaceIn } from './command.ts';
import { type Io, runMain } from './run-main.ts';
import { loadSealer } from './sealer.ts';

const USAGE = `Usage: npm run erase -- --number <number> [options]

Takes a number out of what the bot keeps: people who wait for one of its messages are told nothing more, and reports about
it that are under way end. Figures are counts and hold no number. Entries of the audit stay: they hold a digest, and are the
record of who asked. What stands in Slack is masked and stays; its buttons hold the number sealed: delete the messages there.

  --number <number>  +56912345678, or as it is dialled in DEFAULT_REGION
  --workspace <id>   only in one of several workspaces: T0123456789, as WORKSPACES_FILE lists it
  --check            changes nothing and prints what there is
  --help             this text

It needs DATABASE_URL and SECRET_KEY as the bot has them, or its DATA_DIR, beside a running bot too.
Exit code: 0 where it was done, also where nothing was found, 1 where it was not, 2 where the command or a setting cannot be
understood.
`;

const OPTIONS = {
  number: { type: 'string' },
  workspace: { type: 'string' },
  check: { type: 'boolean', default: false },
} as const;

export const main = createCommand({
  usage: USAGE,
  options: OPTIONS,
  undone: 'Nothing more was erased',
  async run({ number, workspace, check }, env, io) {
    if (number === undefined) throw new UsageError('--number is needed.');
    return await erase({ number, workspace: workspaceIn(workspace), isCheck: check }, env, io);
  },
});

interface Erasing {
  readonly number: string;
  readonly workspace: string | undefined;
  readonly isCheck: boolean;
}

async function erase({ number, workspace, isCheck }: Erasing, env: Environment, io: Io): Promise<number> {
  const settings = loadDatabaseSettings(env);
  const msisdn = numberIn(number, settings.defaultRegion);
  const log = createLog({ level: 'error', destination: { write: io.err } });
  const control = await openControl({ ...settings, log });
  try {
    const sealer = await loadSealer(settings);
    let isAllOpened = true;
    for await (const { what, rows, unopened } of eraseNumber(msisdn, {
      ...{ control, sealer, workspace, isCheck },
    })) {
      io.out(`${isCheck ? 'Found' : 'Erased'}: ${rows} ${what}\n`);
      if (unopened === 0) continue;
      isAllOpened = false;
      io.err(`${unopened} more of them were sealed with another SECRET_KEY, and may be about it.\n`);
    }
    return isAllOpened ? DONE : NOT_DONE;
  } finally {
    await control.close();
  }
}

if (import.meta.main) await runMain(main);
