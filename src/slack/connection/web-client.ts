import { type WebAPICallResult, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../../ops/log.ts';
import { retryAfterMs } from '../../runtime/timeouts.ts';
import { isSignedOut, slackErrorCode } from '../errors.ts';

/** Hears of each call to Slack how it ended. */
interface TokenWatch {
  worked(): void;
  failed(error: unknown): void;
}

/**
 * Says that Slack no longer takes the token, once for however many calls fail of it, and when it takes it again. A token
 * that has never worked is the start's own failure.
 */
export function createTokenWatch(log: Log): TokenWatch {
  let state: 'untried' | 'good' | 'refused' = 'untried';
  return {
    worked() {
      if (state === 'refused') log.info('Slack takes the bot’s token again');
      state = 'good';
    },
    failed(error) {
      const reason = slackErrorCode(error);
      if (state !== 'good' || reason === undefined || !isSignedOut(reason)) return;
      state = 'refused';
      const whatToDo =
        'install the app again (“OAuth & Permissions”), copy the token to SLACK_BOT_TOKEN and start the bot again';
      log.error({ reason }, `Slack no longer takes the bot’s token, so nothing is posted: ${whatToDo}`);
    },
  };
}

/** Slack's own client, which tells of each call whether the token was taken. */
export class WatchedClient extends WebClient {
  readonly #watch: TokenWatch;

  constructor(token: string, options: WebClientOptions, watch: TokenWatch) {
    super(token, { ...options, fetch: fetchWithWait });
    this.#watch = watch;
  }

  override async apiCall(...call: Parameters<WebClient['apiCall']>): Promise<WebAPICallResult> {
    try {
      const result = await super.apiCall(...call);
      this.#watch.worked();
      return result;
    } catch (error) {
      this.#watch.failed(error);
      throw error;
    }
  }
}

const WAIT_SECONDS = 30;

/** A 429 whose wait is missing, or a date, gets one in seconds: of any other Slack's client makes no limit at all. */
const fetchWithWait: NonNullable<WebClientOptions['fetch']> = async (input, init) => {
  const answer = await fetch(input, init);
  if (answer.status !== 429) return answer;
  const { status, statusText } = answer;
  const headers = new Headers(answer.headers);
  const waitMs = retryAfterMs(headers.get('retry-after')) ?? WAIT_SECONDS * 1_000;
  headers.set('retry-after', String(Math.ceil(waitMs / 1_000)));
  return new Response(answer.body, { status, statusText, headers });
};
