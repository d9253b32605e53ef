import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TZDate, tzOffset } from '@date-fns/tz';
import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { format } from 'date-fns/format';
import { getUnixTime } from 'date-fns/getUnixTime';
import type { z } from 'zod';
import { createFaultBoard, type Faults } from './faults.ts';
import {
  conform,
  createListener,
  FORM_TYPE,
  json,
  type OnCall,
  type Operations,
  type Received,
  RequestRefusal,
  readBody,
} from './server.ts';
import { stateAt } from './traffic/message.ts';
import { createSimulatedTraffic, MOST_PER_DAY } from './traffic/traffic.ts';
import {
  loginRequest,
  messageInfo,
  parseSmsId,
  parseTrx,
  platformDay,
  platformReportRequest,
  reportBody,
  smsIdOf,
  tokenRequest,
  trxOf,
} from './wire.ts';

const OAUTH_TOKEN_SECONDS = secondsInHour;

const defaults = {
  seed: 7,
  /** Generated messages a day, 0 to 10,000,000. Those of the named numbers come on top. */
  perDay: 20_000,
  /** Days have a few percent more or less than that, and weekends less. */
  isUneven: false,
  now: () => new Date(),
  /** A new login ends earlier login tokens. */
  singleSession: false,
  /** Whether the day `hasta` is part of a report. */
  bounds: 'inclusive' as 'inclusive' | 'exclusive_end',
  /** IANA zone of the days of `desde`, `hasta` and the look-up. */
  timeZone: 'UTC',
  /** The look-up by day and reference needs a login token. */
  isInfoGuarded: false,
  /** Unit of `validity_period`. */
  validityUnit: 'seconds' as keyof typeof UNIT_SECONDS,
  loginTokenSeconds: secondsInHour,
};

const fakeCredentials = {
  email: 'sandbox@example.com',
  password: 'sandbox-password',
  /** `tokenws` of the report. */
  reportToken: 'sandbox-report-token',
  clientId: 'sandbox-client-id',
  clientSecret: 'sandbox-client-secret',
};

const UNIT_SECONDS = { milliseconds: 0.001, seconds: 1, minutes: secondsInMinute, hours: secondsInHour };

export type SandboxOptions = Readonly<Partial<typeof defaults>> & {
  readonly credentials?: Readonly<Partial<typeof fakeCredentials>>;
  readonly onCall?: OnCall;
};

export type Sandbox = ReturnType<typeof createSandbox>;

/** Builds a platform that is not yet listening. Throws a RangeError where an option is out of bounds. */
export function createSandbox(options: SandboxOptions = {}) {
  const platform = createPlatform(options);
  const { credentials, traffic, faults, now, timeZone, loginTokens, oauthTokens } = platform;
  const calls = { login: 0, report: 0, info: 0, oauth: 0, sms: 0 };
  const operations = createOperations(platform);
  const server = createServer(createListener({ operations, faults, calls, onCall: options.onCall }));

  return {
    credentials,
    calls,
    /** Listens, on any free port where none is given; base and auth host are the same address. */
    async start(port = 0, host = '127.0.0.1') {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address() as AddressInfo;
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}` };
    },
    /** Stops listening and destroys open connections. It may be started again. */
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    /** Puts these faults in force in place of all earlier ones; throws a ZodError where they do not fit. */
    setFaults: (given: Faults) => faults.set(given),
    currentFaults: (): Faults => faults.current(),
    /** Every token issued so far answers 401 from now on. */
    revokeTokens() {
      loginTokens.revokeAll();
      oauthTokens.revokeAll();
    },
    /** The newest message of a number (any spelling, with country prefix) within the last three days. */
    newest(number: string) {
      const end = getUnixTime(now()) + 1;
      const messages = traffic.between(end - 3 * secondsInDay, end, number.replaceAll(/\D/g, ''));
      const message = [...messages].at(-1);
      if (message === undefined) return undefined;
      return { date: dateIn(message.submittedAt, timeZone), trx: trxOf(message), smsId: smsIdOf(message) };
    },
  };
}

type Platform = ReturnType<typeof createPlatform>;

function createPlatform(options: SandboxOptions) {
  const settings = { ...defaults, ...options };
  const { seed, perDay, timeZone, now } = settings;
  if (!Number.isSafeInteger(seed)) throw new RangeError('seed must be a whole number');
  if (!Number.isInteger(perDay) || perDay < 0 || perDay > MOST_PER_DAY)
    throw new RangeError(`perDay must be a whole number from 0 to ${MOST_PER_DAY}`);
  if (Number.isNaN(tzOffset(timeZone, new Date())))
    throw new RangeError(`timeZone must be an IANA zone, not "${timeZone}"`);
  return {
    ...settings,
    credentials: { ...fakeCredentials, ...options.credentials },
    traffic: createSimulatedTraffic(seed, perDay, options),
    faults: createFaultBoard(seed, now),
    loginTokens: createTokens(now, settings.loginTokenSeconds, settings.singleSession),
    oauthTokens: createTokens(now, OAUTH_TOKEN_SECONDS, false),
  };
}

/** The five operations. They throw a {@link RequestRefusal} for a request that is not granted. */
function createOperations(platform: Platform): Operations {
  const { credentials, loginTokens, oauthTokens, timeZone } = platform;

  return {
    login(received) {
      const { email, password } = readBody(received, loginRequest);
      if (email !== credentials.email || password !== credentials.password)
        return json(401, { status: false, detail: 'Wrong e-mail or password' });
      const auth_access_token = loginTokens.issue(randomBytes(24).toString('base64url'));
      return json(200, { auth_access_token, status: true });
    },

    report(received) {
      requireToken(received, loginTokens);
      const request = readBody(received, platformReportRequest);
      if (request.tokenws !== credentials.reportToken) throw new RequestRefusal(403, 'Wrong tokenws');
      return report(request, platform);
    },

    info(received) {
      if (platform.isInfoGuarded) requireToken(received, loginTokens);
      const [date, reference = ''] = received.parameters;
      const day = conform(date, platformDay);
      const { message, state } = existing(parseTrx(reference), platform);
      if (dateIn(message.submittedAt, timeZone) !== day) throw new RequestRefusal(404, 'Record not found');
      return json(200, { data: messageInfo(message, state), detail: 'Record found' });
    },

    oauth(received) {
      const { client_id, client_secret } = readBody(received, tokenRequest, FORM_TYPE);
      if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret)
        throw new RequestRefusal(401, 'Wrong client credentials');
      const access_token = oauthTokens.issue(threePartToken(client_id, platform.now()));
      const validity = OAUTH_TOKEN_SECONDS / UNIT_SECONDS[platform.validityUnit];
      return json(200, { access_token, validity_period: String(validity) });
    },

    sms(received) {
      requireToken(received, oauthTokens);
      const [smsId = ''] = received.parameters;
      const { message, state } = existing(parseSmsId(smsId), platform);
      const named = { sms_id: smsIdOf(message), trx: trxOf(message) };
      return json(200, { data: { ...messageInfo(message, state), ...named }, detail: 'Record found' });
    },
  };
}

function report(
  request: z.infer<typeof platformReportRequest>,
  { traffic, faults, now, bounds, timeZone }: Platform,
) {
  const at = getUnixTime(now());
  const from = startOfDay(request.desde, timeZone);
  const end = startOfDay(request.hasta, timeZone, bounds === 'inclusive' ? 1 : 0);
  const msisdn = faults.current().ignoreFilters ? undefined : request.msisdn;
  const messages = traffic.between(from, Math.min(end, at + 1), msisdn);
  return { ...json(200, undefined), body: reportBody(messages, request, at, faults) };
}

/** The message at a position, as it is now; one that is not there, or still to come, is a {@link RequestRefusal}. */
function existing(position: ReturnType<typeof parseTrx>, { traffic, faults, now }: Platform) {
  const at = getUnixTime(now());
  const message = position && traffic.find(position.day, position.place);
  if (message === undefined || message.submittedAt > at) throw new RequestRefusal(404, 'Record not found');
  return { message, state: stateAt(message, at, faults.disturbance()) };
}

function requireToken({ bearer }: Received, tokens: Tokens): void {
  if (bearer === undefined) throw new RequestRefusal(401, 'Authorization is missing');
  if (!tokens.isValid(bearer)) throw new RequestRefusal(401, 'The access token is unknown or has run out');
}

type Tokens = ReturnType<typeof createTokens>;

function createTokens(now: () => Date, lifetimeSeconds: number, isSingle: boolean) {
  const ends = new Map<string, number>();
  return {
    issue(token: string): string {
      if (isSingle) ends.clear();
      ends.set(token, now().getTime() + lifetimeSeconds * 1000);
      return token;
    },
    isValid: (token: string) => (ends.get(token) ?? 0) > now().getTime(),
    revokeAll: () => ends.clear(),
  };
}

/** Built like a JWT, with `exp` in epoch seconds. Its signature is random bytes: only the platform checks it. */
function threePartToken(clientId: string, now: Date): string {
  const iat = getUnixTime(now);
  const claims = { iss: 'sandbox', sub: clientId, iat, exp: iat + OAUTH_TOKEN_SECONDS, jti: randomUUID() };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  return [...parts, randomBytes(32)].map((part) => part.toString('base64url')).join('.');
}

/** Epoch seconds at which the day `date` (`YYYY-MM-DD`), or one so many days later, begins in a zone. */
function startOfDay(date: string, timeZone: string, daysLater = 0): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new TZDate(year, month - 1, day + daysLater, timeZone).getTime() / 1000;
}

const dateIn = (time: number, zone: string) => format(new TZDate(time * 1000, zone), 'yyyy-MM-dd');

/** What could not be listened on, in a sentence; `undefined` for an error of another kind. */
export function listenProblem(error: unknown, what: string, port: number, host: string): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error))
    return undefined;
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use: choose another with --port.`;
  return `${what} cannot listen on ${host}, port ${port}: ${error.message}`;
}
