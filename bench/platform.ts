import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { firstEntry, TEMPLATE_DAY } from './entries.ts';

/**
 * The SMS platform as a separate process, as fast as possible: reports are precomputed entries with the requested day.
 * A number has twenty messages in the last two days. `--one-day`: all other days have one message each.
 */
const {
  entries: path = '',
  messages: messagesText = '',
  gzip: zips = false,
  'one-day': isOneDay = false,
} = parseArgs({
  options: {
    entries: { type: 'string' },
    messages: { type: 'string' },
    gzip: { type: 'boolean' },
    'one-day': { type: 'boolean' },
  },
}).values;

const template = readFileSync(path);
const datesAt = isOneDay ? new Uint32Array() : positionsOf(`"${TEMPLATE_DAY} `, template);
const messages = Number(messagesText);
const DAY_MS = 86_400_000;
const NUMBERS_MESSAGES = 20;

interface ReportBody {
  readonly desde: string;
  readonly hasta: string;
  readonly msisdn?: string;
}

/** Few enough that concurrent requests for a number do not wait. */
const DATES_PER_PART = 2_000;

/**
 * The entries of a day in parts, so that other requests are not blocked. A part is valid until the next is requested:
 * all parts share one buffer, because new ones would cause garbage collection.
 */
function* entriesOf(day: string): Generator<Buffer> {
  if (day === TEMPLATE_DAY) yield template;
  else if (isOneDay) yield Buffer.from(firstEntry().replaceAll(TEMPLATE_DAY, day));
  else {
    const letters = Buffer.from(day);
    let part = Buffer.alloc(0);
    for (let first = 0; first < datesAt.length; first += DATES_PER_PART) {
      const from = first === 0 ? 0 : (datesAt[first] ?? 0);
      const to = datesAt[first + DATES_PER_PART] ?? template.length;
      if (part.length < to - from) part = Buffer.alloc(2 * (to - from));
      template.copy(part, 0, from, to);
      for (const at of datesAt.subarray(first, first + DATES_PER_PART)) letters.copy(part, at + 1 - from);
      yield part.subarray(0, to - from);
    }
  }
}

function daysOf({ desde, hasta }: ReportBody): string[] {
  const days = [];
  for (let at = Date.parse(desde); at <= Date.parse(hasta); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

function* partsOf(body: ReportBody): Generator<Buffer | string> {
  const days = daysOf(body);
  const total = days.reduce((sum, day) => sum + (isOneDay && day !== TEMPLATE_DAY ? 1 : messages), 0);
  yield '{"data":[';
  for (const [index, day] of days.entries()) {
    if (index > 0) yield ',';
    yield* entriesOf(day);
  }
  yield `],"desde":"${body.desde}","hasta":"${body.hasta}","total":${total}}`;
}

const zipped = zips
  ? await promisify(gzip)(
      Buffer.concat(
        [...partsOf({ desde: TEMPLATE_DAY, hasta: TEMPLATE_DAY })].map((part) => Buffer.from(part)),
      ),
      { level: 1 },
    )
  : undefined;

async function answerDays(body: ReportBody, response: ServerResponse): Promise<void> {
  if (zipped && body.desde === TEMPLATE_DAY) {
    response.writeHead(200, { ...JSON_HEADERS, 'content-encoding': 'gzip', 'content-length': zipped.length });
    response.end(zipped);
    return;
  }
  response.writeHead(200, JSON_HEADERS);
  const closed = once(response, 'close');
  for (const part of partsOf(body)) {
    if (response.destroyed) return;
    const sent = Promise.withResolvers<void>();
    response.write(part, () => sent.resolve());
    await Promise.race([sent.promise, closed]);
  }
  response.end();
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function answerNumber({ msisdn, desde, hasta }: ReportBody, response: ServerResponse): void {
  const now = Date.now();
  const timeAt = (ageMs: number) =>
    `${new Date(now - ageMs).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
  const data = Array.from({ length: NUMBERS_MESSAGES }, (_, index) => {
    const ageMs = 60_000 + (index * 1.8 * DAY_MS) / NUMBERS_MESSAGES;
    return {
      msisdn: `+${msisdn}`,
      operator: 'Entel',
      status: 'delivered',
      text: 'Tu código Banco Sur es 123456. Vence en 5 minutos. No lo compartas con nadie.',
      time_dlr: timeAt(ageMs - 9_000),
      time_operator: timeAt(ageMs - 2_000),
      time_platform: timeAt(ageMs),
    };
  });
  response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ data, desde, hasta, total: data.length }));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/login_ws') {
    request.resume();
    response.writeHead(200, JSON_HEADERS).end('{"auth_access_token":"bench-token","status":true}');
    return;
  }
  const body = (await json(request)) as ReportBody;
  if (body.msisdn === undefined) await answerDays(body, response);
  else answerNumber(body, response);
}

// An aborted request must not end the platform. Idle connections stay open until the client closes them.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
});

function positionsOf(text: string, buffer: Buffer): Uint32Array {
  const positions: number[] = [];
  for (let at = buffer.indexOf(text); at >= 0; at = buffer.indexOf(text, at + text.length))
    positions.push(at);
  return Uint32Array.from(positions);
}
