import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Impossible } from './turns.ts';
import { within } from './waiting.ts';

/** A script of the benchmark that runs as a child process. */
export interface RunningScript {
  readonly pid: number;
  /** By `performance.now()`. */
  readonly startedMs: number;
  /** Resolves with the first match in standard output. Rejects if the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the next complete line that matches; earlier lines do not count. */
  nextLine(pattern: RegExp): Promise<string>;
  /** Current resident memory. */
  residentBytes(): number;
  /** Peak resident memory; on systems other than Linux the current memory. */
  peakBytes(): number;
  /** Sends SIGTERM, then SIGKILL after a wait. */
  stop(): Promise<void>;
}

interface Launch {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Node's own flags. */
  readonly flags?: readonly string[];
}

/** Starts a script. The path is relative to this folder. */
export function startProcess(script: string, options: Launch = {}): RunningScript & AsyncDisposable {
  const startedMs = performance.now();
  const child = launch(script, options);
  let written = '';
  let errors = '';
  const waiting = new Set<(line: string) => void>();
  let line = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (written.length < MOST_REMEMBERED) written += text;
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) for (const take of waiting) take(whole);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const died = () =>
    new Error(`${script} ended before it was to: ${lastLine(errors) || lastLine(written) || 'no word why'}`);

  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    await ended;
    clearTimeout(impatient);
  }

  async function search(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(written);
      if (match) return match;
      if (child.exitCode !== null || child.signalCode !== null) throw died();
      await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    }
  }

  return {
    pid: child.pid ?? Number.NaN,
    startedMs,
    printed: (pattern) => within(`waiting for ${script} to print ${pattern}`, search(pattern)),
    async nextLine(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const take = (whole: string) => pattern.test(whole) && resolve(whole);
      waiting.add(take);
      ended.then(() => reject(died()), reject);
      try {
        return await within(`waiting for ${script} to print ${pattern}`, promise);
      } finally {
        waiting.delete(take);
      }
    },
    residentBytes: () => memoryOf(child, 'VmRSS'),
    peakBytes: () => memoryOf(child, 'VmHWM'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Runs a script to its end. Its last line of output is the result, in JSON.
 * @throws its error; `Impossible` if the data exceeds Node's memory or string length
 */
export async function runToEnd<T>(script: string, options: Launch = {}): Promise<T> {
  const child = launch(script, options);
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const [code, signal] = await within(`a run of ${script}`, ended).finally(() => child.kill('SIGKILL'));
  if (code === 0) return JSON.parse(lastLine(output)) as T;
  // V8 prints a fatal error on its own line; all else is a thrown error, to which got adds the URL.
  const [, reason = lastLine(errors) || `ended by ${signal ?? code}`] =
    /(?:FATAL ERROR: |\w*Error: )(.*?)(?: in "http.*)?$/m.exec(errors) ?? [];
  throw TOO_LARGE.test(reason) ? new Impossible(reason) : new Error(reason);
}

/** Kills all child processes. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

const TOO_LARGE = /out of memory|longer than 0x|allocation failed/i;
const MOST_REMEMBERED = 1_000_000;
const KILL_AFTER_MS = 12_000;
const children = new Set<ChildProcess>();

function launch(script: string, { args = [], env = {}, flags = [] }: Launch): ChildProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...flags, path, ...args], {
    // The caller's environment must not affect the measurement.
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** Read from /proc on Linux, from `ps` elsewhere. */
function memoryOf({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  if (process.platform === 'linux') {
    const [, kilobytes] =
      new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
