import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { startBot } from '../support/bot-process.ts';
import { aCompanyCa } from '../support/certificates.ts';
import { aDesk } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress, servePlatform } from '../support/server.ts';
import { aName, databaseUrl } from '../support/store.ts';
import { aTlsServer } from '../support/tls-server.ts';

const SECRET_KEY = Buffer.alloc(32, 'canary').toString('base64');

/** A server that gives these answers, one to each thing it is sent, and then none. */
async function aServerSaying(...answers: readonly (string | Buffer)[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined).on('data', () => socket.write(left.shift() ?? ''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A message of a Postgres server: its kind, and what is in it. */
function said(kind: string, ...parts: readonly (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([0, 0, 0, part]))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const nobody = async () => new URL(await closedAddress()).host;
const withTls = '?sslmode=verify-full';

interface Fault {
  readonly [variable: string]: string;
}

/** A bot that starts all the same, answers a look-up, and whose log then says so. */
async function startedWith(fault: Fault, sentence: string) {
  // Node reads this variable as its process starts.
  if (fault.NODE_EXTRA_CA_CERTS) return startedAsProcess(fault, sentence);
  const { url } = await servePlatform();
  const desk = await aDesk(url, { env: { READ_AHEAD: 'no', ...fault } });
  void desk.prepare();
  expect((await desk.ask('912345678 2026-11-18')).text).toContain('Delivered ');
  await expect.poll(() => JSON.stringify(desk.logLines)).toContain(JSON.stringify(sentence).slice(1, -1));
  expect(JSON.stringify(desk.logLines)).not.toContain('canary@');
}

async function startedAsProcess(fault: Fault, sentence: string) {
  const { bot, listening, ask, slack } = await startBot({ SECRET_KEY, ...fault });
  await listening();
  await ask();
  await expect.poll(() => slack.messages().at(-1)?.text).toContain('Delivered ');
  const written = JSON.stringify(sentence).slice(1, -1);
  await bot.printed(new RegExp(written.replace(/\W/g, '\\$&')));
  expect(bot.output().stdout).not.toContain('canary');
}

describe('a bot starts, answers and says what to do where its database', () => {
  test.each<[what: string, fault: () => Promise<Fault>, sentence: string]>([
    [
      'is not there',
      async () => ({ DATABASE_URL: `postgres://desk:canary@${await nobody()}/desk` }),
      'cannot be reached (ECONNREFUSED)',
    ],
    [
      'does not take the password',
      async () => {
        const refusal = 'SFATAL\0C28P01\0Mpassword authentication failed for user "desk"\0\0';
        return { DATABASE_URL: `postgres://desk:canary@${await aServerSaying(said('E', refusal))}/desk` };
      },
      'refuses the connection (password authentication failed for user "desk"; 28P01): look at DATABASE_URL',
    ],
    [
      'wants a password and is given none',
      async () => {
        const host = await aServerSaying(said('R', 10, 'SCRAM-SHA-256\0\0'), said('R', 11, 'r=1,s=1,i=1'));
        return { DATABASE_URL: `postgres://desk@${host}/desk` };
      },
      'wants a password: put user:password@ before the host in DATABASE_URL',
    ],
    [
      'has no TLS, though it is asked for',
      async () => ({ DATABASE_URL: `postgres://desk:canary@${await aServerSaying('N')}/desk${withTls}` }),
      'has no TLS, which DATABASE_URL asks for: turn it on there',
    ],
    [
      'has a certificate that nobody vouches for',
      async () => {
        const { host } = await aTlsServer((await aCompanyCa(['localhost'])).host);
        return { DATABASE_URL: `postgres://desk:canary@${host}/desk${withTls}` };
      },
      'name the file with its CA in NODE_EXTRA_CA_CERTS, or as sslrootcert in DATABASE_URL',
    ],
    [
      'has another host’s certificate',
      async () => {
        const ca = await aCompanyCa(['elsewhere.test']);
        const { host } = await aTlsServer(ca.host);
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
        DATABASE_URL: `postgres://desk:canary@${await nobody()}/desk?sslrootcert=/none/ca.pem`,
      }),
      'a file that DATABASE_URL names cannot be read (ENOENT)',
    ],
  ])('%s', async (_, fault, sentence) => startedWith(await fault(), sentence));

  describe.skipIf(!databaseUrl)('on a server', () => {
    const url = () => new URL(databaseUrl ?? '');

    test('is not on it', async () => {
      const DATABASE_URL = Object.assign(url(), { pathname: '/there_is_none' }).href;
      await startedWith({ DATABASE_URL }, 'does not exist; 3D000): look at DATABASE_URL');
    });

    test('gives its role no rights', async () => {
      const owner = openDatabase({
        databaseUrl,
        dataDir: ':memory:',
        log: recordLog().log,
        migrates: false,
      });
      const role = aName();
      await sql`create role ${sql.id(role)} login password 'canary'`.execute(owner.db);
      onTestFinished(async () => {
        await sql`drop role ${sql.id(role)}`.execute(owner.db);
        await owner.close();
      });
      const DATABASE_URL = Object.assign(url(), { username: role, password: 'canary' }).href;
      await startedWith({ DATABASE_URL }, 'run npm run migrate with the role that owns its tables');
    });
  });
});

describe('a bot starts, answers and says what to do where its Redis', () => {
  test.each<[what: string, fault: () => Promise<Fault>, sentence: string]>([
    ['is not there', async () => ({ REDIS_URL: `redis://:canary@${await nobody()}` }), 'check that it runs'],
    [
      'does not take the password',
      async () => ({ REDIS_URL: `redis://:canary@${await aServerSaying('-WRONGPASS invalid\r\n')}` }),
      'correct the account and password in REDIS_URL',
    ],
    [
      'has no TLS, though it is asked for',
      async () => ({ REDIS_URL: `rediss://:canary@${await aServerSaying('-ERR unknown command\r\n')}` }),
      'rediss:// where it has TLS, else redis://',
    ],
    [
      'has a certificate that nobody vouches for',
      async () => {
        const { host } = await aTlsServer((await aCompanyCa(['localhost'])).host);
        return { REDIS_URL: `rediss://:canary@${host}` };
      },
      'name the file with its CA in NODE_EXTRA_CA_CERTS',
    ],
  ])('%s', async (_, fault, sentence) => startedWith(await fault(), sentence));
});
