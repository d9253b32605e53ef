import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { en as homeTexts } from '../src/features/home/locales/en.ts';
import { en } from '../src/i18n/locales/en.ts';
import { signBody } from '../tools/fake-slack/slack-api/delivery.ts';
import { within } from './waiting.ts';

/** Times of one request, in milliseconds since it was sent. */
export interface AnsweredCommand {
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
  /** Plain text of the answer. */
  readonly text: string;
}

/** A minimal Slack for commands: sends signed requests and accepts answers without validation. */
export interface BenchSlack extends AsyncDisposable {
  readonly apiUrl: string;
  /** Sends a command to the bot at `port`. Resolves with the answer. */
  command(port: number, command: string, text: string): Promise<AnsweredCommand>;
  /** Opens the Home of the bot at `port`. Resolves when it is complete. */
  home(port: number): Promise<OpenedHome>;
}

/** Milliseconds since Slack's event until something is shown, and until everything is. */
export interface OpenedHome {
  readonly firstMs: number;
  readonly wholeMs: number;
}

export const SIGNING_SECRET = 'bench-signing-secret';
export const BOT_TOKEN = 'xoxb-bench';
export const CHANNEL = 'C1';
export const USER_GROUP = 'S1';
const TEAM = 'T1';
const PERSON = 'U1';

/** Responses of the Web API; every other method responds with `ok`. */
const METHODS: Readonly<Record<string, object>> = {
  'auth.test': { team_id: TEAM, user_id: 'UBOT', bot_id: 'B1' },
  'users.info': { user: { id: PERSON, name: 'ana', team_id: TEAM, locale: 'en-US', tz: 'UTC' } },
  'usergroups.users.list': { users: [PERSON] },
  'chat.postMessage': { channel: 'D1', ts: '1.000100' },
  'chat.update': { channel: 'D1', ts: '1.000100' },
};

const READING = homeTexts.home.reading;

/** Progress texts before a slow answer; they do not count as the answer. */
const WORKING_LINES = new Set([en.asking, en.working]);

interface AnswerBody {
  readonly text?: string;
}

export async function startSlack(): Promise<BenchSlack> {
  // With this timeout, the agent closes an idle connection before the bot does.
  const agent = new Agent({ keepAlive: true, timeout: 60_000 });
  const waiting = new Map<string, (text: string) => void>();
  const published = new Set<(atMs: number, isWhole: boolean) => void>();
  let newest = 0;

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now();
    const body = await text(incoming);
    const [, where = '', name = ''] = incoming.url?.split('/') ?? [];
    response.writeHead(200, { 'content-type': 'application/json' });
    if (where === 'api') {
      response.end(JSON.stringify({ ok: true, ...METHODS[name] }));
      const isWhole = !new URLSearchParams(body).get('view')?.includes(READING);
      if (name === 'views.publish') for (const take of published) take(atMs, isWhole);
      return;
    }
    response.end('{"ok":true}');
    const reply = (JSON.parse(body) as AnswerBody).text ?? '';
    if (!WORKING_LINES.has(reply)) waiting.get(name)?.(reply);
  }

  // An aborted request gets no response. Idle connections stay open until the client closes them.
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
      const asking = send(
        port,
        agent,
        commandForm({
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
        }),
      );
      try {
        await within(`the acknowledgement of ${command}`, asking);
        const acknowledgedMs = performance.now() - startedMs;
        const reply = await within(`the answer to ${command}`, answer);
        return { acknowledgedMs, answeredMs: performance.now() - startedMs, text: reply };
      } finally {
        waiting.delete(name);
      }
    },

    async home(port) {
      newest += 1;
      const { promise: publishing, resolve } = Promise.withResolvers<OpenedHome>();
      const startedMs = performance.now();
      let firstMs: number | undefined;
      const take = (atMs: number, isWhole: boolean) => {
        firstMs ??= atMs - startedMs;
        if (isWhole) resolve({ firstMs, wholeMs: atMs - startedMs });
      };
      published.add(take);
      try {
        await within('the acknowledgement of an opened Home', send(port, agent, homeOpened(newest)));
        return await within('a Home', publishing);
      } finally {
        published.delete(take);
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

type RequestBody = Parameters<typeof signBody>[0];

function commandForm(fields: Readonly<Record<string, string>>): RequestBody {
  return {
    contentType: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(fields).toString(),
  };
}

function homeOpened(at: number): RequestBody {
  const event = { type: 'app_home_opened', user: PERSON, channel: 'D1', tab: 'home', event_ts: `1.${at}` };
  const envelope = { type: 'event_callback', team_id: TEAM, api_app_id: 'A1', event, event_id: `Ev${at}` };
  return {
    contentType: 'application/json',
    text: JSON.stringify({
      ...envelope,
      event_time: Math.floor(Date.now() / 1000),
      authorizations: [{ team_id: TEAM, user_id: 'UBOT', is_bot: true, is_enterprise_install: false }],
    }),
  };
}

async function send(port: number, agent: Agent, form: RequestBody): Promise<void> {
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
  if (response.statusCode !== 200) throw new Error(`a request was answered with ${response.statusCode}`);
  await text(response);
}
