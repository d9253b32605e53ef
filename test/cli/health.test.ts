import { expect, test } from 'vitest';
import { main } from '../../src/cli/health.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/process.ts';
import { closedAddress, serve } from '../support/server.ts';

/** What the health check says of a bot that answers its probe with a status. */
async function healthOf(address: string, settings: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(main, [], { ...placeOf(address), ...settings });
  return { code, said: stdout + stderr };
}

function placeOf(address: string) {
  const { hostname, port } = new URL(address);
  return { OPS_HOST: hostname, OPS_PORT: port };
}

/** Something that answers every probe with a status, and nothing but probes. */
const aBot = (status: number) =>
  serve(({ url }, response) => response.writeHead(url === '/healthz' ? status : 404).end());

test('a bot that turns', async () => {
  const well = { code: 0, said: '/healthz answered 200\n' };
  expect(await healthOf(await aBot(200))).toEqual(well);
  // In a container it listens on all addresses.
  expect(await healthOf(await aBot(200), { OPS_HOST: '0.0.0.0' })).toEqual(well);
});

test('a proxy of the company’s is not asked', async () => {
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: await closedAddress() };
  const env = { ...placeOf(await aBot(200)), ...proxy };
  expect(await start('src/cli/health.ts', [], env).ended).toMatchObject({ code: 0 });
});

test('one that does not, or something else in its place', async () => {
  expect(await healthOf(await aBot(500))).toEqual({ code: 1, said: '/healthz answered 500\n' });
  expect(await healthOf(await closedAddress())).toEqual({
    code: 1,
    said: expect.stringContaining('/healthz did not answer: '),
  });
});

test('where it was turned off, nothing can be told', async () => {
  const off = { code: 0, said: 'OPS_PORT is off: nothing can be asked\n' };
  expect(await healthOf(await closedAddress(), { OPS_PORT: 'off' })).toEqual(off);
});
