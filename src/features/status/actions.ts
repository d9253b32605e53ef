import { z } from 'zod';
import { parsePeriod, periodToText } from '../../domain/time/period.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { isDay, type MessageRequest, type NumberRequest } from './input.ts';

/** A page of a number's messages. */
export interface NumberButtonState {
  readonly kind: 'number';
  readonly request: NumberRequest;
  readonly page: number;
  /** The answer as it stood then; left out for a fresh one. */
  readonly asOf?: Date | undefined;
}

/** What a button under an answer asks for. */
export type StatusButtonState =
  | NumberButtonState
  | { readonly kind: 'message'; readonly request: MessageRequest };

const PURPOSE = 'status.request';

const sealedRequest = z.union([
  z.object({ n: z.string(), p: z.string(), s: z.string().optional() }),
  z.object({ d: z.string(), r: z.string() }),
  z.object({ i: z.string() }),
]);

/** What is sealed, the page, and the time of the answer in milliseconds since 1970. */
const VALUE = /^([\w-]+)(?:\.(\d{1,6})(?:\.(\d{1,13}))?)?$/;

/**
 * Makes values for the buttons of an answer. What names a number or a message is sealed, because everybody's client can
 * read a value: once for all buttons, which takes longer than everything else about them.
 */
export function createStatusButtonSealer(sealer: Sealer): (turn: StatusButtonState) => string {
  const sealed = new Map<StatusButtonState['request'], string>();
  return (turn) => {
    const request = sealed.get(turn.request) ?? sealer.seal(PURPOSE, JSON.stringify(toPlain(turn)));
    sealed.set(turn.request, request);
    if (turn.kind === 'message') return request;
    return [request, turn.page, turn.asOf?.getTime()].filter((part) => part !== undefined).join('.');
  };
}

/** Reads a button's value; `undefined` where it was not made here, by another key, or by another version. */
export function openStatusButton(sealer: Sealer, value: string): StatusButtonState | undefined {
  const [, sealed = '', page, asOfMs] = VALUE.exec(value) ?? [];
  const text = sealer.open(PURPOSE, sealed);
  if (text === undefined) return undefined;
  const parsed = sealedRequest.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const asOf = asOfMs === undefined ? undefined : new Date(Number(asOfMs));
  return fromPlain(parsed.data, Number(page ?? 0), asOf);
}

function toPlain(turn: StatusButtonState): z.infer<typeof sealedRequest> {
  if (turn.kind === 'number') {
    const { msisdn, spec, sender } = turn.request;
    return { n: msisdn, p: periodToText(spec), s: sender };
  }
  const { request } = turn;
  return request.by === 'id' ? { i: request.id } : { d: periodToText(request.day), r: request.reference };
}

function fromPlain(
  plain: z.infer<typeof sealedRequest>,
  page: number,
  asOf: Date | undefined,
): StatusButtonState | undefined {
  if ('i' in plain) return { kind: 'message', request: { by: 'id', id: plain.i } };
  const spec = parsePeriod('d' in plain ? plain.d : plain.p);
  if (!spec || 'problem' in spec) return undefined;
  if ('d' in plain) {
    return isDay(spec)
      ? { kind: 'message', request: { by: 'reference', day: spec, reference: plain.r } }
      : undefined;
  }
  return { kind: 'number', request: { msisdn: plain.n, spec, sender: plain.s }, page, asOf };
}
