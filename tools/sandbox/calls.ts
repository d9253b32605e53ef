import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxOperation } from './faults.ts';
import type { Received } from './request.ts';

/** One request of an operation and what was answered, as they went over the wire: secrets and all. */
export interface SandboxCall {
  readonly operation: SandboxOperation;
  readonly method: string;
  /** With whatever parameters it holds. */
  readonly path: string;
  /** Absent where nothing was answered. */
  readonly status?: number;
  /** Until the answer's end, or until the client gave up. */
  readonly tookMs: number;
  readonly request: { readonly authorization?: string; readonly contentType: string; readonly body: string };
  readonly answer: {
    /** The first 4,096 bytes of it. */
    readonly beginning: string;
    /** Of the whole body, as far as it was sent. */
    readonly bytes: number;
    /** False where the client has not got all that was to come. */
    readonly isWhole: boolean;
  };
}

export type OnCall = (call: SandboxCall) => void;

const KEPT_BYTES = 4096;

/** Follows one request; `over` tells `onCall` of it. An `onCall` that throws breaks nothing, and is warned of. */
export function recordCall(
  operation: SandboxOperation,
  request: IncomingMessage,
  response: ServerResponse,
  onCall: OnCall,
): { received(received: Received): void; readonly part: (part: Buffer) => void; over(): void } {
  const beganMs = performance.now();
  const { authorization } = request.headers;
  let asked = { contentType: '', body: '' };
  let kept = Buffer.alloc(0);
  let bytes = 0;
  return {
    received({ contentType, body }) {
      asked = { contentType, body };
    },
    part(part) {
      bytes += part.length;
      if (kept.length < KEPT_BYTES) kept = Buffer.concat([kept, part.subarray(0, KEPT_BYTES - kept.length)]);
    },
    over() {
      try {
        onCall({
          operation,
          method: request.method ?? '',
          path: request.url ?? '',
          ...(response.headersSent ? { status: response.statusCode } : {}),
          tookMs: Math.round(performance.now() - beganMs),
          request: { ...(authorization === undefined ? {} : { authorization }), ...asked },
          answer: { beginning: kept.toString(), bytes, isWhole: response.writableFinished },
        });
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    },
  };
}
