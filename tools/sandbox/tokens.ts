import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** Tokens of one kind: given out, told apart from any other text, and ended. */
export interface TokenIssuer {
  issue(): string;
  /** Whether it was issued here, has not run out and was not ended. */
  isValid(token: string): boolean;
  revokeAll(): void;
}

interface TokenOptions {
  readonly now: () => Date;
  readonly lifetimeSeconds: number;
}

/** Opaque tokens of the login; in a `singleSession`, a new one ends all earlier ones. */
export function createLoginTokens(
  { now, lifetimeSeconds }: TokenOptions,
  singleSession: boolean,
): TokenIssuer {
  const ends = new Map<string, number>();

  return {
    issue() {
      for (const [token, end] of ends) {
        if (singleSession || end <= now().getTime()) ends.delete(token);
      }
      const token = randomBytes(24).toString('base64url');
      ends.set(token, now().getTime() + lifetimeSeconds * 1000);
      return token;
    },
    isValid: (token) => (ends.get(token) ?? 0) > now().getTime(),
    revokeAll: () => ends.clear(),
  };
}

/** Dotted three-part tokens: JWTs signed with HS256, `exp` in epoch seconds. */
export function createOauthTokens({ now, lifetimeSeconds }: TokenOptions, clientId: string): TokenIssuer {
  let key = randomBytes(32);
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url');

  return {
    issue() {
      const iat = Math.floor(now().getTime() / 1000);
      const claims = { iss: 'sandbox', sub: clientId, iat, exp: iat + lifetimeSeconds, jti: randomUUID() };
      const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
      return `${content}.${sign(content)}`;
    },
    isValid(token) {
      const [header, claims, signature, ...rest] = token.split('.');
      if (claims === undefined || rest.length > 0 || signature !== sign(`${header}.${claims}`)) return false;
      const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
      return exp * 1000 > now().getTime();
    },
    revokeAll() {
      key = randomBytes(32);
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
