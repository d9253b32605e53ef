import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request } from 'got';
import type { UpstreamError } from '../errors.ts';
import { type ExchangeContext, failedAnswer, failedExchange, invalidAnswer } from './failures.ts';

/** Throws a `BodyFault` for an invalid body. */
export interface BodySink<T> {
  write(chunk: Uint8Array): void;
  end(): T;
}

export interface SentRequest extends ExchangeContext {
  readonly body: string | undefined;
}

export interface AnswerReading<T> {
  /** Called for each attempt with an answer; data of an earlier attempt is discarded. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  readonly maxBytes: number;
}

/** The result, or got's retry. */
type AttemptResult<T> = { readonly value: T } | { readonly retry: () => Request };

/** Limits for reading the body of a refusal, so that the connection can be reused. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;
const LONGEST_REFUSAL_MS = 500;

/** Streams the decompressed answer of one attempt. Rejects with the last attempt's error. */
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
      // It would emit buffered data.
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
    // Before got's own listener.
    request.prependOnceListener('response', (head) => {
      refusal = failedAnswer(head, context);
      if (refusal) boundRefusal(head);
    });
  });
  stream.once('retry', async (_count, _error, retry) => {
    // One `begin` at a time.
    await started;
    resolve({ retry });
  });
  stream.once('response', () => {
    if (refusal) {
      // Failures that got does not recognize.
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

/** got ends a request one tick after the body, and aborts an answer that has started by then. */
function post(request: ClientRequest, body: string): void {
  // got starts its response timeout with this event.
  request.once('finish', () => request.emit('upload-complete'));
  request.end(body);
}

/** Reads a short refusal to the end, so that the connection can be reused. */
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
