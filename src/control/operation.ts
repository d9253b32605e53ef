import type { z } from 'zod';
import type { Database } from '../store/database.ts';

/** An operation that a running bot executes for a command, as the bot’s control server sees it. */
export interface ServedOperation {
  readonly name: string;
  /** @throws z.ZodError where the input is invalid; rejects with errors of the database */
  answer(input: unknown, database: Database): AsyncIterable<unknown>;
}

export interface ControlOperation<Input, Row> extends ServedOperation {
  /** `input` and `row` are sent as JSON, so their times must be declared as `z.coerce.date()`. */
  readonly input: z.ZodType<Input>;
  readonly row: z.ZodType<Row>;
  /** Use short statements and read long results in pages, because the bot’s own queries wait meanwhile. */
  run(input: Input, database: Database): AsyncIterable<Row>;
}

export function createOperation<Input, Row>(
  operation: Omit<ControlOperation<Input, Row>, 'answer'>,
): ControlOperation<Input, Row> {
  const { input: schema, run } = operation;
  return { ...operation, answer: (input, database) => run(schema.parse(input), database) };
}
