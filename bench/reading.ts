import type { Context } from './context.ts';
import {
  atLeast,
  atMost,
  count,
  differences,
  megabytes,
  ratios,
  seconds,
  table,
  targetTable,
  times,
  withRange,
} from './measure.ts';
import type { ReaderResult } from './peers/reader.ts';
import { startPlatform } from './platforms.ts';
import { READERS, type Reader, type Readings, readInTurn } from './readers.ts';

const ALL = Object.keys(READERS) as Reader[];
/** What is compressed costs all of them the same more, and the parsers between take as long for each message. */
const FEW: readonly Reader[] = ['naive', 'ours', 'floor'];

/** Reading one report of a day from the network into figures: ours, its peers, and the least it can take. */
export async function measureReading(context: Context): Promise<string> {
  const [smaller, larger] = context.sizes.reading.messages;
  const small = await measureReaders(smaller, ALL, false, context);
  const smallZipped = await measureReaders(smaller, FEW, true, context);
  const large = await measureReaders(larger, FEW, false, context);
  return [
    '### Reading a report',
    ...[small, smallZipped, large].map(({ shown }) => shown),
    targetTable([
      atLeast(
        `${count(smaller)} messages, faster than naive`,
        ratios(timesOf(small.results.naive), timesOf(small.results.ours)),
        6,
      ),
      ...besideFloor(count(smaller), small.results),
      ...besideFloor(count(larger), large.results),
    ]),
  ].join('\n\n');
}

async function measureReaders(messages: number, names: readonly Reader[], zips: boolean, context: Context) {
  const what = `${count(messages)} messages, ${zips ? 'gzip' : 'plain'}`;
  await using platform = await startPlatform(messages, context, { zips, isOneDay: true });
  const { results, notes } = await readInTurn(what, names, platform.url, context);
  return { results, shown: [readersTable(what, names, results), ...notes].join('\n\n') };
}

function readersTable(what: string, names: readonly Reader[], results: Readings['results']): string {
  const rows = names.map((name) => {
    const runs = results[name] ?? [];
    const shown = (figure: (run: ReaderResult) => number, format: (value: number) => string) =>
      withRange(runs.map(figure), format);
    return [
      READERS[name],
      shown(({ tookMs }) => tookMs, seconds),
      withRange(ratios(timesOf(runs), timesOf(results.ours)), times),
      shown(({ processorMs }) => processorMs, seconds),
      shown(({ peakBytes }) => peakBytes, megabytes),
      shown(({ codeBytes }) => codeBytes, megabytes),
    ];
  });
  return table([what, 'time', 'of ours', 'processor', 'most memory', 'before it began'], rows);
}

/** What reading may cost above fetching the bytes. */
export function besideFloor(what: string, { ours, floor }: Readings['results']) {
  return [
    atMost(`${what}, of the floor's time`, ratios(timesOf(ours), timesOf(floor)), 2),
    atMost(`${what}, memory above the floor's`, differences(peaksOf(ours), peaksOf(floor)), 40e6, megabytes),
  ];
}

export function timesOf(runs: readonly ReaderResult[] = []): number[] {
  return runs.map(({ tookMs }) => tookMs);
}

function peaksOf(runs: readonly ReaderResult[] = []): number[] {
  return runs.map(({ peakBytes }) => peakBytes);
}
