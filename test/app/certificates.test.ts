import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createRedisTokens } from '../../src/upstream/index.ts';
import { createCompanyCa } from '../support/certificates.ts';
import { recordLog } from '../support/log.ts';
import { temporaryDirectory } from '../support/store.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { openUpstream, testQuery } from '../support/upstream.ts';

function trust(...cas: readonly string[]): void {
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, ...cas]);
}

/** Clients that send a secret to a server. Each call fails, because the server does not answer. */
const clients: Readonly<Record<string, (host: string) => Promise<unknown>>> = {
  Slack: (host) => {
    const { log } = recordLog();
    return createClients({ botToken: 'xoxb-canary', apiUrl: `https://${host}/api/`, log }).asking.auth.test();
  },
  'the platform': (host) =>
    openUpstream(`https://${host}`).message({ day: '2026-11-18', reference: 'canary' }),
  'the platform, for a report': (host) =>
    Array.fromAsync(openUpstream(`https://${host}`).messages(testQuery)),
  Postgres: (host) => {
    const { log } = recordLog();
    const databaseUrl = `postgres://desk:canary@${host}/desk?sslmode=verify-full`;
    const database = openDatabase({ databaseUrl, dataDir: temporaryDirectory(), log });
    onTestFinished(database.close);
    return database.open();
  },
  Redis: async (host) => {
    const { log } = recordLog();
    const sealer = createSealer(Buffer.alloc(32, 'canary'));
    const tokens = createRedisTokens({ url: `rediss://:canary@${host}`, sealer, log });
    onTestFinished(tokens.close);
    if (!(await tokens.isAvailable())) throw new Error('Redis is not there');
  },
};

describe.each(Object.entries(clients))('%s', (_, ask) => {
  test('receives nothing when no known authority signed its certificate', async () => {
    const server = await startTlsServer((await createCompanyCa(['localhost'])).host);
    await expect(ask(server.host)).rejects.toThrow();
    // A client that gives up early still connects.
    await expect.poll(server.handshakes).toBeGreaterThan(0);
    expect(server.received()).toBe(0);
  });

  test('receives nothing when its certificate is for another host', async () => {
    const ca = await createCompanyCa(['elsewhere.test']);
    trust(readFileSync(ca.path, 'utf8'));
    const server = await startTlsServer(ca.host);
    await expect(ask(server.host)).rejects.toThrow();
    await expect.poll(server.handshakes).toBeGreaterThan(0);
    expect(server.received()).toBe(0);
  });

  test('receives data when its certificate is valid', async () => {
    const ca = await createCompanyCa(['localhost']);
    trust(readFileSync(ca.path, 'utf8'));
    const server = await startTlsServer(ca.host);
    await expect(ask(server.host)).rejects.toThrow();
    expect(server.received()).toBeGreaterThan(0);
  });
});
