import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { slowestFiles } from './test/support/slowest-files.ts';

// Compiled code is cached for all test files, their threads and processes, and the next run.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

export default defineConfig({
  test: {
    globalSetup: 'test/support/log-run.ts',
    setupFiles: 'test/support/property-cases.ts',
    reporters: ['default', slowestFiles()],
    // The part of slow suites that `.ci/run` runs.
    tags: [{ name: 'smoke' }],
    // One more than cores: a test also waits for threads and processes, and each worker compiles the code for itself. Each
    // takes half a gigabyte.
    maxWorkers: Math.min(availableParallelism() + 1, Math.max(2, Math.floor(totalmem() / 2 ** 30))),
    // A process runs many files and loads what they share once: nothing is mocked, and what a test changes it restores.
    isolate: false,
    // A test waits for a state, and a busy machine reaches it late: these only end one that hangs.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/log-audit.test.ts',
            'test/compatibility.test.ts',
            'test/bench/**',
            'test/browser/**',
            'test/chaos/**',
            'test/deploy/**',
            'test/processes/**',
            'test/load/**',
            'test/small-memory/**',
            'test/fuzz/**',
          ],
          setupFiles: ['test/support/property-cases.ts', 'test/support/low-priority.ts'],
          // Not 0: on a machine with one worker that order would come last.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Its bot must answer as fast as at the recording: the other tests run at a lower priority.
        extends: true,
        test: {
          name: 'compatibility',
          include: ['test/compatibility.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // In a real browser, one per process: `npm run test:browser`.
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/set-up.ts',
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Kills processes for minutes: `npm run test:chaos`.
        extends: true,
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Whole programs with little memory: `npm run test:memory`.
        extends: true,
        test: {
          name: 'memory',
          include: ['test/small-memory/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        // Tens of thousands of malformed inputs: `npm run test:fuzz`.
        extends: true,
        test: { name: 'fuzz', include: ['test/fuzz/**/*.test.ts'], sequence: { groupOrder: 6 } },
      },
      {
        // Whole programs and database files, which take seconds each: `npm run test:processes`.
        extends: true,
        test: { name: 'processes', include: ['test/processes/**/*.test.ts'], sequence: { groupOrder: 2 } },
      },
      {
        // Deployment files, on real servers: `npm run test:ops`.
        extends: true,
        test: {
          name: 'ops',
          include: ['test/deploy/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 7 },
        },
      },
      {
        // A busy day for three replicas, compressed: `npm run test:load`.
        extends: true,
        test: { name: 'load', include: ['test/load/**/*.test.ts'], sequence: { groupOrder: 8 } },
      },
      {
        // Tests of the benchmarks: `npm run test:bench`.
        extends: true,
        test: { name: 'bench', include: ['test/bench/**/*.test.ts'], sequence: { groupOrder: 9 } },
      },
      {
        // Reads the log lines of all other tests, so it runs last.
        extends: true,
        test: { name: 'log-audit', include: ['test/log-audit.test.ts'], sequence: { groupOrder: 3 } },
      },
    ],
  },
});
