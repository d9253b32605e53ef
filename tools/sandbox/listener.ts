import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json, RequestRefusal, refusalResponse, type SandboxResponse, send } from './answer.ts';
import { type OnCall, recordCall } from './calls.ts';
import { type FaultBoard, type FaultyRefusal, faultsSchema, type SandboxOperation } from './faults.ts';
import { type Received, readJson, readRequest } from './request.ts';

const FAULTS_PATH = '/_sandbox/faults';

interface Route {
  readonly operation: SandboxOperation;
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
}

const routes: readonly Route[] = [
  { operation: 'login', method: 'POST', path: /^\/login_ws$/ },
  { operation: 'report', method: 'POST', path: /^\/report_mt$/ },
  { operation: 'info', method: 'GET', path: /^\/sms_info\/([^/]+)\/([^/]+)$/ },
  { operation: 'oauth', method: 'POST', path: /^\/api\/auth$/ },
  { operation: 'sms', method: 'GET', path: /^\/api\/sms\/([^/]+)$/ },
];

const REFUSED: Readonly<Record<FaultyRefusal['status'], string>> = {
  401: 'Unauthorized',
  429: 'Too many requests',
  503: 'The service is not available',
};

interface ListenerParts {
  readonly operations: Readonly<Record<SandboxOperation, (received: Received) => SandboxResponse>>;
  readonly faults: FaultBoard;
  /** Counted up by one for each request. */
  readonly calls: Record<SandboxOperation, number>;
  /** Told of each request of an operation once it is over. */
  readonly onCall?: OnCall | undefined;
}

/** Serves the five operations, and `/_sandbox/faults` beside them (never faulty, never counted). */
export function createListener({ operations, faults, calls, onCall }: ListenerParts): RequestListener {
  async function serveOperation(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operation, parameters } = routeOf(request);
    calls[operation]++;
    const watched = onCall && recordCall(operation, request, response, onCall);
    try {
      const received = await readRequest(request, parameters);
      watched?.received(received);
      const refusal = faults.refuse(operation);
      const answer = refusal ? refuse(refusal) : operations[operation](received);
      await send(response, answer, faults.connection(operation), watched?.part);
    } catch (error) {
      await answerFailure(error, request, response, watched?.part);
    } finally {
      watched?.over();
    }
  }

  async function serveFaults(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readRequest(request);
    if (request.method === 'POST') faults.set(readJson(received, faultsSchema));
    else if (request.method === 'DELETE') faults.set({});
    else if (request.method !== 'GET') throw new RequestRefusal(405, 'The faults take GET, POST and DELETE');
    await send(response, json(200, faults.current()));
  }

  return async (request, response) => {
    try {
      await (request.url === FAULTS_PATH ? serveFaults : serveOperation)(request, response);
    } catch (error) {
      await answerFailure(error, request, response);
    }
  };
}

async function answerFailure(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  onPart?: (part: Buffer) => void,
): Promise<void> {
  if (response.headersSent || !request.complete) response.destroy();
  else {
    const answer =
      error instanceof RequestRefusal
        ? refusalResponse(error)
        : json(500, { detail: `The sandbox itself failed: ${String(error)}` });
    await send(response, answer, {}, onPart);
  }
}

function routeOf({ method, url = '' }: IncomingMessage): {
  operation: SandboxOperation;
  parameters: string[];
} {
  const [path = ''] = url.split('?', 1);
  for (const route of routes) {
    const match = method === route.method ? route.path.exec(path) : null;
    if (match) return { operation: route.operation, parameters: match.slice(1).map(decode) };
  }
  throw new RequestRefusal(404, 'There is no such operation');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RequestRefusal(400, 'The address is malformed');
  }
}

function refuse({ status, retryAfterSeconds }: FaultyRefusal): SandboxResponse {
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return refusalResponse(new RequestRefusal(status, REFUSED[status], wait));
}
