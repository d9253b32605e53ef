import { z } from 'zod';
import { parsePeriod, periodToText } from '../../domain/time/period.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { comparisons, type ReportRequest } from './input.ts';

/** What a button under a report asks for. */
export interface ReportButtonState {
  readonly request: ReportRequest;
  /** The channel it was asked in; left out in direct messages. A report that took long stands elsewhere. */
  readonly channelId: string | undefined;
  /** What of the figures was seen by whoever has the button: `seenIn`. */
  readonly seen?: string | undefined;
}

const PURPOSE = 'report.turn';

const sealedTurn = z.object({
  p: z.string(),
  s: z.string().optional(),
  n: z.string().optional(),
  w: z.enum(comparisons),
  c: z.string().optional(),
  f: z.string().optional(),
});

/** A button's value: sealed, because it may name a number and everybody's client can read it. */
export function sealReportButton(sealer: Sealer, { request, channelId, seen }: ReportButtonState): string {
  const { spec, sender, msisdn, compareWith } = request;
  const plain: z.infer<typeof sealedTurn> = {
    p: periodToText(spec),
    s: sender,
    n: msisdn,
    w: compareWith,
    c: channelId,
    f: seen,
  };
  return sealer.seal(PURPOSE, JSON.stringify(plain));
}

/** Reads a button's value; `undefined` where it was not made here, by another key, or by another version. */
export function openReportButton(sealer: Sealer, value: string): ReportButtonState | undefined {
  const text = sealer.open(PURPOSE, value);
  const plain = text === undefined ? undefined : sealedTurn.safeParse(JSON.parse(text)).data;
  const spec = plain && parsePeriod(plain.p);
  if (!plain || !spec || 'problem' in spec) return undefined;
  const { s: sender, n: msisdn, w: compareWith, c: channelId, f: seen } = plain;
  return { request: { spec, sender, msisdn, compareWith }, channelId, seen };
}
