import { greeting, parseCommand, usage } from '../sandbox/command-line.ts';
import { createSandbox, type SandboxOptions } from '../sandbox/index.ts';
import { fail, listenProblem } from './listening.ts';

const command = parseCommand(process.argv.slice(2));
if (command.kind === 'run') await run(command.port, command.host, command.options);
else if (command.kind === 'help') process.stdout.write(usage);
else fail(2, `${command.problem}\n\n${usage}`);

async function run(port: number, host: string, options: SandboxOptions): Promise<void> {
  try {
    const sandbox = createSandbox(options);
    const { url } = await sandbox.start(port, host);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => sandbox.stop());
    process.stdout.write(greeting(sandbox, url));
  } catch (error) {
    const problem = listenProblem(error, 'The sandbox', port, host);
    if (error instanceof RangeError) fail(2, `${error.message}\n\n${usage}`);
    else if (problem !== undefined) fail(1, `${problem}\n`);
    else throw error;
  }
}
