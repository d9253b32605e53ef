import { greeting, parseCommand, usage } from '../sandbox/command-line.ts';
import { createSandbox, type SandboxOptions } from '../sandbox/index.ts';

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
    if (error instanceof RangeError) fail(2, `${error.message}\n\n${usage}`);
    else if (isErrorWithCode(error)) fail(1, `${listenProblem(error, port, host)}\n`);
    else throw error;
  }
}

function listenProblem(error: Error & { code: unknown }, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use: choose another with --port.`;
  return `The sandbox cannot listen on ${host}, port ${port}: ${error.message}`;
}

function isErrorWithCode(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error;
}

function fail(exitCode: number, text: string): void {
  process.stderr.write(text);
  process.exitCode = exitCode;
}
