import { stringify } from 'csv-stringify/sync';
import { loadDatabaseSettings } from '../config.ts';
import { openControl } from '../control/open-control.ts';
import { auditEntries, auditKeys } from '../control/operations.ts';
import { isCalendarDay } from '../domain/time/calendar.ts';
import { createLog } from '../ops/log.ts';
import { accountSealer, digestsOf } from '../store/audit/keys.ts';
import { createCommand, DONE, loadSealer, NOT_DONE, numberIn, UsageError, workspaceIn } from './command.ts';
import { type Io, runMain } from './run-main.ts';

const USAGE = `Usage: npm run audit -- [options]

Prints who did what with the bot: on a terminal the newest first, in a file or a pipe the oldest first. A number is looked
for by its digest: it is neither stored nor sent.

  --number <number>  what was done about a number: +56912345678, or as it is dialled in DEFAULT_REGION
  --user <id>        what a person did, by Slack id: U0123456789
  --workspace <id>   what was done in one of several workspaces: T0123456789, as WORKSPACES_FILE lists it
  --since <time>     from then on: 2026-11-18, or 2026-11-18T12:00Z; days begin at midnight UTC
  --until <time>     before then
  --limit <count>    only the newest so many
  --json             an object a line
  --csv              a table for spreadsheets
  --help             this text

It needs the bot’s DATABASE_URL and SECRET_KEY, or its DATA_DIR. The bot may be running.
Exit code: 0 where it was read, also where nothing was found, 1 where it was not or entries may be missing, 2 where the
command or a setting cannot be understood.
`;

const INCOMPLETE =
  'Some entries may be missing: a key of the audit is gone, or SECRET_KEY does not open it. Without it entries are found by person and time only.\n';

const COLUMNS = [
  ...['at', 'act', 'outcome', 'why', 'person', 'team', 'channel', 'surface', 'reference', 'reason'],
] as const;

export const main = createCommand({
  usage: USAGE,
  options: {
    number: { type: 'string' },
    user: { type: 'string' },
    workspace: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean', default: false },
    csv: { type: 'boolean', default: false },
  },
  failureText: 'The audit was not read',
  async run({ number, user, json, csv, ...typed }, env, io) {
    if (json && csv) throw new UsageError('--json and --csv are two formats: choose one.');
    if (user !== undefined && !/^[UW][A-Z0-9]+$/.test(user))
      throw new UsageError('--user is a Slack id such as U0123456789.');
    const workspace = workspaceIn(typed.workspace);
    const limit = limitIn(typed.limit);
    const query = { person: user, workspace, since: timeIn(typed.since), until: timeIn(typed.until) };
    const settings = loadDatabaseSettings(env);
    const msisdn = number === undefined ? undefined : numberIn(number, settings.defaultRegion);
    const log = createLog({ level: 'error', destination: { write: io.err } });
    const control = await openControl({ ...settings, log });
    try {
      let digests: string[] | undefined;
      let isWhole = true;
      if (msisdn !== undefined) {
        const keys = await Array.fromAsync(control.ask(auditKeys, {}));
        const sealer = await loadSealer(settings);
        digests = keys.flatMap(({ account, sealed }) =>
          digestsOf(msisdn, sealed === undefined ? [] : [sealed], accountSealer(account, sealer)),
        );
        isWhole = digests.length === keys.length;
        if (!isWhole) io.err(INCOMPLETE);
      }
      const { show, end } = printer(json ? 'json' : csv ? 'csv' : 'lines', io);
      const isNewestFirst = limit !== undefined || io.isOutTerminal;
      const rows = control.ask(auditEntries, { ...query, digests, limit, isNewestFirst });
      if (isNewestFirst && !io.isOutTerminal)
        for (const row of (await Array.fromAsync(rows)).reverse()) show(row);
      else for await (const row of rows) show(row);
      end();
      return isWhole ? DONE : NOT_DONE;
    } finally {
      await control.close();
    }
  },
});

type AuditLine = ReturnType<typeof auditEntries.row.parse>;

function printer(format: 'lines' | 'json' | 'csv', { out }: Io) {
  let shown = 0;
  const cells = (row: AuditLine) =>
    COLUMNS.map((column) => (column === 'at' ? row.at.toISOString() : (row[column] ?? '')));
  if (format === 'csv') out(`${COLUMNS.join(',')}\n`);
  return {
    show(row: AuditLine) {
      shown += 1;
      if (format === 'json')
        out(`${JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, row[name]])))}\n`);
      else if (format === 'csv') out(stringify([cells(row)], { escape_formulas: true }));
      else
        out(
          `${cells(row)
            .filter(Boolean)
            .join('  ')
            .replaceAll(/[^\S ]+/g, ' ')}\n`,
        );
    },
    end() {
      if (shown === 0 && format === 'lines') out('Nothing was found.\n');
    },
  };
}

const MOST_LIMIT = 100_000;

function limitIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MOST_LIMIT) return limit;
  throw new UsageError(`--limit is a number from 1 to ${MOST_LIMIT}.`);
}

function timeIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (isCalendarDay(text)) return new Date(`${text}T00:00:00Z`);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = new Date(text);
  if (isTime && !Number.isNaN(at.getTime())) return at;
  throw new UsageError('Times are written as 2026-11-18 or 2026-11-18T12:00Z.');
}

if (import.meta.main) await runMain(main);
