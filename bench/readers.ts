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

export type ReaderName = keyof typeof READERS;

/** Results of each reader, one per round. */
export interface ReaderResults {
  readonly results: Readonly<Partial<Record<ReaderName, readonly ReaderResult[]>>>;
  readonly notes: readonly string[];
}

/** Runs the readers in turn on one day of a platform. */
export async function readInTurn(
  what: string,
  names: readonly ReaderName[],
  url: string,
  { sizes, folder, say }: Context,
  rounds = sizes.rounds,
): Promise<ReaderResults> {
  // As in the bot: after the first run of each, the compiled code is cached.
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const read = (name: ReaderName) => () =>
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

/** @throws when readers compute different figures: they cannot be compared */
export function assertAgreement(what: string, ...readings: readonly ReaderResults[]): void {
  const results = readings.flatMap((one) => Object.values(one.results).flat());
  const digests = new Set(results.map(({ figures }) => figures).filter((digest) => digest !== undefined));
  if (digests.size > 1) throw new Error(`${what}: the readers do not agree, ${[...digests].join(', ')}`);
}
