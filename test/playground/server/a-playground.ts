import { setMaxListeners } from 'node:events';
import { onTestFinished } from 'vitest';
import { en } from '../../../src/i18n/locales/en.ts';
import { es } from '../../../src/i18n/locales/es.ts';
import { valueWithin } from '../../../src/runtime/timeouts.ts';
import type {
  LoggedRequestDetail,
  PageMessage,
  PageState,
  UserAction,
  UserActionResult,
} from '../../../tools/playground/page/contract.ts';
import { startPlayground } from '../../../tools/playground/server/playground.ts';
import { recordLog } from '../../support/log.ts';
import { emptyDatabase } from '../../support/store.ts';

/** 15:20 in Santiago on a Wednesday. */
export const WEDNESDAY = '2026-11-18T18:20:00.000Z';

/** A state comes late on a busy machine. */
const PATIENCE_MS = 100_000;

/** An open page: its state as it was last pushed. */
export interface OpenPage {
  state(): PageState;
  pushes(): number;
  /** Resolves with the first value that is neither `undefined` nor `false`, now or after a push. */
  until<T>(what: (state: PageState) => T | undefined | false): Promise<T>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface PlaygroundClient {
  readonly url: string;
  readonly port: number;
  act(act: UserAction): Promise<UserActionResult>;
  open(person: string): Promise<OpenPage>;
  details(page: OpenPage): Promise<LoggedRequestDetail[]>;
  readonly logLines: readonly Record<string, unknown>[];
  stop(): Promise<void>;
}

/** A playground without its page's files, on a free port, at a fixed moment; it stops with the test. */
export async function startTestPlayground({
  at = WEDNESDAY,
  isWarm = false,
}: {
  /** ISO 8601; real time for `null`. */
  at?: string | null;
  /** Whether the bot's database is open from the start. */
  isWarm?: boolean;
} = {}): Promise<PlaygroundClient> {
  const { log, lines } = recordLog();
  const { url, stop, warmUp } = await startPlayground({
    port: 0,
    log,
    ...(isWarm ? { database: emptyDatabase } : {}),
  });
  onTestFinished(stop);
  if (isWarm) await warmUp();
  const { port } = new URL(url);
  const address = `http://127.0.0.1:${port}`;
  const act = async (wanted: UserAction) => {
    const response = await fetch(`${address}/actions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as UserActionResult;
  };
  if (at !== null) await act({ kind: 'clock', at });
  return {
    url: address,
    port: Number(port),
    logLines: lines,
    stop,
    act,
    open: (person) => open(address, person),
    details: (page) =>
      Promise.all(
        page.state().requests.map(async ({ id }) => {
          const response = await fetch(`${address}/requests/${id}`);
          return (await response.json()) as LoggedRequestDetail;
        }),
      ),
  };
}

async function open(address: string, person: string): Promise<OpenPage> {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  onTestFinished(() => closing.abort());
  const response = await fetch(`${address}/state?person=${person}`, { signal: closing.signal });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  const waiting = new Set<(state: PageState) => void>();
  const first = Promise.withResolvers<void>();
  let state: PageState | undefined;
  let pushes = 0;

  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts.filter((one) => one.startsWith('data: '))) {
        const next = JSON.parse(part.slice('data: '.length)) as PageState;
        state = next;
        pushes += 1;
        first.resolve();
        for (const check of [...waiting]) check(next);
      }
    }
  };
  const ended = read(response.body).catch(() => undefined);
  await first.promise;

  const current = () => {
    if (!state) throw new Error('no state was pushed');
    return state;
  };
  return {
    state: current,
    pushes: () => pushes,
    ended,
    close: () => closing.abort(),
    async until<T>(what: (state: PageState) => T | undefined | false) {
      const found = Promise.withResolvers<T>();
      const check = (next: PageState) => {
        const value = what(next);
        if (value === undefined || value === false) return;
        waiting.delete(check);
        found.resolve(value);
      };
      waiting.add(check);
      check(current());
      return await orThrow(found.promise, () => {
        waiting.delete(check);
        const texts = current().messages.map(({ text }) => text);
        return `the messages: ${JSON.stringify(texts, undefined, 2)}`;
      });
    },
  };
}

/** @throws when it does not resolve in time, with a description of the state */
async function orThrow<T>(what: Promise<T>, instead: () => string): Promise<T> {
  let late: string | undefined;
  const value = await valueWithin(PATIENCE_MS, what, () => {
    late = instead();
  });
  if (late !== undefined) throw new Error(`Not there after ${PATIENCE_MS / 1_000} s; ${late}`);
  return value as T;
}

/** Whether a message is only the progress message, which the bot may send on a busy machine. */
export function isProgressMessage({ text }: PageMessage): boolean {
  return [en, es].some(({ working, asking }) => [working, asking].some((line) => text.includes(line)));
}

export function messagesWithoutProgress({ messages }: PageState): PageMessage[] {
  return messages.filter((one) => !isProgressMessage(one));
}

/** The bot's button with this label in the newest message that has one. */
export function buttonIn({ messages }: PageState, label: string) {
  for (const { ts, blocks } of messages.toReversed()) {
    for (const { block_id, elements } of blocks) {
      for (const { action_id, text, options = [] } of Array.isArray(elements) ? elements : []) {
        const place = { ts, blockId: String(block_id), actionId: String(action_id) };
        if (text?.text === label) return place;
        const entry = options.find((one: typeof text) => one.text.text === label);
        if (entry) return { ...place, value: String(entry.value) };
      }
    }
  }
  return undefined;
}
