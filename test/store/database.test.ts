import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDatabaseFailure } from '../../src/domain/database-failure.ts';
import { settlesWithin } from '../../src/runtime/timeouts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { closedAddress } from '../support/server.ts';
import { aDirectory, aMadeDirectory, aName, databaseUrl, dropAndClose } from '../support/store.ts';
import type { StoreReplica } from './replica.ts';

const leasesOf = (database: ReturnType<typeof openDatabase>) =>
  database.db.selectFrom('leases').selectAll().execute();

/** Between a test and the server, where what is sent can be met with silence or an end. @returns its URL */
async function startProxy(onSent: (client: Socket, sent: Buffer) => void): Promise<string> {
  const url = new URL(databaseUrl ?? '');
  const proxy = createServer((client) => {
    const server = connect(Number(url.port || 5432), url.hostname);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('data', (sent) => onSent(client, sent));
    client.on('close', () => server.destroy());
    client.pipe(server).pipe(client);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const through = new URL(url);
  through.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return through.href;
}

describe('the embedded database', () => {
  test('touches nothing before its first use, is made whole where one was half made, and keeps what it was given', async () => {
    const dataDir = aDirectory();
    // What a process left that was killed while it made one, and an empty folder.
    await mkdir(join(dataDir, 'postgres.new-half', 'base'), { recursive: true });
    await mkdir(join(dataDir, 'postgres'));
    const before = readdirSync(dataDir, { recursive: true });
    const { log, lines } = recordLog();
    const unused = openDatabase({ dataDir, log });
    await unused.close();
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);

    const first = openDatabase({ dataDir, log });
    expect(await Promise.all([leasesOf(first), leasesOf(first), leasesOf(first)])).toEqual([[], [], []]);
    const row = { account: 'a', name: 'n', owner: 'o', expires_at: new Date('2026-11-18T10:00:00.123Z') };
    await first.db.insertInto('leases').values(row).execute();
    await first.close();
    const migrated = Object.keys(migrations).map((migration) => ({ migration }));
    expect(lines).toMatchObject(migrated);
    expect(readdirSync(dataDir).toSorted()).toEqual(['owner.json', 'owner.lock', 'postgres']);

    const second = openDatabase({ dataDir, log });
    onTestFinished(second.close);
    expect(await leasesOf(second)).toEqual([row]);
    expect(lines).toHaveLength(migrated.length);
  });

  test('belongs to one of several processes that start at once: others are told which, and have it when that is killed', async () => {
    const dataDir = await aMadeDirectory();
    const REPLICA = JSON.stringify({ does: 'open', dataDir, schema: 'sms_desk' } satisfies StoreReplica);
    const all = [1, 2, 3].map(() => start('test/store/replica.ts', [], { REPLICA }));
    const said = await Promise.all(all.map(async (one) => (await one.printed(/opened|failed: \w+/))[0]));
    expect(said.toSorted()).toEqual(['failed: DatabaseError', 'failed: DatabaseError', 'opened']);
    for (const one of all) expect(one.output().stdout).toMatch(/opened|in use by/);

    const holder = all[said.indexOf('opened')];
    const database = openDatabase({ dataDir, log: recordLog().log });
    onTestFinished(database.close);
    await expect(leasesOf(database)).rejects.toMatchObject({
      name: 'DatabaseError',
      code: 'directory_in_use',
      message: expect.stringMatching(
        new RegExp(`in use by process ${holder?.child.pid} since \\w{3}, .* GMT\\.`),
      ),
    });
    holder?.child.kill('SIGKILL');
    await holder?.ended;
    expect(await leasesOf(database)).toEqual([]);
  });
});

describe('a server', () => {
  test('that is not there is said in a sentence, without the password', async () => {
    const { host } = new URL(await closedAddress());
    const url = `postgres://desk:canary-password@${host}/test`;
    const database = openDatabase({ databaseUrl: url, dataDir: aDirectory(), log: recordLog().log });
    onTestFinished(database.close);
    const failure = await leasesOf(database).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'DatabaseError',
      code: 'unreachable',
      message: `The database at ${host} cannot be reached (ECONNREFUSED)`,
    });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('canary');
  });

  describe.skipIf(!databaseUrl)('that is there', () => {
    const someDatabase = (schema: string, url = databaseUrl) =>
      openDatabase({ databaseUrl: url, dataDir: aDirectory(), log: recordLog().log, schema });

    test('is brought up to date once by replicas that start together', async () => {
      const schema = aName();
      const replicas = [1, 2, 3, 4].map(() => someDatabase(schema));
      const [first, ...others] = replicas;
      if (!first) throw new Error('no replica');
      onTestFinished(() => dropAndClose(first, schema));
      expect(await Promise.all(replicas.map(leasesOf))).toEqual([[], [], [], []]);
      await Promise.all(others.map(({ close }) => close()));
      const { rows } = await sql`select name from ${sql.id(schema)}.kysely_migration`.execute(first.db);
      expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })));
    });

    test('that refuses the log-in is told apart', async () => {
      const url = new URL(databaseUrl ?? '');
      url.pathname = '/there_is_none';
      const database = someDatabase(aName(), url.href);
      onTestFinished(database.close);
      await expect(leasesOf(database)).rejects.toMatchObject({ code: 'refused' });
    });

    test.each(['08006', '53100', '57014'])('tells that it is away where it answers %s', async (code) => {
      const schema = aName();
      const database = someDatabase(schema);
      onTestFinished(() => dropAndClose(database, schema));
      const failing = database.run(`do $$ begin raise sqlstate '${code}'; end $$`);
      await expect(failing).rejects.toMatchObject({
        name: 'DatabaseError',
        code: 'interrupted',
        cause: { code },
      });
    });

    test.each(['resetAndDestroy', 'destroy'] as const)(
      'tells that it is away where the connection breaks off during a query (%s)',
      async (breakOff) => {
        const url = await startProxy((client, sent) => {
          if (sent.includes('break off')) client[breakOff]();
        });
        const schema = aName();
        const database = someDatabase(schema, url);
        onTestFinished(() => dropAndClose(database, schema));
        await expect(sql`select 1 / 0`.execute(database.db)).rejects.toMatchObject({ code: '22012' });
        const breaking = sql`select 'break off'`;
        for (const ask of [
          () => breaking.execute(database.db),
          () => database.run("select 'break off'"),
          () => database.db.transaction().execute((transaction) => breaking.execute(transaction)),
        ]) {
          const failure = await ask().catch((error: unknown) => error);
          expect(failure).toMatchObject({ name: 'DatabaseError', code: 'interrupted' });
          expect(isDatabaseFailure(failure)).toBe(true);
        }
      },
    );

    test('that has gone silent is waited for once', async () => {
      const proxy = await startProxy((client, sent) => {
        if (sent.includes('go silent')) client.pause().unpipe();
      });
      const url = new URL(proxy);
      url.searchParams.set('query_timeout', '6000');
      const schema = aName();
      const database = someDatabase(schema, url.href);
      onTestFinished(() => dropAndClose(database, schema));
      await leasesOf(database);
      // It still has its answer; what comes after it goes nowhere.
      await sql`select 'go silent'`.execute(database.db);
      const asking = sql`select 'is anybody there'`.execute(database.db);
      // A rollback that waits behind it would take as long again.
      expect(await settlesWithin(11_000, asking)).toBe(true);
      await expect(asking).rejects.toMatchObject({ code: 'interrupted' });
    });

    test('may drop a connection: the next use makes another', async () => {
      const schema = aName();
      const database = someDatabase(schema);
      onTestFinished(() => dropAndClose(database, schema));
      await leasesOf(database);
      const other = someDatabase(schema);
      onTestFinished(other.close);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and application_name = 'sms-desk' and query like ${`%${schema}%`}`.execute(
        other.db,
      );
      await expect.poll(() => leasesOf(database).catch(() => undefined)).toEqual([]);
    });
  });
});
