import { join } from 'node:path';
import { flagsOf } from './bots.ts';
import type { Context } from './context.ts';
import { TEMPLATE_DAY } from './entries.ts';
import type { ReaderResult } from './peers/reader.ts';
import { runToEnd } from './processes.ts';
import { inTurn } from './turns.ts';

export const READERS = {
  naive: '`got().json()`, date-fns, a loop',
  ours: 'SMS Desk',
  floor: 'the bytes alone, each touched',
  batches: '`JSON.parse` of 1,000 at a time',
  'stream-parser': '`@streamparser/json`, date-fns, a loop',
} as const;

export type Reader = keyof typeof READERS;

/** What readers came to, each as often as it read. */
export interface Readings {
  readonly results: Readonly<Partial<Record<Reader, readonly ReaderResult[]>>>;
  readonly notes: readonly string[];
}

/** Readers read the day of a platform in turn. */
export async function readInTurn(
  what: string,
  names: readonly Reader[],
  url: string,
  { sizes, folder, say }: Context,
  rounds = sizes.rounds,
): Promise<Readings> {
  // As in the bot: all but the first run of each have their code compiled already.
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const read = (name: Reader) => () =>
    runToEnd<ReaderResult>(`peers/${name}.ts`, {
      args: [url, TEMPLATE_DAY],
      env,
      // As in the bot.
      flags: name === 'ours' ? flagsOf('start') : [],
    });
  const things = Object.fromEntries(names.map((name) => [name, read(name)]));
  const turns = await inTurn(what, rounds, things, say);
  assertAgreement(what, turns);
  return turns;
}

/** Readers that come to different figures cannot be compared. */
export function assertAgreement(what: string, ...readings: readonly Readings[]): void {
  const results = readings.flatMap((one) => Object.values(one.results).flat());
  const digests = new Set(results.map(({ figures }) => figures).filter((digest) => digest !== undefined));
  if (digests.size > 1) throw new Error(`${what}: the readers do not agree, ${[...digests].join(', ')}`);
}
