import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createRedisTokens } from '../../src/upstream/index.ts';
import { aCompanyCa } from '../support/certificates.ts';
import { recordLog } from '../support/log.ts';
import { aDirectory } from '../support/store.ts';
import { aTlsServer } from '../support/tls-server.ts';
import { anUpstream, aQuery } from '../support/upstream.ts';

function trust(...cas: readonly string[]): void {
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, ...cas]);
}

/** Who speaks to a server, with a secret; each fails, as nobody answers. */
const clients: Readonly<Record<string, (host: string) => Promise<unknown>>> = {
  Slack: (host) => {
    const { log } = recordLog();
    return createClients({ botToken: 'xoxb-canary', apiUrl: `https://${host}/api/`, log }).asking.auth.test();
  },
  'the platform': (host) => anUpstream(`https://${host}`).message({ day: '2026-11-18', reference: 'canary' }),
  'the platform, for a report': (host) => Array.fromAsync(anUpstream(`https://${host}`).messages(aQuery)),
  Postgres: (host) => {
    const { log } = recordLog();
    const databaseUrl = `postgres://desk:canary@${host}/desk?sslmode=verify-full`;
    const database = openDatabase({ databaseUrl, dataDir: aDirectory(), log });
    onTestFinished(database.close);
    return database.open();
  },
  Redis: async (host) => {
    const { log } = recordLog();
    const sealer = createSealer(Buffer.alloc(32, 'canary'));
    const tokens = createRedisTokens({ url: `rediss://:canary@${host}`, sealer, log });
    onTestFinished(tokens.close);
    if (!(await tokens.isThere())) throw new Error('Redis is not there');
  },
};

describe.each(Object.entries(clients))('%s', (_, ask) => {
  test('is told nothing where nobody known vouches for its certificate', async () => {
    const server = await aTlsServer((await aCompanyCa(['localhost'])).host);
    await expect(ask(server.host)).rejects.toThrow();
    // A client that gives up early connects all the same.
    await expect.poll(server.handshakes).toBeGreaterThan(0);
    expect(server.received()).toBe(0);
  });

  test('is told nothing where its certificate is another host’s', async () => {
    const ca = await aCompanyCa(['elsewhere.test']);
    trust(readFileSync(ca.path, 'utf8'));
    const server = await aTlsServer(ca.host);
    await expect(ask(server.host)).rejects.toThrow();
    // A client that gives up early connects all the same.
    await expect.poll(server.handshakes).toBeGreaterThan(0);
    expect(server.received()).toBe(0);
  });

  test('is spoken to where its certificate is its own', async () => {
    const ca = await aCompanyCa(['localhost']);
    trust(readFileSync(ca.path, 'utf8'));
    const server = await aTlsServer(ca.host);
    await expect(ask(server.host)).rejects.toThrow();
    expect(server.received()).toBeGreaterThan(0);
  });
});
