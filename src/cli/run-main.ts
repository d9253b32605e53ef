import type { Environment } from '../config.ts';

/** What a command writes to, and what it learns of its surroundings. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether what is written there is seen as it comes. */
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** Resolves when somebody tells the command to end; before it is called, that ends the process at once. */
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

interface RunOptions {
  /** Whether the process ends with the command, although something is left to do. */
  readonly endsAtOnce?: boolean;
}

/** Runs a command as this process. */
export async function runMain(main: Main, { endsAtOnce = false }: RunOptions = {}): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), process.env, processIo);
  if (!endsAtOnce) return;
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit();
}

/** Resolves when all is really written that was written before. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
