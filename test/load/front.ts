import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { RunningProcess } from '../support/process.ts';
import { serve } from '../support/server.ts';

export interface Replica {
  readonly name: string;
  readonly bot: RunningProcess;
  readonly port: number;
  /** Memory at each measurement, in MiB. */
  readonly memory: number[];
}

/** The id of a person of the crowd, in any request. */
const ASKER = /UCROWD\d+/;
const PAGE_BYTES = 4_096;

/** One address for Slack: each request goes to the next replica that accepts connections. */
export async function startFront(startBot: () => RunningProcess) {
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
        const { status, text } = await forward(replica.port, request, body);
        response.writeHead(status).end(text);
        return;
      } catch (error) {
        // Only a request that was certainly not sent may go to another replica.
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
    /** Kills the oldest replica, like a power cut. */
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

/** Uses a new connection: when a reused one breaks, it is unclear whether the request was read. */
async function forward(port: number, { url, headers }: IncomingMessage, body: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest({ host: '127.0.0.1', port, path: url, method: 'POST', headers, agent: false }, resolve)
    .on('error', reject)
    .end(body);
  const answer = await promise;
  return { status: answer.statusCode ?? 502, text: await buffer(answer) };
}

export type Front = Awaited<ReturnType<typeof startFront>>;
