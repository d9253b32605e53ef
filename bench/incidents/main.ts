import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { QUIET_DAYS, quietDays } from './quiet.ts';
import { report } from './report.ts';
import type { RunOptions, SeedRun } from './run.ts';
import type { SaidRun } from './said.ts';
import { saidReport } from './said-report.ts';

const USAGE = `npm run bench:incidents -- [--quick] [--seeds 5] [--first 1] [--list] [--said]
       npm run bench:incidents -- --quiet

Compares the detection of incidents with plain rules, on generated traffic of 300,000 messages a day: for each seed 60
days with known faults, and 38 without any in which the clocks change, a holiday comes and new levels stay. It takes
about a minute of a processor for each. --first: the first of the seeds. --list: every false alarm and every fault of
which it did not make what it should have. --quick: one seed, 20 days with faults, and no others.
Then it compares what incidents say with the faults that were put in, for each seed on 16 days with one scenario each.
--said: only this comparison.
--quiet: the false alarms on 1,000 days on which nothing happens, reckoned by counts without messages, in eight minutes.
`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '5' },
    first: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    said: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stderr.write(USAGE);
} else if (values.quiet) {
  process.stdout.write(`${quietDays(QUIET_DAYS, Number(values.first))}\n`);
} else {
  const size = {
    days: values.quick ? 20 : 60,
    hasCalmDays: !values.quick,
    perDay: 300_000,
    historyDays: 28,
  };
  const seeds = Array.from(
    { length: values.quick ? 1 : Number(values.seeds) },
    (_, index) => Number(values.first) + index,
  );
  const runs = values.said ? [] : await runAll<SeedRun>(seeds.map((seed) => ({ seed, ...size })));
  const { text, isMet } =
    runs.length > 0 ? report(runs, { ...size, isListed: values.list }) : { text: '', isMet: true };
  const said = saidReport(
    await runAll<SaidRun>(seeds.map((seed) => ({ part: 'said', seed, perDay: size.perDay }))),
  );
  process.stdout.write(`${text}\n\n${said.text}\n`);
  if (!isMet || !said.isMet) process.exitCode = 1;
}

type Task = RunOptions | { readonly part: 'said'; readonly seed: number; readonly perDay: number };

/** Runs one seed per processor at a time. */
async function runAll<Run>(wanted: readonly Task[]): Promise<Run[]> {
  const runs: Run[] = [];
  const waiting = [...wanted.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, options] = next;
      process.stderr.write(`seed ${options.seed}\n`);
      runs[index] = (await runApart(options)) as Run;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return runs;
}

function runApart(workerData: Task): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
