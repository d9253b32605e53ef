/** The servers that the bot uses, and the bot as a process. They share no code with other tests, on purpose. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';

export type Json = Readonly<Record<string, unknown>>;

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A body as Slack's clients or the bot send it: JSON, or a form in which some fields contain JSON. */
function bodyOf(text: string, type = ''): Json {
  if (type.startsWith('application/json')) return JSON.parse(text || '{}');
  const fields = [...new URLSearchParams(text)];
  const read = (value: string) => (/^[[{]/.test(value) ? JSON.parse(value) : value);
  return Object.fromEntries(fields.map(([name, value]) => [name, read(value)]));
}

/** An HTTP server that sends the result of `answer`: text unchanged, everything else as JSON. */
async function serve(answer: (path: string, body: Json) => unknown) {
  const server = createHttpServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const path = request.url ?? '';
    // An uploaded file is not parsed.
    const body = path.startsWith('/upload') ? { text } : bodyOf(text, request.headers['content-type']);
    const answered = await answer(path, body);
    response.writeHead(answered === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered ?? {}));
  });
  return { url: `http://${await listen(server)}`, close: () => server.close() };
}

export interface SlackCall {
  readonly method: string;
  readonly body: Json;
}

/** A channel that the bot is not a member of. */
export const CLOSED_CHANNEL = 'C0CLOSED';

/** A Slack that accepts everything and records its calls. `history` has the earlier messages of a channel. */
export async function startSlackStandIn(history: Readonly<Record<string, readonly Json[]>> = {}) {
  const calls: SlackCall[] = [];
  const answers = new Map<string, Json[]>();
  let posts = 0;
  const methods: Readonly<Record<string, (body: Json) => Json>> = {
    'auth.test': () => ({ team_id: 'T1', user_id: 'UBOT', bot_id: 'B1', team: 'Old', user: 'bot' }),
    'users.info': ({ user }) => ({
      user: { id: user, team_id: 'T1', name: 'ada', real_name: 'Ada', locale: 'en-US', tz: 'UTC' },
    }),
    'usergroups.users.list': () => ({ users: ['U1', 'U2'] }),
    'chat.postMessage': ({ channel }) => {
      posts += 1;
      const at = Date.now() / 1000 + posts / 1000;
      return { channel: `${channel}`.replace(/^U/, 'D'), ts: at.toFixed(6) };
    },
    'conversations.open': ({ users }) => ({ channel: { id: `${users}`.replace(/^U/, 'D') } }),
    'conversations.info': ({ channel }) =>
      channel === CLOSED_CHANNEL
        ? { ok: false, error: 'channel_not_found' }
        : { channel: { id: channel, is_member: true, is_archived: false } },
    'conversations.history': ({ channel }) =>
      channel === CLOSED_CHANNEL
        ? { ok: false, error: 'not_in_channel' }
        : { messages: history[`${channel}`] ?? [] },
    'files.getUploadURLExternal': () => ({ upload_url: `${server.url}/upload`, file_id: 'F1' }),
    'files.completeUploadExternal': () => ({ files: [{ id: 'F1' }] }),
  };
  const server = await serve((path, body) => {
    const method = path.replace('/api/', '');
    if (path.startsWith('/answers/')) answers.set(path, [...(answers.get(path) ?? []), body]);
    else calls.push({ method, body });
    return path.startsWith('/api/') ? { ok: true, ...methods[method]?.(body) } : 'ok';
  });
  return { ...server, calls, answersAt: (path: string) => answers.get(path) ?? [] };
}

export type Slack = Awaited<ReturnType<typeof startSlackStandIn>>;

export interface Entry {
  readonly at: Date;
  readonly isPending?: boolean;
}

const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')}+00:00`;

function entryOf({ at, isPending = false }: Entry, index: number): Json {
  const later = (seconds: number) => (isPending ? '-' : stamp(new Date(at.getTime() + seconds * 1000)));
  return {
    msisdn: '+56912345678',
    operator: index % 3 === 0 ? 'Movistar' : 'Entel',
    status: isPending ? 'sent' : 'delivered',
    text: 'your canary is on its way',
    time_platform: stamp(at),
    time_operator: later(1),
    time_dlr: later(4),
  };
}

/** A platform with these messages. The report of a day in `pausedDays` waits for its promise. */
export async function startPlatformStandIn(
  entries: () => readonly Entry[],
  pausedDays = new Map<string, Promise<unknown>>(),
) {
  const asked: { readonly path: string; readonly body: Json }[] = [];
  const server = await serve(async (path, body) => {
    asked.push({ path, body });
    if (path === '/login_ws') return { auth_access_token: 'old-login', status: true };
    if (path === '/api/auth') return { access_token: 'old.oauth.token', validity_period: '3600' };
    const one = { ...entryOf({ at: new Date('2025-03-10T12:00:00Z') }, 1), from: '56001' };
    if (/^\/(?:api\/sms|sms_info)\//.test(path)) return { data: one, detail: 'record found' };
    if (path !== '/report_mt') return undefined;
    const [from, to] = [`${body.desde}`, `${body.hasta}`];
    await pausedDays.get(from);
    const isAsked = ({ at }: Entry) => stamp(at) >= from && stamp(at).slice(0, 10) <= to;
    const data = entries().filter(isAsked).map(entryOf);
    return { data, desde: from, hasta: to, total: data.length };
  });
  return { ...server, asked };
}

/** The part of Redis that the bot uses. */
export async function startRedisStandIn(rows = new Map<string, string>()) {
  const answerTo = ([name = '', key = '', value = '']: readonly string[]) => {
    if (name === 'GET') {
      const found = rows.get(key);
      return found === undefined ? '$-1\r\n' : `$${found.length}\r\n${found}\r\n`;
    }
    if (name === 'SET') rows.set(key, value);
    return '+OK\r\n';
  };
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.setEncoding('latin1').on('error', () => undefined);
    let left = '';
    socket.on('data', (text) => {
      left += text;
      // An array of strings: `*2`, then each string after its length; none contains a line break.
      for (;;) {
        const [, count = ''] = /^\*(\d+)\r\n/.exec(left) ?? [];
        const lines = left.split('\r\n');
        const end = 1 + 2 * Number(count);
        if (count === '' || lines.length <= end) return;
        socket.write(answerTo(lines.slice(1, end).filter((_, index) => index % 2 === 1)));
        left = lines.slice(end).join('\r\n');
      }
    });
  });
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `redis://${await listen(server)}`, rows, close };
}

const bots = new Set<ChildProcess>();

/** With the cache of code that other processes of the run have compiled. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

/** Leaves no process behind when a run breaks off. */
export function killBots(): void {
  for (const bot of bots) bot.kill('SIGKILL');
}

/** The bot as a process with only these variables, and its log lines. */
export function startBot(env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, ['src/main.js'], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  bots.add(child);
  child.once('close', () => bots.delete(child));
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...written }));
  const lines = (): Json[] =>
    written.stdout
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  return { child, lines, ended, written };
}

/** Posts a signed form to the bot, as Slack does. */
export async function post(port: number, secret: string, body: URLSearchParams): Promise<number> {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': `${time}`,
      'x-slack-signature': `v0=${signature}`,
    },
    body: body.toString(),
  });
  // The answer to an invalid form names its faults.
  await response.text();
  return response.status;
}
