import type { Dispatcher } from 'undici';
import ask from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

/**
 * undici's connection pools, imported by file: the package's entry point also loads `fetch`, caches, WebSockets and
 * mocks, 15 MB in each thread and 50 ms of a start. undici's version is pinned, and every test of the platform goes
 * through these imports.
 */
export { Agent, Pool };

/** Sends a request over an `Agent` or a `Pool`. @throws as undici's `request` does */
export function request(
  connections: Pick<Dispatcher, 'dispatch'>,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  return ask.call(connections, options);
}
