import { parentPort, workerData } from 'node:worker_threads';
import { runSeed } from './run.ts';
import { runSaid } from './said.ts';

const { part, ...options } = workerData;
parentPort?.postMessage(part === 'said' ? runSaid(options.seed, options.perDay) : runSeed(options));
