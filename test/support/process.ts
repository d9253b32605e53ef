import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { inject, onTestFinished } from 'vitest';

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output matches. Rejects if the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Shares the compile cache with the other processes of the run. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

/** Starts an entry point of the project as a process, killed after the test. */
export function start(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): RunningProcess {
  return startProgram(process.execPath, [script, ...args], {
    PATH,
    NODE_COMPILE_CACHE,
    NO_COLOR: '1',
    ...env,
  });
}

/** Starts any program in the same way, with only this environment. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProcess {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    // Drops a line cut off by a kill.
    const wholeLines = written.stdout.split('\n').slice(0, -1);
    const lines = wholeLines.filter((line) => line.startsWith('{"level"'));
    appendFileSync(inject('logFile'), lines.map((line) => `${line}\n`).join(''));
    return { code: code as number | null, ...written };
  });
  return {
    child,
    output: () => written,
    ended,
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(written.stdout);
        if (match) return match;
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`ended before printing ${pattern}: ${written.stdout}${written.stderr}`);
        await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')]);
      }
    },
  };
}
