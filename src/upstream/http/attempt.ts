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

/** Passes the answer of one request attempt to a sink; rejects if the attempt fails without a retry. */
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
      // Without `off`, `onPiece` would still receive the stream’s buffered data.
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
    // This listener must examine the answer before got’s own listener, so it is added before that one.
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
      // got regards this error answer as a success, so the error is raised here, at the end of the body.
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

/** Sends the body itself, because got would abort an answer that begins before got has sent the request. */
function post(request: ClientRequest, body: string): void {
  // At the event `upload-complete`, got starts its timeout for the answer.
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
