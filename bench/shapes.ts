import type { Context } from './context.ts';
import { SHAPES, type Shape } from './entry-shapes.ts';
import { atLeast, count, ratios, seconds, table, targetTable, times, withRange } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { assertAgreement, type ReaderName, type ReaderResults, readInTurn } from './readers.ts';
import { targetsAgainstFloor, timesOf } from './reading.ts';

/** Reads the same messages in each shape: the figures must be equal, and the times about equal. */
export async function measureShapes(context: Context): Promise<string> {
  const [smaller, larger] = context.sizes.reading.messages;
  return [
    '### Shapes of a report',
    await measureSize(smaller, true, context),
    await measureSize(larger, false, context),
  ].join('\n\n');
}

/** `allNaive`: few enough messages to compare the naive reader with ours in each shape. */
async function measureSize(messages: number, allNaive: boolean, context: Context): Promise<string> {
  const found = [];
  for (const shape of Object.keys(SHAPES) as Shape[]) {
    found.push({ shape, ...(await measureShape(messages, shape, allNaive, context)) });
  }
  // All shapes have the same values.
  assertAgreement(`${count(messages)} messages`, ...found);
  const rows = found.map(({ shape, results: { naive, ours, floor } }) => [
    SHAPES[shape],
    withRange(timesOf(ours), seconds),
    withRange(timesOf(floor), seconds),
    withRange(ratios(timesOf(ours), timesOf(floor)), times),
    withRange(ratios(timesOf(naive), timesOf(ours)), times),
  ]);
  const ordered = found.find(({ shape }) => shape === 'ordered')?.results;
  return [
    table(
      [`${count(messages)} messages`, 'ours', 'the floor', "ours of the floor's", 'faster than naive'],
      rows,
    ),
    ...found.flatMap(({ notes }) => notes),
    targetTable([
      ...(allNaive
        ? [
            atLeast(
              `${SHAPES.ordered}, faster than naive`,
              ratios(timesOf(ordered?.naive), timesOf(ordered?.ours)),
              6,
            ),
          ]
        : []),
      ...found.flatMap(({ shape, results }) => targetsAgainstFloor(SHAPES[shape], results)),
    ]),
  ].join('\n\n');
}

/** The naive reader is slow: it is timed in turn in one shape only; in the others only its figures matter. */
async function measureShape(
  messages: number,
  shape: Shape,
  allNaive: boolean,
  context: Context,
): Promise<ReaderResults> {
  const what = `${count(messages)} messages, ${SHAPES[shape]}`;
  await using platform = await startPlatform(messages, context, { isOneDay: true, shape });
  const read = (names: readonly ReaderName[], rounds?: number) =>
    readInTurn(what, names, platform.url, context, rounds);
  const timed = await read(shape === 'ordered' ? ['naive', 'ours', 'floor'] : ['ours', 'floor']);
  if (!allNaive) return timed;
  const naive = timed.results.naive ? timed : await read(['naive'], 1);
  const results = { ...timed.results, ...naive.results };
  const notes = [...new Set([...timed.notes, ...naive.notes])];
  if (results.naive?.length) return { results, notes };
  await platform.stop();
  return { results, notes: [...notes, await compareFewer(Math.ceil(messages / 10), shape, context)] };
}

/** If the naive reader cannot hold all messages, compares it with ours on fewer. */
async function compareFewer(messages: number, shape: Shape, context: Context): Promise<string> {
  const what = `${count(messages)} messages, ${SHAPES[shape]}`;
  await using platform = await startPlatform(messages, context, { isOneDay: true, shape });
  const { results } = await readInTurn(what, ['naive', 'ours'], platform.url, context, 1);
  if (!results.naive?.length || !results.ours?.length) return `${what}: the figures were not compared.`;
  return `${what}: the same figures as the naive way's.`;
}
