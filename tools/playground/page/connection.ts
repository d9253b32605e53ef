import { useCallback, useEffect, useState } from 'react';
import type { LoggedRequestDetail, PageState, UserAction, UserActionResult } from './contract.ts';
import { reuse } from './memo.ts';

/** `opening` until the first page state arrives; `lost` while the playground's server is unreachable. */
type ConnectionStatus = 'opening' | 'live' | 'lost';

const RETRY_AFTER_MS = 1_500;

/** Receives the page state of a person (default: the first person). Reconnects when the stream ends. */
export function useConnection(person: string | undefined) {
  const [state, setState] = useState<PageState>();
  const [status, setStatus] = useState<ConnectionStatus>('opening');
  const receive = useCallback((next: PageState) => {
    setState((before) => reuse(before, next));
    setStatus('live');
  }, []);
  useEffect(() => follow(person, receive, () => setStatus('lost')), [person, receive]);
  return { state, status };
}

/**
 * Opens the stream of page states and reopens it after every failure. The browser's own reconnect would
 * stop at a response that is not a stream, and would wait longer after each failure.
 */
function follow(
  person: string | undefined,
  receive: (state: PageState) => void,
  lose: () => void,
): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  const open = () => {
    source = new EventSource(person === undefined ? '/state' : `/state?person=${encodeURIComponent(person)}`);
    source.onmessage = (event: MessageEvent<string>) => receive(JSON.parse(event.data) as PageState);
    source.onerror = () => {
      source?.close();
      lose();
      timer = window.setTimeout(open, RETRY_AFTER_MS);
    };
  };
  open();
  return () => {
    source?.close();
    window.clearTimeout(timer);
  };
}

export async function sendAction(action: UserAction): Promise<UserActionResult> {
  const response = await fetch('/actions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action),
  });
  if (response.ok) return (await response.json()) as UserActionResult;
  const { detail } = (await response.json()) as { detail: string };
  return { ok: false, problem: { code: 'impossible', detail } };
}

/** Loads a logged request and its answer. Rejects if the log no longer has the request. */
export async function loadRequest(id: number): Promise<LoggedRequestDetail> {
  const response = await fetch(`/requests/${id}`);
  if (!response.ok) throw new Error(`LoggedRequest ${id}: HTTP ${response.status}`);
  return (await response.json()) as LoggedRequestDetail;
}
