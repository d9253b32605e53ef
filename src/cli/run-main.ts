import type { Environment } from '../config.ts';
import { hasCode } from '../runtime/error-code.ts';

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** Resolves at SIGINT or SIGTERM. Before this is called, those signals end the process at once. */
  readonly stopRequested: () => Promise<void>;
}

export type Main = (argv: readonly string[], env: Environment, io: Io) => Promise<number>;

const processIo: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isOutTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  stopRequested: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
};

/** Runs a command as this process. `endsAtOnce`: exits even while timers or connections are open. */
export async function runMain(main: Main, { endsAtOnce = false } = {}): Promise<void> {
  // A command that reads the output may stop early, such as `head`. This command still finishes its work.
  process.stdout.on('error', (error) => {
    if (!hasCode(error, 'EPIPE')) throw error;
  });
  process.exitCode = await main(process.argv.slice(2), process.env, processIo);
  if (!endsAtOnce) return;
  const flush = (stream: NodeJS.WriteStream) =>
    new Promise<void>((resolve) => stream.write('', () => resolve()));
  await Promise.all([process.stdout, process.stderr].map(flush));
  process.exit();
}
