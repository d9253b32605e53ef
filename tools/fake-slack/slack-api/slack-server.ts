import type { JsonObject } from '../json.ts';
import type { SocketTimes } from '../workspace/state.ts';
import { API, type LocalRequest, type LocalServer, listen, readCall } from './listener.ts';
import type { SlackResponse } from './responses.ts';
import { createSocketServer } from './socket-mode.ts';

/** A workspace behind the address that it shares with others. */
interface Tenant {
  readonly holdsToken: (token: string) => boolean;
  /** Whether an address for answers or files was handed out there. */
  readonly holdsAddress: (path: string) => boolean;
  /** Whether what a call names is there; asked where several workspaces hold its token. */
  readonly isMeant: (args: JsonObject) => boolean;
  readonly handle: (request: LocalRequest) => Promise<SlackResponse>;
  readonly changed: () => void;
}

/** One address of Slack's for all workspaces of an app, over HTTP and sockets. */
export type SlackServer = ReturnType<typeof createSlackServer>;

/** Creates the address. A call goes to the workspace whose token it shows; of an organisation's, to the one it names. */
export function createSlackServer(
  options: {
    /** The app-level token, `xapp-…`, for Socket Mode. */
    readonly appToken?: string;
    readonly acknowledgementTimeoutMs?: number;
    readonly socketTimes?: SocketTimes;
  } = {},
) {
  const tenants: Tenant[] = [];
  const told = new Set<() => void>();
  let server: LocalServer | undefined;
  /** @throws while it is not started */
  const origin = () => {
    if (server === undefined) throw new Error('The workspace was not started');
    return server.origin;
  };
  const sockets = createSocketServer({
    appToken: options.appToken,
    origin,
    acknowledgementTimeoutMs: options.acknowledgementTimeoutMs ?? 3_000,
    changed: () => {
      for (const changed of told) changed();
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
      // Connections that end later than it are still waited for.
      told.add(tenant.changed);
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

/** Whoever is asked without a token that is good, or at an address that is nobody's, refuses. */
function tenantOf(request: LocalRequest, tenants: readonly Tenant[]): Tenant | undefined {
  const [first] = tenants;
  if (!request.path.startsWith(API)) return tenants.find((one) => one.holdsAddress(request.path)) ?? first;
  const { args, token } = readCall(request);
  const holders = token === undefined ? [] : tenants.filter((one) => one.holdsToken(token));
  return holders.find((one) => one.isMeant(args)) ?? holders[0] ?? first;
}
