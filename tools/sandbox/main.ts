import { parseArgs } from 'node:util';
import { type Main, runMain } from '../../src/cli/run-main.ts';
import { createSandbox, listenProblem, type Sandbox, stories } from './index.ts';

export const usage = `Usage: npm run sandbox -- [options]

Runs the SMS platform, simulated, with traffic that looks real.

  --port <n>        port to listen on (4100; 0 takes any free one)
  --host <address>  address to listen on (127.0.0.1)
  --per-day <n>     generated messages a day (20000)
  --seed <n>        all traffic follows from it (7)
  --help            this text
`;

export const main: Main = async (argv, _env, io) => {
  let command: ReturnType<typeof parseCommand>;
  try {
    command = parseCommand(argv);
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const { port, host, perDay, seed, isHelp } = command;
  if (isHelp) {
    io.out(usage);
    return 0;
  }
  const sandbox = createSandbox({ perDay, seed });
  try {
    const { url } = await sandbox.start(port, host);
    const stopRequested = io.stopRequested();
    io.out(greeting(sandbox, url));
    await stopRequested;
    await sandbox.stop();
    return 0;
  } catch (error) {
    const problem = listenProblem(error, 'The sandbox', port, host);
    if (problem === undefined) throw error;
    io.err(`${problem}\n`);
    return 1;
  }
};

export function parseCommand(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: '4100' },
      host: { type: 'string', default: '127.0.0.1' },
      'per-day': { type: 'string', default: '20000' },
      seed: { type: 'string', default: '7' },
      help: { type: 'boolean', default: false },
    },
  });
  const port = wholeNumber('--port', values.port, 65_535);
  const perDay = wholeNumber('--per-day', values['per-day'], 10_000_000);
  const seed = wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER);
  return { port, host: values.host, perDay, seed, isHelp: values.help };
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new RangeError(`${option} must be a whole number from 0 to ${most}, not "${text}".`);
  return value;
}

function greeting(sandbox: Sandbox, url: string): string {
  const { email, password, reportToken, clientId, clientSecret } = sandbox.credentials;
  const example = sandbox.newest('+56 9 1234 5678');
  const table = stories.map(
    ({ number, name, about, scenes }) => `  ${number}  ${name.padEnd(12)}  ${about} (${scenes.length} a day)`,
  );
  return `The sandbox listens on ${url}

Settings for the bot:
SMS_BASE_URL=${url}
SMS_EMAIL=${email}
SMS_PASSWORD=${password}
SMS_REPORT_TOKEN=${reportToken}
SMS_AUTH_URL=${url}
SMS_CLIENT_ID=${clientId}
SMS_CLIENT_SECRET=${clientSecret}

Named numbers:
${table.join('\n')}

A message of the first of them, looked up:
  GET ${url}/sms_info/${example?.date}/${example?.trx}
  GET ${url}/api/sms/${example?.smsId}

To make something go wrong (DELETE clears it):
  curl -X POST ${url}/_sandbox/faults -H 'Content-Type: application/json' \\
    -d '{"operatorDown":{"operator":"Entel"},"rateLimited":{"rate":0.2,"operation":"report"}}'
`;
}

if (import.meta.main) await runMain(main);
