import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Postgres' SSLRequest message of 8 bytes. A server with TLS answers `S`. */
const ASKS_FOR_TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A server with this certificate that reads all data and sends no answer. */
export async function startTlsServer(certificate: { readonly key: Buffer; readonly cert: Buffer }) {
  const received: Buffer[] = [];
  let handshakes = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const secure = () => {
      handshakes += 1;
      const tls = new TLSSocket(socket, { isServer: true, ...certificate });
      tls.on('error', () => undefined);
      tls.on('data', (bytes) => {
        received.push(bytes);
        socket.destroy();
      });
    };
    socket.once('data', (first) => {
      if (first.equals(ASKS_FOR_TLS)) socket.write('S');
      else socket.unshift(first);
      socket.pause();
      secure();
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    handshakes: () => handshakes,
    received: () => Buffer.concat(received).length,
  };
}
