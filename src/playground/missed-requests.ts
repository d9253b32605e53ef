import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

/** A request that found nobody at its address. */
export interface MissedRequest {
  readonly method: string;
  /** With whatever parameters it holds. */
  readonly path: string;
}

/** Tells of this process's own requests to an address at which nobody listens; returns what ends that. */
export function watchMissedRequests(url: string, onMissed: (request: MissedRequest) => void): () => void {
  const { host } = new URL(url);
  const look = (failure: unknown) => {
    const { request, error } = failure as { request: unknown; error: unknown };
    const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    if (!isRefused || !(request instanceof ClientRequest) || request.getHeader('host') !== host) return;
    onMissed({ method: request.method, path: request.path });
  };
  subscribe('http.client.request.error', look);
  return () => void unsubscribe('http.client.request.error', look);
}
