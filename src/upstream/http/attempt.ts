import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request } from 'got';
import type { UpstreamError } from '../errors.ts';
import { type ExchangeContext, failedAnswer, failedExchange, invalidAnswer } from './failures.ts';

/** Receives a body in pieces. Both methods throw `BodyFault` if the body is invalid. */
export interface BodySink<T> {
  write(chunk: Uint8Array): void;
  end(): T;
}

export interface SentRequest extends ExchangeContext {
  readonly body: string | undefined;
}

export interface AnswerReading<T> {
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  readonly maxBytes: number;
}

type AttemptResult<T> = { readonly value: T } | { readonly retry: () => Request };

/** The body of an error answer is read up to this size, so that the connection can be reused. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;
const LONGEST_REFUSAL_MS = 500;

/** Passes the answer of one attempt to a sink. Rejects with the error if got makes no further attempt. */
export function followAttempt<T>(
  stream: Request,
  { body, ...context }: SentRequest,
  { begin, maxBytes }: AnswerReading<T>,
): Promise<AttemptResult<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<AttemptResult<T>>();
  let refusal: UpstreamError | undefined;
  let started: Promise<void> | undefined;

  const pour = (sink: BodySink<T>) => {
    if (stream.destroyed) return;
    let bytes = 0;
    const fail = (error: unknown) => {
      reject(error);
      // Without `off`, the stream would still emit buffered data.
      stream.off('data', onPiece).destroy();
    };
    const onPiece = (piece: Uint8Array) => {
      bytes += piece.length;
      try {
        if (bytes > maxBytes) throw invalidAnswer(context.operation, 'the answer is too large to be read');
        sink.write(piece);
      } catch (error) {
        fail(error);
      }
    };
    stream.once('end', () => {
      try {
        resolve({ value: sink.end() });
      } catch (error) {
        reject(error);
      }
    });
    stream.on('data', onPiece);
  };

  stream.on('error', (error) => reject(refusal ?? failedExchange(error, context.operation)));
  stream.once('request', (request: ClientRequest) => {
    if (body !== undefined) post(request, body);
    // The answer must be examined before got's own listener runs, so this listener comes first.
    request.prependOnceListener('response', (head) => {
      refusal = failedAnswer(head, context);
      if (refusal) boundRefusal(head);
    });
  });
  stream.once('retry', async (_count, _error, retry) => {
    // The `begin` of this attempt must end before the next attempt calls `begin`.
    await started;
    resolve({ retry });
  });
  stream.once('response', () => {
    if (refusal) {
      // got takes this answer for a success, so the error is raised here, at the end of the body.
      stream
        .removeAllListeners('retry')
        .once('end', () => reject(refusal))
        .resume();
      return;
    }
    started = (async () => pour(await begin()))().catch(reject);
  });
  return promise;
}

/** Sends the body without got, which aborts an answer that starts before got has ended the request. */
function post(request: ClientRequest, body: string): void {
  // got starts its timeout for the answer at this event.
  request.once('finish', () => request.emit('upload-complete'));
  request.end(body);
}

function boundRefusal(head: IncomingMessage): void {
  delete head.headers['content-encoding'];
  let bytes = 0;
  head.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > LONGEST_REFUSAL_BYTES) head.destroy();
  });
  const late = setTimeout(() => head.destroy(), LONGEST_REFUSAL_MS);
  head.once('close', () => clearTimeout(late));
}
