import type { SignedForm } from './signing.ts';

/** What became of a request to the bot. */
export interface Acknowledgement {
  /** HTTP status, 0 where no answer came; in Socket Mode, 200 stands for an acknowledgement. */
  readonly status: number;
  readonly body: string;
  readonly afterMs: number;
  /** No answer in time: Slack then shows `operation_timeout`, whatever the bot does afterwards. */
  readonly timedOut: boolean;
  /** The answer's body was meant as a message or a view, which Slack refuses with this error code. */
  readonly refused?: string;
  /** Where it is wrong: JSON pointer and words each. */
  readonly faults?: readonly string[];
  /** Slack sent nothing to the bot: it knows no such command, or takes none there. */
  readonly isNotSent?: true;
}

/** What became of a request that never reached the bot. */
export const UNREACHABLE = { status: 0, body: '', afterMs: 0, timedOut: false } as const;

/** Sends a request to the bot as Slack does: once, with a limit on the wait. */
export async function deliver(url: string, form: SignedForm, timeoutMs: number): Promise<Acknowledgement> {
  const begin = performance.now();
  const afterMs = () => Math.round(performance.now() - begin);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: form.headers,
      body: form.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await response.text();
    return { status: response.status, body, afterMs: afterMs(), timedOut: false };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return { status: 0, body: '', afterMs: afterMs(), timedOut: true };
    }
    return { ...UNREACHABLE, afterMs: afterMs() };
  }
}
