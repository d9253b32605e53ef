export interface NetworkFault {
  readonly code?: string | undefined;
  /** With what a proxy answered in place of letting the bot through, such as 407. */
  readonly proxyStatus?: number | undefined;
}

/** With these no connection was made, and nothing was sent. */
export const NEVER_CONNECTED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

const DEEPEST = 8;

/** Looks through an error and its causes, as libraries wrap them. */
export function networkFaultOf(error: unknown): NetworkFault {
  let code: string | undefined;
  let proxyStatus: number | undefined;
  let one = error;
  for (let depth = 0; one instanceof Error && depth < DEEPEST; depth += 1) {
    // The innermost one is the system's.
    if ('code' in one && typeof one.code === 'string') code = one.code;
    proxyStatus = statusIn(one) ?? proxyStatus;
    one = one.cause ?? ('original' in one ? one.original : undefined);
  }
  return { code, proxyStatus };
}

/** By Node's own agents as a field, by undici in words. */
function statusIn(error: Error): number | undefined {
  if ('code' in error && error.code === 'ERR_PROXY_TUNNEL' && 'statusCode' in error)
    return Number(error.statusCode);
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  return status === undefined ? undefined : Number(status);
}
