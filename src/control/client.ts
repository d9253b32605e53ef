import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { errorCode, hasCode } from '../runtime/error-code.ts';
import { DatabaseError, STATEMENT_TIMEOUT_MS } from '../store/connection.ts';
import type { ControlOperation } from './operation.ts';
import { PATH_TOO_LONG, socketPath } from './socket-path.ts';

const responseLine = z.union([
  z.object({ row: z.unknown() }),
  z.object({ end: z.literal(true) }),
  z.object({ failed: z.string() }),
]);

/** Longest wait in ms for data from the bot; longer than the bot’s time limit for a database statement. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 10_000;

/** Runs an operation in the bot that uses `dataDir`. @throws DatabaseError if no bot answers completely */
export async function* askBot<Input, Row>(
  dataDir: string,
  { name, row }: ControlOperation<Input, Row>,
  input: Input,
  { silenceMs = SILENCE_MS }: { readonly silenceMs?: number } = {},
): AsyncGenerator<Row> {
  const path = socketPath(dataDir);
  if (path === undefined) throw noResponse(PATH_TOO_LONG);
  const late = noResponse(
    `The bot that has ${dataDir} does not answer: it is stopped or busy. Try again in a moment, or look into its log`,
  );
  try {
    const sent = request({ socketPath: path, method: 'POST', path: `/${name}` });
    let answer: IncomingMessage | undefined;
    // Without this listener, an error would end the process; `once` or the response reports the error.
    sent.on('error', () => undefined);
    sent.setTimeout(silenceMs, () => (answer ?? sent).destroy(late)).end(JSON.stringify(input));
    const [response] = await once(sent, 'response');
    answer = response;
    for await (const line of linesOf(response)) {
      const answer = responseLine.parse(JSON.parse(line));
      if ('end' in answer) return;
      if ('failed' in answer) throw noResponse(answer.failed);
      yield row.parse(answer.row);
    }
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (hasCode(error, 'ECONNRESET')) throw noResponse(INTERRUPTED, error);
    // An error without a code does not come from the socket, but from an invalid response.
    if (errorCode(error) === undefined) throw error;
    const message = `${dataDir} is in use by a process that does not answer at ${path}: it has just started or is about to end (try again in a moment), or it is no running bot`;
    throw noResponse(message, error);
  }
  throw noResponse(INTERRUPTED);
}

const INTERRUPTED = 'The running bot ended in the middle of its answer: try again';

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function noResponse(message: string, cause?: unknown): DatabaseError {
  return new DatabaseError(message, { code: 'unreachable', cause });
}
