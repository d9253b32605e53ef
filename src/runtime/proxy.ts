import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Dispatcher } from 'undici';

export interface ProxySettings {
  readonly http?: string | undefined;
  /** Address of the proxy for `https` addresses and encrypted web sockets. */
  readonly https?: string | undefined;
  readonly bypass: readonly Bypass[];
}

interface Bypass {
  readonly host: string;
  readonly port?: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'ws:': 80,
  'https:': 443,
  'wss:': 443,
};

/** Parses `NO_PROXY`: hosts with their subdomains, `host:8443` for one port, `*` for all hosts. */
export function parseBypass(text: string): Bypass[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name = entry, port] = /^(.*?[^:]):(\d+)$/.exec(entry) ?? [];
      const host = name.replace(/^\*?\./, '').replace(/^\[(.*)\]$/, '$1');
      return port === undefined ? { host } : { host, port: Number(port) };
    });
}

export function proxyFor(address: string | URL, proxies: ProxySettings | undefined): string | undefined {
  if (!proxies) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const portNumber = port === '' ? DEFAULT_PORTS[protocol] : Number(port);
  const isBypassed = proxies.bypass.some(
    (bypass) =>
      (bypass.host === '*' || bypass.host === host || host.endsWith(`.${bypass.host}`)) &&
      (bypass.port === undefined || bypass.port === portNumber),
  );
  if (isBypassed) return undefined;
  return protocol === 'https:' || protocol === 'wss:' ? proxies.https : proxies.http;
}

export function createAgents(proxy: string | undefined, options: AgentOptions = {}) {
  const by = proxy === undefined ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return { http: new HttpAgent({ ...options, ...by }), https: new HttpsAgent({ ...options, ...by }) };
}

/** Chooses the proxy for `fetch` and web sockets by the address called. Loads undici only for proxies. */
export async function createDispatcher(proxies: ProxySettings): Promise<Dispatcher> {
  const { Agent, ProxyAgent } = await import('undici');
  // HTTP/2 is off, as in Slack's own client, because a web socket needs a connection that it does not share.
  const options = { allowH2: false };
  const direct = new Agent(options);
  const byProxy = new Map(
    [proxies.http, proxies.https].flatMap((uri) =>
      uri === undefined ? [] : [[uri, new ProxyAgent({ ...options, uri })] as const],
    ),
  );
  return direct.compose((dispatch) => (request, handler) => {
    const proxy = request.origin === undefined ? undefined : proxyFor(String(request.origin), proxies);
    const agent = proxy === undefined ? undefined : byProxy.get(proxy);
    return agent ? agent.dispatch(request, handler) : dispatch(request, handler);
  });
}
