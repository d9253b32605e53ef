import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Creates a database on the given server. Disposal drops it. */
export async function createDatabase(serverUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  const name = `sms_desk_bench_${randomBytes(4).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await onServer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => onServer(`drop database ${name} with (force)`),
  };
}
