import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tzOffset } from '@date-fns/tz';
import { dateIn, SECONDS_A_DAY, SECONDS_A_MINUTE, SECONDS_AN_HOUR } from './calendar.ts';
import type { OnCall } from './calls.ts';
import { createFaultBoard, type Faults } from './faults.ts';
import { createListener } from './listener.ts';
import { createOperations, type SandboxCredentials } from './operations.ts';
import { createLoginTokens, createOauthTokens } from './tokens.ts';
import { MOST_PER_DAY } from './traffic/generated-day.ts';
import { createSimulatedTraffic } from './traffic/traffic.ts';
import { smsIdOf, trxOf } from './wire.ts';

export interface SandboxOptions {
  /** Whole number from which all traffic follows; 7 where absent. */
  readonly seed?: number;
  /** Generated messages a day, 0 to 10,000,000; 20,000 where absent. Those of the named numbers come on top. */
  readonly perDay?: number;
  /** Days have a few percent more or less than that, and weekends less; exactly that many where absent. */
  readonly isUneven?: boolean;
  /** The one clock; the real one where absent. */
  readonly now?: () => Date;
  /** A new login ends earlier login tokens. */
  readonly singleSession?: boolean;
  /** Whether the day `hasta` is part of a report; `inclusive` where absent. */
  readonly bounds?: 'inclusive' | 'exclusive_end';
  /** IANA zone of the days of `desde`, `hasta` and the look-up; `UTC` where absent. */
  readonly timeZone?: string;
  /** Whether the look-up by day and reference wants a login token; it does not where absent. */
  readonly isInfoGuarded?: boolean;
  /** Unit of `validity_period`; seconds where absent. */
  readonly validityUnit?: ValidityUnit;
  /** Whether OAuth tokens say themselves until when they are good; they do where absent. */
  readonly isOauthTokenOpaque?: boolean;
  /** Lifetime of a login token; 3600 where absent. */
  readonly loginTokenSeconds?: number;
  readonly credentials?: Partial<SandboxCredentials>;
  /** Told of every request of an operation once it is over, with the beginning of its answer. */
  readonly onCall?: OnCall;
}

/** How both look-ups name a message. */
export interface MessageReference {
  /** `<date_sms>`, `YYYY-MM-DD` in the zone of the platform's days. */
  readonly date: string;
  readonly trx: string;
  readonly smsId: string;
}

export type Sandbox = ReturnType<typeof createSandbox>;

const OAUTH_TOKEN_SECONDS = SECONDS_AN_HOUR;

type ValidityUnit = keyof typeof UNIT_SECONDS;

const UNIT_SECONDS = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: SECONDS_A_MINUTE,
  hours: SECONDS_AN_HOUR,
} as const;

const obviousFakes: SandboxCredentials = {
  email: 'sandbox@example.com',
  password: 'sandbox-password',
  reportToken: 'sandbox-report-token',
  clientId: 'sandbox-client-id',
  clientSecret: 'sandbox-client-secret',
};

/** Builds a platform that is not yet listening. Throws a RangeError where an option is out of bounds. */
export function createSandbox(options: SandboxOptions = {}) {
  const { seed = 7, perDay = 20_000, now = () => new Date(), timeZone = 'UTC' } = options;
  const { singleSession = false, loginTokenSeconds = SECONDS_AN_HOUR } = options;
  requireInBounds(seed, perDay, timeZone);
  const credentials = { ...obviousFakes, ...options.credentials };
  const calls = { login: 0, report: 0, info: 0, oauth: 0, sms: 0 };
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const traffic = createSimulatedTraffic(seed, perDay, options);
  const faults = createFaultBoard(seed, now);
  const loginTokens = createLoginTokens({ now, lifetimeSeconds: loginTokenSeconds }, singleSession);
  const oauthTokens = options.isOauthTokenOpaque
    ? createLoginTokens({ now, lifetimeSeconds: OAUTH_TOKEN_SECONDS }, false)
    : createOauthTokens({ now, lifetimeSeconds: OAUTH_TOKEN_SECONDS }, credentials.clientId);
  const operations = createOperations({
    credentials,
    traffic,
    loginTokens,
    oauthTokens,
    validityPeriod: OAUTH_TOKEN_SECONDS / UNIT_SECONDS[options.validityUnit ?? 'seconds'],
    isInfoGuarded: options.isInfoGuarded ?? false,
    faults,
    now: nowSeconds,
    bounds: options.bounds ?? 'inclusive',
    timeZone,
  });

  const server = createServer(createListener({ operations, faults, calls, onCall: options.onCall }));

  return {
    credentials,
    calls,
    /** Listens, on any free port of this machine where none is given; base and auth host are the same address. */
    async start(port = 0, host = '127.0.0.1') {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address() as AddressInfo;
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}` };
    },
    /** Stops listening and destroys open connections. It may be started again, on the same port if that is wanted. */
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
    newest(number: string): MessageReference | undefined {
      const end = nowSeconds() + 1;
      const messages = [...traffic.between(end - 3 * SECONDS_A_DAY, end, number.replaceAll(/\D/g, ''))];
      const message = messages.at(-1);
      if (message === undefined) return undefined;
      return { date: dateIn(message.submittedAt, timeZone), trx: trxOf(message), smsId: smsIdOf(message) };
    },
  };
}

/** @throws RangeError for an option that is out of bounds */
function requireInBounds(seed: number, perDay: number, timeZone: string) {
  if (!Number.isSafeInteger(seed)) throw new RangeError('seed must be a whole number');
  if (!Number.isInteger(perDay) || perDay < 0 || perDay > MOST_PER_DAY) {
    throw new RangeError(`perDay must be a whole number from 0 to ${MOST_PER_DAY}`);
  }
  if (Number.isNaN(tzOffset(timeZone, new Date()))) {
    throw new RangeError(`timeZone must be an IANA zone, not "${timeZone}"`);
  }
}
