import type { Context } from './context.ts';
import { SHAPES, type Shape } from './entry-shapes.ts';
import { atLeast, count, ratios, seconds, table, targetTable, times, withRange } from './measure.ts';
import { startPlatform } from './platforms.ts';
import { assertAgreement, type Reader, type Readings, readInTurn } from './readers.ts';
import { besideFloor, timesOf } from './reading.ts';

/** The same messages in each shape that a platform may write them in: to the same figures, in about the same time. */
export async function measureShapes(context: Context): Promise<string> {
  const [smaller, larger] = context.sizes.reading.messages;
  return [
    '### Shapes of a report',
    await measureSize(smaller, true, context),
    await measureSize(larger, false, context),
  ].join('\n\n');
}

/** `allNaive`: so few messages that the naive way can be held against ours in each shape. */
async function measureSize(messages: number, allNaive: boolean, context: Context): Promise<string> {
  const found = [];
  for (const shape of Object.keys(SHAPES) as Shape[]) {
    found.push({ shape, ...(await measureShape(messages, shape, allNaive, context)) });
  }
  // They say the same in other words.
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
      ...found.flatMap(({ shape, results }) => besideFloor(SHAPES[shape], results)),
    ]),
  ].join('\n\n');
}

/** The naive way takes so long that it is timed by turns in one shape alone; in the others its figures are what matters. */
async function measureShape(
  messages: number,
  shape: Shape,
  allNaive: boolean,
  context: Context,
): Promise<Readings> {
  const what = `${count(messages)} messages, ${SHAPES[shape]}`;
  await using platform = await startPlatform(messages, context, { isOneDay: true, shape });
  const read = (names: readonly Reader[], rounds?: number) =>
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

/** Where the naive way cannot hold so many messages, it is held against ours with fewer. */
async function compareFewer(messages: number, shape: Shape, context: Context): Promise<string> {
  const what = `${count(messages)} messages, ${SHAPES[shape]}`;
  await using platform = await startPlatform(messages, context, { isOneDay: true, shape });
  const { results } = await readInTurn(what, ['naive', 'ours'], platform.url, context, 1);
  if (!results.naive?.length || !results.ours?.length) return `${what}: the figures were not compared.`;
  return `${what}: the same figures as the naive way's.`;
}
