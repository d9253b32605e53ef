import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ConnectionFaults } from './faults.ts';

/** What an operation answers; the parts of the body are made as they are sent and may be empty. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Iterable<string>;
}

export class RequestRefusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

const WEB_PAGE = '<!doctype html>\n<title>Mantenimiento</title>\n<h1>Estamos en mantenimiento</h1>\n';

export function jsonResponse(
  status: number,
  body: Iterable<string>,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function json(status: number, value: unknown, headers?: RequestRefusal['headers']): SandboxResponse {
  return jsonResponse(status, [JSON.stringify(value)], headers);
}

export function refusalResponse({ status, message, headers }: RequestRefusal): SandboxResponse {
  return json(status, { detail: message }, headers);
}

/** Sends at the pace of the reader; resolves also where the client has gone. `onPart` sees each part as it is sent. */
export async function send(
  response: ServerResponse,
  answer: SandboxResponse,
  faults: ConnectionFaults = {},
  onPart?: (part: Buffer) => void,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { status, headers, body } = faults.html
    ? { status: 200, headers: { 'content-type': 'text/html' }, body: [WEB_PAGE] }
    : answer;
  try {
    if (faults.slowFirstByteMs) {
      await setTimeout(faults.slowFirstByteMs, undefined, { signal: gone.signal });
    }
    response.writeHead(status, headers).flushHeaders();
    const parts = disturbed(body, faults, response);
    await pipeline(onPart ? seen(parts, onPart) : parts, response);
  } catch (error) {
    if (!gone.signal.aborted && !(error instanceof BrokenOff)) throw error;
  }
}

async function* seen(parts: AsyncIterable<Buffer>, onPart: (part: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    onPart(part);
    yield part;
  }
}

async function* disturbed(
  body: Iterable<string>,
  { truncate, stallAfterBytes = Number.POSITIVE_INFINITY }: ConnectionFaults,
  response: ServerResponse,
): AsyncGenerator<Buffer> {
  let left = stallAfterBytes;
  for (const part of body) {
    // Other requests are served between two parts.
    await setImmediate();
    const bytes = Buffer.from(part);
    if (bytes.length === 0) continue;
    if (truncate !== undefined) {
      yield bytes.subarray(0, Math.floor(bytes.length / 2));
      if (truncate === 'clean') return;
      await setImmediate();
      throw new BrokenOff();
    }
    if (bytes.length > left) {
      yield bytes.subarray(0, left);
      await once(response, 'close');
      return;
    }
    left -= bytes.length;
    yield bytes;
  }
}
