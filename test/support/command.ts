import type { Main } from '../../src/cli/run-main.ts';

/** Runs a command in this process with only this environment, by default without a terminal. */
export async function runCommand(
  main: Main,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
  { isOutTerminal = false } = {},
) {
  const written = { stdout: '', stderr: '' };
  const code = await main(argv, env, {
    out(text) {
      written.stdout += text;
    },
    err(text) {
      written.stderr += text;
    },
    isOutTerminal,
    isErrTerminal: false,
    stopRequested: () => new Promise(() => undefined),
  });
  return { code, ...written };
}
