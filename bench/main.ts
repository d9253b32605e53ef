import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installBefore } from './before.ts';
import { type Context, FULL, QUICK } from './context.ts';
import { compareRatio } from './expected.ts';
import { measureHome } from './home.ts';
import { measureMemory } from './memory.ts';
import { killAll } from './processes.ts';
import { measureReading } from './reading.ts';
import { measureShapes } from './shapes.ts';
import { measureStart } from './start.ts';
import { measureStatus } from './status.ts';
import { measureStatusDuringReports } from './status-during-reports.ts';
import { measureThirtyDays } from './thirty-days.ts';

const PARTS: Readonly<Record<string, (context: Context) => Promise<string>>> = {
  reading: measureReading,
  shapes: measureShapes,
  status: measureStatus,
  beside: measureStatusDuringReports,
  report: measureThirtyDays,
  home: measureHome,
  start: measureStart,
  memory: measureMemory,
};

const USAGE = `npm run bench -- [${Object.keys(PARTS).join('|')}]… [--quick] [--profile] [--before <commit>]

Measures the bot beside its peers, by turns, and prints tables in Markdown; without a part, all of them. A figure is the
median of its rounds, with the lowest and the highest; a ratio is the median of the ratios of each round.

  reading   one report into figures, beside other ways to read it
  shapes    the same, however its entries are written
  status    many look-ups at once, beside a bare app
  beside    look-ups while a large report is read
  report    a report of 30 days
  home      opening the app's Home, beside a bare app that publishes a fixed view
  start     from nothing to ready, and memory at rest
  memory    at most and at rest, of the bot with all that it starts; of the playground (Linux only)

--quick takes small sizes, which tell whether it works and not much more.
--profile makes status also print where the processor time of an answer goes.
--before measures beside, report and start in turn with the bot of an earlier commit as well, which is laid out in the
temporary folder and installed there by npm.
DATABASE_URL (an account that may make databases) adds Postgres to the same three, and to status and home.
The lines "bench: …" of status, beside and home compare with bench/expected.json; if one is worse by a third, the exit code is 1.
All of it takes about an hour, and a few gigabytes of memory and of the temporary folder.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    profile: { type: 'boolean' },
    before: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const wantsHelp = values.help || wanted.includes('help');
if (wantsHelp || wanted.some((name) => !Object.hasOwn(PARTS, name))) {
  (wantsHelp ? process.stdout : process.stderr).write(USAGE);
  process.exitCode = wantsHelp ? 0 : 2;
} else {
  await run(wanted, values.quick ?? false, values.before);
}

async function run(names: readonly string[], isQuick: boolean, before: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-bench-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const abandon = () => {
    killAll();
    void remove().then(() => process.exit(130));
  };
  // Also ends processes that started after a signal.
  process.once('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
  const say = (line: string) => process.stderr.write(`${line}\n`);
  try {
    if (before !== undefined) say(`installing ${before}`);
    const context: Context = {
      sizes: isQuick ? QUICK : FULL,
      folder,
      dataFolder: () => mkdtemp(join(folder, 'data-')),
      databaseUrl: process.env.DATABASE_URL || undefined,
      before: before === undefined ? undefined : await installBefore(before, folder),
      isProfiled: values.profile ?? false,
      record: (ratio) => {
        const { line, isGood } = compareRatio(ratio);
        process.stdout.write(`\n${line}\n`);
        if (!isGood) process.exitCode = 1;
      },
      say,
    };
    process.stdout.write(`${machine(isQuick)}\n`);
    for (const name of names) await measure(name, context);
  } catch (error) {
    fail(`The benchmark did not begin: ${sentenceOf(error)}`);
  } finally {
    killAll();
    await remove();
  }
}

/** A failed part does not stop the other parts. */
async function measure(name: string, context: Context): Promise<void> {
  try {
    process.stdout.write(`\n${await PARTS[name]?.(context)}\n`);
  } catch (error) {
    killAll();
    fail(`${name} did not come to its end: ${sentenceOf(error)}`);
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Describes the machine. Figures of a busy machine say little. */
function machine(isQuick: boolean): string {
  const [first] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return `Node ${process.version}, ${cpus().length} × ${first?.model.trim() || 'unknown processor'}, load before it ${load}${isQuick ? ', small sizes' : ''}.`;
}
