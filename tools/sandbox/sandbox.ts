import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TZDate } from '@date-fns/tz';
import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { format } from 'date-fns/format';
import { getUnixTime } from 'date-fns/getUnixTime';
import { z } from 'zod';
import { createFaultBoard, type Faults } from './faults.ts';
import {
  bodyOf,
  conform,
  createListener,
  json,
  localHosts,
  type Received,
  type SandboxCall,
  SandboxRefusal,
} from './server.ts';
import { createSimulatedTraffic } from './traffic/traffic.ts';
import { messageInfo, namesOf, parseName, platformDay, platformReportRequest, reportBody } from './wire.ts';

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);
const OAUTH_TOKEN_SECONDS = secondsInHour;

const defaults = {
  seed: 7,
  /** Generated messages a day, 0 to 10,000,000, without the fixed messages of the test numbers. */
  perDay: 20_000,
  /** Whether the number of messages varies by a few percent a day and is lower at weekends. */
  isUneven: false,
  now: () => new Date(),
  /** Whether a new login invalidates all earlier login tokens. */
  singleSession: false,
  bounds: 'inclusive' as 'inclusive' | 'exclusive_end',
  timeZone: 'UTC',
  /** Whether a request for one message by its day and reference needs a login token. */
  isInfoGuarded: false,
  validityUnit: 'seconds' as 'seconds' | 'minutes',
  loginTokenSeconds: secondsInHour,
};

const fakeCredentials = {
  email: 'sandbox@example.com',
  password: 'sandbox-password',
  reportToken: 'sandbox-report-token',
  clientId: 'sandbox-client-id',
  clientSecret: 'sandbox-client-secret',
};

export type SandboxOptions = Readonly<Partial<typeof defaults>> & {
  readonly credentials?: Readonly<Partial<typeof fakeCredentials>>;
  readonly onCall?: (call: SandboxCall) => void;
};

export type Sandbox = ReturnType<typeof createSandbox>;

export function createSandbox(options: SandboxOptions = {}) {
  const platform = createPlatform(options);
  const { credentials, traffic, faults, now, timeZone, loginTokens, oauthTokens } = platform;
  const calls = { login: 0, report: 0, info: 0, oauth: 0, sms: 0 };
  const listener = createListener(createOperations(platform), faults, calls, options.onCall);
  let listensLocally = true;
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const { localPort = 0 } = request.socket;
    if (!listensLocally || localHosts(localPort).includes(host.toLowerCase()))
      return listener(request, response);
    response.writeHead(403).end(`Only requests to http://localhost:${localPort} are answered.\n`);
  });

  return {
    credentials,
    calls,
    /**
     * Listens on `port` (0: any free port). Both hosts of the platform are simulated at this address. At a
     * local address, answers only requests to a local name.
     */
    async start(port = 0, host = '127.0.0.1') {
      listensLocally = LOCAL.has(host);
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address() as AddressInfo;
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}` };
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    setFaults: (given: Faults) => faults.set(given),
    currentFaults: (): Faults => faults.current(),
    revokeTokens() {
      loginTokens.clear();
      oauthTokens.clear();
    },
    newest(number: string) {
      const end = getUnixTime(now()) + 1;
      const messages = traffic.between(end - 3 * secondsInDay, end, number.replaceAll(/\D/g, ''));
      const message = [...messages].at(-1);
      return message && { date: dateIn(message.submittedAt, timeZone), ...namesOf(message) };
    },
  };
}

type PlatformState = ReturnType<typeof createPlatform>;

function createPlatform(options: SandboxOptions) {
  const settings = { ...defaults, ...options };
  return {
    ...settings,
    credentials: { ...fakeCredentials, ...options.credentials },
    traffic: createSimulatedTraffic(settings.seed, settings.perDay, settings.isUneven),
    faults: createFaultBoard(settings.seed, settings.now),
    /** Tokens, each with the Unix milliseconds at which the token expires. */
    loginTokens: new Map<string, number>(),
    oauthTokens: new Map<string, number>(),
  };
}

function createOperations(platform: PlatformState) {
  const { credentials, traffic, faults, loginTokens, oauthTokens, now, bounds, timeZone } = platform;

  function requireToken({ bearer }: Received, tokens: PlatformState['loginTokens']): void {
    if (bearer === undefined) throw new SandboxRefusal(401, 'Authorization is missing');
    if ((tokens.get(bearer) ?? 0) <= now().getTime())
      throw new SandboxRefusal(401, 'The access token is unknown or has run out');
  }

  function find(...name: Parameters<typeof parseName>) {
    const at = getUnixTime(now());
    const position = parseName(...name);
    const message = position && traffic.find(position.day, position.place);
    if (message === undefined || message.submittedAt > at) throw new SandboxRefusal(404, 'Record not found');
    return { message, data: messageInfo(message, at, faults.current()) };
  }

  return {
    login(received: Received) {
      const { email, password } = bodyOf(received, z.object({ email: z.string(), password: z.string() }));
      if (email !== credentials.email || password !== credentials.password)
        return json(401, { status: false, detail: 'Wrong e-mail or password' });
      const auth_access_token = randomBytes(24).toString('base64url');
      if (platform.singleSession) loginTokens.clear();
      loginTokens.set(auth_access_token, now().getTime() + platform.loginTokenSeconds * 1000);
      return json(200, { auth_access_token, status: true });
    },
    report(received: Received) {
      requireToken(received, loginTokens);
      const request = bodyOf(received, platformReportRequest);
      if (request.tokenws !== credentials.reportToken) throw new SandboxRefusal(403, 'Wrong tokenws');
      const at = getUnixTime(now());
      const from = startOfDay(request.desde, timeZone);
      const end = startOfDay(request.hasta, timeZone, bounds === 'inclusive' ? 1 : 0);
      const msisdn = faults.current().ignoreFilters ? undefined : request.msisdn;
      const messages = traffic.between(from, Math.min(end, at + 1), msisdn);
      return { ...json(200, undefined), body: reportBody(messages, request, at, faults) };
    },
    info(received: Received) {
      if (platform.isInfoGuarded) requireToken(received, loginTokens);
      const [date, reference] = received.parameters;
      const day = conform(date, platformDay);
      const { message, data } = find('trx', reference);
      if (dateIn(message.submittedAt, timeZone) !== day) throw new SandboxRefusal(404, 'Record not found');
      return json(200, { data, detail: 'Record found' });
    },
    oauth(received: Received) {
      const { client_id, client_secret } = bodyOf(received, tokenRequest, 'form');
      if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret)
        throw new SandboxRefusal(401, 'Wrong client credentials');
      const access_token = threePartToken(client_id, now());
      oauthTokens.set(access_token, now().getTime() + OAUTH_TOKEN_SECONDS * 1000);
      const validity = OAUTH_TOKEN_SECONDS / (platform.validityUnit === 'minutes' ? secondsInMinute : 1);
      return json(200, { access_token, validity_period: String(validity) });
    },
    sms(received: Received) {
      requireToken(received, oauthTokens);
      const { message, data } = find('smsId', received.parameters[0]);
      const { smsId: sms_id, trx } = namesOf(message);
      return json(200, { data: { ...data, sms_id, trx }, detail: 'Record found' });
    },
  };
}

const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

/** A JWT with `exp` in Unix seconds and a random signature, because no client verifies the signature. */
function threePartToken(clientId: string, now: Date): string {
  const iat = getUnixTime(now);
  const claims = { iss: 'sandbox', sub: clientId, iat, exp: iat + OAUTH_TOKEN_SECONDS, jti: randomUUID() };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  return [...parts, randomBytes(32)].map((part) => part.toString('base64url')).join('.');
}

/** Unix seconds at the start of the day `date` (`YYYY-MM-DD`) plus `daysLater`, in a time zone. */
function startOfDay(date: string, timeZone: string, daysLater = 0): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new TZDate(year, month - 1, day + daysLater, timeZone).getTime() / 1000;
}

const dateIn = (time: number, zone: string) => format(new TZDate(time * 1000, zone), 'yyyy-MM-dd');

export function listenProblem(error: unknown, what: string, port: number, host: string): string | undefined {
  const { syscall, code, message } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another with --port.`;
  return `${what} cannot listen on ${host}, port ${port}: ${message}`;
}
