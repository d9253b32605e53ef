import { randomUUID } from 'node:crypto';
import type { Answer } from './calls.ts';
import { isRecord } from './json.ts';
import type { Responder } from './responders.ts';

const MOST_USES = 5;
const LIFETIME_MS = 30 * 60_000;

/** The addresses the workspace hands out for answering an interaction. */
export interface ResponseUrls {
  /** A new address, as the path below the workspace's own. */
  issue(respond: Responder): string;
  /** Answers what the bot sent to an address; `undefined` where it was never handed out. */
  use(path: string, fields: unknown): Answer | undefined;
  /** Every address there is answers as one that is too old. */
  reset(): void;
}

/** Creates the addresses, each good for 5 uses within 30 minutes; a refused use counts. */
export function createResponseUrls(now: () => Date): ResponseUrls {
  const issued = new Map<string, { respond: Responder; until: number; uses: number }>();
  return {
    issue(respond) {
      const path = `/responses/${randomUUID()}`;
      issued.set(path, { respond, until: now().getTime() + LIFETIME_MS, uses: 0 });
      return path;
    },
    use(path, fields) {
      const address = issued.get(path);
      if (address === undefined) return undefined;
      if (now().getTime() > address.until) return gone('expired_url');
      address.uses += 1;
      if (address.uses > MOST_USES) return gone('used_url');
      const refusal = isRecord(fields) ? address.respond(fields) : { error: 'invalid_payload', faults: [] };
      return refusal === undefined
        ? { status: 200, body: 'ok' }
        : { status: 400, body: refusal.error, error: refusal.error, faults: refusal.faults };
    },
    reset() {
      for (const address of issued.values()) address.until = Number.NEGATIVE_INFINITY;
    },
  };
}

function gone(error: string): Answer {
  return { status: 404, body: { ok: false, error }, error };
}
