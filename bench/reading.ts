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
import { READERS, type ReaderName, type ReaderResults, readInTurn } from './readers.ts';

const ALL = Object.keys(READERS) as ReaderName[];
/** Compression adds the same cost to all readers, and the other parsers scale with the number of messages. */
const FEW: readonly ReaderName[] = ['naive', 'ours', 'floor'];

/** Reads one day's report from the network into figures: our reader, its peers, and the lower bound. */
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
      ...targetsAgainstFloor(count(smaller), small.results),
      ...targetsAgainstFloor(count(larger), large.results),
    ]),
  ].join('\n\n');
}

async function measureReaders(
  messages: number,
  names: readonly ReaderName[],
  zips: boolean,
  context: Context,
) {
  const what = `${count(messages)} messages, ${zips ? 'gzip' : 'plain'}`;
  await using platform = await startPlatform(messages, context, { zips, isOneDay: true });
  const { results, notes } = await readInTurn(what, names, platform.url, context);
  return { results, shown: [readersTable(what, names, results), ...notes].join('\n\n') };
}

function readersTable(what: string, names: readonly ReaderName[], results: ReaderResults['results']): string {
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

/** Targets for the cost of reading relative to only fetching the bytes. */
export function targetsAgainstFloor(what: string, { ours, floor }: ReaderResults['results']) {
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
