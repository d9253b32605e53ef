import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { startBot } from '../support/bot-process.ts';
import { createCompanyCa } from '../support/certificates.ts';
import { startDesk } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress, servePlatform } from '../support/server.ts';
import { databaseUrl, uniqueName } from '../support/store.ts';
import { startTlsServer } from '../support/tls-server.ts';

const SECRET_KEY = Buffer.alloc(32, 'canary').toString('base64');

/** A server that sends one of these answers to each message, and then none. */
async function startServerWithAnswers(...answers: readonly (string | Buffer)[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined).on('data', () => socket.write(left.shift() ?? ''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A message of a Postgres server: its type and its content. */
function postgresMessage(kind: string, ...parts: readonly (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([0, 0, 0, part]))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const closedHost = async () => new URL(await closedAddress()).host;
const withTls = '?sslmode=verify-full';

interface Fault {
  readonly [variable: string]: string;
}

/** Expects a bot that starts, answers a look-up and logs the sentence. */
async function expectStartWith(fault: Fault, sentence: string) {
  // Node reads this variable only when its process starts.
  if (fault.NODE_EXTRA_CA_CERTS) return expectProcessStartWith(fault, sentence);
  const { url } = await servePlatform();
  const desk = await startDesk(url, { env: { READ_AHEAD: 'no', ...fault } });
  void desk.prepare();
  expect((await desk.ask('912345678 2026-11-18')).text).toContain('Delivered ');
  await expect.poll(() => JSON.stringify(desk.logLines)).toContain(JSON.stringify(sentence).slice(1, -1));
  expect(JSON.stringify(desk.logLines)).not.toContain('canary@');
}

async function expectProcessStartWith(fault: Fault, sentence: string) {
  const { bot, listening, ask, slack } = await startBot({ SECRET_KEY, ...fault });
  await listening();
  await ask();
  await expect.poll(() => slack.messages().at(-1)?.text).toContain('Delivered ');
  const written = JSON.stringify(sentence).slice(1, -1);
  await bot.printed(new RegExp(written.replace(/\W/g, '\\$&')));
  expect(bot.output().stdout).not.toContain('canary');
}

describe('a bot starts, answers and logs what to do when its database', () => {
  test.each<[what: string, fault: () => Promise<Fault>, sentence: string]>([
    [
      'is not there',
      async () => ({ DATABASE_URL: `postgres://desk:canary@${await closedHost()}/desk` }),
      'cannot be reached (ECONNREFUSED)',
    ],
    [
      'does not take the password',
      async () => {
        const refusal = 'SFATAL\0C28P01\0Mpassword authentication failed for user "desk"\0\0';
        const host = await startServerWithAnswers(postgresMessage('E', refusal));
        return { DATABASE_URL: `postgres://desk:canary@${host}/desk` };
      },
      'refuses the connection (password authentication failed for user "desk"; 28P01): look at DATABASE_URL',
    ],
    [
      'wants a password and is given none',
      async () => {
        const host = await startServerWithAnswers(
          postgresMessage('R', 10, 'SCRAM-SHA-256\0\0'),
          postgresMessage('R', 11, 'r=1,s=1,i=1'),
        );
        return { DATABASE_URL: `postgres://desk@${host}/desk` };
      },
      'wants a password: put user:password@ before the host in DATABASE_URL',
    ],
    [
      'has no TLS, though it is asked for',
      async () => ({
        DATABASE_URL: `postgres://desk:canary@${await startServerWithAnswers('N')}/desk${withTls}`,
      }),
      'has no TLS, which DATABASE_URL asks for: turn it on there',
    ],
    [
      'has a certificate that nobody vouches for',
      async () => {
        const { host } = await startTlsServer((await createCompanyCa(['localhost'])).host);
        return { DATABASE_URL: `postgres://desk:canary@${host}/desk${withTls}` };
      },
      'name the file with its CA in NODE_EXTRA_CA_CERTS, or as sslrootcert in DATABASE_URL',
    ],
    [
      'has another host’s certificate',
      async () => {
        const ca = await createCompanyCa(['elsewhere.test']);
        const { host } = await startTlsServer(ca.host);
        return {
          DATABASE_URL: `postgres://desk:canary@${host}/desk${withTls}`,
          NODE_EXTRA_CA_CERTS: ca.path,
        };
      },
      'has a certificate for another host: set the host of DATABASE_URL to a name that stands in it',
    ],
    [
      'has a CA in a file that is not there',
      async () => ({
        DATABASE_URL: `postgres://desk:canary@${await closedHost()}/desk?sslrootcert=/none/ca.pem`,
      }),
      'a file that DATABASE_URL names cannot be read (ENOENT)',
    ],
  ])('%s', async (_, fault, sentence) => expectStartWith(await fault(), sentence));

  describe.skipIf(!databaseUrl)('on a server', () => {
    const url = () => new URL(databaseUrl ?? '');

    test('does not exist', async () => {
      const DATABASE_URL = Object.assign(url(), { pathname: '/there_is_none' }).href;
      await expectStartWith({ DATABASE_URL }, 'does not exist; 3D000): look at DATABASE_URL');
    });

    test('gives its role no rights', async () => {
      const owner = openDatabase({ databaseUrl, dataDir: ':memory:', log: recordLog().log, migrates: false });
      const role = uniqueName();
      await sql`create role ${sql.id(role)} login password 'canary'`.execute(owner.db);
      onTestFinished(async () => {
        await sql`drop role ${sql.id(role)}`.execute(owner.db);
        await owner.close();
      });
      const DATABASE_URL = Object.assign(url(), { username: role, password: 'canary' }).href;
      await expectStartWith({ DATABASE_URL }, 'run npm run migrate with the role that owns its tables');
    });
  });
});

describe('a bot starts, answers and logs what to do when its Redis', () => {
  test.each<[what: string, fault: () => Promise<Fault>, sentence: string]>([
    [
      'is not there',
      async () => ({ REDIS_URL: `redis://:canary@${await closedHost()}` }),
      'check that it runs',
    ],
    [
      'does not take the password',
      async () => ({
        REDIS_URL: `redis://:canary@${await startServerWithAnswers('-WRONGPASS invalid\r\n')}`,
      }),
      'correct the account and password in REDIS_URL',
    ],
    [
      'has no TLS, though it is asked for',
      async () => ({
        REDIS_URL: `rediss://:canary@${await startServerWithAnswers('-ERR unknown command\r\n')}`,
      }),
      'rediss:// where it has TLS, else redis://',
    ],
    [
      'has a certificate that nobody vouches for',
      async () => {
        const { host } = await startTlsServer((await createCompanyCa(['localhost'])).host);
        return { REDIS_URL: `rediss://:canary@${host}` };
      },
      'name the file with its CA in NODE_EXTRA_CA_CERTS',
    ],
  ])('%s', async (_, fault, sentence) => expectStartWith(await fault(), sentence));
});
