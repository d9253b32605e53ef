import { errorCode, hasCode } from '../runtime/error-code.ts';
import { DatabaseError } from './connection.ts';

const NOT_ALLOWED = '42501';
/** The part of a server that raises what a function or a trigger of a table says, which has no right to be given. */
const RAISED = 'exec_stmt_raise';

/** Whether the role lacks a right, or what it is to use is not there yet; not where a rule of a table refuses it to all. */
export function isRightMissing(error: unknown): boolean {
  const isRule = error instanceof Error && 'routine' in error && error.routine === RAISED;
  return hasCode(error, NOT_ALLOWED) && !isRule;
}

export function explainRights(error: unknown, databaseUrl: string): DatabaseError {
  const { place, words } = whereAndWhy(error, databaseUrl);
  const message = `The database at ${place} lacks tables or rights that this version needs (${words}): run npm run migrate with the role that owns its tables, with --grant for the role of DATABASE_URL`;
  return new DatabaseError(message, { code: 'not_granted', cause: error });
}

export function explainConnection(error: unknown, databaseUrl: string): DatabaseError {
  const { place, code, words } = whereAndWhy(error, databaseUrl);
  const refusal = refusalIn(error, code, words);
  if (refusal !== undefined)
    return new DatabaseError(`The database at ${place} ${refusal}`, { code: 'refused', cause: error });
  const isLate = error instanceof Error && /timeout/.test(error.message);
  const why = code ?? (isLate ? 'no answer in time' : 'it closed the connection');
  return new DatabaseError(`The database at ${place} cannot be reached (${why})`, {
    code: 'unreachable',
    cause: error,
  });
}

export function explainInterruption(error: unknown, databaseUrl: string): DatabaseError {
  const { place, words = 'the connection was lost' } = whereAndWhy(error, databaseUrl);
  const message = `The database at ${place} did not finish a query (${words})`;
  return new DatabaseError(message, { code: 'interrupted', cause: error });
}

/** Why a server that answers would not have us, or we would not have it; waiting does not help. */
function refusalIn(error: unknown, code = '', words = ''): string | undefined {
  // Five characters are the server's own, or a pooler's before it.
  if (/^(?:08|28|3D|53|57)\w{3}$/.test(code))
    return `refuses the connection (${words}): look at DATABASE_URL`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'has a certificate for another host: set the host of DATABASE_URL to a name that stands in it';
  if (/CERT|SIGNATURE/.test(code))
    return `has a certificate that is not trusted (${code}): name the file with its CA in NODE_EXTRA_CA_CERTS, or as sslrootcert in DATABASE_URL`;
  if (!(error instanceof Error)) return undefined;
  if ('syscall' in error && error.syscall === 'open')
    return `cannot be asked: a file that DATABASE_URL names cannot be read (${code})`;
  // What the library itself says has no code.
  if (error.message.includes('not support SSL'))
    return 'has no TLS, which DATABASE_URL asks for: turn it on there, or leave sslmode out where nobody else is on the way';
  if (/password must be a (?:non-empty )?string/.test(error.message))
    return 'wants a password: put user:password@ before the host in DATABASE_URL';
  return undefined;
}

function whereAndWhy(error: unknown, databaseUrl: string) {
  const place = URL.parse(databaseUrl)?.host || 'DATABASE_URL';
  const code = errorCode(error);
  // A server's own words of what it refuses or gives up name roles, databases and tables, and no row.
  const words = code && error instanceof Error && /^\w{5}$/.test(code) ? `${error.message}; ${code}` : code;
  return { place, code, words };
}
