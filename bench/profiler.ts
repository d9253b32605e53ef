import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** In DATA_DIR. */
export const PROFILE_FILE = 'bench.cpuprofile';

/** Preloaded into a measured process: a first SIGUSR2 starts a CPU profile of its main thread, a second one stores it. */
const session = new Session();
let isStarted = false;

async function toggle(): Promise<void> {
  if (!isStarted) {
    isStarted = true;
    await session.post('Profiler.start');
    process.stdout.write('profile started\n');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  await writeFile(join(process.env.DATA_DIR ?? '.', PROFILE_FILE), JSON.stringify(profile));
  process.stdout.write('profile stored\n');
}

if (isMainThread && process.execArgv.some((flag) => flag.includes('profiler.ts'))) {
  session.connect();
  await session.post('Profiler.enable');
  process.on('SIGUSR2', toggle);
}
