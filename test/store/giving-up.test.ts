import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { recordLog } from '../support/log.ts';
import { directoryWithDatabase } from '../support/store.ts';

const one = sql<{ one: number }>`select 1 as one`;

describe('an aborted opening of the database', () => {
  test('fails the waiting query at once, and later ones', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const databaseUrl = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
    const givenUp = new AbortController();
    const database = openDatabase({
      databaseUrl,
      dataDir: ':memory:',
      log: recordLog().log,
      openingSignal: givenUp.signal,
    });
    const failing = expect(one.execute(database.db)).rejects.toMatchObject({ code: 'not_opened' });
    const [connection] = await once(silent, 'connection');
    givenUp.abort();
    await failing;
    await expect(one.execute(database.db)).rejects.toMatchObject({ code: 'not_opened' });
    connection.destroy();
    await database.close();
  });

  test('ends before its folder is released', async () => {
    const dataDir = await directoryWithDatabase();
    const { log } = recordLog();
    const givenUp = new AbortController();
    const database = openDatabase({ dataDir, log, migrates: false, openingSignal: givenUp.signal });
    const failing = expect(one.execute(database.db)).rejects.toMatchObject({ code: 'not_opened' });
    givenUp.abort();
    await failing;
    await database.close();
    const next = openDatabase({ dataDir, log, migrates: false });
    onTestFinished(next.close);
    expect((await one.execute(next.db)).rows).toEqual([{ one: 1 }]);
  });
});

test('an abort does not affect a database that is already open', async () => {
  const givenUp = new AbortController();
  const dataDir = await directoryWithDatabase();
  const database = openDatabase({
    dataDir,
    log: recordLog().log,
    migrates: false,
    openingSignal: givenUp.signal,
  });
  onTestFinished(database.close);
  await database.open();
  givenUp.abort();
  expect((await one.execute(database.db)).rows).toEqual([{ one: 1 }]);
});
