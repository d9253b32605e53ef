import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../../../src/ops/log.ts';
import { createClock, type EnvironmentOptions, startEnvironment } from '../environment.ts';
import { fixtures } from './fixtures.ts';
import { refusalOf } from './guard.ts';
import type { PageFiles } from './page-files.ts';
import { createRedactor } from './redact.ts';
import { createLoggedRequests, type LoggedRequests } from './request-log.ts';
import { createRoutes } from './routes.ts';
import { createStreams } from './streams.ts';
import { pageSuggestions } from './suggestions.ts';

interface PlaygroundOptions extends Pick<EnvironmentOptions, 'database' | 'timings'> {
  /** Port on the loopback address; 0 takes a free one. */
  readonly port: number;
  readonly log: Log;
  /** Messages that exist at the start, and again after a reset. */
  readonly posts?: readonly InitialPost[];
  /** Serves the page. Without it there are only state, actions and files. */
  readonly pageFiles?: (server: Server) => Promise<PageFiles>;
}

interface InitialPost {
  readonly person: string;
  readonly channel: string;
  readonly text: string;
}

/** Starts the environment and its server. @throws if the port is not available */
export async function startPlayground({ port, posts = [], pageFiles, timings, ...rest }: PlaygroundOptions) {
  await using resources = new AsyncDisposableStack();
  const clock = createClock();
  const streams = createStreams();
  const server = createServer();
  const listeningPort = await listen(server, port);
  resources.defer(() => closed(server));
  resources.defer(() => streams.stop());

  // Early requests wait until all is ready.
  const { promise: ready, resolve: getReady } = Promise.withResolvers<RequestListener>();
  server.on('request', (request, response) => void ready.then((routes) => routes(request, response)));

  if (pageFiles) server.on('upgrade', (request, socket) => endUnlessOurs(request, socket, listeningPort));
  const startingFiles = pageFiles?.(server);
  const anyFiles = startingFiles?.catch(() => undefined);
  resources.defer(async () => (await anyFiles)?.stop());
  // The log needs the secrets of the started environment.
  let requestLog: LoggedRequests | undefined;
  const environment = await startEnvironment({
    ...fixtures,
    ...rest,
    now: clock.now,
    // A change of language takes effect at once.
    timings: { peopleTtlMs: 0, ...timings },
    onPlatformCall: (call) => requestLog?.platformCall(call),
    onConnectionRefused: (request) => requestLog?.connectionRefused(request),
  });
  resources.defer(() => environment.stop());
  requestLog = createLoggedRequests({
    redactor: createRedactor(environment.secrets),
    now: clock.now,
    changed: streams.changed,
  });
  environment.workspace.onExchange(requestLog.exchange);
  environment.workspace.onChange(streams.changed);
  const furnish = () => posts.forEach(environment.workspace.say);
  furnish();

  const files = await startingFiles;
  const routes = createRoutes({
    environment,
    clock,
    streams,
    requestLog,
    furnish,
    stepRuns: new Map(),
    suggestions: () => pageSuggestions(environment.platform),
    port: listeningPort,
    files,
  });
  getReady(routes);
  const running = resources.move();
  return {
    url: `http://localhost:${listeningPort}`,
    warmUp: environment.warmUp,
    stop: () => running.disposeAsync(),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends upgraded sockets that are not Vite's; no one else would close them. */
function endUnlessOurs(request: IncomingMessage, socket: Duplex, port: number): void {
  const isVites = /^vite-/.test(request.headers['sec-websocket-protocol'] ?? '');
  if (!isVites || refusalOf(request, port)) socket.destroy();
}

async function closed(server: Server): Promise<void> {
  const end = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await end;
}
