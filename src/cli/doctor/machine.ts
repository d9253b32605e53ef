import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config, ProcessConfig } from '../../config.ts';
import { hasCode } from '../../runtime/error-code.ts';
import { createFetch } from '../../slack/connection/web-client.ts';
import { inspectRedis } from '../../upstream/index.ts';
import { type Attempt, type CheckResult, type Diagnosis, notTried, ok, warning, wrong } from './diagnosis.ts';

export async function checkPorts({ slack, ops }: ProcessConfig, attempt: Attempt): Promise<Diagnosis[]> {
  const ports = [
    ...(slack.appToken === undefined ? [checkPort('PORT', 'HOST', slack, attempt)] : []),
    ...(ops ? [checkPort('OPS_PORT', 'OPS_HOST', ops, attempt)] : []),
  ];
  return await Promise.all(ports);
}

function checkPort(
  name: string,
  hostName: string,
  { port, host }: { readonly port: number; readonly host?: string | undefined },
  attempt: Attempt,
) {
  const explain = (error: unknown): CheckResult | undefined => {
    if (hasCode(error, 'EADDRINUSE'))
      return warning(`${port} is in use`, `by the bot, where it runs; else set ${name} to another one`);
    if (hasCode(error, 'EACCES'))
      return wrong(`this account may not listen on ${port}`, `set ${name} to one above 1023`);
    const advice = `set ${hostName} to 127.0.0.1, or 0.0.0.0 for all`;
    return host === undefined ? undefined : wrong(`${hostName} is no address of this machine`, advice);
  };
  const lateAdvice = `set ${hostName} to an address of this machine`;
  return attempt({ group: 'Ports', name, needs: [name, hostName], lateAdvice, explain }, async () => {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    return ok(port === 0 ? 'any free one' : `${port} is free`);
  });
}

/** Holes that concern a bot, and the version of each of Node's lines that closes them. */
const NODE_HOLES = [
  { line: '24.', closedIn: '24.22.1', hole: 'CVE-2026-111497: its brotli decoder writes out of bounds' },
] as const;

export function checkNode(version: string): Diagnosis {
  const known = NODE_HOLES.find(
    ({ line, closedIn }) =>
      version.startsWith(line) && version.localeCompare(closedIn, 'en', { numeric: true }) < 0,
  );
  const result = known
    ? warning(`${version} has ${known.hole}`, `install Node ${known.closedIn} or newer`)
    : ok(version);
  return { group: 'Node', name: 'version', ...result };
}

const REDIS = {
  ...({ group: 'Redis', name: 'REDIS_URL', needs: ['REDIS_URL'] } as const),
  lateAdvice: 'check the address in REDIS_URL and the network',
};

export async function checkRedis({ redisUrl }: ProcessConfig, attempt: Attempt): Promise<Diagnosis> {
  return await attempt(REDIS, async () => {
    if (redisUrl === undefined) return ok('left out: tokens stay in the process');
    const inspection = await inspectRedis(redisUrl);
    if (inspection.step !== 'done') return redisProblem(inspection);
    const { version = 'of an unknown version' } = inspection;
    const encrypted = redisUrl.startsWith('rediss:') ? 'over TLS' : 'without TLS';
    return ok(`Redis ${version}, ${encrypted}; writing and reading work`);
  });
}

function redisProblem({ step, reason }: { readonly step: 'connect' | 'write'; readonly reason: string }) {
  if (/^(?:WRONGPASS|NOAUTH|ERR)$/.test(reason))
    return wrong(`does not take the password (${reason})`, 'correct the account and password in REDIS_URL');
  const [found, advice] =
    step === 'connect'
      ? ['reached', 'check the address in REDIS_URL, redis:// or rediss:// for TLS']
      : ['written to', 'let the account set, get and delete keys that begin with sms-desk'];
  return wrong(`cannot be ${found} (${reason})`, advice);
}

/** A clock error of one minute makes figures wrong; from five minutes on, Slack’s requests are refused. */
const WRONG_MS = 60_000;
const DOUBTFUL_MS = 5_000;
/** A `Date` header has whole seconds, so on average it is half a second behind the server’s clock. */
const HALF_A_SECOND_MS = 500;
const SET_IT = 'let this machine set its clock by itself (NTP, chrony, systemd-timesyncd)';

export async function checkClocks(
  { slack, platform, proxies }: Config,
  attempt: Attempt,
  now: () => Date,
): Promise<Diagnosis[]> {
  const fetch = createFetch(proxies);
  const check = (name: string, url: string, variable: string) => {
    const step = {
      ...({ group: 'Clock', name, needs: [variable], lateAdvice: SET_IT } as const),
      // The checks of Slack and of the platform print why a server cannot be reached, so this check does not.
      explain: () => notTried('it cannot be reached'),
    };
    return attempt(step, async (signal) => {
      const askedAtMs = now().getTime();
      const answer = await fetch(url, { signal, redirect: 'manual' });
      const middleMs = (askedAtMs + now().getTime()) / 2;
      await answer.text();
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (Number.isNaN(date)) return notTried('it does not tell the time');
      return clockResult(middleMs - date - HALF_A_SECOND_MS);
    });
  };
  return Promise.all([
    check('against Slack’s', slack.apiUrl, 'SLACK_API_URL'),
    check('against the platform’s', platform.baseUrl, 'SMS_BASE_URL'),
  ]);
}

export function clockResult(aheadMs: number): CheckResult {
  const offMs = Math.abs(aheadMs);
  if (offMs <= DOUBTFUL_MS) return ok('right, to some seconds');
  const found = `this machine is ${Math.round(offMs / 1_000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`;
  return (offMs > WRONG_MS ? wrong : warning)(found, SET_IT);
}
