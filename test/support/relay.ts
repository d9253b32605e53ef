import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { recordLog } from './log.ts';
import { aName, databaseUrl, dropAndClose } from './store.ts';

/** Carries bytes to a server of this machine, until it is told to cut or to swallow them; gone when the test is over. */
export async function aRelay(target: { readonly host: string; readonly port: number }) {
  let state: 'open' | 'cut' | 'silent' = 'open';
  const pairs = new Set<{ readonly sockets: readonly Socket[]; isDeaf: boolean }>();
  const server = createServer((client) => {
    if (state === 'cut') return void client.resetAndDestroy();
    const behind = connect(target.port, target.host);
    const pair = { sockets: [client, behind], isDeaf: state === 'silent' };
    pairs.add(pair);
    const join = (from: Socket, to: Socket) => {
      from.on('error', () => undefined);
      from.on('data', (bytes) => !pair.isDeaf && to.write(bytes));
      from.on('close', () => !pair.isDeaf && to.destroy());
    };
    join(client, behind);
    join(behind, client);
  });
  const destroyAll = () => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
    pairs.clear();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    destroyAll();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Breaks all connections off, and takes no others. */
    cut() {
      state = 'cut';
      destroyAll();
    },
    /** Whatever is sent vanishes, also on connections that are made meanwhile; none is closed. */
    swallow() {
      state = 'silent';
      for (const pair of pairs) pair.isDeaf = true;
    },
    /** New connections are carried again; those that lost bytes end, as they would once either end is heard again. */
    open() {
      state = 'open';
      for (const { sockets, isDeaf } of pairs) if (isDeaf) for (const socket of sockets) socket.destroy();
    },
  };
}

/** The run's Postgres, by a relay; its schema is the test's own, and gone when that is over. */
export async function aRelayedDatabase() {
  const { hostname: host, port } = new URL(databaseUrl ?? '');
  const relay = await aRelay({ host, port: Number(port || 5432) });
  const address = Object.assign(new URL(databaseUrl ?? ''), { host: `127.0.0.1:${relay.port}` });
  const schema = aName();
  const { log } = recordLog();
  const database = openDatabase({ databaseUrl: address.href, dataDir: ':memory:', log, schema });
  const cleaner = openDatabase({ databaseUrl, dataDir: ':memory:', log, schema });
  onTestFinished(() => dropAndClose(cleaner, schema));
  onTestFinished(() => database.close());
  return { database, relay };
}
