import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { accountFor } from '../support/own-postgres.ts';
import { unusedPort } from '../support/server.ts';

const PASSWORD = 'canary-password';

/** A PgBouncer for one test in front of a server: Debian's settings, but with transaction pooling. */
export async function startOwnPgBouncer(serverUrl: string): Promise<string> {
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-pgbouncer-'));
  const account = await accountFor(folder);
  const port = await unusedPort();
  const settings = `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = localhost
listen_port = ${port}
unix_socket_dir = ${folder}
auth_type = md5
auth_file = ${join(folder, 'userlist.txt')}
pool_mode = transaction
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  await writeFile(join(folder, 'userlist.txt'), `"${server.username}" "${PASSWORD}"\n`);
  const pooler = spawn('pgbouncer', ['--quiet', join(folder, 'pgbouncer.ini')], {
    ...account,
    stdio: 'inherit',
  });
  const ended = once(pooler, 'close');
  onTestFinished(async () => {
    pooler.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const address = new URL(serverUrl);
  Object.assign(address, { port: String(port), password: PASSWORD });
  await expect.poll(() => answers(address.href)).toBe(true);
  return address.href;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
