import type { JsonObject } from '../json.ts';
import type { SocketTimes } from '../workspace/state.ts';
import { API, type LocalRequest, type LocalServer, listen, readCall } from './listener.ts';
import type { SlackResponse } from './responses.ts';
import { createSocketServer } from './socket-mode.ts';

/** A workspace behind the shared address. */
interface Tenant {
  readonly holdsToken: (token: string) => boolean;
  /** Whether the workspace issued this response or upload URL. */
  readonly holdsAddress: (path: string) => boolean;
  /** Whether the call refers to this workspace; used if several workspaces share its token. */
  readonly isMeant: (args: JsonObject) => boolean;
  readonly handle: (request: LocalRequest) => Promise<SlackResponse>;
  readonly changed: () => void;
}

/** One address of Slack for all workspaces of an app, over HTTP and Socket Mode. */
export type SlackServer = ReturnType<typeof createSlackServer>;

/** A call is routed to the workspace of its token; with an organisation's token, to the workspace that it names. */
export function createSlackServer(
  options: {
    /** The app-level token, `xapp-…`, for Socket Mode. */
    readonly appToken?: string;
    readonly acknowledgementTimeoutMs?: number;
    readonly socketTimes?: SocketTimes;
  } = {},
) {
  const tenants: Tenant[] = [];
  const listeners = new Set<() => void>();
  let server: LocalServer | undefined;
  /** @throws before the start */
  const origin = () => {
    if (server === undefined) throw new Error('The workspace was not started');
    return server.origin;
  };
  const sockets = createSocketServer({
    appToken: options.appToken,
    origin,
    acknowledgementTimeoutMs: options.acknowledgementTimeoutMs ?? 3_000,
    changed: () => {
      for (const changed of listeners) changed();
    },
    ...(options.socketTimes === undefined ? {} : { times: options.socketTimes }),
  });
  const handle = (request: LocalRequest): Promise<SlackResponse> => {
    const tenant = tenantOf(request, tenants);
    if (tenant === undefined) return Promise.reject(new Error('No workspace is left'));
    return tenant.handle(request);
  };
  return {
    origin,
    sockets,
    join(tenant: Tenant) {
      tenants.push(tenant);
      // Connections that end after it still notify it.
      listeners.add(tenant.changed);
    },
    async start(): Promise<void> {
      server ??= await listen(handle, sockets.upgrade);
    },
    /** Stops once no workspace is left. */
    async leave(tenant: Tenant): Promise<void> {
      const at = tenants.indexOf(tenant);
      if (at !== -1) tenants.splice(at, 1);
      if (tenants.length > 0) return;
      const running = server;
      server = undefined;
      await sockets.stop();
      await running?.stop();
    },
  };
}

/** A request without a known token or URL goes to the first workspace, which refuses it. */
function tenantOf(request: LocalRequest, tenants: readonly Tenant[]): Tenant | undefined {
  const [first] = tenants;
  if (!request.path.startsWith(API)) return tenants.find((one) => one.holdsAddress(request.path)) ?? first;
  const { args, token } = readCall(request);
  const holders = token === undefined ? [] : tenants.filter((one) => one.holdsToken(token));
  return holders.find((one) => one.isMeant(args)) ?? holders[0] ?? first;
}
