import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { recordLog } from '../support/log.ts';
import { aMadeDirectory } from '../support/store.ts';

const one = sql<{ one: number }>`select 1 as one`;

describe('an opening that is given up', () => {
  test('is told at once to whoever waits for it, and to whoever comes later', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const databaseUrl = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
    const givenUp = new AbortController();
    const database = openDatabase({
      databaseUrl,
      dataDir: ':memory:',
      log: recordLog().log,
      givenUp: givenUp.signal,
    });
    const failing = expect(one.execute(database.db)).rejects.toMatchObject({ code: 'not_opened' });
    const [connection] = await once(silent, 'connection');
    givenUp.abort();
    await failing;
    await expect(one.execute(database.db)).rejects.toMatchObject({ code: 'not_opened' });
    connection.destroy();
    await database.close();
  });

  test('comes to its end before its folder is let go of', async () => {
    const dataDir = await aMadeDirectory();
    const { log } = recordLog();
    const givenUp = new AbortController();
    const database = openDatabase({ dataDir, log, migrates: false, givenUp: givenUp.signal });
    const failing = expect(one.execute(database.db)).rejects.toMatchObject({ code: 'not_opened' });
    givenUp.abort();
    await failing;
    await database.close();
    const next = openDatabase({ dataDir, log, migrates: false });
    onTestFinished(next.close);
    expect((await one.execute(next.db)).rows).toEqual([{ one: 1 }]);
  });
});

test('a database that is open already is not given up', async () => {
  const givenUp = new AbortController();
  const dataDir = await aMadeDirectory();
  const database = openDatabase({ dataDir, log: recordLog().log, migrates: false, givenUp: givenUp.signal });
  onTestFinished(database.close);
  await database.open();
  givenUp.abort();
  expect((await one.execute(database.db)).rows).toEqual([{ one: 1 }]);
});
