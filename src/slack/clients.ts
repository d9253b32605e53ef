import { WebClient, type WebClientOptions } from '@slack/web-api';
import { request } from 'undici';
import type { Log } from '../ops/log.ts';
import { createBoltLogger } from './bolt-log.ts';

export interface ClientOptions {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly log: Log;
}

/** A person waits for whatever the bot asks Slack. */
const ASKING_MS = 5_000;
const POSTING_MS = 10_000;
/** A trigger for a form lives for three seconds from the person's click. */
const FORM_MS = 2_000;

/**
 * Slack's Web API, as patient as each use allows. Asking is repeated once. Posting is not: what timed out may have
 * been taken. None waits out a 429, which would hold up everything behind it.
 */
export function createClients({ botToken, apiUrl, log }: ClientOptions) {
  const client = (timeout: number, retries: number) => {
    const options: WebClientOptions = {
      slackApiUrl: apiUrl,
      retryConfig: { retries, minTimeout: 200, maxTimeout: 1_000 },
      rejectRateLimitedCalls: true,
      timeout,
      logger: createBoltLogger(log),
    };
    return new WebClient(botToken, options);
  };
  return {
    asking: client(ASKING_MS, 1),
    posting: client(POSTING_MS, 0),
    forms: client(FORM_MS, 0),
    /** For `response_url`, which has no time-out of its own. */
    fetch: postWithin(ASKING_MS),
  };
}

/** Posts JSON and reads the answer. Rejects with what kept it from being sent, or broke it off. */
export type PostJson = (
  url: string,
  body: object,
) => Promise<{ readonly status: number; readonly text: string }>;

function postWithin(timeMs: number): PostJson {
  return async (url, body) => {
    const late = new AbortController();
    // Taken back at the end: `AbortSignal.timeout` goes off after every answer.
    const timer = setTimeout(() => late.abort(), timeMs);
    try {
      // Not `fetch`, which takes as much work as making the answer.
      const { statusCode, body: said } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: late.signal,
      });
      // Read to its end also where it does not matter, so that the connection can be used again.
      return { status: statusCode, text: await said.text().catch(() => '') };
    } finally {
      clearTimeout(timer);
    }
  };
}
