import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTestWorkspace, startDesk } from '../support/desk.ts';
import { startRelay } from '../support/relay.ts';
import { json, serve, servePlatform } from '../support/server.ts';

/** The promised time for a network that drops everything and closes no connection. */
const REPORTED_WITHIN_MS = 30_000;

/** A workspace with a relay for its web sockets, but not for its other requests. */
async function startRelayedWorkspace() {
  const slack = createTestWorkspace('socket_mode');
  const { apiUrl } = await slack.start();
  const { hostname: host, port } = new URL(apiUrl);
  const relay = await startRelay({ host, port: Number(port) });
  const api = await serve(async (request, response) => {
    const headers = new Headers();
    for (const name of ['authorization', 'content-type']) headers.set(name, String(request.headers[name]));
    const answer = await fetch(`${apiUrl}${request.url?.slice(1)}`, {
      method: 'POST',
      headers,
      body: await text(request),
    });
    json(
      response,
      JSON.parse((await answer.text()).replace(`ws://${host}:${port}`, `ws://${host}:${relay.port}`)),
    );
  });
  const start = async () => ({ ...(await slack.start()), apiUrl: `${api}/` });
  return { slack: { ...slack, start }, relay };
}

test('readiness reports a silent web socket within 30 s, and later its recovery', async () => {
  const { slack, relay } = await startRelayedWorkspace();
  const { url } = await servePlatform();
  const desk = await startDesk(url, { slack, transport: 'socket_mode', env: { OPS_PORT: '0' } });
  const readiness = async () => (await fetch(`${desk.opsUrl}/readyz`)).status;
  expect(await readiness()).toBe(200);

  relay.swallow();
  const cutMs = performance.now();
  await expect.poll(readiness, { interval: 250 }).toBe(503);
  expect(performance.now() - cutMs).toBeLessThan(REPORTED_WITHIN_MS);

  relay.open();
  await expect.poll(readiness, { interval: 250 }).toBe(200);
  // Until then, Slack may send over an old connection that it considers open.
  await slack.until(() => slack.socketMode.connections().length === 1);
  expect((await desk.ask('912345678 2026-11-18')).text).toContain('Delivered ');
});
