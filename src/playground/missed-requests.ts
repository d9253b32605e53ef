import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DiagnosticsChannel } from 'undici';

/** A request that found nobody at its address. */
export interface MissedRequest {
  readonly method: string;
  /** With whatever parameters it holds. */
  readonly path: string;
}

/** Tells of this process's own requests to an address at which nobody listens; returns what ends that. */
export function watchMissedRequests(url: string, onMissed: (request: MissedRequest) => void): () => void {
  const { origin } = new URL(url);
  const look = (failure: unknown) => {
    const { request, error } = failure as DiagnosticsChannel.RequestErrorMessage;
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
    if (isRefused && String(request.origin) === origin)
      onMissed({ method: request.method ?? 'GET', path: request.path });
  };
  subscribe('undici:request:error', look);
  return () => void unsubscribe('undici:request:error', look);
}
