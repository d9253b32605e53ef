import { z } from 'zod';
import type { Sealer } from '../crypto.ts';
import { isLanguage, type Language, type Words } from './words/index.ts';
import type { LongWords } from './words/shapes.ts';

/** Something that may take long to make, such as a report. */
export interface LongKind {
  /** Stands in what is kept, and in the values of buttons. */
  readonly name: string;
  readonly title: (words: Words) => string;
  readonly words: (words: Words) => LongWords;
  /** The action of a button that asks for the same once more. */
  readonly againAction: string;
}

/** What is needed to say to the one who waits for a run how it ended, whoever says it. */
export interface RunRequest {
  readonly kind: LongKind;
  readonly language: Language;
  /** What it is about; numbers are masked. */
  readonly subject: string;
  /** The value of the button that asks for the same once more. */
  readonly again: string;
}

const PURPOSE = 'long.run';

const sealedRequest = z.object({
  k: z.string(),
  l: z.string().refine(isLanguage),
  s: z.string(),
  a: z.string(),
});

export function sealRequest(sealer: Sealer, { kind, language, subject, again }: RunRequest): string {
  const plain: z.infer<typeof sealedRequest> = { k: kind.name, l: language, s: subject, a: again };
  return sealer.seal(PURPOSE, JSON.stringify(plain));
}

/** `undefined` where it was sealed by another key or version, or is of none of these kinds. */
export function openRequest(
  sealer: Sealer,
  sealed: string,
  kinds: readonly LongKind[],
): RunRequest | undefined {
  const text = sealer.open(PURPOSE, sealed);
  const plain = text === undefined ? undefined : sealedRequest.safeParse(JSON.parse(text)).data;
  const kind = plain && kinds.find(({ name }) => name === plain.k);
  return kind && { kind, language: plain.l, subject: plain.s, again: plain.a };
}
