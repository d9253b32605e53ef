import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request } from 'got';
import type { UpstreamError } from '../errors.ts';
import { type Asked, failedAnswer, failedExchange, invalidAnswer } from './failures.ts';

/** Takes an answer's bytes as they arrive. What it throws of a body that does not fit is a `BodyFault`. */
export interface BodySink<T> {
  write(chunk: Uint8Array): void;
  end(): T;
}

export interface SentQuestion extends Asked {
  readonly body: string | undefined;
}

export interface AnswerReading<T> {
  /** Called for each attempt whose answer begins; what an earlier attempt began is to be forgotten. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  readonly maxBytes: number;
}

/** How an attempt ended: with what the answer came to, or with got's word that there is to be another. */
type Outcome<T> = { readonly value: T } | { readonly again: () => Request };

/** What is read of the body of a refusal, and for how long, lest its connection be lost. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;
const LONGEST_REFUSAL_MS = 500;

/** Hands the answer to one attempt on as it arrives, decompressed. Rejects with what to tell of the last attempt. */
export function followAttempt<T>(
  stream: Request,
  { body, ...asked }: SentQuestion,
  { begin, maxBytes }: AnswerReading<T>,
): Promise<Outcome<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<T>>();
  let refusal: UpstreamError | undefined;
  let begun: Promise<void> | undefined;

  const pour = (sink: BodySink<T>) => {
    if (stream.destroyed) return;
    let bytes = 0;
    const fail = (error: unknown) => {
      reject(error);
      // It would hand on what it holds.
      stream.off('data', onPiece).destroy();
    };
    const onPiece = (piece: Uint8Array) => {
      bytes += piece.length;
      try {
        if (bytes > maxBytes) throw invalidAnswer(asked.operation, 'the answer is too large to be read');
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

  stream.on('error', (error) => reject(refusal ?? failedExchange(error, asked.operation)));
  stream.once('request', (request: ClientRequest) => {
    if (body !== undefined) post(request, body);
    // Before got looks at it.
    request.prependOnceListener('response', (head) => {
      refusal = failedAnswer(head, asked);
      if (refusal) boundRefusal(head);
    });
  });
  stream.once('retry', async (_count, _error, again) => {
    // Whoever begins is asked for one answer after the other.
    await begun;
    resolve({ again });
  });
  stream.once('response', () => {
    if (refusal) {
      // What got itself does not take for a failure.
      stream
        .removeAllListeners('retry')
        .once('end', () => reject(refusal))
        .resume();
      return;
    }
    begun = (async () => pour(await begin()))().catch(reject);
  });
  return promise;
}

/** got ends a request a turn after the body is written, and breaks off an answer that has begun by then. */
function post(request: ClientRequest, body: string): void {
  // By this got knows from when on it waits for the first byte.
  request.once('finish', () => request.emit('upload-complete'));
  request.end(body);
}

/** Has the body of a refusal read to its end, as it came, as long as that is near: nobody wants it but the connection. */
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
