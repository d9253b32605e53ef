import type { IncomingMessage } from 'node:http';
import { isValidSlackRequest } from '@slack/bolt';

/** Limits for requests before their signature is checked. */
export interface BodyLimits {
  readonly bodyBytes: number;
  readonly allBodiesBytes: number;
  readonly bodyMs: number;
}

const REFUSALS = {
  not_signed: 401,
  time_stamp: 401,
  wrong_signature: 401,
  no_payload: 400,
  too_slow: 408,
  too_large: 413,
} as const;

export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  readonly code: keyof typeof REFUSALS;
  readonly status: number;

  constructor(code: keyof typeof REFUSALS) {
    super(code.replaceAll('_', ' '));
    this.code = code;
    this.status = REFUSALS[code];
  }
}

/** Slack's own tolerance for requests from the past, applied to the future too. */
const TOLERANCE_SECONDS = 5 * 60;

/** Reads a body and checks its signature before any parser. Rejects with `RefusedRequestError`. Uses real time. */
export function createSignedBodyReader(signingSecret: string, limits: BodyLimits) {
  const read = createBodyReader(limits);
  return async (request: IncomingMessage): Promise<Buffer> => {
    const { signature, timestamp } = signatureOf(request);
    const body = await read(request);
    const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp };
    if (!isValidSlackRequest({ signingSecret, body: body.toString(), headers }))
      throw new RefusedRequestError('wrong_signature');
    return body;
  };
}

/** The whole of it: Slack’s check would not see what follows the digits. */
const SIGNATURE = /^v0=[0-9a-f]{64}$/;
const SECONDS = /^\d{1,12}$/;

function signatureOf({ headers }: IncomingMessage) {
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': sentAt } = headers;
  if (typeof signature !== 'string' || typeof sentAt !== 'string')
    throw new RefusedRequestError('not_signed');
  if (!SIGNATURE.test(signature)) throw new RefusedRequestError('wrong_signature');
  const timestamp = SECONDS.test(sentAt) ? Number(sentAt) : 0;
  if (Math.abs(Date.now() / 1_000 - timestamp) > TOLERANCE_SECONDS)
    throw new RefusedRequestError('time_stamp');
  return { signature, timestamp };
}

/** The cost of a piece of a body without its bytes: a body may come a byte at a time. */
const PIECE_BYTES = 512;

function createBodyReader({ bodyBytes, allBodiesBytes, bodyMs }: BodyLimits) {
  const coming = new Set<PromiseWithResolvers<never>>();
  let heldBytes = 0;

  return async (request: IncomingMessage): Promise<Buffer> => {
    if (Number(request.headers['content-length']) > bodyBytes) throw new RefusedRequestError('too_large');
    const refused = Promise.withResolvers<never>();
    const timer = setTimeout(() => refused.reject(new RefusedRequestError('too_slow')), bodyMs);
    coming.add(refused);
    const pieces: Buffer[] = [];
    let size = 0;
    let held = 0;

    async function take(): Promise<void> {
      // The connection stays open for the answer that refuses the body.
      for await (const piece of request.iterator({ destroyOnReturn: false })) {
        if (!coming.has(refused)) return;
        size += piece.length;
        if (size > bodyBytes) throw new RefusedRequestError('too_large');
        pieces.push(piece);
        held += piece.length + PIECE_BYTES;
        heldBytes += piece.length + PIECE_BYTES;
        // Slack’s own come at once: the slowest gives way.
        const [oldest] = coming;
        if (heldBytes > allBodiesBytes) oldest?.reject(new RefusedRequestError('too_slow'));
      }
    }

    try {
      await Promise.race([take(), refused.promise]);
      return Buffer.concat(pieces);
    } finally {
      clearTimeout(timer);
      coming.delete(refused);
      heldBytes -= held;
    }
  };
}
