import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { watchMemory } from '../../bench/process-memory.ts';

const MEGABYTE = 2 ** 20;
const FILLED = 200;

/** Starts a process that uses memory, and ends it on SIGUSR2. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'globalThis.taken = Buffer.alloc(${FILLED * MEGABYTE}, 1); console.log("taken"); process.stdin.resume()'], { stdio: ['pipe', 'inherit', 'inherit'] });
  process.on('SIGUSR2', () => child.kill());
  child.once('exit', () => console.log('gone'));
  setInterval(() => {}, 1000);`;

async function waitForOutput(child: ChildProcess, word: string): Promise<void> {
  for await (const [chunk] of on(child)) if (String(chunk).includes(word)) return;
}

async function* on(child: ChildProcess) {
  if (!child.stdout) throw new Error('it has no output');
  for (;;) yield await once(child.stdout, 'data');
}

test.runIf(process.platform === 'linux')('the peak includes child processes, also ended ones', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const memory = watchMemory(parent.pid ?? 0);
  onTestFinished(() => void memory.stop());
  await waitForOutput(parent, 'taken');
  const usedBytes = await memory.nowBytes();
  expect(usedBytes).toBeGreaterThan(FILLED * MEGABYTE);
  parent.kill('SIGUSR2');
  await waitForOutput(parent, 'gone');
  expect(await memory.nowBytes()).toBeLessThan(FILLED * MEGABYTE);
  expect(memory.peakBytes()).toBeGreaterThanOrEqual(usedBytes);
  memory.resetPeak();
  expect(await memory.stop()).toBeLessThan(FILLED * MEGABYTE);
});
