import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { en } from '../src/i18n/locales/en.ts';
import { signBody } from '../src/playground/slack-api/delivery.ts';
import { within } from './waiting.ts';

/** How one question went, in milliseconds from when it was sent. */
export interface Answered {
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
  /** Plain text of the answer. */
  readonly text: string;
}

/** As much of Slack as a command needs: it sends signed requests and takes answers, without looking at them. */
export interface BenchSlack extends AsyncDisposable {
  readonly apiUrl: string;
  /** Types a command to the bot at `port`; resolves when its answer has come. */
  command(port: number, command: string, text: string): Promise<Answered>;
}

export const SIGNING_SECRET = 'bench-signing-secret';
export const BOT_TOKEN = 'xoxb-bench';
export const CHANNEL = 'C1';
export const USER_GROUP = 'S1';
const TEAM = 'T1';
const PERSON = 'U1';

/** Answers of the Web API; whatever else is asked is `ok`. */
const METHODS: Readonly<Record<string, object>> = {
  'auth.test': { team_id: TEAM, user_id: 'UBOT', bot_id: 'B1' },
  'users.info': { user: { id: PERSON, name: 'ana', team_id: TEAM, locale: 'en-US', tz: 'UTC' } },
  'usergroups.users.list': { users: [PERSON] },
  'chat.postMessage': { channel: 'D1', ts: '1.000100' },
  'chat.update': { channel: 'D1', ts: '1.000100' },
};

/** What is said before an answer that takes a while. It is none. */
const WORKING_LINES = new Set([en.asking, en.working]);

interface Said {
  readonly text?: string;
}

export async function startSlack(): Promise<BenchSlack> {
  // With a limit of its own, an agent lets a kept connection go before the bot does.
  const agent = new Agent({ keepAlive: true, timeout: 60_000 });
  const waiting = new Map<string, (text: string) => void>();
  let newest = 0;

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const [, where = '', name = ''] = incoming.url?.split('/') ?? [];
    response.writeHead(200, { 'content-type': 'application/json' });
    if (where === 'api') {
      response.end(JSON.stringify({ ok: true, ...METHODS[name] }));
      return;
    }
    response.end('{"ok":true}');
    const said = (JSON.parse(body) as Said).text ?? '';
    if (!WORKING_LINES.has(said)) waiting.get(name)?.(said);
  }

  // What breaks off is answered by nobody, and a kept connection is good until its owner ends it.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    take(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    apiUrl: `${url}/api/`,

    async command(port, command, words) {
      newest += 1;
      const name = String(newest);
      const { promise: answer, resolve } = Promise.withResolvers<string>();
      waiting.set(name, resolve);
      const startedMs = performance.now();
      const asking = send(port, agent, {
        command,
        text: words,
        user_id: PERSON,
        user_name: 'ana',
        team_id: TEAM,
        channel_id: CHANNEL,
        channel_name: 'support',
        trigger_id: `1.${name}`,
        response_url: `${url}/answers/${name}`,
        api_app_id: 'A1',
        is_enterprise_install: 'false',
      });
      try {
        await within(`the acknowledgement of ${command}`, asking);
        const acknowledgedMs = performance.now() - startedMs;
        const said = await within(`the answer to ${command}`, answer);
        return { acknowledgedMs, answeredMs: performance.now() - startedMs, text: said };
      } finally {
        waiting.delete(name);
      }
    },

    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Resolves when the request has been acknowledged. */
async function send(port: number, agent: Agent, fields: Readonly<Record<string, string>>): Promise<void> {
  const form = {
    contentType: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(fields).toString(),
  };
  const { body, headers } = signBody(form, SIGNING_SECRET);
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/slack/events',
    method: 'POST',
    agent,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  if (response.statusCode !== 200) throw new Error(`a command was answered with ${response.statusCode}`);
  await text(response);
}
