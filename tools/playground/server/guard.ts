import type { IncomingMessage } from 'node:http';
import { localHosts } from '../../sandbox/index.ts';

/** Returns the refusal, if any, of a request by another website or to another host name (DNS rebinding). */
export function refusalOf(request: IncomingMessage, port: number) {
  const hosts = localHosts(port);
  const { host = '', origin, 'content-type': type = '', 'sec-fetch-site': site } = request.headers;
  if (!hosts.includes(host.toLowerCase()))
    return { status: 403, sentence: `Only requests to http://localhost:${port} are answered.` };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return { status: 403, sentence: 'Requests of other websites are not answered.' };
  const isVisit = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site === 'cross-site' && !isVisit)
    return { status: 403, sentence: 'Requests of other websites are not answered.' };
  if (request.method === 'POST' && !/^application\/json\s*(?:;|$)/i.test(type))
    return { status: 415, sentence: 'What is posted must be application/json.' };
  return undefined;
}

/** Security headers of the page. They allow inline styles and a web socket, because Vite needs both. */
export function safetyHeaders(port: number): Readonly<Record<string, string>> {
  const sockets = ['localhost', '127.0.0.1'].map((name) => `ws://${name}:${port}`);
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      `connect-src 'self' ${sockets.join(' ')}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
