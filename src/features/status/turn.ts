import { z } from 'zod';
import type { Sealer } from '../../crypto.ts';
import { parsePeriod, periodToText } from '../../domain/period.ts';
import type { StatusRequest } from './input.ts';
import type { PageRequest } from './lookup.ts';

/** What a button under an answer asks for. `asOf` left out means now: a refresh. */
export interface Turn {
  readonly request: StatusRequest;
  readonly page: number;
  readonly asOf: Date | undefined;
}

const PURPOSE = 'status.turn';

const sealedTurn = z.object({
  n: z.string(),
  p: z.string(),
  s: z.string().optional(),
  g: z.int().nonnegative(),
  t: z.number().optional(),
});

/** A button's value: sealed, because it names a number and everybody's client can read it. */
export function sealTurn(
  sealer: Sealer,
  request: StatusRequest,
  page: number,
  asOf?: PageRequest['asOf'],
): string {
  const turn: z.infer<typeof sealedTurn> = {
    n: request.msisdn,
    p: periodToText(request.spec),
    s: request.sender,
    g: page,
    t: asOf?.getTime(),
  };
  return sealer.seal(PURPOSE, JSON.stringify(turn));
}

/** Reads a button's value; `undefined` where it was not made here, or by another key. */
export function openTurn(sealer: Sealer, value: string): Turn | undefined {
  const text = sealer.open(PURPOSE, value);
  if (text === undefined) return undefined;
  const turn = sealedTurn.parse(JSON.parse(text));
  const spec = parsePeriod(turn.p);
  if (!spec || 'problem' in spec) return undefined;
  return {
    request: { msisdn: turn.n, spec, sender: turn.s },
    page: turn.g,
    asOf: turn.t === undefined ? undefined : new Date(turn.t),
  };
}
