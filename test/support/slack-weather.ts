import { MINUTE_MS } from '../../src/runtime/durations.ts';
import type { JsonObject } from '../../tools/fake-slack/json.ts';
import { landLater } from '../../tools/fake-slack/slack-api/fault-injection.ts';
import { rateLimitedResponse, type SlackResponse } from '../../tools/fake-slack/slack-api/responses.ts';
import type { Workspace } from '../../tools/fake-slack/workspace/workspace.ts';

type Weather = ReturnType<typeof createWeather>;

const weathers = new WeakMap<Workspace, Weather>();

function weatherOf(slack: Workspace): Weather {
  const weather = weathers.get(slack) ?? createWeather(slack);
  weathers.set(slack, weather);
  return weather;
}

function createWeather(slack: Workspace) {
  const [faults, limiter] = [createFaultInjector(), createRateLimiter()];
  slack.intercept((method, args, grant) => {
    const refusal = limiter.refusal(method, args);
    return refusal ?? faults.apply(method, () => grant(limiter.shortened(method, args)));
  });
  return { faults, limiter };
}

/** Replaces all faults; without an argument there are none. Calls under way still land. */
export function injectFaults(slack: Workspace, faults?: RandomFaults): void {
  weatherOf(slack).faults.set(faults);
}

export function injectedFaultCounts(slack: Workspace) {
  return weatherOf(slack).faults.counts();
}

/** Enforces Slack's rate limits; without an argument there are none. */
export function setRateLimits(slack: Workspace, limits?: RateLimits): void {
  weatherOf(slack).limiter.set(limits);
}

/** Probability of each fault for one call; the sum is at most 1. Slack may have done what it answers with 5xx. */
interface FaultChances {
  readonly limited?: number;
  readonly serverError?: number;
  readonly unavailable?: number;
  /** No answer. Slack does it some time later, or never. */
  readonly silent?: number;
  readonly reset?: number;
}

/** Random faults. The same seed gives the same calls in the same order the same faults. */
export interface RandomFaults {
  readonly seed?: number;
  /** By Web API method, `response_url` or `files.upload`; `*` is for all that have no entry. */
  readonly methods: Readonly<Record<string, FaultChances>>;
  /** Of calls without a clear answer, the share that is carried out all the same; 0.5 unless told. */
  readonly carriedOut?: number;
  /** What is carried out without any answer is so within this real time; 30,000 ms unless told. */
  readonly landsWithinMs?: number;
}

type Trouble = keyof FaultChances;

type Grant = () => SlackResponse | Promise<SlackResponse>;

const TROUBLES: readonly Trouble[] = ['limited', 'serverError', 'unavailable', 'silent', 'reset'];

function createFaultInjector() {
  let inForce: RandomFaults | undefined;
  let random = randomFrom(1);
  const counts = { limited: 0, serverError: 0, unavailable: 0, silent: 0, reset: 0, carriedOut: 0 };

  const troubleOf = (method: string): Trouble | undefined => {
    const chances = inForce?.methods[method] ?? inForce?.methods['*'];
    if (chances === undefined) return undefined;
    let left = random();
    return TROUBLES.find((trouble) => {
      left -= chances[trouble] ?? 0;
      return left < 0;
    });
  };
  const land = async (grant: Grant) => {
    counts.carriedOut += 1;
    await grant();
  };
  return {
    set(next?: RandomFaults) {
      inForce = next;
      random = randomFrom(next?.seed ?? 1);
    },
    counts: () => ({ ...counts }),
    /** Status 0 is no answer: `no_answer` is waited for in vain, `connection_reset` breaks off. */
    async apply(method: string, grant: Grant): Promise<SlackResponse> {
      const trouble = troubleOf(method);
      if (inForce === undefined || trouble === undefined) return grant();
      const { carriedOut = 0.5, landsWithinMs = 30_000 } = inForce;
      counts[trouble] += 1;
      if (trouble === 'limited') return rateLimitedResponse(1);
      if (random() < carriedOut) {
        if (trouble === 'silent') landLater(() => land(grant), random() * landsWithinMs);
        else await land(grant);
      }
      return ANSWERS[trouble];
    },
  };
}

const ANSWERS: Readonly<Record<Exclude<Trouble, 'limited'>, SlackResponse>> = {
  serverError: { status: 500, body: 'Internal Server Error', error: 'server_error' },
  unavailable: { status: 503, body: 'Service Unavailable', error: 'service_unavailable' },
  silent: { status: 0, body: '', error: 'no_answer' },
  reset: { status: 0, body: '', error: 'connection_reset' },
};

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Slack's limits as it documents them. `speed` has time run faster for them; `Retry-After` stays in real seconds. */
interface RateLimits {
  readonly speed?: number;
  /** Of apps that are distributed commercially outside Slack's directory: histories come once a minute, fifteen messages at a time. */
  readonly isDistributed?: boolean;
}

const HISTORIES = ['conversations.history', 'conversations.replies'];
const MOST_MESSAGES_DISTRIBUTED = 15;

/** Posts that an idle channel takes at once, and the time for one more. */
const CHANNEL_BURST = 3;
const CHANNEL_EVERY_MS = 1_000;
const METHODS_PER_MINUTE: Readonly<Record<string, number>> = {
  'chat.postMessage': 300,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.replies': 50,
};

/** A limiter without limits. It uses real time, not the clock that dates messages. */
function createRateLimiter() {
  let limits: RateLimits | undefined;
  const calls = new Map<string, number[]>();
  /** Time from which a channel has its full burst again. */
  const channels = new Map<unknown, number>();

  const minuteWaitMs = (method: string, most: number, nowMs: number): number => {
    const minuteMs = MINUTE_MS / (limits?.speed ?? 1);
    const times = calls.get(method) ?? [];
    calls.set(method, times);
    while (times[0] !== undefined && times[0] <= nowMs - minuteMs) times.shift();
    const oldest = times.at(-most);
    return oldest === undefined ? 0 : oldest + minuteMs - nowMs;
  };
  return {
    set(next?: RateLimits) {
      limits = next;
      calls.clear();
      channels.clear();
    },
    /** The arguments of a call, with no more messages of a history than the app is given. */
    shortened(method: string, args: JsonObject): JsonObject {
      if (!limits?.isDistributed || !HISTORIES.includes(method)) return args;
      return {
        ...args,
        limit: Math.min(Number(args.limit ?? MOST_MESSAGES_DISTRIBUTED), MOST_MESSAGES_DISTRIBUTED),
      };
    },
    /** Slack's refusal of a call above the limit; a granted call counts. */
    refusal(method: string, { channel }: JsonObject): SlackResponse | undefined {
      if (limits === undefined) return undefined;
      const isScarce = limits.isDistributed === true && HISTORIES.includes(method);
      const most = isScarce ? 1 : METHODS_PER_MINUTE[method];
      if (most === undefined) return undefined;
      const nowMs = performance.now();
      const isPost = method === 'chat.postMessage';
      const everyMs = CHANNEL_EVERY_MS / (limits.speed ?? 1);
      const busyMs = Math.max(0, (channels.get(channel) ?? 0) - nowMs);
      const channelWaitMs = isPost ? busyMs - (CHANNEL_BURST - 1) * everyMs : 0;
      const waitMs = Math.max(channelWaitMs, minuteWaitMs(method, most, nowMs));
      if (waitMs > 0) return rateLimitedResponse(Math.max(1, Math.ceil(waitMs / 1_000)));
      if (isPost) channels.set(channel, nowMs + busyMs + everyMs);
      calls.get(method)?.push(nowMs);
      return undefined;
    },
  };
}
