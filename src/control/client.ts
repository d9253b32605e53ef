import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { errorCode, hasCode } from '../runtime/error-code.ts';
import { DatabaseError, STATEMENT_TIMEOUT_MS } from '../store/connection.ts';
import type { ControlOperation } from './operation.ts';
import { PATH_TOO_LONG, socketPath } from './socket-path.ts';

const said = z.union([
  z.object({ row: z.unknown() }),
  z.object({ end: z.literal(true) }),
  z.object({ failed: z.string() }),
]);

/** Between two signs of life: a little longer than the bot itself waits for a statement. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 10_000;

/** Asks the bot that has a folder. @throws DatabaseError with a sentence where there is none, or no whole answer */
export async function* askBot<Input, Row>(
  dataDir: string,
  { name, row }: ControlOperation<Input, Row>,
  input: Input,
  { silenceMs = SILENCE_MS }: { readonly silenceMs?: number } = {},
): AsyncGenerator<Row> {
  const path = socketPath(dataDir);
  if (path === undefined) throw noAnswer(PATH_TOO_LONG);
  const late = noAnswer(
    `The bot that has ${dataDir} does not answer: it is stopped or busy. Try again in a moment, or look into its log`,
  );
  try {
    const asked = request({ socketPath: path, method: 'POST', path: `/${name}` });
    let answer: IncomingMessage | undefined;
    // After its answer has begun, the answer's own error tells.
    asked.on('error', () => undefined);
    asked.setTimeout(silenceMs, () => (answer ?? asked).destroy(late)).end(JSON.stringify(input));
    const [response] = await once(asked, 'response');
    answer = response;
    for await (const line of linesOf(response)) {
      const answer = said.parse(JSON.parse(line));
      if ('end' in answer) return;
      if ('failed' in answer) throw noAnswer(answer.failed);
      yield row.parse(answer.row);
    }
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (hasCode(error, 'ECONNRESET')) throw noAnswer(ENDED, error);
    // What does not fit has no code of a socket's.
    if (errorCode(error) === undefined) throw error;
    const message = `${dataDir} is in use by a process that does not answer at ${path}: it has just started or is about to end (try again in a moment), or it is no running bot`;
    throw noAnswer(message, error);
  }
  throw noAnswer(ENDED);
}

const ENDED = 'The running bot ended in the middle of its answer: try again';

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function noAnswer(message: string, cause?: unknown): DatabaseError {
  return new DatabaseError(message, { code: 'unreachable', cause });
}
