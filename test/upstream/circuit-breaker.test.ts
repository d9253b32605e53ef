import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCircuitBreaker } from '../../src/upstream/circuit-breaker.ts';
import { UpstreamError } from '../../src/upstream/errors.ts';
import type { Upstream, UpstreamOptions } from '../../src/upstream/index.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress, json, type PlatformHandler, servePlatform } from '../support/server.ts';
import { anUpstream, aQuery, collect, failureOf } from '../support/upstream.ts';

/** Long enough for an answer on this machine, however busy; what hangs is waited for so long. */
const TIMEOUT_MS = 250;
/** Nobody is let through any more while a test lasts. */
const NEVER_MS = 3_600_000;

/** A platform that takes questions and answers none, until it is told to. */
async function aHangingPlatform() {
  let isHanging = true;
  const hang =
    (answer: 'report' | 'info'): PlatformHandler =>
    async (asked) => {
      if (isHanging) await once(asked.response, 'close');
      else await platform.good[answer](asked);
    };
  const platform = await servePlatform({ report: hang('report'), info: hang('info') });
  return {
    ...platform,
    answers: (does: boolean) => {
      isHanging = !does;
    },
  };
}

function aBot(url: string, changes: Partial<UpstreamOptions> = {}) {
  const { log, lines } = recordLog();
  const upstream = anUpstream(url, { timeoutMs: TIMEOUT_MS, probeEveryMs: NEVER_MS, log, ...changes });
  const state = () => upstream.circuits().platform?.state ?? 'closed';
  const said = () => lines.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('the circuit'));
  return { upstream, state, said };
}

const ask = (upstream: Upstream, userId = 'U1') => collect(upstream.messages({ ...aQuery, userId }));
const failures = (upstream: Upstream, people: number) =>
  Promise.all(Array.from({ length: people }, (_, at) => failureOf(ask(upstream, `U${at}`))));

const OPENED = 'the circuit breaker is open: the host does not answer';
const CLOSED = 'the circuit breaker is closed: the host answers again';

test('everybody who waits for a platform that hangs is told after three silences, by few questions', async () => {
  const platform = await aHangingPlatform();
  const { upstream, said } = aBot(platform.url);
  const told = await failures(upstream, 100);
  expect(told).toHaveLength(100);
  // Two at once; with the third of them one more was under way.
  expect(platform.seen.report).toHaveLength(4);
  expect(told.filter(({ openCircuit }) => openCircuit)).toHaveLength(96);
  expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['timed_out']));
  expect(upstream.backlog()).toBeUndefined();
  expect(said()).toEqual([OPENED]);

  expect(await failureOf(ask(upstream))).toMatchObject({
    operation: 'report',
    openCircuit: { host: 'platform', state: 'open', since: expect.any(Date), probeEveryMs: NEVER_MS },
  });
  expect(platform.seen.report).toHaveLength(4);
});

test('one question at a time tries it, and the first answer closes the circuit', async () => {
  const platform = await aHangingPlatform();
  const { upstream, state, said } = aBot(platform.url, { probeEveryMs: 0 });
  await failures(upstream, 5);
  const before = platform.seen.report.length;
  const probing = failures(upstream, 20);
  await expect.poll(state).toBe('half_open');
  expect(await failureOf(ask(upstream))).toMatchObject({ openCircuit: { state: 'half_open' } });
  const told = await probing;
  expect(platform.seen.report).toHaveLength(before + 1);
  expect(told.filter(({ openCircuit }) => openCircuit)).toHaveLength(19);
  expect(state()).toBe('open');
  expect(said()).toEqual([OPENED]);

  platform.answers(true);
  expect(await ask(upstream)).toHaveLength(1);
  expect(state()).toBe('closed');
  expect(said()).toEqual([OPENED, CLOSED]);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(upstream)))).toHaveLength(20);
});

test('the first bytes of a long answer are enough, and silence in its middle counts', async () => {
  let mode: 'silent' | 'begins' = 'silent';
  const begun: ServerResponse[] = [];
  const platform = await servePlatform({
    report({ response }) {
      if (mode === 'silent') return;
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
      begun.push(response);
    },
  });
  const { upstream, state } = aBot(platform.url, { probeEveryMs: 0 });
  await failures(upstream, 3);
  expect(state()).toBe('open');
  mode = 'begins';
  const long = failureOf(ask(upstream));
  await expect.poll(state).toBe('closed');
  expect(begun).toHaveLength(1);

  expect(await long).toMatchObject({ code: 'timed_out' });
  expect(state()).toBe('closed');
  await failures(upstream, 2);
  expect(state()).toBe('open');
});

test('a reading in its own thread is a probe too, and one that is given up leaves it to the next', async () => {
  const platform = await aHangingPlatform();
  const { upstream, state } = aBot(platform.url, { probeEveryMs: 0 });
  await failures(upstream, 3);
  const day = { msisdn: '56912345678', start: aQuery.start, end: aQuery.end };
  const given = new AbortController();
  const asked = platform.seen.report.length;
  const left = upstream.figures(day, { signal: given.signal }).catch((error: unknown) => error);
  await expect.poll(() => platform.seen.report.length).toBe(asked + 1);
  expect(state()).toBe('half_open');
  given.abort('left');
  expect(await left).toBe('left');
  expect(state()).toBe('open');
  platform.answers(true);
  await upstream.figures(day);
  expect(state()).toBe('closed');
});

test.each<[string, PlatformHandler]>([
  ['that it has an error', ({ response }) => json(response, {}, 503)],
  ['that it knows nothing', ({ response }) => json(response, {}, 404)],
  ['that it may not be asked', ({ response }) => json(response, {}, 403)],
  ['that it is asked too often', ({ response }) => json(response, {}, 429, { 'retry-after': '60' })],
  ['nothing that fits', ({ response }) => void response.end('<html>')],
])('a platform that says %s is no silent one', async (_, report) => {
  const { upstream, state } = aBot((await servePlatform({ report })).url);
  await failures(upstream, 6);
  expect(state()).toBe('closed');
});

test('an answer between silences begins the count anew', async () => {
  const platform = await aHangingPlatform();
  const { upstream, state } = aBot(platform.url);
  for (const silences of [2, 2, 3]) {
    expect(state()).toBe('closed');
    platform.answers(false);
    for (let at = 0; at < silences; at += 1) await failureOf(ask(upstream));
    platform.answers(true);
    if (silences === 2) await ask(upstream);
  }
  expect(state()).toBe('open');
});

test('a platform that takes no connection is one that does not answer', async () => {
  const { upstream, state } = aBot(await closedAddress());
  await failures(upstream, 1);
  expect(state()).toBe('closed');
  // A log-in that failed is shared by all who come within a second.
  await expect
    .poll(async () => {
      await failures(upstream, 1);
      return state();
    })
    .toBe('open');
  expect(await failureOf(ask(upstream))).toMatchObject({ code: 'unavailable', operation: 'login' });
});

test('the OAuth host is asked while the platform hangs', async () => {
  const platform = await aHangingPlatform();
  const other = await servePlatform();
  const oauth = {
    authUrl: other.url,
    clientId: 'canary',
    clientSecret: 'canary',
    validityUnit: 'seconds',
  } as const;
  const { upstream } = aBot(platform.url, { oauth });
  await failures(upstream, 4);
  expect(upstream.circuits()).toMatchObject({ platform: { state: 'open' }, oauth: undefined });
  expect(await upstream.sms?.('7')).toMatchObject({ message: { status: 'delivered' } });
});

test('a probe that breaks off is a try, after which nobody asks for a while; one given up is none', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const circuit = createCircuitBreaker({
    host: 'platform',
    unansweredToOpen: 1,
    probeEveryMs: 15_000,
    now: () => new Date(),
    log: recordLog().log,
    onOpen: () => undefined,
    onEnd: () => undefined,
  });
  const failing = (error: Error) => circuit.run(() => Promise.reject(error)).catch(() => undefined);
  const broken = { operation: 'report', reason: 'no connection (ECONNRESET)' } as const;
  await failing(new UpstreamError('timed_out', { ...broken, isUnanswered: true }));
  vi.advanceTimersByTime(15_000);
  await failing(new DOMException('left', 'AbortError'));
  expect(circuit.refusal()).toBeUndefined();
  await failing(new UpstreamError('unavailable', broken));
  expect(circuit.refusal()).toMatchObject({ openCircuit: { host: 'platform', state: 'open' } });
  vi.advanceTimersByTime(15_000);
  expect(circuit.refusal()).toBeUndefined();
});
