import type { JsonObject } from '../json.ts';
import type { SocketTimes } from '../workspace/state.ts';
import { API, type LocalRequest, type LocalServer, listen, readCall } from './listener.ts';
import type { SlackResponse } from './responses.ts';
import { createSocketServer } from './socket-mode.ts';

/** A workspace that shares the server with other workspaces. */
interface Tenant {
  readonly holdsToken: (token: string) => boolean;
  /** Returns whether the workspace issued this response URL or upload URL. */
  readonly holdsAddress: (path: string) => boolean;
  /** Returns whether a call names this workspace; asked if several workspaces have the call's token. */
  readonly isMeant: (args: JsonObject) => boolean;
  readonly handle: (request: LocalRequest) => Promise<SlackResponse>;
  readonly changed: () => void;
}

export type SlackServer = ReturnType<typeof createSlackServer>;

/** Routes a call to the workspace that has its token; if several have it, to the one that the call names. */
export function createSlackServer(
  options: {
    readonly appToken?: string;
    readonly acknowledgementTimeoutMs?: number;
    readonly socketTimes?: SocketTimes;
  } = {},
) {
  const tenants: Tenant[] = [];
  const listeners = new Set<() => void>();
  let server: LocalServer | undefined;
  /** Returns the server's URL. @throws if the server has not started */
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
      // This listener is never removed: a connection that ends later must still notify the workspace.
      listeners.add(tenant.changed);
    },
    async start(): Promise<void> {
      server ??= await listen(handle, sockets.upgrade);
    },
    /** Removes a workspace. When the last workspace has left, the server stops. */
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

/** A request without a known token or URL goes to the first workspace, which refuses the request. */
function tenantOf(request: LocalRequest, tenants: readonly Tenant[]): Tenant | undefined {
  const [first] = tenants;
  if (!request.path.startsWith(API)) return tenants.find((one) => one.holdsAddress(request.path)) ?? first;
  const { args, token } = readCall(request);
  const holders = token === undefined ? [] : tenants.filter((one) => one.holdsToken(token));
  return holders.find((one) => one.isMeant(args)) ?? holders[0] ?? first;
}
