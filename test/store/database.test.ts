import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDatabaseFailure } from '../../src/domain/database-failure.ts';
import { finishesWithin } from '../../src/runtime/timeouts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress } from '../support/server.ts';
import { databaseUrl, dropAndClose, temporaryDirectory, uniqueName } from '../support/store.ts';

const leasesOf = (database: ReturnType<typeof openDatabase>) =>
  database.db.selectFrom('leases').selectAll().execute();

/** Starts a proxy to the server that can stop or end connections. @returns its URL */
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

describe('a database server', () => {
  test('that is unreachable is reported in a sentence without the password', async () => {
    const { host } = new URL(await closedAddress());
    const url = `postgres://desk:canary-password@${host}/test`;
    const database = openDatabase({ databaseUrl: url, dataDir: temporaryDirectory(), log: recordLog().log });
    onTestFinished(database.close);
    const failure = await leasesOf(database).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'DatabaseError',
      code: 'unreachable',
      message: `The database at ${host} cannot be reached (ECONNREFUSED)`,
    });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('canary');
  });

  describe.skipIf(!databaseUrl)('that is reachable', () => {
    const openTestDatabase = (schema: string, url = databaseUrl) =>
      openDatabase({ databaseUrl: url, dataDir: temporaryDirectory(), log: recordLog().log, schema });

    test('is migrated once when replicas start together', async () => {
      const schema = uniqueName();
      const replicas = [1, 2, 3, 4].map(() => openTestDatabase(schema));
      const [first, ...others] = replicas;
      if (!first) throw new Error('no replica');
      onTestFinished(() => dropAndClose(first, schema));
      expect(await Promise.all(replicas.map(leasesOf))).toEqual([[], [], [], []]);
      await Promise.all(others.map(({ close }) => close()));
      const { rows } = await sql`select name from ${sql.id(schema)}.kysely_migration`.execute(first.db);
      expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })));
    });

    test('that refuses the log-in gives the error code refused', async () => {
      const url = new URL(databaseUrl ?? '');
      url.pathname = '/there_is_none';
      const database = openTestDatabase(uniqueName(), url.href);
      onTestFinished(database.close);
      await expect(leasesOf(database)).rejects.toMatchObject({ code: 'refused' });
    });

    test.each(['08006', '53100', '57014'])('reports an interruption when it answers %s', async (code) => {
      const schema = uniqueName();
      const database = openTestDatabase(schema);
      onTestFinished(() => dropAndClose(database, schema));
      await expect(database.run(`do $$ begin raise sqlstate '${code}'; end $$`)).rejects.toMatchObject({
        name: 'DatabaseError',
        code: 'interrupted',
        cause: { code },
      });
    });

    test.each(['resetAndDestroy', 'destroy'] as const)(
      'reports an interruption when the connection breaks during a query (%s)',
      async (breakOff) => {
        const url = await startProxy((client, sent) => {
          if (sent.includes('break off')) client[breakOff]();
        });
        const schema = uniqueName();
        const database = openTestDatabase(schema, url);
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

    test('that stops answering delays a query by one timeout only', async () => {
      const proxy = await startProxy((client, sent) => {
        if (sent.includes('go silent')) client.pause().unpipe();
      });
      const url = new URL(proxy);
      url.searchParams.set('query_timeout', '6000');
      const schema = uniqueName();
      const database = openTestDatabase(schema, url.href);
      onTestFinished(() => dropAndClose(database, schema));
      await leasesOf(database);
      // This query is still answered; later ones get no answer.
      await sql`select 'go silent'`.execute(database.db);
      const asking = sql`select 'is anybody there'`.execute(database.db);
      // A rollback that also waits would double the time.
      expect(await finishesWithin(11_000, asking)).toBe(true);
      await expect(asking).rejects.toMatchObject({ code: 'interrupted' });
    });

    test('may drop a connection: the next query opens another', async () => {
      const schema = uniqueName();
      const database = openTestDatabase(schema);
      onTestFinished(() => dropAndClose(database, schema));
      await leasesOf(database);
      const other = openTestDatabase(schema);
      onTestFinished(other.close);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and application_name = 'sms-desk' and query like ${`%${schema}%`}`.execute(
        other.db,
      );
      await expect.poll(() => leasesOf(database).catch(() => undefined)).toEqual([]);
    });
  });
});
