import type { Dispatcher } from 'undici';
import ask from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

/**
 * undici's connections without the rest of it: taken by its front door it brings `fetch`, caches, WebSockets and mocks,
 * 15 MB in each thread and 50 ms of a start. Its version is exact, and every test of the platform goes through these.
 */
export { Agent, Pool };

/** Asks over one of these connections. @throws as undici's `request` does */
export function request(
  connections: Pick<Dispatcher, 'dispatch'>,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  return ask.call(connections, options);
}
