import { parentPort, workerData } from 'node:worker_threads';
import { type RunOptions, runSeed } from './run.ts';

parentPort?.postMessage(runSeed(workerData as RunOptions));
