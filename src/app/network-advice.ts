import type { NetworkFault } from '../runtime/network-fault.ts';
import { type ProxySettings, proxyFor } from '../runtime/proxy.ts';

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** What to do where an address cannot be reached for a company's network; `undefined` where nothing speaks for that. */
export function networkAdvice(
  { code = '', proxyStatus }: NetworkFault,
  address: string,
  proxies: ProxySettings | undefined,
): string | undefined {
  if (UNTRUSTED.includes(code))
    return `its certificate is not trusted (${code}); where a proxy opens TLS, name the file with its CA in NODE_EXTRA_CA_CERTS`;
  const proxy = proxyFor(address, proxies);
  if (proxy === undefined) return undefined;
  const variable = proxy === proxies?.https ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  if (proxyStatus === 407)
    return `the proxy in ${variable} wants to know who asks (407); put user:password@ before its host`;
  if (proxyStatus !== undefined)
    return `the proxy in ${variable} does not let the bot through (${proxyStatus}); have it allow that host, or name the host in NO_PROXY`;
  return `it is asked by the proxy in ${variable}; check that the proxy is there, or name the host in NO_PROXY`;
}
