import { useCallback, useEffect, useState } from 'react';
import type { Act, ActResult, HappeningDetail, PageState } from './contract.ts';
import { reuse } from './reuse.ts';

/** `opening` until the first state has come; `lost` while the playground cannot be reached. */
export type ConnectionStatus = 'opening' | 'live' | 'lost';

/** What the page has from its server. */
export interface Connection {
  /** The newest state, also while the connection is lost. */
  readonly state: PageState | undefined;
  readonly status: ConnectionStatus;
}

const RETRY_AFTER_MS = 1_500;

/** Follows what a person sees; without a person, the first one of the workspace. Reconnects for as long as it is used. */
export function useConnection(person: string | undefined): Connection {
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
 * Opens the stream of states, anew after every failure. A browser's own reconnecting gives up on answers that are
 * not a stream and waits longer after each failure, so this does it instead.
 */
function follow(
  person: string | undefined,
  receive: (state: PageState) => void,
  lose: () => void,
): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  const open = (who: string | undefined) => {
    source = new EventSource(who === undefined ? '/state' : `/state?person=${encodeURIComponent(who)}`);
    source.onmessage = (event: MessageEvent<string>) => receive(JSON.parse(event.data) as PageState);
    source.onerror = () => {
      // Closed by itself: there was an answer, and it was no. An old address may name somebody who is not here.
      const isRefused = source?.readyState === EventSource.CLOSED;
      source?.close();
      lose();
      timer = window.setTimeout(() => open(isRefused ? undefined : person), RETRY_AFTER_MS);
    };
  };
  open(person);
  return () => {
    source?.close();
    window.clearTimeout(timer);
  };
}

/** Sends an act; rejects where the playground could not be reached or did not understand. */
export async function sendAct(act: Act): Promise<ActResult> {
  const response = await fetch('/acts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(act),
  });
  if (!response.ok) throw new Error(`POST /acts: HTTP ${response.status}`);
  return (await response.json()) as ActResult;
}

/** A request and its answer in full; rejects where it is forgotten already. */
export async function loadHappening(id: number): Promise<HappeningDetail> {
  const response = await fetch(`/happenings/${id}`);
  if (!response.ok) throw new Error(`Happening ${id}: HTTP ${response.status}`);
  return (await response.json()) as HappeningDetail;
}
