import { Agent, get } from 'node:http';
import { DEFAULT_OPS_PORT } from '../ops/default-port.ts';
import { type Main, runMain } from './run-main.ts';

const LIMIT_MS = 4000;
const ALL_ADDRESSES = ['', '0.0.0.0', '::'];

/** Requests `/healthz` of the bot on this machine, and prints a line. For images without a shell. */
export const main: Main = async (_argv, { OPS_PORT = '', OPS_HOST = '' }, io) => {
  const [port, host] = [OPS_PORT.trim(), OPS_HOST.trim()];
  if (port === 'off') {
    // The exit code is 0, because a failed health check would restart the bot.
    io.out('OPS_PORT is off: nothing can be asked\n');
    return 0;
  }
  const { isWell, text } = await probe(
    ALL_ADDRESSES.includes(host) ? '127.0.0.1' : host,
    Number(port || DEFAULT_OPS_PORT),
  );
  io.out(`/healthz ${text}\n`);
  return isWell ? 0 : 1;
};

function probe(host: string, port: number) {
  const { promise, resolve } = Promise.withResolvers<{ readonly isWell: boolean; readonly text: string }>();
  // A new agent is used, because it ignores the proxy variables of the environment.
  const options = { host, port, path: '/healthz', agent: new Agent(), timeout: LIMIT_MS };
  const request = get(options, (response) => {
    const { statusCode = 0 } = response.resume();
    resolve({ isWell: statusCode === 200, text: `answered ${statusCode}` });
  });
  request.on('timeout', () => {
    resolve({ isWell: false, text: 'did not answer in time' });
    request.destroy();
  });
  request.on('error', ({ message }) => resolve({ isWell: false, text: `did not answer: ${message}` }));
  return promise;
}

if (import.meta.main) await runMain(main, { endsAtOnce: true });
