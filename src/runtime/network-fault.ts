export interface NetworkFault {
  readonly code?: string | undefined;
  /** HTTP status of the answer of a proxy that refused the connection, such as 407. */
  readonly proxyStatus?: number | undefined;
}

/** Error codes after which nothing was sent, because no connection was established. */
export const NEVER_CONNECTED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

const MAX_CAUSES = 8;

/** Searches an error and its chain of causes, because libraries wrap the system's error. */
export function networkFaultOf(error: unknown): NetworkFault {
  let code: string | undefined;
  let proxyStatus: number | undefined;
  let one = error;
  for (let depth = 0; one instanceof Error && depth < MAX_CAUSES; depth += 1) {
    // A code replaces that of an outer error, because the innermost error is the system's.
    if ('code' in one && typeof one.code === 'string') code = one.code;
    proxyStatus = statusIn(one) ?? proxyStatus;
    one = one.cause ?? ('original' in one ? one.original : undefined);
  }
  return { code, proxyStatus };
}

/** The proxy's HTTP status: Node's agents give the status as a field of the error, undici in its message. */
function statusIn(error: Error): number | undefined {
  if ('code' in error && error.code === 'ERR_PROXY_TUNNEL' && 'statusCode' in error)
    return Number(error.statusCode);
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  return status === undefined ? undefined : Number(status);
}
