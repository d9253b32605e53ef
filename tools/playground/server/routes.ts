import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { userActionSchema } from '../page/contract.ts';
import { refusalOf, safetyHeaders } from './guard.ts';
import type { PageFiles } from './page-files.ts';
import { type PageStateDeps, pageState } from './page-state.ts';
import type { LoggedRequests } from './request-log.ts';
import type { Streams } from './streams.ts';
import { performUserAction, type UserActionDeps } from './user-actions.ts';

interface RoutesDeps extends PageStateDeps, Pick<UserActionDeps, 'stepRuns' | 'furnish'> {
  readonly streams: Streams;
  readonly requestLog: LoggedRequests;
  readonly port: number;
  readonly files: PageFiles | undefined;
}

class RouteRefusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

const MOST_BYTES = 256 * 1024;
const NOT_HERE = 'There is no such thing here.';
/** Vite's path that opens a file in the developer's editor; refused here. Vite ignores case and suffix. */
const VITES_EDITOR = /^\/__open-in-editor/i;

interface ServerRoute {
  readonly method: 'GET' | 'POST';
  answer(request: PageRequest, response: ServerResponse): void | Promise<void>;
}

interface PageRequest {
  readonly message: IncomingMessage;
  readonly url: URL;
  readonly id: string;
}

/** Serves `/state`, `/actions`, `/requests/<id>`, `/files/<id>`; all other paths are files of the page. */
export function createRoutes(deps: RoutesDeps): RequestListener {
  const { files, port } = deps;
  const routes = new Map(Object.entries(routesOf(deps)));

  async function route(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(message.url ?? '/', 'http://localhost');
    if (!url || VITES_EDITOR.test(url.pathname)) throw new RouteRefusal(404, NOT_HERE);
    const [, name = '', id = ''] = url.pathname.split('/');
    const known = routes.get(name);
    if (known === undefined) {
      if (!files) throw new RouteRefusal(404, NOT_HERE);
      files.serve(message, response);
      return;
    }
    if (message.method !== known.method)
      throw new RouteRefusal(405, `Only ${known.method} is answered here.`);
    await known.answer({ message, url, id }, response);
  }

  const headers = Object.entries(safetyHeaders(port));
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    const refusal = refusalOf(request, port);
    if (refusal) return sendJson(response, refusal.status, { detail: refusal.sentence });
    route(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof RouteRefusal) sendJson(response, error.status, { detail: error.message });
      else sendJson(response, 500, { detail: `The playground itself failed: ${String(error)}` });
    });
  };
}

function routesOf(deps: RoutesDeps): Readonly<Record<string, ServerRoute>> {
  const { streams, requestLog } = deps;
  const { workspace } = deps.environment;
  const acting: UserActionDeps = { ...deps, clearRequestLog: requestLog.clear, changed: streams.changed };
  return {
    state: {
      method: 'GET',
      answer({ url }, response) {
        const everybody = workspace.people();
        const requested = url.searchParams.get('person');
        // The person in an old URL may no longer exist.
        const person = everybody.find((one) => one.id === requested) ?? everybody[0];
        if (!person) throw new RouteRefusal(404, NOT_HERE);
        streams.open(response, () => pageState(person.id, deps));
      },
    },
    actions: {
      method: 'POST',
      async answer({ message }, response) {
        const action = userActionSchema.safeParse(await readJson(message));
        if (!action.success) throw new RouteRefusal(400, faultsOf(action.error));
        sendJson(response, 200, await performUserAction(action.data, acting));
      },
    },
    requests: {
      method: 'GET',
      answer({ id }, response) {
        const logged = requestLog.find(Number(id));
        if (!logged) throw new RouteRefusal(404, 'It is forgotten, or never happened.');
        sendJson(response, 200, logged);
      },
    },
    files: {
      method: 'GET',
      answer({ id }, response) {
        const file = workspace.files().find((one) => one.id === id);
        if (!file) throw new RouteRefusal(404, 'There is no such file.');
        sendFile(response, file);
      },
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new RouteRefusal(413, 'That is more than anybody types.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new RouteRefusal(400, 'The body is not JSON.');
  }
}

function faultsOf({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  return issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // The body of a refused request is not read, so the connection cannot be reused.
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(JSON.stringify(value));
}

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

function sendFile(response: ServerResponse, { name, content }: { name: string; content: string }): void {
  const ascii = name.replaceAll(/[^\w.-]/g, '_');
  response.writeHead(200, {
    'content-type': TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
  });
  response.end(content);
}
