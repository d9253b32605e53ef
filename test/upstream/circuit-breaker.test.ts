import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { finishesWithin } from '../../src/runtime/timeouts.ts';
import { createCircuitBreaker, guarded } from '../../src/upstream/circuit-breaker.ts';
import { UpstreamError } from '../../src/upstream/errors.ts';
import type { BodyReading, Http } from '../../src/upstream/http/request.ts';
import type { Upstream, UpstreamOptions } from '../../src/upstream/index.ts';
import { createSlots } from '../../src/upstream/slots.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress, json, type PlatformHandler, servePlatform } from '../support/server.ts';
import { collect, failureOf, openUpstream, testQuery } from '../support/upstream.ts';

/** Long enough for an answer on a busy machine; each hanging request takes this long. */
const TIMEOUT_MS = 250;
/** No probe is sent during the test. */
const NEVER_MS = 3_600_000;
/** Longer than a hanging request, and shorter than the interval of log lines about the circuit. */
const PROBE_EVERY_MS = 10_000;

/** A platform that accepts requests and does not answer before `answers(true)`. */
async function startHangingPlatform() {
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

function createClient(url: string, changes: Partial<UpstreamOptions> = {}) {
  const { log, lines } = recordLog();
  const upstream = openUpstream(url, { timeoutMs: TIMEOUT_MS, probeEveryMs: NEVER_MS, log, ...changes });
  const state = () => upstream.circuits().platform?.state ?? 'closed';
  const circuitLog = () => lines.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('the circuit'));
  return { upstream, state, circuitLog };
}

/** Stops the clock that the next probe waits for. @returns a function after which it is due */
function holdProbes() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.advanceTimersByTime(PROBE_EVERY_MS);
}

const ask = (upstream: Upstream, userId = 'U1') => collect(upstream.messages({ ...testQuery, userId }));
const failures = (upstream: Upstream, people: number) =>
  Promise.all(Array.from({ length: people }, (_, at) => failureOf(ask(upstream, `U${at}`))));

const OPENED = 'the circuit breaker is open: the host does not answer';
const CLOSED = 'the circuit breaker is closed: the host answers again';

test('opens after three timeouts and fails all waiting callers, with few requests', async () => {
  const platform = await startHangingPlatform();
  const { upstream, circuitLog } = createClient(platform.url);
  const results = await failures(upstream, 100);
  expect(results).toHaveLength(100);
  // Two run at once; when the third times out, a fourth is in progress.
  expect(platform.seen.report).toHaveLength(4);
  expect(results.filter(({ openCircuit }) => openCircuit)).toHaveLength(96);
  expect(new Set(results.map(({ code }) => code))).toEqual(new Set(['timed_out']));
  expect(upstream.backlog()).toBeUndefined();
  expect(circuitLog()).toEqual([OPENED]);

  expect(await failureOf(ask(upstream))).toMatchObject({
    operation: 'report',
    openCircuit: { host: 'platform', state: 'open', since: expect.any(Date), probeEveryMs: NEVER_MS },
  });
  expect(platform.seen.report).toHaveLength(4);
});

test('sends one probe at a time, and closes on the first answer', async () => {
  const platform = await startHangingPlatform();
  const { upstream, state, circuitLog } = createClient(platform.url, { probeEveryMs: PROBE_EVERY_MS });
  const makeProbeDue = holdProbes();
  await failures(upstream, 5);
  makeProbeDue();
  const before = platform.seen.report.length;
  const probing = failures(upstream, 20);
  await expect.poll(state).toBe('half_open');
  expect(await failureOf(ask(upstream))).toMatchObject({ openCircuit: { state: 'half_open' } });
  const results = await probing;
  expect(platform.seen.report).toHaveLength(before + 1);
  expect(results.filter(({ openCircuit }) => openCircuit)).toHaveLength(19);
  expect(state()).toBe('open');
  expect(circuitLog()).toEqual([OPENED]);

  platform.answers(true);
  makeProbeDue();
  expect(await ask(upstream)).toHaveLength(1);
  expect(state()).toBe('closed');
  expect(circuitLog()).toEqual([OPENED, CLOSED]);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(upstream)))).toHaveLength(20);
});

test('closes on the first bytes of an answer, and counts a timeout in its middle', async () => {
  let mode: 'silent' | 'begins' = 'silent';
  const startedResponses: ServerResponse[] = [];
  const platform = await servePlatform({
    report({ response }) {
      if (mode === 'silent') return;
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
      startedResponses.push(response);
    },
  });
  const { upstream, state } = createClient(platform.url, { probeEveryMs: PROBE_EVERY_MS });
  const makeProbeDue = holdProbes();
  await failures(upstream, 3);
  expect(state()).toBe('open');
  mode = 'begins';
  makeProbeDue();
  const long = failureOf(ask(upstream));
  await expect.poll(state).toBe('closed');
  expect(startedResponses).toHaveLength(1);

  expect(await long).toMatchObject({ code: 'timed_out' });
  expect(state()).toBe('closed');
  await failures(upstream, 2);
  expect(state()).toBe('open');
});

test('probes with a reading in the thread too; after an aborted probe the next request probes', async () => {
  const platform = await startHangingPlatform();
  const { upstream, state } = createClient(platform.url, { probeEveryMs: PROBE_EVERY_MS });
  const makeProbeDue = holdProbes();
  await failures(upstream, 3);
  const day = { msisdn: '56912345678', start: testQuery.start, end: testQuery.end };
  const aborting = new AbortController();
  makeProbeDue();
  const asked = platform.seen.report.length;
  const left = upstream.figures(day, { signal: aborting.signal }).catch((error: unknown) => error);
  await expect.poll(() => platform.seen.report.length).toBe(asked + 1);
  expect(state()).toBe('half_open');
  aborting.abort('left');
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
])('stays closed when the platform says %s', async (_, report) => {
  const { upstream, state } = createClient((await servePlatform({ report })).url);
  await failures(upstream, 6);
  expect(state()).toBe('closed');
});

test('counts timeouts from zero again after an answer', async () => {
  const platform = await startHangingPlatform();
  const { upstream, state } = createClient(platform.url);
  for (const silences of [2, 2, 3]) {
    expect(state()).toBe('closed');
    platform.answers(false);
    for (let at = 0; at < silences; at += 1) await failureOf(ask(upstream));
    platform.answers(true);
    if (silences === 2) await ask(upstream);
  }
  expect(state()).toBe('open');
});

test('opens when the platform refuses connections', async () => {
  const { upstream, state } = createClient(await closedAddress());
  await failures(upstream, 1);
  expect(state()).toBe('closed');
  // All callers within a second share one failed login.
  await expect
    .poll(async () => {
      await failures(upstream, 1);
      return state();
    })
    .toBe('open');
  expect(await failureOf(ask(upstream))).toMatchObject({ code: 'unavailable', operation: 'login' });
});

test('does not block the OAuth host while the platform hangs', async () => {
  const platform = await startHangingPlatform();
  const other = await servePlatform();
  const oauth = {
    authUrl: other.url,
    clientId: 'canary',
    clientSecret: 'canary',
    validityUnit: 'seconds',
  } as const;
  const { upstream } = createClient(platform.url, { oauth });
  await failures(upstream, 4);
  expect(upstream.circuits()).toMatchObject({ platform: { state: 'open' }, oauth: undefined });
  expect(await upstream.sms?.('7')).toMatchObject({ message: { status: 'delivered' } });
});

/** Virtual time: a platform of 0.1 s hangs from the start until `hangMs`; six people ask each second. */
async function askDuringHang(hangMs: number, untilMs: number) {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const lasts = (ms: number) => finishesWithin(ms, new Promise(() => undefined));
  const sentAtMs: number[] = [];
  const read = async <T>({ operation, begin }: BodyReading<T>) => {
    sentAtMs.push(Date.now());
    const hangs = Date.now() < hangMs;
    await lasts(hangs ? 20_000 : 100);
    if (hangs) throw new UpstreamError('timed_out', { operation, reason: 'timed out', isUnanswered: true });
    return (await begin()).end();
  };
  const now = () => new Date();
  const circuit = createCircuitBreaker({
    host: 'platform',
    unansweredToOpen: 3,
    now,
    log: recordLog().log,
    onOpen: (refused) => slots.refuseWaiting(refused),
    onEnd: () => undefined,
  });
  const slots = createSlots({ concurrency: 2, maxWaiting: 1_000, refusal: circuit.refusal, now });
  const http = guarded({ read } as Http, circuit.run);
  const begin = () => ({ write: () => undefined, end: () => 'answered' });
  const questions: { askedAtMs: number; endedAtMs?: number; end?: string }[] = [];
  const ask = async () => {
    const question: (typeof questions)[number] = { askedAtMs: Date.now() };
    const userId = `U${questions.push(question)}`;
    const send = () => http.read({ operation: 'report', path: [], begin });
    question.end = await slots
      .withSlot({ urgency: 'lookup', operation: 'report', userId }, send)
      .catch(({ code }: UpstreamError) => code);
    question.endedAtMs = Date.now();
  };
  const asking = setInterval(() => void ask(), 1_000 / 6);
  await vi.advanceTimersByTimeAsync(untilMs);
  clearInterval(asking);
  return { questions, sentAtMs };
}

test('answers most questions of the first 5 s after a hang of 30 s, and sends few during the hang', async () => {
  const { questions, sentAtMs } = await askDuringHang(30_000, 60_000);
  const asked = questions.filter(({ askedAtMs }) => askedAtMs >= 30_000 && askedAtMs < 35_000);
  const inTime = asked.filter(({ end, endedAtMs = Infinity }) => end === 'answered' && endedAtMs <= 35_000);
  expect(inTime.length / asked.length).toBeGreaterThan(0.5);
  expect(sentAtMs.filter((at) => at < 30_000).length).toBeLessThan(10);
  // What hung before the opening does not count when it would have timed out, after the recovery.
  expect(questions.filter(({ askedAtMs, end }) => askedAtMs >= 35_000 && end === 'timed_out')).toEqual([]);
});

test('gives up a probe without an answer, closes at its late first byte, and then aborts it', async () => {
  const released = Promise.withResolvers<void>();
  let aborted = 0;
  const platform = await servePlatform({
    async report({ response }) {
      if (platform.seen.report.length <= 3) return;
      await released.promise;
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
      await once(response, 'close');
      aborted += 1;
    },
  });
  const { upstream, state } = createClient(platform.url, { probeEveryMs: 20 });
  await failures(upstream, 2);
  // One more than the slots is in doubt: it waits for the length of a probe, not for the whole time limit.
  expect(await failureOf(ask(upstream))).toMatchObject({ code: 'timed_out' });
  await expect.poll(async () => await failureOf(ask(upstream))).toMatchObject({ openCircuit: undefined });
  expect(state()).toBe('open');
  released.resolve();
  await expect.poll(state).toBe('closed');
  await expect.poll(() => aborted).toBe(1);
});

function createCircuit(unansweredToOpen: number, probeEveryMs: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return createCircuitBreaker({
    ...{ host: 'platform', unansweredToOpen, probeEveryMs },
    now: () => new Date(),
    log: recordLog().log,
    onOpen: () => undefined,
    onEnd: () => undefined,
  });
}

test('delays the next probe after a failed one, but not after an aborted one', async () => {
  const circuit = createCircuit(1, 15_000);
  const failing = (error: Error) => circuit.run(() => Promise.reject(error), 'report').catch(() => undefined);
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

test('keeps the failure that opened it as the reason, not those of requests given up at the opening', async () => {
  const circuit = createCircuit(2, 15_000);
  const hanging = circuit.run(() => new Promise(() => undefined), 'report').catch(() => undefined);
  const refused = { operation: 'login', reason: 'no connection (ECONNREFUSED)', isUnanswered: true } as const;
  for (let at = 0; at < 2; at += 1)
    await circuit
      .run(() => Promise.reject(new UpstreamError('unavailable', refused)), 'login')
      .catch(() => undefined);
  await hanging;
  expect(circuit.refusal()).toMatchObject({ code: 'unavailable', operation: 'login' });
});

test('leaves at most two requests hanging while it probes: the oldest until its own limit, and the newest', async () => {
  const circuit = createCircuit(1, 2_000);
  const hanging = new Set<number>();
  let sent = 0;
  const hang = () =>
    circuit
      .run((_answered, signal) => {
        const at = sent++;
        hanging.add(at);
        return new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => {
            hanging.delete(at);
            reject(new DOMException('left', 'AbortError'));
          });
        });
      }, 'report')
      .catch(() => undefined);
  const seen: number[][] = [];
  for (let round = 0; round < 4; round += 1) {
    const done = hang();
    seen.push([...hanging]);
    // Given up after 2 s; the next probe is due 2 s later.
    await vi.advanceTimersByTimeAsync(4_000);
    await done;
  }
  expect(seen).toEqual([[0], [0, 1], [0, 2], [0, 3]]);
});
