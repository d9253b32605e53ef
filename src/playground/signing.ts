import { createHmac } from 'node:crypto';

/** Ways to send a request that Slack would never send, to see it refused. */
export interface SigningOverrides {
  readonly secret?: string;
  /** Unix time in the signature and its header. */
  readonly timestampSeconds?: number;
  /** Changes the body after it was signed. */
  readonly tamperBody?: (body: string) => string;
}

/** A request body with the headers Slack sends it with. */
export interface SignedForm {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Signs a form body as Slack does: version `v0`, HMAC-SHA256 over version, time and body. The time is always the
 * real one, whatever the workspace's clock says, since the receiving side compares it with its own.
 */
export function signForm(body: string, secret: string, overrides: SigningOverrides = {}): SignedForm {
  const timestamp = overrides.timestampSeconds ?? Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', overrides.secret ?? secret)
    .update(`v0:${timestamp}:${body}`)
    .digest('hex');
  return {
    body: overrides.tamperBody?.(body) ?? body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${signature}`,
    },
  };
}
