import { loadDatabaseSettings } from '../config.ts';
import { type ControlSession, openControl } from '../control/open-control.ts';
import { erasedRows, type SealedTable, sealedRows } from '../control/operations.ts';
import type { Msisdn } from '../domain/messages/msisdn.ts';
import { workspaceOfAccount } from '../domain/workspace-account.ts';
import { openReportButton } from '../features/report/actions.ts';
import { openTracked } from '../features/status/tracking/model.ts';
import { createLog } from '../ops/log.ts';
import { openAgainValue } from '../posting/progress-recovery.ts';
import { openShared } from '../posting/shared-answer.ts';
import type { Sealer } from '../runtime/crypto.ts';
import { sealedLookup } from '../slack/listeners/typed-command.ts';
import { accountSealer } from '../store/audit/keys.ts';
import { createCommand, DONE, loadSealer, NOT_DONE, numberIn, UsageError, workspaceIn } from './command.ts';
import { runMain } from './run-main.ts';

const USAGE = `Usage: npm run erase -- --number <number> [options]

Removes a number from the bot’s data. People who follow one of its messages get no more news of it, and unfinished reports
about it end. Figures are counts without numbers. Entries of the audit stay: they contain a digest, and record who asked.
Messages in Slack are masked and stay; their buttons contain the encrypted number: delete the messages there.

  --number <number>  +56912345678, or as it is dialled in DEFAULT_REGION
  --workspace <id>   only in one of several workspaces: T0123456789, as WORKSPACES_FILE lists it
  --check            changes nothing and prints what there is
  --help             this text

It needs the bot’s DATABASE_URL and SECRET_KEY, or its DATA_DIR. The bot may be running.
Exit code: 0 where it was done, also where nothing was found, 1 where it was not, 2 where the command or a setting cannot be
understood.
`;

export const main = createCommand({
  usage: USAGE,
  options: {
    number: { type: 'string' },
    workspace: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
  failureText: 'Nothing more was erased',
  async run({ number, workspace, check: isCheck }, env, io) {
    if (number === undefined) throw new UsageError('--number is needed.');
    const erasure = { workspace: workspaceIn(workspace), isCheck };
    const settings = loadDatabaseSettings(env);
    const msisdn = numberIn(number, settings.defaultRegion);
    const log = createLog({ level: 'error', destination: { write: io.err } });
    const control = await openControl({ ...settings, log });
    try {
      const sealer = await loadSealer(settings);
      let isAllOpened = true;
      for await (const { what, rows, unopened } of eraseNumber(msisdn, { ...erasure, control, sealer })) {
        io.out(`${isCheck ? 'Found' : 'Erased'}: ${rows} ${what}\n`);
        if (unopened === 0) continue;
        isAllOpened = false;
        io.err(`${unopened} more of them were sealed with another SECRET_KEY, and may be about it.\n`);
      }
      return isAllOpened ? DONE : NOT_DONE;
    } finally {
      await control.close();
    }
  },
});

interface Erasure {
  readonly control: ControlSession;
  readonly sealer: Sealer;
  readonly workspace?: string | undefined;
  readonly isCheck: boolean;
}

interface SealedKind {
  readonly table: SealedTable;
  readonly what: string;
  /** Decrypts a value and returns its telephone number; `undefined` if another key encrypted it. */
  readonly read: (
    sealer: Sealer,
    sealed: string,
    person: string,
  ) => { readonly msisdn?: Msisdn | undefined } | undefined;
}

const KINDS: readonly SealedKind[] = [
  { table: 'settlings', what: 'messages that somebody waits for', read: openTracked },
  {
    table: 'long_runs',
    what: 'reports that take long',
    read(sealer, sealed) {
      const again = openAgainValue(sealer, sealed);
      if (again === undefined) return undefined;
      // For a report in a thread, the request is inside a shared answer. A rehearsal’s request has no number.
      const request = openShared(sealer, again)?.request ?? again;
      return openReportButton(sealer, request)?.request ?? {};
    },
  },
  {
    table: 'recent_lookups',
    what: 'recent look-ups on Homes',
    read(sealer, sealed, person) {
      const lookup = sealedLookup.open(sealer, sealed, person);
      // Only a look-up by number has `n`; one by reference or identifier contains no number.
      return lookup && ('n' in lookup ? { msisdn: lookup.n } : {});
    },
  },
];

/** Deletes rows about a number. `unopened` counts rows that the key does not open; they may be about it. */
export async function* eraseNumber(msisdn: Msisdn, { control, sealer, workspace, isCheck }: Erasure) {
  for (const { table, what, read } of KINDS) {
    const ids: string[] = [];
    let unopened = 0;
    for await (const { id, account, sealed, person } of control.ask(sealedRows, { table })) {
      if (workspace !== undefined && workspaceOfAccount(account) !== workspace) continue;
      const opened = read(accountSealer(account, sealer), sealed, person);
      if (opened === undefined) unopened += 1;
      else if (opened.msisdn === msisdn) ids.push(id);
    }
    let rows = ids.length;
    if (!isCheck && rows > 0) {
      // The database counts the deleted rows, because some may have been deleted meanwhile.
      const answers = await Array.fromAsync(control.ask(erasedRows, { table, ids }));
      rows = answers.reduce((sum, { erased }) => sum + erased, 0);
    }
    yield { what, rows, unopened };
  }
}

if (import.meta.main) await runMain(main);
