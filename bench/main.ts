import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBeside } from './beside.ts';
import { type Context, FULL, QUICK } from './context.ts';
import { killAll } from './processes.ts';
import { measureReading } from './reading.ts';
import { measureStart } from './start.ts';
import { measureStatus } from './status.ts';
import { measureThirtyDays } from './thirty-days.ts';

const PARTS: Readonly<Record<string, (context: Context) => Promise<string>>> = {
  reading: measureReading,
  status: measureStatus,
  beside: measureBeside,
  report: measureThirtyDays,
  start: measureStart,
};

const USAGE = `npm run bench -- [${Object.keys(PARTS).join('|')}] [--quick]

Measures the bot beside its peers and prints tables in Markdown; without a part, all of them. It takes some
twenty minutes, and a few gigabytes of memory and of the temporary folder. --quick takes small sizes, which tell whether it
works and not much more. DATABASE_URL (an account that may make databases) adds Postgres.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, help: { type: 'boolean' } },
});
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
if (values.help || wanted.some((name) => !Object.hasOwn(PARTS, name))) {
  process.stderr.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  await run(wanted, values.quick ?? false);
}

async function run(names: readonly string[], isQuick: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-bench-'));
  const abandon = () => {
    killAll();
    void rm(folder, { recursive: true, force: true }).then(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
  const context: Context = {
    sizes: isQuick ? QUICK : FULL,
    folder,
    dataFolder: () => mkdtemp(join(folder, 'data-')),
    databaseUrl: process.env.DATABASE_URL || undefined,
    say: (line) => process.stderr.write(`${line}\n`),
  };
  try {
    process.stdout.write(`${machine(isQuick)}\n`);
    for (const name of names) process.stdout.write(`\n${await PARTS[name]?.(context)}\n`);
  } catch (error) {
    process.stderr.write(
      `The benchmark did not come to its end: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exitCode = 1;
  } finally {
    killAll();
    await rm(folder, { recursive: true, force: true });
  }
}

/** On what it was measured; a machine that had other work tells little. */
function machine(isQuick: boolean): string {
  const [first] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return `Node ${process.version}, ${cpus().length} × ${first?.model.trim() || 'unknown processor'}, load before it ${load}${isQuick ? ', small sizes' : ''}.`;
}
