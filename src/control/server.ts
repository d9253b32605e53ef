import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Log } from '../ops/log.ts';
import { DatabaseError } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import type { ServedOperation } from './operation.ts';
import { PATH_TOO_LONG, socketPath } from './socket-path.ts';

interface ControlServerOptions {
  /** Folder locked by this process, so a socket that already exists in it belongs to an ended process. */
  readonly dataDir: string;
  /** Opens the database; not called before the first request, because most bots never get one. */
  readonly database: () => Promise<Database>;
  readonly log: Log;
  readonly operations?: readonly ServedOperation[];
}

const MAX_REQUEST_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 8;
/** A connection without data in either direction for this time, in ms, is closed. */
const SILENCE_MS = 60_000;

/**
 * Executes operations for commands, because only the bot can use its embedded database: `POST /<operation>`
 * over a socket in `dataDir` that only this account may use (0600). Each line of the response is JSON.
 * Never rejects: the bot also runs without a socket, and logs that.
 * @returns a function that stops the server
 */
export async function startControlServer(options: ControlServerOptions): Promise<() => Promise<void>> {
  const { dataDir, log } = options;
  const server = createServer((request, response) => {
    pipeline(Readable.from(answer(request, options)), response).catch(() => undefined);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(SILENCE_MS);
  server.unref();
  try {
    const path = socketPath(dataDir);
    if (path === undefined) throw new Error(PATH_TOO_LONG);
    await rm(path, { force: true });
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject).listen(path, resolve);
    await listening;
    await chmod(path, 0o600);
  } catch (error) {
    log.warn(
      { err: error },
      'commands that need the database do not work while this bot runs: it has no socket in DATA_DIR',
    );
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
}

/** Yields lines of JSON: any number of `row`, then `end`, or `failed` with a sentence. */
async function* answer(
  request: IncomingMessage,
  { database, log, operations }: ControlServerOptions,
): AsyncGenerator<string> {
  const name = request.url?.slice(1);
  try {
    // Imported on demand, because it loads the query builder, and most bots never need it.
    const known = operations ?? (await import('./operations.ts')).operations;
    const operation = known.find((one) => one.name === name);
    if (!operation) {
      yield line({
        failed: `The running bot is of another version and does not know “${name}”: restart it`,
      });
      return;
    }
    const input = await json(Readable.from(bounded(request)));
    for await (const row of operation.answer(input, await database())) yield line({ row });
    yield line({ end: true });
  } catch (error) {
    if (error instanceof z.ZodError) {
      yield line({ failed: `The running bot does not understand this: ${z.prettifyError(error)}` });
      return;
    }
    log.warn({ err: error, operation: name }, 'a command to the running bot failed');
    yield line({
      failed:
        error instanceof DatabaseError ? error.message : 'It failed; the log of the running bot says why',
    });
  }
}

const line = (content: object) => `${JSON.stringify(content)}\n`;

async function* bounded(request: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES) throw new Error('the question is too long');
    yield chunk;
  }
}
