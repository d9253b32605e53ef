import { z } from 'zod';
import type { Sealer } from '../../crypto.ts';
import { isLanguage, type Language } from '../../slack/words/index.ts';

/** What is needed to say that a run was interrupted, to the one who waits for it. */
export interface RunRequest {
  readonly language: Language;
  /** The value of a button that asks for the same report. */
  readonly again: string;
}

const PURPOSE = 'report.run';
const ID_PURPOSE = 'report.run.id';

const sealedRequest = z.object({ l: z.string().refine(isLanguage), a: z.string() });

export function sealRequest(sealer: Sealer, { language, again }: RunRequest): string {
  const plain: z.infer<typeof sealedRequest> = { l: language, a: again };
  return sealer.seal(PURPOSE, JSON.stringify(plain));
}

/** `undefined` where it was sealed by another key or version. */
export function openRequest(sealer: Sealer, sealed: string): RunRequest | undefined {
  const text = sealer.open(PURPOSE, sealed);
  const plain = text === undefined ? undefined : sealedRequest.safeParse(JSON.parse(text)).data;
  return plain && { language: plain.l, again: plain.a };
}

/** A run's id as the button that cancels it holds it: nobody makes up that of another. */
export function sealRunId(sealer: Sealer, id: string): string {
  return sealer.seal(ID_PURPOSE, id);
}

export function openRunId(sealer: Sealer, value: string): string | undefined {
  return sealer.open(ID_PURPOSE, value);
}
