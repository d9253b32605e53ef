import type { Environment } from '../config.ts';

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** Resolves at SIGINT and SIGTERM; before it is called, they end the process at once. */
  readonly toldToEnd: () => Promise<void>;
}

/** A command, with the words after its name. @returns the exit code */
export type Main = (argv: readonly string[], env: Environment, io: Io) => Promise<number>;

const processIo: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  get isOutTerminal() {
    return process.stdout.isTTY === true;
  },
  get isErrTerminal() {
    return process.stderr.isTTY === true;
  },
  toldToEnd: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
};

/** Runs a command as this process; with `endsAtOnce` it ends with the command, although something is left to do. */
export async function runMain(main: Main, { endsAtOnce = false } = {}): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), process.env, processIo);
  if (!endsAtOnce) return;
  // What was written before is on its way until this is called.
  const flush = (stream: NodeJS.WriteStream) =>
    new Promise<void>((resolve) => stream.write('', () => resolve()));
  await Promise.all([process.stdout, process.stderr].map(flush));
  process.exit();
}
