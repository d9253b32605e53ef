import { parseJson } from '../../fake-slack/json.ts';
import type { Exchange } from '../../fake-slack/workspace/workspace.ts';
import type { SandboxCall } from '../../sandbox/index.ts';
import type { RefusedConnection } from '../environment.ts';
import type { LoggedRequest, LoggedRequestDetail } from '../page/contract.ts';
import type { Redactor } from './redact.ts';

const MOST = 200;
const MOST_CHARACTERS = 20_000;

export type LoggedRequests = ReturnType<typeof createLoggedRequests>;

/** Stores the latest `MOST` requests between Slack, bot and platform, without their secrets. */
export function createLoggedRequests(options: {
  readonly redactor: Redactor;
  readonly now: () => Date;
  readonly changed: () => void;
}) {
  const { redactor } = options;
  const stored = new Map<number, LoggedRequestDetail>();
  let lastId = 0;
  const add = (entry: Omit<LoggedRequestDetail, 'id'>) => {
    lastId += 1;
    stored.set(lastId, { id: lastId, ...entry });
    for (const id of stored.keys()) if (stored.size > MOST) stored.delete(id);
    options.changed();
  };

  return {
    exchange({ name, request, answer, status: _, outcome, startedAt, ...rest }: Exchange) {
      const pretty = (value: unknown) => printed(redactor.value(value, { hasMessageTexts: false }));
      add({
        ...rest,
        at: startedAt.toISOString(),
        name: redactor.line(name),
        outcome: redactor.line(outcome),
        request: pretty(request),
        answer: pretty(answer),
      });
    },
    platformCall({ method, path, status, tookMs, request, answer }: SandboxCall) {
      const pretty = (value: unknown) => printed(redactor.value(value, { hasMessageTexts: true }));
      const { outcome, isProblem } = outcomeOf(status, answer);
      const { authorization, contentType, body } = request;
      const sent = contentType.includes('form') ? Object.fromEntries(new URLSearchParams(body)) : body;
      const headers = authorization === undefined ? {} : { authorization };
      add({
        at: new Date(options.now().getTime() - tookMs).toISOString(),
        from: 'bot',
        to: 'platform',
        name: redactor.line(`${method} ${path}`),
        outcome,
        isProblem,
        tookMs,
        request: pretty({ method, path, ...headers, ...(sent === '' ? {} : { body: sent }) }),
        answer: platformAnswer(answer, pretty),
      });
    },
    connectionRefused({ method, path }: RefusedConnection) {
      const name = redactor.line(`${method} ${path}`);
      add({
        at: options.now().toISOString(),
        from: 'bot',
        to: 'platform',
        name,
        outcome: 'no connection',
        isProblem: true,
        tookMs: 0,
        request: name,
        answer: '',
      });
    },
    list: () => [...stored.values()].map(({ request: _, answer: __, ...entry }): LoggedRequest => entry),
    find: (id: number) => stored.get(id),
    clear() {
      stored.clear();
      options.changed();
    },
  };
}

function outcomeOf(status: number | undefined, { beginning, isWhole }: SandboxCall['answer']) {
  if (status === undefined) return { outcome: 'no answer', isProblem: true };
  if (!isWhole) return { outcome: `${status}, broken off`, isProblem: true };
  if (!beginning.startsWith('{')) return { outcome: `${status}, not JSON`, isProblem: true };
  // The platform answers 404 for an unknown message, which is a valid answer.
  return { outcome: String(status), isProblem: status >= 400 && status !== 404 };
}

function platformAnswer(
  { beginning, bytes, isWhole }: SandboxCall['answer'],
  pretty: (value: unknown) => string,
): string {
  if (isWhole && Buffer.byteLength(beginning) === bytes) return pretty(beginning);
  const size = bytes.toLocaleString('en');
  return `${pretty(jsonBeginning(beginning) ?? beginning)}\n… the beginning of ${size} bytes`;
}

function printed(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n…` : text;
}

/** Parses truncated JSON up to its last complete object or array; `undefined` if none is complete. */
export function jsonBeginning(text: string): unknown {
  const open: string[] = [];
  let best: string | undefined;
  for (const { 0: token, index } of text.matchAll(JSON_TOKEN)) {
    if (token === '{') open.push('}');
    else if (token === '[') open.push(']');
    else if (token === '}' || token === ']') {
      open.pop();
      best = text.slice(0, index + 1) + open.toReversed().join('');
    }
  }
  return best === undefined ? undefined : parseJson(best);
}

const JSON_TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\]]/g;
