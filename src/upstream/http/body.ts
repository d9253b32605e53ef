import { type Duplex, finished, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Operation } from '../errors.ts';
import { failedConnection, invalidAnswer } from './failures.ts';

const OPTIONS = { chunkSize: 64 * 1024 };

/** By the names of RFC 9110, 8.4.1, and RFC 8878. */
const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(OPTIONS),
  'x-gzip': () => createGunzip(OPTIONS),
  deflate: () => createInflate(OPTIONS),
  br: () => createBrotliDecompress(OPTIONS),
  zstd: () => createZstdDecompress(OPTIONS),
};

/** What a client may say that it takes. Not `deflate`, by which some servers mean another format than the standard does. */
export const ENCODINGS = 'gzip, br, zstd';
/** Encodings on top of each other; each multiplies what a few bytes grow to. */
const MOST_ENCODINGS = 2;

/**
 * Hands an answer on piece by piece, decompressed. Rejects with what `take` throws, which takes no more then, with a
 * failed attempt where the body breaks off, and as an invalid answer where it cannot be decompressed.
 */
export function eachPiece(
  { body, headers }: Pick<Dispatcher.ResponseData, 'headers'> & { readonly body: Readable },
  operation: Operation,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const decoders = decodersOf(headers['content-encoding']);
  if (decoders.length > MOST_ENCODINGS) {
    return Promise.reject(invalidAnswer(operation, 'compressed too many times over'));
  }
  return new Promise((resolve, reject) => {
    let isEmpty = true;
    // Whichever fails first is told: it takes the others with it.
    body.once('error', (error) => reject(failedConnection(error, operation)));
    for (const decoder of decoders) {
      decoder.once('error', () => {
        // Nothing has been compressed to nothing.
        if (isEmpty && body.readableEnded) resolve();
        else reject(invalidAnswer(operation, 'cannot be decompressed'));
      });
    }
    const pieces = decoders.reduce<Readable>(
      (encoded, decoder) => pipeline(encoded, decoder, () => undefined),
      body,
    );
    if (decoders.length > 0) {
      body.once('data', () => {
        isEmpty = false;
      });
    }
    finished(pieces, { writable: false }, (error) =>
      error ? reject(failedConnection(error, operation)) : resolve(),
    );
    const onPiece = (piece: Uint8Array) => {
      try {
        take(piece);
      } catch (error) {
        reject(error);
        // It would hand on what it holds.
        pieces.off('data', onPiece).destroy();
      }
    };
    pieces.on('data', onPiece);
  });
}

/** In the order in which they are undone. An encoding that is not known is left as it is. */
function decodersOf(encoding: string | readonly string[] | undefined): Duplex[] {
  if (encoding === undefined) return [];
  const names = String(encoding).toLowerCase().split(',').reverse();
  return names.flatMap((name) => DECODERS[name.trim()]?.() ?? []);
}
