import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { unusedPort } from './server.ts';

const run = promisify(execFile);

/** A Postgres server for one test, which may crash it. */
export interface OwnPostgres {
  readonly url: string;
  /** Kills it as in a power failure, and starts it again. */
  crash(): Promise<void>;
  program(name: string, ...args: string[]): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = (await run('pg_config', ['--bindir'])).stdout.trim();
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-postgres-'));
  const owner = await accountFor(folder);
  const data = join(folder, 'data');
  const port = await unusedPort();
  const program = async (name: string, ...args: string[]) => {
    await run(join(bin, name), args, { ...owner, cwd: folder });
  };
  await program('initdb', '-A', 'trust', '-U', 'postgres', '-D', data);
  const control = (...args: string[]) =>
    program('pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', `-p ${port} -k ${folder}`, ...args);
  onTestFinished(async () => {
    await control('stop', '-m', 'immediate').catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  await control('start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    program,
    async crash() {
      await control('stop', '-m', 'immediate');
      await control('start');
    },
  };
}

/** Postgres refuses to run as root. */
export async function accountFor(folder: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout)),
  );
  await chown(folder, uid, gid);
  return { uid, gid };
}
