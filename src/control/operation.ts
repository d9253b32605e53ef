import type { z } from 'zod';
import type { Database } from '../store/database.ts';

/** What the bot can be asked for beside its work, as whoever serves it knows it: a name, and rows for an answer. */
export interface ServedOperation {
  readonly name: string;
  /** @throws z.ZodError where the input does not fit; rejects as the database does */
  answer(input: unknown, database: Database): AsyncIterable<unknown>;
}

/** The same, as whoever asks knows it. */
export interface ControlOperation<Input, Row> extends ServedOperation {
  /** Both cross a socket as JSON: times are `z.coerce.date()`. */
  readonly input: z.ZodType<Input>;
  readonly row: z.ZodType<Row>;
  /** Short statements one after the other, for the bot's own wait meanwhile: what is long is read in pages. */
  run(input: Input, database: Database): AsyncIterable<Row>;
}

export function createOperation<Input, Row>(
  operation: Omit<ControlOperation<Input, Row>, 'answer'>,
): ControlOperation<Input, Row> {
  const { input: schema, run } = operation;
  return { ...operation, answer: (input, database) => run(schema.parse(input), database) };
}
