import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Io, type Main, runMain } from '../../src/cli/run-main.ts';
import { createLog } from '../../src/ops/log.ts';
import { listenProblem } from '../sandbox/index.ts';
import { posts } from './server/fixtures.ts';
import { createPageFiles } from './server/page-files.ts';
import { startPlayground } from './server/playground.ts';

const USAGE = `Usage: npm run playground -- [options]

Opens SMS Desk in a page that works like Slack, with the SMS platform simulated behind it.

  --port <n>  port of the page (3210; 0 takes any free one)
  --help      this text
`;

const PORT_PROBLEM = '--port must be a whole number from 0 to 65535.';

const STOPPING_MS = 1_500;

export const main: Main = async (argv, _env, io) => {
  const command = readCommand([...argv]);
  if ('problem' in command) {
    io.err(`${command.problem}\n\n${USAGE}`);
    return 2;
  }
  if (!command.isHelp) return await run(command.port, io);
  io.out(USAGE);
  return 0;
};

async function run(port: number, io: Io): Promise<number> {
  try {
    const { url, warmUp, stop } = await startPlayground({
      port,
      log: createLog({ level: 'error', destination: { write: io.err } }),
      posts,
      pageFiles: createPageFiles,
    });
    const stopRequested = io.stopRequested();
    void warmUp();
    io.out(`The playground is at ${url}
Open it and pick a suggestion, or type /sms-status and a number; change who you are at the left.
Move the clock or break the platform at the top, and see what SMS Desk makes of it. Ctrl+C ends it.
`);
    await stopRequested;
    await Promise.race([stop(), setTimeout(STOPPING_MS)]);
    return 0;
  } catch (error) {
    const problem = listenProblem(error, 'The playground', port, '127.0.0.1');
    if (problem === undefined) throw error;
    io.err(`${problem}\n`);
    return 1;
  }
}

function readCommand(args: string[]): { port: number; isHelp: boolean } | { problem: string } {
  try {
    const { values } = parseArgs({
      args,
      options: { port: { type: 'string', default: '3210' }, help: { type: 'boolean', default: false } },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535) return { problem: PORT_PROBLEM };
    return { port, isHelp: values.help };
  } catch (error) {
    // For `--port -1`, Node's own message would be long and not name the permitted ports.
    if (args.includes('--port')) return { problem: PORT_PROBLEM };
    return { problem: error instanceof Error ? error.message : 'The options cannot be read.' };
  }
}

if (import.meta.main) await runMain(main, { endsAtOnce: true });
