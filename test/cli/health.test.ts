import { expect, test } from 'vitest';
import { main } from '../../src/cli/health.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/process.ts';
import { closedAddress, serve } from '../support/server.ts';

/** Runs the health check against an address. */
async function healthOf(address: string, settings: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(main, [], { ...addressSettings(address), ...settings });
  return { code, said: stdout + stderr };
}

function addressSettings(address: string) {
  const { hostname, port } = new URL(address);
  return { OPS_HOST: hostname, OPS_PORT: port };
}

/** A server that answers its health path with a status, and all other paths with 404. */
const serveHealth = (status: number) =>
  serve(({ url }, response) => response.writeHead(url === '/healthz' ? status : 404).end());

test('exits with 0 when the bot answers 200', async () => {
  const well = { code: 0, said: '/healthz answered 200\n' };
  expect(await healthOf(await serveHealth(200))).toEqual(well);
  // In a container the bot listens on all addresses.
  expect(await healthOf(await serveHealth(200), { OPS_HOST: '0.0.0.0' })).toEqual(well);
});

test('does not use the proxy of the company', async () => {
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: await closedAddress() };
  const env = { ...addressSettings(await serveHealth(200)), ...proxy };
  expect(await start('src/cli/health.ts', [], env).ended).toMatchObject({ code: 0 });
});

test('exits with 1 when the bot answers 500 or not at all', async () => {
  expect(await healthOf(await serveHealth(500))).toEqual({ code: 1, said: '/healthz answered 500\n' });
  expect(await healthOf(await closedAddress())).toEqual({
    code: 1,
    said: expect.stringContaining('/healthz did not answer: '),
  });
});

test('exits with 0 when OPS_PORT is off', async () => {
  const off = { code: 0, said: 'OPS_PORT is off: nothing can be asked\n' };
  expect(await healthOf(await closedAddress(), { OPS_PORT: 'off' })).toEqual(off);
});
