import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { recordLog } from '../../support/log.ts';
import { closedAddress, serve } from '../../support/server.ts';

test('sends an answer again when the server closes a reused connection', async () => {
  const used = new Set<Socket>();
  const url = await serve((request, response) => {
    // Closes the connection without an answer when it is reused.
    if (used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    response.end('ok');
  });
  const { fetch } = createClients({ botToken: 'xoxb-canary', apiUrl: `${url}/api/`, log: recordLog().log });
  for (const text of ['first', 'second', 'third']) {
    expect(await fetch(`${url}/response`, { text })).toEqual({ status: 200, text: 'ok' });
  }
  expect(used.size).toBe(3);
});

test('throws the cause when an answer cannot be sent', async () => {
  const { fetch } = createClients({
    botToken: 'xoxb-canary',
    apiUrl: 'http://127.0.0.1:1/',
    log: recordLog().log,
  });
  await expect(fetch(await closedAddress(), { text: 'x' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('does not follow a redirect of an answer', async () => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const { fetch } = createClients({ botToken: 'xoxb-canary', apiUrl: `${url}/api/`, log: recordLog().log });
  expect(await fetch(`${url}/response`, { text: 'x' })).toMatchObject({ status: 307 });
  expect(asked).toEqual(['/response']);
});
