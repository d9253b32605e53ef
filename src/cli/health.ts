import { Agent, get } from 'node:http';
import { DEFAULT_OPS_PORT } from '../ops/default-port.ts';

const LIMIT_MS = 4000;
const ALL_ADDRESSES = ['', '0.0.0.0', '::'];

/** Asks the bot of this machine whether it turns: exit code 0 or 1, and a line. For images without a shell. */
function main(): void {
  const { OPS_PORT = '', OPS_HOST = '' } = process.env;
  const [port, host] = [OPS_PORT.trim(), OPS_HOST.trim()];
  if (port === 'off') {
    // Nobody can tell, and a bot must not be restarted for that.
    say('OPS_PORT is off: nothing can be asked', 0);
    return;
  }
  const address = {
    host: ALL_ADDRESSES.includes(host) ? '127.0.0.1' : host,
    port: Number(port || DEFAULT_OPS_PORT),
  };
  // An agent of its own goes by no proxy, whatever the environment says.
  const options = { ...address, path: '/healthz', agent: new Agent(), timeout: LIMIT_MS };
  const request = get(options, ({ statusCode = 0 }) =>
    say(`/healthz answered ${statusCode}`, statusCode === 200 ? 0 : 1),
  );
  request.on('timeout', () => say('/healthz did not answer in time', 1));
  request.on('error', (error) => say(`/healthz did not answer: ${error.message}`, 1));
}

function say(what: string, code: number): void {
  process.stdout.write(`${what}\n`, () => process.exit(code));
}

main();
