import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { inject, onTestFinished } from 'vitest';

export interface Running {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output matches. Rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Code that was compiled for another process of the run need not be compiled again. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

/** Starts one of the project's entry points as a process of its own, killed when the test is over. */
export function start(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Running {
  return startProgram(process.execPath, [script, ...args], {
    PATH,
    NODE_COMPILE_CACHE,
    NO_COLOR: '1',
    ...env,
  });
}

/** Starts any program so, with this environment alone. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Running {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    // One that was cut off as the process was killed is none.
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
