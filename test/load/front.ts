import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Running } from '../support/process.ts';
import { serve } from '../support/server.ts';

export interface Replica {
  readonly name: string;
  readonly bot: Running;
  readonly port: number;
  /** Memory that it took when it was looked at, in MiB. */
  readonly memory: number[];
}

/** Every person of the crowd has such an id, whatever else a request holds. */
const ASKER = /UCROWD\d+/;
const PAGE_BYTES = 4_096;

/** Slack's one address: each request goes to the next replica that takes connections. */
export async function aFront(startBot: () => Running) {
  const replicas: Replica[] = [];
  const lastAsked = new Map<string, Replica>();
  let started = 0;
  let next = 0;

  async function add(): Promise<Replica> {
    started += 1;
    const name = `replica ${started}`;
    const bot = startBot();
    const [, port] = await bot.printed(/"port":(\d+)/);
    const replica = { name, bot, port: Number(port), memory: [] };
    replicas.push(replica);
    return replica;
  }

  const url = await serve(async (request, response) => {
    const body = await buffer(request);
    const [asker = ''] = ASKER.exec(body.toString()) ?? [];
    for (const _ of [...replicas]) {
      next = (next + 1) % replicas.length;
      const replica = replicas[next];
      if (replica === undefined) break;
      lastAsked.set(asker, replica);
      try {
        const { status, text } = await passOn(replica.port, request, body);
        response.writeHead(status).end(text);
        return;
      } catch (error) {
        // Only what was certainly not sent may be sent to another.
        if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) break;
      }
    }
    response.writeHead(502).end();
  });

  return {
    url: `${url}/slack/events`,
    replicas,
    add,
    askedOf: (person: string) => lastAsked.get(person),
    /** Ends the replica that has run the longest as a power cut would. */
    async kill(): Promise<Replica> {
      const [oldest] = replicas;
      if (oldest === undefined) throw new Error('no replica to kill');
      oldest.bot.child.kill('SIGKILL');
      await oldest.bot.ended;
      replicas.shift();
      return oldest;
    },
    measure() {
      for (const { bot, memory } of replicas) {
        const pages = Number(readFileSync(`/proc/${bot.child.pid}/statm`, 'utf8').split(' ')[1]);
        memory.push(Math.round((pages * PAGE_BYTES) / 1_048_576));
      }
    },
  };
}

/** On a connection of its own: one that was kept would break off without saying whether the request was read. */
async function passOn(port: number, { url, headers }: IncomingMessage, body: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest({ host: '127.0.0.1', port, path: url, method: 'POST', headers, agent: false }, resolve)
    .on('error', reject)
    .end(body);
  const answer = await promise;
  return { status: answer.statusCode ?? 502, text: await buffer(answer) };
}

export type Front = Awaited<ReturnType<typeof aFront>>;
