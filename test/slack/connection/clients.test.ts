import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { recordLog } from '../../support/log.ts';
import { closedAddress, serve } from '../../support/server.ts';

test('an answer is not lost on a connection that the other end has closed meanwhile', async () => {
  const used = new Set<Socket>();
  const url = await serve((request, response) => {
    // As one that is closed just when it is used again: nobody answers on it.
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

test('what kept an answer from being sent is told', async () => {
  const { fetch } = createClients({
    botToken: 'xoxb-canary',
    apiUrl: 'http://127.0.0.1:1/',
    log: recordLog().log,
  });
  await expect(fetch(await closedAddress(), { text: 'x' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('an answer is posted to where it is to go, and nowhere that points to', async () => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const { fetch } = createClients({ botToken: 'xoxb-canary', apiUrl: `${url}/api/`, log: recordLog().log });
  expect(await fetch(`${url}/response`, { text: 'x' })).toMatchObject({ status: 307 });
  expect(asked).toEqual(['/response']);
});
