import { ConfigError, type ProcessConfig } from '../config.ts';
import { errorCode } from '../runtime/error-code.ts';
import { type NetworkFault, networkFaultOf } from '../runtime/network-fault.ts';
import { type ProxySettings, proxyFor } from '../runtime/proxy.ts';
import { SocketRefusedError } from '../slack/connection/slack-socket.ts';
import { SocketModeError } from '../slack/connection/socket.ts';
import { isSignedOut, NOT_SLACK, remedyFor, slackErrorCode } from '../slack/errors.ts';

const CANNOT_WRITE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC', 'EDQUOT'];
const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND'];

export function explainStartFailure(error: unknown, config: ProcessConfig | undefined): string {
  if (error instanceof ConfigError) return `${error.message}\n.env.example describes every variable.`;
  return `SMS Desk did not start: ${reasonFor(error, config)}`;
}

function reasonFor(error: unknown, config: ProcessConfig | undefined): string {
  if (!(error instanceof Error)) return 'the reason is unknown.';
  const code = errorCode(error) ?? '';
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : '';
    return `port${port} is in use. Set PORT to another one, or stop what listens there.`;
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return 'this account may not listen on that port. Set PORT to one above 1023.';
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `DATA_DIR, or postgres in it, is a file (${code}). Set DATA_DIR to a folder of its own.`;
  }
  if (config?.slack.host !== undefined && NO_ADDRESS.includes(code)) {
    return `HOST is no address of this machine (${code}). Set HOST to one of its own, or leave it out for all.`;
  }
  if (CANNOT_WRITE.includes(code)) {
    return `it cannot write to DATA_DIR (${code}). Set DATA_DIR to a folder of its own.`;
  }
  if (error instanceof SocketModeError) return reasonOfSocket(error, config);
  return reasonOfSlack(error, config) ?? error.message;
}

function reasonOfSocket(error: SocketModeError, config: ProcessConfig | undefined): string {
  const { cause } = error;
  if (cause instanceof SocketRefusedError && cause.reason === 'too_many_websockets')
    return 'Slack allows an app ten connections, and all are in use. Stop a replica, or wait a minute if some just stopped.';
  // Slack has sent the address of the web socket, so the token is valid, and the network is the cause.
  if (cause instanceof SocketRefusedError && ['closed', 'no_greeting'].includes(cause.reason))
    return `the web socket to Slack was not opened. ${SOCKET_HOSTS}${config?.proxies ? '; so has the proxy in HTTPS_PROXY.' : '.'}`;
  const reason = slackErrorCode(cause);
  if (reason !== undefined && NOT_REACHED.includes(reason))
    return reasonOfSlack(cause, config) ?? error.message;
  return 'Slack gave out no connection for SLACK_APP_TOKEN. Check that it is an app-level token with connections:write, and that Socket Mode is on.';
}

const NOT_REACHED = ['timeout', 'unreachable', NOT_SLACK];
const SOCKET_HOSTS =
  'The network has to let it through to wss-primary.slack.com and wss-backup.slack.com, port 443';

function reasonOfSlack(error: unknown, config: ProcessConfig | undefined): string | undefined {
  const reason = slackErrorCode(error);
  if (reason === undefined) return undefined;
  if (isSignedOut(reason))
    return `Slack does not accept SLACK_BOT_TOKEN (${reason}). Copy it again from the app’s “OAuth & Permissions” page.`;
  if (reason === NOT_SLACK) return `${remedyFor(reason)}.`;
  if (!NOT_REACHED.includes(reason))
    return `Slack does not let it sign in (${reason}). Try again in a minute; if it goes on, install the app again and copy SLACK_BOT_TOKEN from its “OAuth & Permissions” page.`;
  const fault = networkFaultOf(error);
  const advice = config && networkAdvice(fault, config.slack.apiUrl, config.proxies);
  if (advice !== undefined) return `Slack cannot be reached: ${advice}.`;
  const cause = networkCause(fault);
  return `Slack cannot be reached${cause === undefined ? '' : `: ${cause}`}. Check the network and SLACK_API_URL.`;
}

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** What the system's error codes mean, of Node's documentation and of OpenSSL. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host name is known',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'nothing listens at that address and port',
  EHOSTUNREACH: 'no network leads to that address',
  ENETUNREACH: 'no network leads to that address',
  ETIMEDOUT: 'nothing answers at that address',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  EPROTO: 'what answers speaks no TLS, or another version of it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers speaks no TLS: is http:// meant?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers speaks no TLS: is http:// meant?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet, by this machine’s clock',
};

/** Why a connection failed, such as `nothing listens at that address and port (ECONNREFUSED)`. */
export function networkCause({ code }: NetworkFault): string | undefined {
  const cause = code === undefined ? undefined : CAUSES[code];
  return cause && `${cause} (${code})`;
}

/** Advice about the proxy or the TLS certificate of a company's network; `undefined` for other errors. */
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
