import { type Io, type Main, runMain } from '../../src/cli/run-main.ts';
import { greeting, parseCommand, usage } from './command-line.ts';
import { createSandbox, type SandboxOptions } from './index.ts';
import { listenProblem } from './listening.ts';

export const main: Main = async (argv, _env, io) => {
  const command = parseCommand(argv);
  if (command.kind === 'run') return await run(command, io);
  if (command.kind === 'help') {
    io.out(usage);
    return 0;
  }
  io.err(`${command.problem}\n\n${usage}`);
  return 2;
};

interface Run {
  readonly port: number;
  readonly host: string;
  readonly options: SandboxOptions;
}

async function run({ port, host, options }: Run, io: Io): Promise<number> {
  try {
    const sandbox = createSandbox(options);
    const { url } = await sandbox.start(port, host);
    const toldToEnd = io.toldToEnd();
    io.out(greeting(sandbox, url));
    await toldToEnd;
    await sandbox.stop();
    return 0;
  } catch (error) {
    const problem = listenProblem(error, 'The sandbox', port, host);
    if (error instanceof RangeError) {
      io.err(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (problem === undefined) throw error;
    io.err(`${problem}\n`);
    return 1;
  }
}

if (import.meta.main) await runMain(main);
