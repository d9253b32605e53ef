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
  /** Port on the loopback address; with 0, the system chooses a free port. */
  readonly port: number;
  readonly log: Log;
  readonly posts?: readonly InitialPost[];
  /** Serves the page's sources. Without it, the server only has page states, actions and uploaded files. */
  readonly pageFiles?: (server: Server) => Promise<PageFiles>;
}

interface InitialPost {
  readonly person: string;
  readonly channel: string;
  readonly text: string;
}

/** Starts fake Slack, bot, platform and the page's server. @throws if the port is not available */
export async function startPlayground({ port, posts = [], pageFiles, timings, ...rest }: PlaygroundOptions) {
  await using resources = new AsyncDisposableStack();
  const clock = createClock();
  const streams = createStreams();
  const server = createServer();
  const listeningPort = await listen(server, port);
  resources.defer(() => closed(server));
  resources.defer(() => streams.stop());

  // Requests that arrive during the start wait until all parts are ready.
  const { promise: ready, resolve: getReady } = Promise.withResolvers<RequestListener>();
  server.on('request', (request, response) => void ready.then((routes) => routes(request, response)));

  if (pageFiles) server.on('upgrade', (request, socket) => endUnlessOurs(request, socket, listeningPort));
  const startingFiles = pageFiles?.(server);
  const anyFiles = startingFiles?.catch(() => undefined);
  resources.defer(async () => (await anyFiles)?.stop());
  // Set after the start, because the log must hide secrets that the start creates.
  let requestLog: LoggedRequests | undefined;
  const environment = await startEnvironment({
    ...fixtures,
    ...rest,
    now: clock.now,
    // The bot does not cache people, so that a changed language takes effect at once.
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

/** Closes requested web sockets that are not for Vite's page; no other code would close them. */
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
