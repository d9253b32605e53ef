import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { RequestRefusal } from './answer.ts';

/** A request as an operation sees it: read whole, its address matched. */
export interface Received {
  /** Without parameters, such as `application/json`; empty where there was none. */
  readonly contentType: string;
  readonly bearer: string | undefined;
  readonly body: string;
  readonly parameters: readonly string[];
}

const MOST_BYTES = 65_536;

/** Reads a request whole; a body over 64 KiB is a {@link RequestRefusal}. */
export async function readRequest(
  request: IncomingMessage,
  parameters: readonly string[] = [],
): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES) throw new RequestRefusal(413, 'The request is too large');
  return {
    contentType: (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
    bearer: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
    body: Buffer.concat(chunks).toString(),
    parameters,
  };
}

/** The JSON body of a request; anything that does not fit the schema is a {@link RequestRefusal} of 400. */
export function readJson<T extends z.ZodType>(received: Received, schema: T): z.output<T> {
  if (received.contentType !== 'application/json')
    throw new RequestRefusal(400, 'Content-Type must be application/json');
  return conform(parseJson(received.body), schema);
}

/** The form fields of a request, with the same refusals. */
export function readForm<T extends z.ZodType>(received: Received, schema: T): z.output<T> {
  if (received.contentType !== 'application/x-www-form-urlencoded') {
    throw new RequestRefusal(400, 'Content-Type must be application/x-www-form-urlencoded');
  }
  return conform(Object.fromEntries(new URLSearchParams(received.body)), schema);
}

/** What a schema makes of a value, or a {@link RequestRefusal} of 400 that names each field and its fault. */
export function conform<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean));
  throw new RequestRefusal(400, faults.map((fault) => fault.join(': ')).join('; '));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestRefusal(400, 'The body is not JSON');
  }
}
