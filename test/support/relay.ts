import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { recordLog } from './log.ts';
import { databaseUrl, dropAndClose, uniqueName } from './store.ts';

/** A TCP relay to a local server that can cut connections or drop data; closed after the test. */
export async function startRelay(target: { readonly host: string; readonly port: number }) {
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
    /** Cuts all connections and refuses new ones. */
    cut() {
      state = 'cut';
      destroyAll();
    },
    /** Drops all data, also on new connections, without closing any. */
    swallow() {
      state = 'silent';
      for (const pair of pairs) pair.isDeaf = true;
    },
    /** Relays new connections again, and closes those that lost data. */
    open() {
      state = 'open';
      for (const { sockets, isDeaf } of pairs) if (isDeaf) for (const socket of sockets) socket.destroy();
    },
  };
}

/** The run's Postgres through a relay, with a schema of the test, dropped after it. */
export async function startRelayedDatabase() {
  const { hostname: host, port } = new URL(databaseUrl ?? '');
  const relay = await startRelay({ host, port: Number(port || 5432) });
  const address = Object.assign(new URL(databaseUrl ?? ''), { host: `127.0.0.1:${relay.port}` });
  const schema = uniqueName();
  const { log } = recordLog();
  const database = openDatabase({ databaseUrl: address.href, dataDir: ':memory:', log, schema });
  const cleaner = openDatabase({ databaseUrl, dataDir: ':memory:', log, schema });
  onTestFinished(() => dropAndClose(cleaner, schema));
  onTestFinished(() => database.close());
  return { database, relay };
}
