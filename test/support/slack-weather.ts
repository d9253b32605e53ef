import { MINUTE_MS } from '../../src/runtime/durations.ts';
import type { JsonObject } from '../../tools/fake-slack/json.ts';
import { executeLater } from '../../tools/fake-slack/slack-api/fault-injection.ts';
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

/** Replaces all faults. Without an argument there are none. Pending calls are still executed. */
export function injectFaults(slack: Workspace, faults?: RandomFaults): void {
  weatherOf(slack).faults.set(faults);
}

export function injectedFaultCounts(slack: Workspace) {
  return weatherOf(slack).faults.counts();
}

/** Enforces Slack's rate limits. Without an argument there are none. */
export function setRateLimits(slack: Workspace, limits?: RateLimits): void {
  weatherOf(slack).limiter.set(limits);
}

/** Probability of each fault per call; the sum is at most 1. A call answered with 5xx may have been executed. */
interface FaultChances {
  readonly limited?: number;
  readonly serverError?: number;
  readonly unavailable?: number;
  /** No answer. The call is executed later, or never. */
  readonly silent?: number;
  readonly reset?: number;
}

/** Random faults: the same seed and the same sequence of calls give the same faults. */
export interface RandomFaults {
  readonly seed?: number;
  /** By Web API method, `response_url` or `files.upload`; `*` for all others. */
  readonly methods: Readonly<Record<string, FaultChances>>;
  /** Share of calls without a clear answer that are executed. Default: 0.5. */
  readonly carriedOut?: number;
  /** Longest delay of calls without an answer, in real time. Default: 30,000. */
  readonly landsWithinMs?: number;
}

type WeatherFault = keyof FaultChances;

type CallGrant = () => SlackResponse | Promise<SlackResponse>;

const WEATHER_FAULTS: readonly WeatherFault[] = ['limited', 'serverError', 'unavailable', 'silent', 'reset'];

function createFaultInjector() {
  let inForce: RandomFaults | undefined;
  let random = randomFrom(1);
  const counts = { limited: 0, serverError: 0, unavailable: 0, silent: 0, reset: 0, carriedOut: 0 };

  const faultOf = (method: string): WeatherFault | undefined => {
    const chances = inForce?.methods[method] ?? inForce?.methods['*'];
    if (chances === undefined) return undefined;
    let left = random();
    return WEATHER_FAULTS.find((fault) => {
      left -= chances[fault] ?? 0;
      return left < 0;
    });
  };
  const land = async (grant: CallGrant) => {
    counts.carriedOut += 1;
    await grant();
  };
  return {
    set(next?: RandomFaults) {
      inForce = next;
      random = randomFrom(next?.seed ?? 1);
    },
    counts: () => ({ ...counts }),
    /** Status 0 is no answer: `no_answer` hangs, `connection_reset` cuts the connection. */
    async apply(method: string, grant: CallGrant): Promise<SlackResponse> {
      const fault = faultOf(method);
      if (inForce === undefined || fault === undefined) return grant();
      const { carriedOut = 0.5, landsWithinMs = 30_000 } = inForce;
      counts[fault] += 1;
      if (fault === 'limited') return rateLimitedResponse(1);
      if (random() < carriedOut) {
        if (fault === 'silent') executeLater(() => land(grant), random() * landsWithinMs);
        else await land(grant);
      }
      return ANSWERS[fault];
    },
  };
}

const ANSWERS: Readonly<Record<Exclude<WeatherFault, 'limited'>, SlackResponse>> = {
  serverError: { status: 500, body: 'Internal Server Error', error: 'server_error' },
  unavailable: { status: 503, body: 'Service Unavailable', error: 'service_unavailable' },
  silent: { status: 0, body: '', error: 'no_answer' },
  reset: { status: 0, body: '', error: 'connection_reset' },
};

/** Pseudo-random numbers in [0, 1) (Mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Slack's documented limits. `speed` accelerates their time; `Retry-After` stays in real seconds. */
interface RateLimits {
  readonly speed?: number;
  /** Commercial apps outside Slack's directory: one call of history per minute, with up to fifteen messages. */
  readonly isDistributed?: boolean;
}

const HISTORIES = ['conversations.history', 'conversations.replies'];
const MOST_MESSAGES_DISTRIBUTED = 15;

/** Posts that an idle channel accepts at once, and the time for one more. */
const CHANNEL_BURST = 3;
const CHANNEL_EVERY_MS = 1_000;
const METHODS_PER_MINUTE: Readonly<Record<string, number>> = {
  'chat.postMessage': 300,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.replies': 50,
};

/** A limiter, at first without limits. It uses real time, not the workspace's clock. */
function createRateLimiter() {
  let limits: RateLimits | undefined;
  const calls = new Map<string, number[]>();
  /** When a channel has its full burst again. */
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
    /** The arguments of a call, with the app's limit of messages. */
    shortened(method: string, args: JsonObject): JsonObject {
      if (!limits?.isDistributed || !HISTORIES.includes(method)) return args;
      return {
        ...args,
        limit: Math.min(Number(args.limit ?? MOST_MESSAGES_DISTRIBUTED), MOST_MESSAGES_DISTRIBUTED),
      };
    },
    /** Slack's refusal of a call above the limit. An accepted call counts. */
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
