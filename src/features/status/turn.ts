import { z } from 'zod';
import type { Sealer } from '../../crypto.ts';
import { parsePeriod, periodToText } from '../../domain/period.ts';
import { isDay, type MessageRequest, type NumberRequest } from './input.ts';

/** A page of a number's messages. */
export interface NumberTurn {
  readonly kind: 'number';
  readonly request: NumberRequest;
  readonly page: number;
  /** The answer as it stood then; left out for a fresh one. */
  readonly asOf?: Date | undefined;
}

/** What a button under an answer asks for. */
export type Turn = NumberTurn | { readonly kind: 'message'; readonly request: MessageRequest };

const PURPOSE = 'status.turn';

const sealedTurn = z.union([
  z.object({
    n: z.string(),
    p: z.string(),
    s: z.string().optional(),
    g: z.int().nonnegative(),
    t: z.number().optional(),
  }),
  z.object({ d: z.string(), r: z.string() }),
  z.object({ i: z.string() }),
]);

/** A button's value: sealed, because it names a number or a message and everybody's client can read it. */
export function sealTurn(sealer: Sealer, turn: Turn): string {
  return sealer.seal(PURPOSE, JSON.stringify(toPlain(turn)));
}

/** Reads a button's value; `undefined` where it was not made here, by another key, or by another version. */
export function openTurn(sealer: Sealer, value: string): Turn | undefined {
  const text = sealer.open(PURPOSE, value);
  if (text === undefined) return undefined;
  const parsed = sealedTurn.safeParse(JSON.parse(text));
  return parsed.success ? fromPlain(parsed.data) : undefined;
}

function toPlain(turn: Turn): z.infer<typeof sealedTurn> {
  if (turn.kind === 'number') {
    const { msisdn, spec, sender } = turn.request;
    return { n: msisdn, p: periodToText(spec), s: sender, g: turn.page, t: turn.asOf?.getTime() };
  }
  const { request } = turn;
  return request.by === 'id' ? { i: request.id } : { d: periodToText(request.day), r: request.reference };
}

function fromPlain(plain: z.infer<typeof sealedTurn>): Turn | undefined {
  if ('i' in plain) return { kind: 'message', request: { by: 'id', id: plain.i } };
  const spec = parsePeriod('d' in plain ? plain.d : plain.p);
  if (!spec || 'problem' in spec) return undefined;
  if ('d' in plain) {
    return isDay(spec)
      ? { kind: 'message', request: { by: 'reference', day: spec, reference: plain.r } }
      : undefined;
  }
  const asOf = plain.t === undefined ? undefined : new Date(plain.t);
  return { kind: 'number', request: { msisdn: plain.n, spec, sender: plain.s }, page: plain.g, asOf };
}
