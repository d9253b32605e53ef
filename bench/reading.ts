import { join } from 'node:path';
import type { Context } from './context.ts';
import { TEMPLATE_DAY } from './entries.ts';
import { byTurns, count, median, megabytes, seconds, table, targetTable, times } from './measure.ts';
import type { ReaderResult } from './peers/reader.ts';
import { startPlatform } from './platforms.ts';
import { type Outcome, runToEnd } from './processes.ts';

const READERS = {
  floor: 'the bytes alone, each touched',
  ours: 'SMS Desk',
  batches: '`JSON.parse` of 1,000 at a time',
  naive: '`got().json()`, date-fns, a loop',
  'stream-parser': '`@streamparser/json`, date-fns, a loop',
} as const;

type Reader = keyof typeof READERS;

/** What is compressed costs all of them the same more: the parsers between are not run again. */
const RUN = {
  plain: Object.keys(READERS) as Reader[],
  gzip: ['floor', 'ours', 'naive'],
} as const satisfies Record<string, readonly Reader[]>;

/** A reader's medians, or why it came to nothing. */
type Measured = Omit<ReaderResult, 'figures'> | { readonly failed: string };

/** Reading one report of a day from the network into figures: ours, its peers, and the least it can take. */
export async function measureReading(context: Context): Promise<string> {
  const [smaller, larger] = context.sizes.reading.messages;
  const small = await measureReport(smaller, context);
  const large = await measureReport(larger, context);
  return [
    '### Reading a report',
    readersTable('plain', smaller, small.plain),
    readersTable('gzip', smaller, small.gzip),
    readersTable('plain', larger, large.plain),
    readersTable('gzip', larger, large.gzip),
    targetTable([
      atLeastNaive(smaller, small.plain),
      ...[small, large].flatMap(({ plain }, index) => besideFloor(index === 0 ? smaller : larger, plain)),
    ]),
  ].join('\n\n');
}

type Results = ReadonlyMap<Reader, Measured>;

async function measureReport(messages: number, context: Context): Promise<Record<'plain' | 'gzip', Results>> {
  await using plain = await startPlatform(messages, context, { isOneDay: true });
  const results = await measureReaders(RUN.plain, `${count(messages)} messages`, plain.url, context);
  await plain.stop();
  context.say('compressing it');
  await using zipped = await startPlatform(messages, context, { zips: true, isOneDay: true });
  return {
    plain: results,
    gzip: await measureReaders(RUN.gzip, `${count(messages)} messages, compressed`, zipped.url, context),
  };
}

async function measureReaders(
  names: readonly Reader[],
  what: string,
  url: string,
  { sizes, folder, say }: Context,
): Promise<Results> {
  // As in the bot: all but the first run of each have their code compiled already.
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const failed = new Map<Reader, Outcome<ReaderResult>>();
  const run = async (name: Reader, round: number) => {
    // What cannot be read once cannot be read again.
    const earlier = failed.get(name);
    if (earlier) return earlier;
    say(`${what}: ${name}, ${round + 1} of ${sizes.rounds}`);
    const outcome = await runToEnd<ReaderResult>(`peers/${name}.ts`, [url, TEMPLATE_DAY], env);
    if ('failed' in outcome) failed.set(name, outcome);
    return outcome;
  };
  const turns = Object.fromEntries(names.map((name) => [name, (round: number) => run(name, round)]));
  const outcomes = await byTurns(sizes.rounds, turns);
  assertAgreement(Object.values(outcomes).flat());
  return new Map(names.map((name) => [name, summarize(outcomes[name] ?? [])]));
}

/** Readers that come to different figures cannot be compared. */
function assertAgreement(outcomes: readonly Outcome<ReaderResult>[]): void {
  const digests = outcomes.map((outcome) => ('result' in outcome ? outcome.result.figures : undefined));
  const different = new Set(digests.filter((digest) => digest !== undefined));
  if (different.size !== 1) throw new Error(`the readers do not agree: ${[...different].join(', ')}`);
}

function summarize(outcomes: readonly Outcome<ReaderResult>[]): Measured {
  const failure = outcomes.find((outcome) => 'failed' in outcome);
  if (failure) return failure;
  const results = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  return {
    tookMs: median(results.map(({ tookMs }) => tookMs)),
    processorMs: median(results.map(({ processorMs }) => processorMs)),
    peakBytes: median(results.map(({ peakBytes }) => peakBytes)),
    codeBytes: median(results.map(({ codeBytes }) => codeBytes)),
  };
}

function readersTable(encoding: string, messages: number, results: Results): string {
  const ours = results.get('ours');
  const rows = [...results].map(([name, measured]) => {
    if ('failed' in measured) return [READERS[name], `fails: ${measured.failed}`, '', '', '', ''];
    const ratio = times(ratioOf(measured, ours));
    const { tookMs, processorMs, peakBytes, codeBytes } = measured;
    return [
      READERS[name],
      seconds(tookMs),
      ratio,
      seconds(processorMs),
      megabytes(peakBytes),
      megabytes(codeBytes),
    ];
  });
  return table(
    [
      `${count(messages)} messages, ${encoding}`,
      'time',
      'of ours',
      'processor',
      'most memory',
      'before it began',
    ],
    rows,
  );
}

function atLeastNaive(messages: number, results: Results) {
  const ratio = ratioOf(results.get('naive'), results.get('ours'));
  return {
    what: `${count(messages)} messages, faster than naive`,
    wanted: '≥ 12×',
    measured: times(ratio),
    isMet: ratio >= 12,
  };
}

function besideFloor(messages: number, results: Results) {
  const [ours, floor] = [results.get('ours'), results.get('floor')];
  const ratio = ratioOf(ours, floor);
  const above = memoryOf(ours) - memoryOf(floor);
  return [
    {
      what: `${count(messages)} messages, of the floor's time`,
      wanted: '≤ 2×',
      measured: times(ratio),
      isMet: ratio <= 2,
    },
    {
      what: `${count(messages)} messages, memory above the floor's`,
      wanted: '≤ 40 MB',
      measured: megabytes(above),
      isMet: above <= 40e6,
    },
  ];
}

function ratioOf(a: Measured | undefined, b: Measured | undefined): number {
  return timeOf(a) / timeOf(b);
}

/** `NaN` where there is none, which meets no target. */
function timeOf(measured: Measured | undefined): number {
  return measured && 'tookMs' in measured ? measured.tookMs : Number.NaN;
}

function memoryOf(measured: Measured | undefined): number {
  return measured && 'peakBytes' in measured ? measured.peakBytes : Number.NaN;
}
