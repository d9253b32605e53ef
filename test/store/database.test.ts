import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDatabaseFailure } from '../../src/domain/database-failure.ts';
import { settlesWithin } from '../../src/runtime/timeouts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress } from '../support/server.ts';
import { aDirectory, aName, databaseUrl, dropAndClose } from '../support/store.ts';

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
