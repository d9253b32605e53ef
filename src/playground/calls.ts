/** What Slack answers a request of the bot with: text, or an object sent as JSON. */
export interface Answer {
  /** Of HTTP; 0 where no answer is given, and `error` says in which way. */
  readonly status: number;
  readonly body: string | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Slack's error code, where it refused. */
  readonly error?: string;
  /** What is wrong with the blocks: JSON pointer and words each. */
  readonly faults?: readonly string[];
}

/** A request of the bot, as it is kept for tests to look at. */
export interface Call {
  /** Web API method, or `response_url`. */
  readonly method: string;
  /** Without the token. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly error?: string;
  readonly faults?: readonly string[];
}

/** The entry a request and its answer leave in the log. */
export function callOf(method: string, args: Readonly<Record<string, unknown>>, answer: Answer): Call {
  const { status, error, faults } = answer;
  return {
    method,
    args,
    status,
    ...(error === undefined ? {} : { error }),
    ...(faults === undefined || faults.length === 0 ? {} : { faults }),
  };
}

/** Web API methods by name. What they are called with was not looked at yet. */
export type Methods = readonly (readonly [
  name: string,
  run: (args: Readonly<Record<string, unknown>>) => Answer,
])[];

/** The Web API's answer to a call that it carried out. */
export function granted(fields: Readonly<Record<string, unknown>> = {}): Answer {
  return { status: 200, body: { ok: true, ...fields } };
}

/** The Web API's answer to a call that it did not carry out; where blocks or a view are wrong, it says where. */
export function refused(error: string, faults: readonly string[] = []): Answer {
  const messages = faults.map(
    (fault) => `[ERROR] ${fault.replace(/^(\S+): (.*)$/s, '$2 [json-pointer:$1]')}`,
  );
  const metadata = messages.length === 0 ? {} : { response_metadata: { messages } };
  return { status: 200, body: { ok: false, error, ...metadata }, error, faults };
}

/** Slack's answer to a call too many. */
export function limitedAnswer(retryAfterSeconds: number): Answer {
  return { ...refused('ratelimited'), status: 429, headers: { 'retry-after': String(retryAfterSeconds) } };
}
